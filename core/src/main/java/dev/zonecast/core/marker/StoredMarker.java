package dev.zonecast.core.marker;

import dev.zonecast.core.SourceLocation;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** A marker's definition as bytes, for who reads what a program of the same version has left. */
public final class StoredMarker {
    private static final int MOST_CONSTANTS = 1 << 16;
    private static final int MOST_STATIC_LABELS = MarkerSchema.MAX_CHARS;

    private StoredMarker() {}

    /** What {@link #read} takes. */
    public static byte[] bytes(MarkerDefinition definition) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeUTF(definition.name());
            write(definition.category(), out);
            MarkerSchema schema = definition.schema();
            out.writeBoolean(schema != null);
            if (schema != null) {
                write(schema, out);
                for (int i = 0; i < schema.fields().size(); i++) {
                    writeConstants(definition, i, out);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static void write(Category category, DataOutputStream out) throws IOException {
        out.writeUTF(category.name());
        out.writeUTF(category.subcategory());
        out.writeInt(category.color().code());
    }

    private static void write(MarkerSchema schema, DataOutputStream out) throws IOException {
        out.writeUTF(schema.name());
        write(schema.category(), out);
        out.writeUTF(schema.chartLabel());
        out.writeUTF(schema.tooltipLabel());
        out.writeUTF(schema.tableLabel());
        int shownIn = 0;
        for (MarkerLocation location : schema.shownIn()) {
            shownIn |= location.bit();
        }
        out.writeInt(shownIn);
        out.writeInt(schema.staticLabels().size());
        for (MarkerSchema.StaticLabel line : schema.staticLabels()) {
            out.writeUTF(line.label());
            out.writeUTF(line.value());
        }
        out.writeInt(schema.fields().size());
        for (MarkerField field : schema.fields()) {
            out.writeUTF(field.key());
            out.writeUTF(field.label());
            out.writeUTF(field.format().word());
            out.writeInt(field.kind().code());
            out.writeBoolean(field.searchable());
            out.writeBoolean(field.hidden());
        }
    }

    private static void writeConstants(MarkerDefinition definition, int field, DataOutputStream out)
            throws IOException {
        boolean has = definition.schema().fields().get(field).kind() == MarkerField.Kind.CONSTANT;
        int count = 0;
        while (has && count < MOST_CONSTANTS && definition.constant(field, count) != null) {
            count++;
        }
        out.writeInt(count);
        for (int i = 0; i < count; i++) {
            out.writeUTF(definition.constant(field, i));
        }
    }

    /**
     * The definition under its id there; it belongs to no table of this process, its category does.
     *
     * @throws IOException if the bytes are not those of a definition
     */
    public static MarkerDefinition read(int id, byte[] bytes) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        String name = in.readUTF();
        Category category = category(in);
        MarkerSchema schema = in.readBoolean() ? schema(in) : null;
        String[][] constants = new String[schema == null ? 1 : schema.fields().size()][];
        for (int i = 0; schema != null && i < constants.length; i++) {
            constants[i] = new String[count(in, MOST_CONSTANTS)];
            for (int k = 0; k < constants[i].length; k++) {
                constants[i][k] = in.readUTF();
            }
        }
        SourceLocation location =
                SourceLocation.of(name, "", "", 0, category.color().rgb());
        return new MarkerDefinition(id, name, category, schema, constants, location);
    }

    private static Category category(DataInputStream in) throws IOException {
        String name = in.readUTF();
        String subcategory = in.readUTF();
        return Category.of(name, CategoryColor.ofCode(in.readInt())).sub(subcategory);
    }

    private static MarkerSchema schema(DataInputStream in) throws IOException {
        String name = in.readUTF();
        Category category = category(in);
        String chart = in.readUTF();
        String tooltip = in.readUTF();
        String table = in.readUTF();
        int bits = in.readInt();
        Set<MarkerLocation> shownIn = EnumSet.noneOf(MarkerLocation.class);
        for (MarkerLocation location : MarkerLocation.values()) {
            if ((bits & location.bit()) != 0) {
                shownIn.add(location);
            }
        }
        List<MarkerSchema.StaticLabel> lines = new ArrayList<>();
        for (int left = count(in, MOST_STATIC_LABELS); left > 0; left--) {
            lines.add(new MarkerSchema.StaticLabel(in.readUTF(), in.readUTF()));
        }
        List<MarkerField> fields = new ArrayList<>();
        for (int left = count(in, MarkerSchema.MAX_FIELDS); left > 0; left--) {
            fields.add(field(in));
        }
        return new MarkerSchema(
                name, category, List.copyOf(fields), chart, tooltip, table, Set.copyOf(shownIn), List.copyOf(lines));
    }

    private static MarkerField field(DataInputStream in) throws IOException {
        String key = in.readUTF();
        String label = in.readUTF();
        MarkerFormat format = MarkerFormat.ofWord(in.readUTF());
        MarkerField.Kind kind = MarkerField.Kind.ofCode(in.readInt());
        if (format == null) {
            throw new IOException("a field " + key + " of no format");
        }
        return new MarkerField(key, label, format, kind, in.readBoolean(), in.readBoolean());
    }

    private static int count(DataInputStream in, int most) throws IOException {
        int count = in.readInt();
        if (count < 0 || count > most) {
            throw new IOException("a count of " + count);
        }
        return count;
    }
}
