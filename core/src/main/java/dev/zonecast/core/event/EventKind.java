package dev.zonecast.core.event;

import static dev.zonecast.core.event.EventField.f64;
import static dev.zonecast.core.event.EventField.i64;
import static dev.zonecast.core.event.EventField.id;
import static dev.zonecast.core.event.EventField.schema;
import static dev.zonecast.core.event.EventField.small;
import static dev.zonecast.core.event.EventField.stack;
import static dev.zonecast.core.event.EventField.text;
import static dev.zonecast.core.event.EventField.word;

import dev.zonecast.memory.Memory;
import java.util.List;

/**
 * The kinds of events. Each is declared once: its number in a ring, its order and the fields of its record. Decoding, the checks of a dead
 * program's rings and the list in the docs follow from the declaration.
 */
public enum EventKind {
    ZONE_BEGIN(1, Order.ZONE, "a zone begins", id("location", IdSpace.LOCATION)),
    ZONE_END(2, Order.ZONE, "zones end, the innermost first", id("zones")),
    ZONE_TEXT(3, Order.ATTRIBUTE, "a text about a zone", id("depth"), text("text")),
    ZONE_NAME(4, Order.ATTRIBUTE, "a zone gets a name of its own", id("depth"), text("name")),
    ZONE_VALUE(5, Order.ATTRIBUTE, "a number about a zone", id("depth"), i64("value")),
    ZONE_COLOR(6, Order.ATTRIBUTE, "a zone gets a colour of its own", id("depth"), i64("rgb")),
    FRAME_MARK(7, Order.ACROSS, "a frame ends and the next begins", id("set", IdSpace.FRAME), i64("number")),
    FRAME_START(8, Order.ACROSS, "a frame of a named set begins", id("set", IdSpace.FRAME), i64("unused")),
    FRAME_END(9, Order.ACROSS, "a frame of a named set ends", id("set", IdSpace.FRAME), i64("unused")),
    FRAME_VSYNC(10, Order.ACROSS, "a display shows the next picture", id("display"), i64("unused")),
    PLOT_LONG(11, Order.THREAD, "a value of a plot", id("plot", IdSpace.PLOT), i64("value")),
    PLOT_DOUBLE(12, Order.THREAD, "a value of a plot, finite", id("plot", IdSpace.PLOT), f64("value")),
    MESSAGE(13, Order.THREAD, "a text of its own", small("severity, source"), id("rgb"), text("text"), stack()),
    MESSAGE_LITERAL(
            14, Order.THREAD, "a registered text", small("severity, source"), id("text", IdSpace.NAME), i64("rgb")),
    GPU_ZONE_BEGIN(
            15,
            Order.ACROSS,
            "the GPU begins a zone",
            small("context", IdSpace.GPU_CONTEXT),
            id("location", IdSpace.LOCATION),
            i64("CPU ticks"),
            i64("GPU ticks"),
            i64("thread, context"),
            i64("unused")),
    GPU_ZONE_END(
            16,
            Order.ACROSS,
            "the GPU ends a zone",
            small("context", IdSpace.GPU_CONTEXT),
            i64("CPU ticks"),
            i64("GPU ticks"),
            i64("thread, context"),
            i64("unused")),
    GPU_CALIBRATION(
            17,
            Order.ACROSS,
            "how well a GPU's clock is known",
            small("context", IdSpace.GPU_CONTEXT),
            i64("error in ns"),
            f64("drift in millionths"),
            i64("context"),
            i64("unused")),
    LOCK(18, Order.ACROSS, "a lock changes hands", small("LockEvent").to(6), id("lock", IdSpace.LOCK)),
    LOCK_MARK(
            19,
            Order.ACROSS,
            "where the thread waits for a lock or has it",
            id("lock", IdSpace.LOCK),
            word("location", IdSpace.LOCATION)),
    ZONE_STACK(
            20,
            Order.LEAD,
            "the next record's call stack, as text",
            id("location or -1", IdSpace.LOCATION),
            text("stack")),
    MEMORY_ALLOCATED(
            21,
            Order.ACROSS,
            "a block was allocated",
            id("pool", IdSpace.POOL),
            i64("address").notZero(),
            i64("bytes").from(0),
            stack()),
    MEMORY_FREED(
            22,
            Order.ACROSS,
            "a block was freed",
            id("pool", IdSpace.POOL),
            i64("address").notZero(),
            stack()),
    MEMORY_DISCARDED(23, Order.ACROSS, "all blocks of a pool were freed", id("pool", IdSpace.POOL)),
    GPU_ZONE_VALUE(
            24,
            Order.ACROSS,
            "a GPU's count of the innermost zone",
            small("context", IdSpace.GPU_CONTEXT),
            id("GpuStatistic").from(0).to(5),
            i64("value"),
            i64("unused"),
            i64("thread, context"),
            i64("unused")),
    /** An object of the process: never in a ring that outlives it. */
    CALL_STACK(32, Order.LEAD, "the next record's call stack", id("slot")),
    CRASH(33, Order.THREAD, "a thread ends by an exception", text("text"), stack()),
    FIBER_ENTER(
            34, Order.THREAD, "a thread goes on with a fiber", id("name of the thread", IdSpace.NAME), i64("thread")),
    FIBER_LEAVE(35, Order.THREAD, "a thread leaves a fiber"),
    CARRIER(36, Order.LEAD, "the thread that carries the next zone", id("name", IdSpace.NAME)),
    MARKER(40, Order.THREAD, "a marker", small("phase, flags"), id("marker", IdSpace.MARKER), schema("fields")),
    MARKER_STACK(41, Order.LEAD, "the next marker's call stack", id("marker", IdSpace.MARKER), text("stack")),
    MARKER_TARGET(42, Order.LEAD, "the thread of the next marker", id("marker", IdSpace.MARKER), i64("thread")),

