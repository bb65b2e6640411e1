package dev.zonecast.core.marker;

import static java.lang.constant.ConstantDescs.CD_Class;
import static java.lang.constant.ConstantDescs.CD_MethodHandle;
import static java.lang.constant.ConstantDescs.CD_MethodHandles;
import static java.lang.constant.ConstantDescs.CD_MethodHandles_Lookup;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.registry.NameTable;
import dev.zonecast.core.ring.Recorder;
import dev.zonecast.core.ring.RingLayout;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/**
 * Makes a {@link MarkerType} of a record: a hidden class whose one method reads the record's accessors and puts words into the ring.
 * The accessors are constants of that class, so the compiler sees through all of it, removes the record and leaves the stores.
 *
 * <p>Payload of the ring's record: a word per component (of a text its bytes, -1 if missing), then the texts, each padded to 8 bytes.
 */
final class MarkerTypes {
    /** Of all texts of a marker together: they have to fit into one record of a recording. */
    private static final int MAX_TEXT_BYTES = 24_000;

    private static final ClassDesc TYPE = MarkerType.class.describeConstable().orElseThrow();
    private static final ClassDesc DEFINITION =
            MarkerDefinition.class.describeConstable().orElseThrow();
    private static final ClassDesc RECORDER = Recorder.class.describeConstable().orElseThrow();
    private static final ClassDesc RECORD = Record.class.describeConstable().orElseThrow();
    private static final MethodTypeDesc CLASS_DATA_AT =
            MethodTypeDesc.of(CD_Object, CD_MethodHandles_Lookup, CD_String, CD_Class, CD_int);
    private static final ClassDesc GENERATED = ClassDesc.of(MarkerTypes.class.getPackageName(), "GeneratedMarkerType");

    // Local variables of the generated "encode": this, recorder, small, lead, ticks, data; then bytes and the fields,
    // two slots each.
    private static final int RECORDER_SLOT = 1;
    private static final int SMALL_SLOT = 2;
    private static final int LEAD_SLOT = 3;
    private static final int TICKS_SLOT = 5;
    private static final int DATA_SLOT = 7;
    private static final int BYTES_SLOT = 8;
    private static final int FIRST_FIELD_SLOT = 9;

    // Of the generated "put", which is static: as above, without this and data.
    private static final int PUT_RECORDER_SLOT = 0;
    private static final int PUT_SMALL_SLOT = 1;
    private static final int PUT_LEAD_SLOT = 2;
    private static final int PUT_TICKS_SLOT = 4;
    private static final int PUT_BYTES_SLOT = 6;
    private static final int PUT_FIRST_FIELD_SLOT = 7;

    private static final int SLOTS_A_FIELD = 2;

    /**
     * A method of more bytes than HotSpot inlines (its {@code FreqInlineSize}). All that leads to "put" is small then, whatever was
     * compiled before it, and is inlined where the program makes the record: only so the record never comes to the heap. Were "put"
     * inlined, {@code MarkerType.instant} would sometimes be "already compiled into a big method", and each call leave 24 bytes.
     */
    private static final int NEVER_INLINED_BYTES = 330;

    private MarkerTypes() {}

    static <R extends Record> MarkerType<R> of(Lookup lookup, Class<R> type, MarkerSchema.Builder builder) {
        MarkerSchema schema = builder.build(components(type), type.getSimpleName());
        // Under no lock: names of constants are the program's code.
        return define(lookup, type, schema, enumNames(type));
    }

