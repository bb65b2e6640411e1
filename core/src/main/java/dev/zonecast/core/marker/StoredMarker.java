package dev.zonecast.core.marker;

import dev.zonecast.core.Category;
import dev.zonecast.core.CategoryColor;
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

/** A marker's definition as bytes, for a reader of the same version. Each method describes a layout for both directions. */
public final class StoredMarker {
    private static final int MOST_CONSTANTS = 1 << 16;
    private static final MarkerField NO_FIELD =
            new MarkerField("", "", MarkerFormat.STRING, MarkerField.Kind.TEXT, false, false);
    private static final MarkerSchema.StaticLabel NO_LABEL = new MarkerSchema.StaticLabel("", "");
    private static final MarkerSchema NO_SCHEMA =
            new MarkerSchema("", Category.OTHER, List.of(), "", "", "", Set.of(), List.of());

    /** Null where {@link #in} is not. */
    private final DataOutputStream out;

    private final DataInputStream in;

    private StoredMarker(DataOutputStream out, DataInputStream in) {
        this.out = out;
        this.in = in;
    }

    /** The bytes of a definition. */
    public static byte[] bytes(MarkerDefinition definition) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            MarkerDefinition _ = new StoredMarker(new DataOutputStream(bytes), null).definition(definition);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /**
     * The definition under its id there; it belongs to no table of this process, its category does.
     *
     * @throws IOException if the bytes are not those of a definition
     */
    public static MarkerDefinition read(int id, byte[] bytes) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        return new StoredMarker(null, in)
                .definition(new MarkerDefinition(id, "", Category.OTHER, null, new String[0][], null));
    }

    private MarkerDefinition definition(MarkerDefinition of) throws IOException {
        String name = text(of.name());
        Category category = category(of.category());
        boolean hasSchema = flag(of.schema() != null);
        MarkerSchema schema = hasSchema ? schema(of.schema() == null ? NO_SCHEMA : of.schema()) : null;
        String[][] constants = new String[hasSchema ? schema.fields().size() : 1][0];
        for (int i = 0; hasSchema && i < constants.length; i++) {
            String[] known = out == null ? new String[0] : of.constants(i);
            constants[i] = new String[count(Math.min(known.length, MOST_CONSTANTS), MOST_CONSTANTS)];
            for (int k = 0; k < constants[i].length; k++) {
                constants[i][k] = text(k < known.length ? known[k] : "");
            }
        }
        SourceLocation location = of.location() != null
                ? of.location()
                : SourceLocation.of(name, "", "", 0, category.color().rgb());
        return new MarkerDefinition(of.id(), name, category, schema, constants, location);
    }

    private Category category(Category of) throws IOException {
        String name = text(of.name());
        String subcategory = text(of.subcategory());
        return Category.of(name, CategoryColor.ofCode(number(of.color().code())))
                .sub(subcategory);
    }

    private MarkerSchema schema(MarkerSchema of) throws IOException {
        String name = text(of.name());
        Category category = category(of.category());
        String chart = text(of.chartLabel());
        String tooltip = text(of.tooltipLabel());
        String table = text(of.tableLabel());
        Set<MarkerLocation> shownIn = EnumSet.noneOf(MarkerLocation.class);
        for (MarkerLocation location : MarkerLocation.values()) {
            if (flag(of.shownIn().contains(location))) {
                shownIn.add(location);
            }
        }
        List<MarkerSchema.StaticLabel> lines = new ArrayList<>();
        int lineCount = count(of.staticLabels().size(), MarkerSchema.MAX_CHARS);
        for (int i = 0; i < lineCount; i++) {
            var line = i < of.staticLabels().size() ? of.staticLabels().get(i) : NO_LABEL;
            lines.add(new MarkerSchema.StaticLabel(text(line.label()), text(line.value())));
        }
        List<MarkerField> fields = new ArrayList<>();
        int fieldCount = count(of.fields().size(), MarkerSchema.MAX_FIELDS);
        for (int i = 0; i < fieldCount; i++) {
            fields.add(field(i < of.fields().size() ? of.fields().get(i) : NO_FIELD));
        }
        return new MarkerSchema(
                name, category, List.copyOf(fields), chart, tooltip, table, Set.copyOf(shownIn), List.copyOf(lines));
    }

    private MarkerField field(MarkerField of) throws IOException {
        String key = text(of.key());
        String label = text(of.label());
        MarkerFormat format = MarkerFormat.ofWord(text(of.format().word()));
        MarkerField.Kind kind = MarkerField.Kind.ofCode(number(of.kind().code()));
        if (format == null) {
            throw new IOException("a field " + key + " of no format");
        }
        return new MarkerField(key, label, format, kind, flag(of.searchable()), flag(of.hidden()));
    }

    private int count(int value, int most) throws IOException {
        int count = number(value);
        if (count < 0 || count > most) {
            throw new IOException("a count of " + count);
        }
        return count;
    }

    private boolean flag(boolean value) throws IOException {
        return number(value ? 1 : 0) != 0;
    }

    private String text(String value) throws IOException {
        if (out == null) {
            return in.readUTF();
        }
        out.writeUTF(value);
        return value;
    }

    private int number(int value) throws IOException {
        if (out == null) {
            return in.readInt();
        }
        out.writeInt(value);
        return value;
    }
}
