package dev.zonecast.core.kind;

import static dev.zonecast.core.kind.EventField.UNUSED;
import static dev.zonecast.core.kind.EventField.field;
import static dev.zonecast.core.kind.EventField.id;
import static dev.zonecast.core.kind.EventField.schema;
import static dev.zonecast.core.kind.EventField.small;
import static dev.zonecast.core.kind.EventField.stack;
import static dev.zonecast.core.kind.EventField.text;
import static dev.zonecast.core.kind.EventField.word;

import dev.zonecast.memory.Memory;
import java.util.List;
import java.util.stream.Stream;

/**
 * The kinds of events. Each is declared once: its number in a ring, its order and the fields of its record. Decoding, the checks of a dead
 * program's rings and the list in the docs follow from the declaration.
 */
public enum EventKind {
    ZONE_BEGIN(1, Order.ZONE, "a zone begins", id("location", IdSpace.LOCATION)),
    ZONE_END(2, Order.ZONE, "zones end, the innermost first", id("zones")),
    ZONE_TEXT(3, Order.ATTRIBUTE, "a text about a zone", id("depth"), text("text")),
    ZONE_NAME(4, Order.ATTRIBUTE, "a zone gets a name of its own", id("depth"), text("text")),
    ZONE_VALUE(5, Order.ATTRIBUTE, "a number about a zone", id("depth"), word("value")),
    ZONE_COLOR(6, Order.ATTRIBUTE, "a zone gets a colour of its own", id("depth"), word("rgb")),
    FRAME_MARK(7, Pairing.MARKS, "a frame ends and the next begins", id("name", IdSpace.FRAME), word("number")),
    FRAME_START(8, Pairing.OPENS, "a frame of a named set begins", id("name", IdSpace.FRAME), word(UNUSED)),
    FRAME_END(9, Pairing.CLOSES, "a frame of a named set ends", id("name", IdSpace.FRAME), word(UNUSED)),
    /** With a number, the time is in the payload. */
    FRAME_VSYNC(10, Order.ACROSS, "a display shows the next picture", id("display"), word("number"), word("nanos")),
    PLOT_LONG(11, Order.THREAD, "a value of a plot", id("plot", IdSpace.PLOT), word("whole")),
    PLOT_DOUBLE(12, Order.THREAD, "a value of a plot, finite", id("plot", IdSpace.PLOT), word("decimal")),
    MESSAGE(
            13,
            Order.THREAD,
            "a text of its own",
            small("severity"),
            small("source"),
            id("rgb"),
            text("text"),
            stack()),
    MESSAGE_LITERAL(
            14,
            Order.THREAD,
            "a registered text",
            small("severity"),
            small("source"),
            id("literalId", IdSpace.NAME),
            word("rgb"),
            stack()),
    GPU_ZONE_BEGIN(
            15,
            Order.ACROSS,
            "the GPU begins a zone",
            small("contextId", IdSpace.GPU_CONTEXT),
            id("location", IdSpace.LOCATION),
            word("nanos"),
            word("gpuNanos"),
            word("submitter"),
            word(UNUSED),
            stack()),
    GPU_ZONE_END(
            16,
            Order.ACROSS,
            "the GPU ends a zone",
            small("contextId", IdSpace.GPU_CONTEXT),
            word("nanos"),
            word("gpuNanos"),
            word("submitter"),
            word(UNUSED)),
    GPU_CALIBRATION(
            17,
            Order.ACROSS,
            "how well a GPU's clock is known",
            small("contextId", IdSpace.GPU_CONTEXT),
            word("errorNanos"),
            word("driftPpm"),
            word("submitter"),
            word(UNUSED)),
    LOCK(18, Order.ACROSS, "a lock changes hands", small("what").to(6), id("lock", IdSpace.LOCK)),
    LOCK_MARK(
            19,
            Order.ACROSS,
            "where the thread waits for a lock or has it",
            id("lock", IdSpace.LOCK),
            word("place", IdSpace.LOCATION)),
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
            word("address").notZero(),
            word("bytes").from(0),
            stack()),
    MEMORY_FREED(
            22,
            Order.ACROSS,
            "a block was freed",
            id("pool", IdSpace.POOL),
            word("address").notZero(),
            stack()),
    MEMORY_DISCARDED(23, Order.ACROSS, "all blocks of a pool were freed", id("pool", IdSpace.POOL), stack()),
    GPU_ZONE_VALUE(
            24,
            Order.ACROSS,
            "a GPU's count of the innermost zone, or a semaphore of its submission",
            small("contextId", IdSpace.GPU_CONTEXT),
            id("statistic", IdSpace.NAME),
            word("value"),
            word("gpuNanos"),
            word("submitter"),
            word(UNUSED)),
    /** An object of the process: never in a ring that outlives it. */
    CALL_STACK(32, Order.LEAD, "the next record's call stack", id("slot")),
    CRASH(33, Order.THREAD, "a thread ends by an exception", text("text"), stack()),
    FIBER_ENTER(34, Order.THREAD, "a thread goes on with a fiber", id("carrierName", IdSpace.NAME), word("carrierId")),
    FIBER_LEAVE(35, Order.THREAD, "a thread leaves a fiber"),
    CARRIER(36, Order.LEAD, "the thread that carries the next zone", id("name", IdSpace.NAME)),
    ZONE_COUNT(
            37,
            Order.ATTRIBUTE,
            "what the system counted in a zone",
            small("counter").from(0).to(7),
            id("depth"),
            word("value")),
    MARKER(40, Order.THREAD, "a marker", small("phase"), id("definition", IdSpace.MARKER), schema("fields")),
    MARKER_STACK(41, Order.LEAD, "the next marker's call stack", id("definition", IdSpace.MARKER), text("stack")),
    MARKER_TARGET(42, Order.LEAD, "the thread of the next marker", id("definition", IdSpace.MARKER), word("thread")),
    SPAN_BEGIN(50, Pairing.OPENS, "an asynchronous span begins", id("location", IdSpace.LOCATION), word("id")),
    SPAN_STEP(51, Pairing.INSIDE, "a step of an asynchronous span", id("location", IdSpace.LOCATION), word("id")),
    /** Sinks get the location of the begin. */
    SPAN_END(52, Pairing.CLOSES, "an asynchronous span ends", id(UNUSED), word("id")),
    FLOW_BEGIN(
            53,
            Pairing.OPENS,
            "a flow begins, as a job that is queued",
            id("location", IdSpace.LOCATION),
            word("id").notZero()),
    /** Sinks get the location of the begin. */
    FLOW_END(
            54,
            Pairing.CLOSES,
            "a flow ends, as the job starts to run",
            id(UNUSED),
            word("id").notZero()),

    GPU_CONTEXT("a GPU context exists, or has another name", field("context")),
    GPU_CONTEXT_CLOSED("a GPU context was closed; none of its zones follows", field("context")),
    LOCK_CREATED("a lock has its first event, or another name", field("lock")),
    LOCK_DESTROYED("a lock is gone; none of its events follows", field("lock")),
    MEMORY_STANDS("the blocks of a pool when a sink is attached", field("pool"), field("blocks"), field("liveBytes")),
    FRAME_IMAGE("the picture of a frame", field("frame"), field("blocks")),
    PARAMETER("a parameter that a viewer may change", field("parameter")),
    SECTION_BEGIN("a section has begun", field("section")),
    SECTION_END("a section has ended", field("section")),
    CPU_LOAD("how busy the machine was since the last report", field("percent")),
    POWER("energy that a part of the machine has used since its last report", field("power")),
    THREAD_STOPPED("a thread stood still some time ago", field("endNanos"), field("location"), field("text")),
    THREAD_RAN("a thread ran on a core some time ago", field("endNanos"), field("core"), field("preempted")),
    SAMPLE("a thread's stack some time ago", field("why"), field("weight"), field("type"), field("stack")),
    APP_INFO("a line that describes the program", field("line")),
    STATISTICS("the profiler's own figures", field("statistics"));

    private static final int CODES = 256;
    private static final EventKind[] BY_CODE = byCode();

    private final int code;
    private final Order order;
    private final Pairing pairing;
    private final String meaning;

    @SuppressWarnings("ImmutableEnumChecker") // Of List.of, and records.
    private final List<EventField> fields;

    private final int words;
    private final boolean hasText;
    private final boolean takesStack;

    EventKind(int code, Order order, Pairing pairing, String meaning, EventField... fields) {
        this.code = code;
        this.order = order;
        this.pairing = pairing;
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

    EventKind(int code, Pairing pairing, String meaning, EventField... fields) {
        this(code, Order.ACROSS, pairing, meaning, fields);
    }

    EventKind(int code, Order order, String meaning, EventField... fields) {
        this(code, order, Pairing.NONE, meaning, fields);
    }

    EventKind(String meaning, EventField... fields) {
        this(0, Order.TOLD, meaning, fields);
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

    /** Role in a pair of begin and end. */
    public Pairing pairing() {
        return pairing;
    }

    /** The kind that ends this kind's pair: the next one with {@link Pairing#CLOSES}, or itself. */
    public EventKind closing() {
        return Stream.of(values())
                .filter(kind -> kind.pairing == Pairing.CLOSES && kind.compareTo(this) >= 0)
                .findFirst()
                .orElseThrow();
    }

    /** One line for the docs. */
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

    /** True if a record with a call stack may precede the record. */
    public boolean takesStack() {
        return takesStack;
    }

    /**
     * True if a record agrees with the declaration: size, text within the record, bounds of numbers. Ids are not resolved.
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