    /** One definition after another: two threads that define the same type get the same object. */
    @SuppressWarnings("unchecked") // A type is kept with its record.
    private static synchronized <R extends Record> MarkerType<R> define(
            Lookup lookup, Class<R> type, MarkerSchema schema, List<List<String>> enumNames) {
        MarkerTable.Known known = MarkerTable.INSTANCE.type(schema.name());
        if (known != null) {
            if (known.record() != type || !known.type().definition().schema().equals(schema)) {
                throw new MarkerSchemaException(
                        schema.name(),
                        "there is another one of this name, for "
                                + known.record().getName());
            }
            return (MarkerType<R>) known.type();
        }
        List<MethodHandle> readers = readers(lookup, type, schema);
        SourceLocation location = SourceLocation.of(
                schema.name(), type.getName(), "", 0, schema.category().color().rgb());
        location.category(schema.category());
        IntFunction<MarkerDefinition> maker = id -> new MarkerDefinition(
                id, NameTable.wellFormed(schema.name()), schema.category(), schema, enumNames, location);
        MarkerDefinition definition = MarkerTable.INSTANCE.define(maker);
        if (definition == null) {
            return new MarkerType<>(maker.apply(MarkerType.NO_ID));
        }
        MarkerType<R> made = make(definition, readers);
        MarkerTable.INSTANCE.add(new MarkerTable.Known(type, made));
        return made;
    }

