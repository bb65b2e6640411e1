package dev.zonecast.core.marker;

import dev.zonecast.core.Category;
import dev.zonecast.core.CategoryColor;
import dev.zonecast.core.SourceLocation;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** A marker's definition as bytes, for a reader of the same version: the components of its records, one after another. */
public final class StoredMarker {
    private static final int MOST_ELEMENTS = 1 << 16;

    /** @param schema one, or none */
    private record Definition(
            String name, Category category, List<MarkerSchema> schema, List<List<String>> constants) {}

    private record StoredCategory(String name, String subcategory, CategoryColor color) {}

    private StoredMarker() {}

    /** The bytes of a definition. */
    public static byte[] bytes(MarkerDefinition of) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        List<MarkerSchema> schema = of.schema() == null ? List.of() : List.of(of.schema());
        try {
            Object definition = new Definition(of.name(), of.category(), schema, of.constants());
            write(Definition.class, definition, new DataOutputStream(bytes));
        } catch (IOException | ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
        return bytes.toByteArray();
    }

    /**
     * The definition under its id there; it belongs to no table of this process, its category does.
     *
     * @throws IOException if the bytes are not those of a definition
     */
    public static MarkerDefinition read(int id, byte[] bytes) throws IOException {
        try {
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
            Definition read = (Definition) read(Definition.class, in);
            MarkerSchema schema = read.schema.isEmpty() ? null : read.schema.getFirst();
            if (schema != null && schema.fields().size() != read.constants.size()) {
                throw new IOException(
                        read.constants.size() + " enums of " + schema.fields().size() + " fields");
            }
            SourceLocation location = SourceLocation.of(
                    read.name, "", "", 0, read.category.color().rgb());
            return new MarkerDefinition(id, read.name, read.category, schema, read.constants, location);
        } catch (ReflectiveOperationException e) {
            throw new IOException(e);
        }
    }

    private static void write(Type type, Object value, DataOutputStream out)
            throws IOException, ReflectiveOperationException {
        switch (value) {
            case String text -> out.writeUTF(text);
            case Boolean flag -> out.writeBoolean(flag);
            case Enum<?> constant -> out.writeUTF(constant.name());
            case Collection<?> elements -> {
                out.writeInt(elements.size());
                for (Object element : elements) {
                    write(element(type), element, out);
                }
            }
            case Category it ->
                write(StoredCategory.class, new StoredCategory(it.name(), it.subcategory(), it.color()), out);
            default -> {
                for (RecordComponent component : ((Class<?>) type).getRecordComponents()) {
                    write(component.getGenericType(), component.getAccessor().invoke(value), out);
                }
            }
        }
    }

    private static Object read(Type type, DataInputStream in) throws IOException, ReflectiveOperationException {
        if (type instanceof ParameterizedType list) {
            int count = in.readInt();
            if (count < 0 || count > MOST_ELEMENTS) {
                throw new IOException("a count of " + count);
            }
            List<Object> elements = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                elements.add(read(element(type), in));
            }
            return list.getRawType() == Set.class ? Set.copyOf(elements) : List.copyOf(elements);
        }
        Class<?> of = (Class<?>) type;
        if (of == String.class) {
            return in.readUTF();
        } else if (of == boolean.class) {
            return in.readBoolean();
        } else if (of.isEnum()) {
            return of.getField(in.readUTF()).get(null);
        } else if (of == Category.class) {
            StoredCategory read = (StoredCategory) read(StoredCategory.class, in);
            return Category.of(read.name, read.color).sub(read.subcategory);
        }
        RecordComponent[] components = of.getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        Object[] values = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            types[i] = components[i].getType();
            values[i] = read(components[i].getGenericType(), in);
        }
        return of.getDeclaredConstructor(types).newInstance(values);
    }

    private static Type element(Type list) {
        return ((ParameterizedType) list).getActualTypeArguments()[0];
    }
}