    GPU_CONTEXT("a GPU context exists"),
    GPU_CONTEXT_CLOSED("a GPU context was closed; none of its zones follows"),
    LOCK_CREATED("a lock has its first event"),
    LOCK_DESTROYED("a lock is gone; none of its events follows"),
    MEMORY_STANDS("the blocks of a pool when a sink is attached"),
    FRAME_IMAGE("the picture of a frame"),
    PARAMETER("a parameter that a viewer may change"),
    SECTION_BEGIN("a section has begun"),
    SECTION_END("a section has ended"),
    CPU_LOAD("how busy the machine was since the last report"),
    POWER("energy that a part of the machine has used since its last report"),
    THREAD_STOPPED("a thread stood still some time ago"),
    SAMPLE("a thread's stack some time ago"),
    APP_INFO("a line that describes the program"),
    STATISTICS("the profiler's own figures");

    private static final int CODES = 256;
    private static final EventKind[] BY_CODE = byCode();

    private final int code;
    private final Order order;
    private final String meaning;

    @SuppressWarnings("ImmutableEnumChecker") // Of List.of, and records.
    private final List<EventField> fields;

    private final int words;
    private final boolean hasText;
    private final boolean takesStack;

    EventKind(int code, Order order, String meaning, EventField... fields) {
        this.code = code;
        this.order = order;
        this.meaning = meaning;
        this.fields = List.of(fields);
        int payloadWords = 0;
        boolean text = false;
        boolean stack = false;
        for (EventField field : fields) {
            payloadWords += field.part() == EventField.Part.WORD ? 1 : 0;
            text |= field.part() == EventField.Part.TEXT;
            stack |= field.part() == EventField.Part.STACK;
        }
        words = payloadWords;
        hasText = text;
        takesStack = stack;
    }

    EventKind(String meaning) {
        this(0, Order.TOLD, meaning);
    }

    private static EventKind[] byCode() {
        EventKind[] kinds = new EventKind[CODES];
        for (EventKind kind : values()) {
            if (kind.order != Order.TOLD) {
                kinds[kind.code] = kind;
            }
        }
        return kinds;
    }

    /** The kind of a number in a ring, or null. */
    public static EventKind ofCode(int code) {
        return BY_CODE[code];
    }

    /** Number in a ring, from 1 to 255; 0: in no ring. */
    public int code() {
        return code;
    }

    /** How events of this kind are ordered. */
    public Order order() {
        return order;
    }

    /** In one line, for the docs. */
    public String meaning() {
        return meaning;
    }

    /** Fields of a record in the order of its payload. */
    public List<EventField> fields() {
        return fields;
    }

    /** Words of the payload that are numbers. */
    public int words() {
        return words;
    }

    /** True if the payload is a text. */
    public boolean hasText() {
        return hasText;
    }

    /** True if a call stack may stand before the record. */
    public boolean takesStack() {
        return takesStack;
    }

    /**
     * True if a record keeps the declaration: size, text within the record, bounds of numbers. Ids are not resolved.
     *
     * @param bytes of the whole record
     */
    @SuppressWarnings("exports") // For our own modules, which see the memory.
    public boolean fits(Memory ring, long offset, int bytes, int small, int id) {
        long payload = offset + EventField.PAYLOAD_OFFSET;
        int least = EventField.PAYLOAD_OFFSET + Long.BYTES * (words + (hasText ? 1 : 0));
        if (bytes < least) {
            return false;
        }
        for (EventField field : fields) {
            if (!field.fits(ring, offset, bytes, small, id, payload)) {
                return false;
            }
            payload += field.part() == EventField.Part.WORD ? Long.BYTES : 0;
        }
        return true;
    }
}