    private static List<MarkerField> components(Class<? extends Record> type) {
        List<MarkerField> fields = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            MarkerField.Kind kind = MarkerField.Kind.of(component.getType());
            if (kind == null) {
                throw new MarkerSchemaException(
                        type.getSimpleName(),
                        "the component " + component.getName() + " is a "
                                + component.getType().getTypeName()
                                + "; primitive types, String and enums can be recorded");
            }
            MarkerFormat format = switch (kind) {
                case WHOLE -> MarkerFormat.INTEGER;
                case DECIMAL -> MarkerFormat.DECIMAL;
                default -> MarkerFormat.STRING;
            };
            fields.add(new MarkerField(component.getName(), component.getName(), format, kind, false, false));
        }
        return fields;
    }

    private static List<List<String>> enumNames(Class<? extends Record> type) {
        return Stream.of(type.getRecordComponents())
                .map(component -> component.getType().getEnumConstants())
                .map(constants -> Stream.of(constants == null ? new Object[0] : constants)
                        .map(constant -> NameTable.wellFormed(constant.toString()))
                        .toList())
                .toList();
    }

    // --- accessors

    /** One a component: from the record to the word that is written, or to the text. */
    private static List<MethodHandle> readers(Lookup lookup, Class<? extends Record> type, MarkerSchema schema) {
        List<MethodHandle> readers = new ArrayList<>();
        RecordComponent[] components = type.getRecordComponents();
        for (int i = 0; i < components.length; i++) {
            MethodHandle accessor = accessor(lookup, components[i].getAccessor(), schema.name());
            readers.add(
                    switch (schema.fields().get(i).kind()) {
                        case WHOLE -> accessor.asType(MethodType.methodType(long.class, Record.class));
                        case TRUTH ->
                            MethodHandles.explicitCastArguments(
                                    accessor, MethodType.methodType(long.class, Record.class));
                        case DECIMAL ->
                            MethodHandles.filterReturnValue(
                                    accessor.asType(MethodType.methodType(double.class, Record.class)), DOUBLE_BITS);
                        case TEXT -> text(accessor).asType(MethodType.methodType(String.class, Record.class));
                        case CONSTANT ->
                            MethodHandles.filterReturnValue(
                                    accessor.asType(MethodType.methodType(Enum.class, Record.class)), PLACE);
                    });
        }
        return readers;
    }

    private static MethodHandle text(MethodHandle accessor) {
        return accessor.type().returnType() == char.class
                ? MethodHandles.filterReturnValue(accessor, CHARACTER)
                : accessor;
    }

    private static final MethodHandle DOUBLE_BITS =
            ownMethod(Double.class, "doubleToRawLongBits", long.class, double.class);
    private static final MethodHandle PLACE = ownMethod(MarkerType.class, "place", long.class, Enum.class);
    private static final MethodHandle CHARACTER = ownMethod(MarkerType.class, "text", String.class, char.class);

    private static MethodHandle ownMethod(Class<?> owner, String name, Class<?> result, Class<?> argument) {
        try {
            return MethodHandles.lookup().findStatic(owner, name, MethodType.methodType(result, argument));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static MethodHandle accessor(Lookup lookup, Method method, String schema) {
        try {
            if (lookup != null) {
                return lookup.unreflect(method);
            }
            // Works for what is public, and in packages that are open to us, as those on the class path are.
            boolean ignored = method.trySetAccessible();
            return MethodHandles.lookup().unreflect(method);
        } catch (IllegalAccessException e) {
            throw new MarkerSchemaException(schema, unreadable(method), e);
        }
    }

    /** The package of the record is closed to us: a module decides that, whether the record is public or not. */
    private static String unreadable(Method accessor) {
        Class<?> type = accessor.getDeclaringClass();
        Module own = MarkerTypes.class.getModule();
        String opened = type.getPackageName() + (own.isNamed() ? " to " + own.getName() : "") + ";";
        String exports = Modifier.isPublic(type.getModifiers()) ? "exports " + opened + "\" or \"" : "";
        return type.getName() + "." + accessor.getName()
                + " cannot be read: give MethodHandles.lookup() to MarkerType.of"
                + ", or write \"" + exports + "opens " + opened + "\" into the module-info.java of "
                + (type.getModule().isNamed() ? type.getModule().getName() : "the record");
    }

    // --- code

    @SuppressWarnings("unchecked") // The class was made for that record.
    private static <R extends Record> MarkerType<R> make(MarkerDefinition definition, List<MethodHandle> readers) {
        ClassBytes type = new ClassBytes(GENERATED, TYPE);
        MethodTypeDesc ofDefinition = MethodTypeDesc.of(CD_void, DEFINITION);
        type.method(0, INIT_NAME, ofDefinition)
                .aload(0)
                .aload(1)
                .invokespecial(TYPE, INIT_NAME, ofDefinition)
                .return_()
                .end();
        encode(
                type.method(0, "encode", MethodTypeDesc.of(CD_void, RECORDER, CD_int, CD_long, CD_long, RECORD)),
                definition);
        put(type.method(ClassBytes.STATIC, "put", putType(definition)), definition);
        byte[] bytes = type.toBytes();
        try {
            Lookup hidden = MethodHandles.lookup().defineHiddenClassWithClassData(bytes, readers, true);
            MethodHandle constructor = hidden.findConstructor(
                    hidden.lookupClass(), MethodType.methodType(void.class, MarkerDefinition.class));
            return (MarkerType<R>) (MarkerType<?>) constructor.invoke(definition);
        } catch (Throwable e) {
            throw new MarkerSchemaException(definition.name(), "the code that records it could not be made", e);
        }
    }

    /** Recorder, small, lead, ticks and bytes; then of each field its word, or its text and how many bytes of it are kept. */
    private static MethodTypeDesc putType(MarkerDefinition definition) {
        List<ClassDesc> parameters = new ArrayList<>(List.of(RECORDER, CD_int, CD_long, CD_long, CD_int));
        for (MarkerField field : definition.schema().fields()) {
            parameters.addAll(isText(field) ? List.of(CD_String, CD_int) : List.of(CD_long));
        }
        return MethodTypeDesc.of(CD_void, parameters);
    }

    private static void encode(ClassBytes.Code code, MarkerDefinition definition) {
        List<MarkerField> fields = definition.schema().fields();
        int fixedBytes = RingLayout.SLOT_BYTES + Long.BYTES * fields.size();
        long texts = fields.stream().filter(MarkerTypes::isText).count();
        code.push(fixedBytes).iload(SMALL_SLOT);
        code.invokestatic(TYPE, "leadBytes", MethodTypeDesc.of(CD_int, CD_int))
                .iadd()
                .istore(BYTES_SLOT);
        for (int i = 0; i < fields.size(); i++) {
            read(code, i, isText(fields.get(i)), (int) (MAX_TEXT_BYTES / Math.max(1, texts)));
        }
        code.aload(RECORDER_SLOT)
                .iload(SMALL_SLOT)
                .lload(LEAD_SLOT)
                .lload(TICKS_SLOT)
                .iload(BYTES_SLOT);
        for (int i = 0; i < fields.size(); i++) {
            int slot = FIRST_FIELD_SLOT + i * SLOTS_A_FIELD;
            if (isText(fields.get(i))) {
                code.aload(slot).iload(slot + 1);
            } else {
                code.lload(slot);
            }
        }
        code.invokestatic(GENERATED, "put", putType(definition)).return_().end();
    }

    private static void put(ClassBytes.Code code, MarkerDefinition definition) {
        List<MarkerField> fields = definition.schema().fields();
        int recordSlot = PUT_FIRST_FIELD_SLOT + fields.size() * SLOTS_A_FIELD;
        int atSlot = recordSlot + 2;
        int textAtSlot = atSlot + 2;
        code.unreached(NEVER_INLINED_BYTES);
        code.aload(PUT_RECORDER_SLOT).iload(PUT_BYTES_SLOT);
        code.invokevirtual(RECORDER, "claimMarker", MethodTypeDesc.of(CD_long, CD_int))
                .lstore(recordSlot);
        code.returnIfNegative(recordSlot);
        code.aload(PUT_RECORDER_SLOT).lload(recordSlot).iload(PUT_SMALL_SLOT).lload(PUT_LEAD_SLOT);
        code.invokestatic(TYPE, "putLead", MethodTypeDesc.of(CD_long, RECORDER, CD_long, CD_int, CD_long));
        code.lstore(atSlot);
        for (int i = 0; i < fields.size(); i++) {
            int slot = PUT_FIRST_FIELD_SLOT + i * SLOTS_A_FIELD;
            code.aload(PUT_RECORDER_SLOT)
                    .lload(atSlot)
                    .push((long) Long.BYTES * i)
                    .ladd();
            if (isText(fields.get(i))) {
                code.iload(slot + 1).i2l();
            } else {
                code.lload(slot);
            }
            code.invokevirtual(RECORDER, "putWord", MethodTypeDesc.of(CD_void, CD_long, CD_long));
        }
        code.lload(atSlot).push((long) Long.BYTES * fields.size()).ladd().lstore(textAtSlot);
        for (int i = 0; i < fields.size(); i++) {
            if (isText(fields.get(i))) {
                int slot = PUT_FIRST_FIELD_SLOT + i * SLOTS_A_FIELD;
                code.aload(PUT_RECORDER_SLOT).aload(slot).iload(slot + 1).lload(textAtSlot);
                code.invokevirtual(RECORDER, "putText", MethodTypeDesc.of(CD_long, CD_String, CD_int, CD_long));
                code.lstore(textAtSlot);
            }
        }
        code.aload(PUT_RECORDER_SLOT).lload(recordSlot).iload(PUT_BYTES_SLOT).iload(PUT_SMALL_SLOT);
        code.push(definition.id()).lload(PUT_TICKS_SLOT);
        code.invokevirtual(
                RECORDER, "finishMarker", MethodTypeDesc.of(CD_void, CD_long, CD_int, CD_int, CD_int, CD_long));
        code.return_().end();
    }

    private static boolean isText(MarkerField field) {
        return field.kind() == MarkerField.Kind.TEXT;
    }

    /** Reads a component into its local variables; of a text also how many bytes it takes, which are added to those of the record. */
    private static void read(ClassBytes.Code code, int field, boolean text, int maxTextBytes) {
        int slot = FIRST_FIELD_SLOT + field * SLOTS_A_FIELD;
        code.pushDynamic(CD_MethodHandles, "classDataAt", CLASS_DATA_AT, CD_MethodHandle, field);
        code.aload(DATA_SLOT);
        code.invokevirtual(CD_MethodHandle, "invokeExact", MethodTypeDesc.of(text ? CD_String : CD_long, RECORD));
        if (!text) {
            code.lstore(slot);
            return;
        }
        code.astore(slot);
        code.aload(RECORDER_SLOT).aload(slot).push(maxTextBytes);
        code.invokevirtual(RECORDER, "textBytes", MethodTypeDesc.of(CD_int, CD_String, CD_int))
                .istore(slot + 1);
        code.iload(BYTES_SLOT).iload(slot + 1);
        code.invokestatic(RECORDER, "paddedBytes", MethodTypeDesc.of(CD_int, CD_int));
        code.iadd().istore(BYTES_SLOT);
    }
}
