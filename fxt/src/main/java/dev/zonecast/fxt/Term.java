package dev.zonecast.fxt;

/**
 * Words that every recording uses. They have the first places of the string table, which are never given to anything else; the
 * order has no meaning to a reader, who knows them by their {@link #text}.
 */
public enum Term {
    // Categories: what an event is.
    ZONE("zone"),
    GPU("gpu"),
    FRAME("frame"),
    VSYNC("vsync"),
    PLOT("plot"),
    MESSAGE("message"),
    INFO("info"),
    LOCK("lock"),
    MEMORY("memory"),
    FIBER("fiber"),
    PROFILER("profiler"),
    SECTION("section"),
    STOP("stop"),
    MARKER("marker"),
    SPAN("span"),

    // Arguments.
    PROCESS("process"),
    LOC("loc"),
    FUNCTION("function"),
    TEXT("text"),
    TEXT_2("text 2"),
    TEXT_3("text 3"),
    TEXT_4("text 4"),
    TEXT_CUT("text (cut)"),
    VALUE("value"),
    VALUE_2("value 2"),
    VALUE_3("value 3"),
    VALUE_4("value 4"),
    NAME("name"),
    NAME_CUT("name (cut)"),
    COLOR("color"),
    CPU_SUBMIT("cpu submit"),
    FRAME_NUMBER("number"),
    DISPLAY("display"),
    DEPTH("depth"),
    ENDED_BY("ended by"),
    THREAD("thread"),
    OUTCOME("outcome"),
    STACK("stack"),
    SEVERITY("severity"),
    SOURCE("source"),
    TEXT_BYTES("text bytes"),
    PROGRAM("program"),
    PID("pid"),
    STARTED("started"),
    CLOCK("clock"),
    CLOCK_REASON("clock reason"),
    JAVA("java"),
    SYSTEM("system"),
    LOSSES("profiler losses"),

    // Values and names of events.
    TRACE("TRACE"),
    DEBUG("DEBUG"),
    INFORMATION("INFO"),
    WARNING("WARNING"),
    ERROR("ERROR"),
    FATAL("FATAL"),
    END_OF_RECORDING("end of recording"),
    OBTAINED("obtained"),
    GIVEN_UP("given up"),
    ZONECAST("zonecast"),
    RECORDING("zonecast recording"),
    BASE_FRAME("Frame"),

    // Blobs.
    BLOB_SESSION(ExtensionLayout.SESSION),
    BLOB_LOCATION(ExtensionLayout.LOCATION),
    BLOB_CATEGORY(ExtensionLayout.CATEGORY),
    BLOB_MARKER(ExtensionLayout.MARKER),
    BLOB_TRACK(ExtensionLayout.TRACK),
    BLOB_PLOT(ExtensionLayout.PLOT),
    BLOB_ATTRIBUTE(ExtensionLayout.ATTRIBUTE),
    BLOB_GPU_CONTEXT(ExtensionLayout.GPU_CONTEXT),
    BLOB_GPU_CALIBRATION(ExtensionLayout.GPU_CALIBRATION),
    BLOB_FRAME_IMAGE(ExtensionLayout.FRAME_IMAGE),
    BLOB_MEMORY(ExtensionLayout.MEMORY),
    BLOB_CALL(ExtensionLayout.CALL),
    BLOB_STACK(ExtensionLayout.STACK),
    BLOB_SAMPLE(ExtensionLayout.SAMPLE),
    BLOB_LOCK(ExtensionLayout.LOCK),
    BLOB_STATISTICS(ExtensionLayout.STATISTICS),
    BLOB_END(ExtensionLayout.END),
    RING_USE("fullest ring, percent"),
    FLOW("flow"),
    OUTGOING_WEIGHT("outgoing_weight"),
    INCOMING_WEIGHT("incoming_weight"),
    BLOB_THREAD_END(ExtensionLayout.THREAD_END),

    // Names of arguments: counters of the operating system.
    COUNT_INSTRUCTIONS("cpu: instructions"),
    COUNT_CYCLES("cpu: cycles"),
    COUNT_CACHE_MISSES("cpu: cache-misses"),
    COUNT_BRANCH_MISSES("cpu: branch-misses"),
    COUNT_PAGE_FAULTS("cpu: page-faults"),
    COUNT_CONTEXT_SWITCHES("cpu: context-switches"),
    COUNT_CPU_MIGRATIONS("cpu: cpu-migrations"),
    COUNT_TASK_CLOCK("cpu: task-clock");

    private static final Term[] ALL = values();
    private static final Term[] TEXTS = {TEXT, TEXT_2, TEXT_3, TEXT_4};
    private static final Term[] COUNTS = {
        COUNT_INSTRUCTIONS,
        COUNT_CYCLES,
        COUNT_CACHE_MISSES,
        COUNT_BRANCH_MISSES,
        COUNT_PAGE_FAULTS,
        COUNT_CONTEXT_SWITCHES,
        COUNT_CPU_MIGRATIONS,
        COUNT_TASK_CLOCK
    };
    private static final Term[] VALUES = {VALUE, VALUE_2, VALUE_3, VALUE_4};

    /** As many texts, and as many values, of one zone are arguments; further ones are blobs. */
    public static final int MAX_REPEATED = TEXTS.length;

    private final String text;

    Term(String text) {
        this.text = text;
    }

    /** The word. */
    public String text() {
        return text;
    }

    /** Index in the string table, which is also a reference to it. */
    @SuppressWarnings("EnumOrdinal") // Good for one file only, which says itself what stands at each place.
    public int index() {
        return ordinal() + 1;
    }

    /** The term at an index of the string table; null if it has another string. */
    public static Term at(int index) {
        return isTerm(index) ? ALL[index - 1] : null;
    }

    /** True for the index of a term; what other indices mean changes. */
    public static boolean isTerm(int index) {
        return index > 0 && index <= ALL.length;
    }

    /** Name of the argument for a zone's text number {@code i}, from 0 on. */
    public static Term text(int i) {
        return TEXTS[i];
    }

    /** Name of the argument for a zone's count by the counter of a code in a ring. */
    public static Term count(int counter) {
        return COUNTS[counter];
    }

    /** Name of the argument for a zone's value number {@code i}, from 0 on. */
    public static Term value(int i) {
        return VALUES[i];
    }
}
