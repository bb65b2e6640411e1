package dev.zonecast.fxt;

/**
 * Layout of the blobs for our own readers; {@code docs/reference/fxt-extensions.md} says what they mean and when they are written.
 * Behaviour-free. Offsets are bytes in the payload, integers little-endian; a "text" is a u16 count of bytes and as many bytes of
 * UTF-8, with nothing between it and the next; an "index" is a u16 index into the string table as it is at that place in the file.
 *
 * <p>Every payload begins with a u16 version. A reader skips blobs of names and versions that it does not know; a version may grow
 * by fields at its end without a new number.
 */
public final class ExtensionLayout {
    /** The version of all layouts below. */
    public static final int VERSION = 1;

    // Common to all.
    public static final int VERSION_OFFSET = 0;
    /** u16 or unused, see each. */
    public static final int KIND_OFFSET = 2;
    /** u32 or unused, see each. */
    public static final int ID_OFFSET = 4;

    /** The program and its clocks; the first blob of a file. Id: process id. */
    public static final String SESSION = "zonecast.session";
    /** i64: time of the attachment. */
    public static final int SESSION_TIME = 8;
    /** i64: milliseconds since 1970 (UTC) at that time. */
    public static final int SESSION_EPOCH_MILLIS = 16;
    /** i64: the file's times minus {@link System#nanoTime}. */
    public static final int SESSION_SHIFT = 24;
    /** i64: marks of the base set of frames before the recording. */
    public static final int SESSION_FRAME_MARKS = 32;
    /** Texts: program, clock, why this clock, Java, operating system. */
    public static final int SESSION_TEXTS = 40;

    /** A source location, before its first use. Kind: index of its {@code loc} string, by which events name it. Id: its id. */
    public static final String LOCATION = "zonecast.location";
    /** Index of the zone's name, 0 if it has the function's. */
    public static final int LOCATION_NAME = 8;
    /** Index. */
    public static final int LOCATION_FUNCTION = 10;
    /** Index. */
    public static final int LOCATION_FILE = 12;
    /** u32: from 1 on, 0 if unknown. */
    public static final int LOCATION_LINE = 16;
    /** u32: 0xRRGGBB, 0 = the viewer chooses. */
    public static final int LOCATION_RGB = 20;

    public static final int LOCATION_BYTES = 24;
    /** u32: id of its category, 0 if it has none. Absent in older recordings. */
    public static final int LOCATION_CATEGORY = 24;

    /** A category, before its first use. Kind: {@code CategoryColor.code}. Id: its id. */
    public static final String CATEGORY = "zonecast.category";
    /** Texts: name, subcategory (empty for the category as a whole). */
    public static final int CATEGORY_TEXTS = 8;

    /** A marker, before its first use. Kind: index of its name, by which events know it. Id: its id. */
    public static final String MARKER = "zonecast.marker";
    /** u32: id of its category. */
    public static final int MARKER_CATEGORY = 8;
    /** u16: how many fields its data has. */
    public static final int MARKER_FIELD_COUNT = 12;
    /** u16: {@code MarkerLocation.bit} of each place where it is shown. */
    public static final int MARKER_SHOWN_IN = 14;
    /** Two u8 for each field, ten times: {@code Kind.code} and flags. */
    public static final int MARKER_FIELDS = 16;

    /** In the argument {@code marker} of a zone, beside the id: it has no data. */
    public static final int MARKER_NO_DATA = 1 << 31;

    public static final int MARKER_SEARCHABLE = 1;
    public static final int MARKER_HIDDEN = 2;
    /**
     * Texts: name of the schema, empty if there is none and nothing follows; labels of chart, tooltip and table; lines that are the
     * same for all; then of each field: key, label, format.
     */
    public static final int MARKER_TEXTS = 40;

    /** Meaning of a thread of the file, at its first use and at each change. Kind: below. Id: the thread's koid. */
    public static final String TRACK = "zonecast.track";

    public static final int TRACK_THREAD = 0;
    public static final int TRACK_FRAMES = 1;
    public static final int TRACK_VSYNC = 2;
    public static final int TRACK_GPU = 3;
    public static final int TRACK_PROFILER = 4;
    public static final int TRACK_LOCK = 5;
    public static final int TRACK_SECTIONS = 6;
    public static final int TRACK_FIBER = 7;
    /** Late events, such as the virtual machine's. */
    public static final int TRACK_LATE = 8;
    /** Intervals of the thread that {@link #TRACK_SUBMITTER} names by its koid. */
    public static final int TRACK_MARKERS = 9;
    /**
     * i64: the Java thread's id; the frame set's id, 0 for the base set; the display; the GPU context's id; the lock's id; the
     * category of sections; the fiber's id.
     */
    public static final int TRACK_SUBJECT = 8;
    /** i64: id of the Java thread that submits the GPU zones, else 0. */
    public static final int TRACK_SUBMITTER = 16;
    /** i32: group of the thread, 0 = none. */
    public static final int TRACK_GROUP = 24;
    /** u32: {@link #TRACK_VIRTUAL}. */
    public static final int TRACK_FLAGS = 28;

    public static final int TRACK_VIRTUAL = 1;
    /** Eight bits from here on: lane of GPU zones, from 0 on. */
    public static final int TRACK_LANE_SHIFT = 8;

    public static final int TRACK_LANE_MASK = 0xFF;
    public static final int TRACK_BYTES = 32;

    /** A platform thread has ended. Id: the thread's koid. */
    public static final String THREAD_END = "zonecast.thread-end";
    /** i64. */
    public static final int THREAD_END_TIME = 8;

    public static final int THREAD_END_BYTES = 16;

    /** How a plot is drawn, before its first value and when that changes. Kind: index of its name. Id: its id. */
    public static final String PLOT = "zonecast.plot";
    /** u8: one of the following three. */
    public static final int PLOT_FORMAT = 8;

    public static final int PLOT_NUMBER = 0;
    public static final int PLOT_MEMORY = 1;
    public static final int PLOT_PERCENTAGE = 2;
    /** u8: {@link #PLOT_STEP}, {@link #PLOT_FILL}, {@link #PLOT_RATE}. */
    public static final int PLOT_FLAGS = 9;

    public static final int PLOT_STEP = 1;
    public static final int PLOT_FILL = 2;
    /** The change over time counts. */
    public static final int PLOT_RATE = 4;
    /** u32: 0xRRGGBB, 0 = the viewer chooses. */
    public static final int PLOT_RGB = 12;

    public static final int PLOT_BYTES = 16;
    /** Texts: description, category. Absent in older recordings. */
    public static final int PLOT_TEXTS = 16;

    /** What did not fit into an event; in parts, each with its place in the whole. Kind: below. Id: koid of the thread. */
    public static final String ATTRIBUTE = "zonecast.attribute";
    /** The whole text of the thread's last message. */
    public static final int ATTRIBUTE_MESSAGE = 0;
    /** A further text of a zone. */
    public static final int ATTRIBUTE_ZONE_TEXT = 1;
    /** The name of a zone. */
    public static final int ATTRIBUTE_ZONE_NAME = 2;
    /** A further value of a zone: i64. */
    public static final int ATTRIBUTE_ZONE_VALUE = 3;
    /** The colour of a zone: u32 0xRRGGBB. */
    public static final int ATTRIBUTE_ZONE_COLOR = 4;
    /** u32: the thread's open zone of this depth is meant, 1 = outermost; 0 for a message. */
    public static final int ATTRIBUTE_DEPTH = 8;
    /** u32: bytes of the whole. */
    public static final int ATTRIBUTE_TOTAL = 12;
    /** u32: place of this part in the whole. */
    public static final int ATTRIBUTE_PLACE = 16;

    public static final int ATTRIBUTE_PART = 24;

    /** A GPU context; again if it gets another name. Kind: below. Id: its id. */
    public static final String GPU_CONTEXT = "zonecast.gpu-context";

    public static final int GPU_CONTEXT_OPENGL = 1;
    public static final int GPU_CONTEXT_VULKAN = 2;
    public static final int GPU_CONTEXT_OPENCL = 3;
    public static final int GPU_CONTEXT_OTHER = 7;
    /** i64: time. */
    public static final int GPU_CONTEXT_CREATED = 8;
    /** Text. */
    public static final int GPU_CONTEXT_NAME = 16;

    /** Quality of a GPU context's clock. Id: the context. */
    public static final String GPU_CALIBRATION = "zonecast.gpu-calibration";
    /** i64: time. */
    public static final int GPU_CALIBRATION_TIME = 8;
    /** i64: the GPU times around then are within this of the CPU's. */
    public static final int GPU_CALIBRATION_ERROR_NANOS = 16;

    public static final int GPU_CALIBRATION_BYTES = 24;
    /** f64: drift, the GPU clock's excess over the driver's stated rate, in millionths. Absent in older recordings. */
    public static final int GPU_CALIBRATION_DRIFT_PPM = 24;

    /**
     * The picture of a frame, in as many parts as it takes, or the repetition of one that came before. Kind: below. Id: number of the
     * picture, from 0 on in each file.
     */
    public static final String FRAME_IMAGE = "zonecast.frame-image";
    /** A picture as BC1 blocks in the order of graphics hardware, DDS and KTX. */
    public static final int FRAME_IMAGE_BC1 = 0;
    /** The frame shows the picture of that number again; there is no part. */
    public static final int FRAME_IMAGE_AGAIN = 1;
    /** i64: number of the frame of the base set. */
    public static final int FRAME_IMAGE_FRAME = 8;
    /** u16: pixels, a multiple of 4. */
    public static final int FRAME_IMAGE_WIDTH = 16;
    /** u16: pixels, a multiple of 4. */
    public static final int FRAME_IMAGE_HEIGHT = 18;
    /** u32: {@link #FRAME_IMAGE_BOTTOM_UP}. */
    public static final int FRAME_IMAGE_FLAGS = 20;
    /** The first row of blocks is the lowest of the picture. */
    public static final int FRAME_IMAGE_BOTTOM_UP = 1;
    /** u32: bytes of the whole, half a byte a pixel. */
    public static final int FRAME_IMAGE_TOTAL = 24;
    /** u32: place of this part in the whole. */
    public static final int FRAME_IMAGE_PLACE = 28;

    public static final int FRAME_IMAGE_PART = 32;

    /** A block of the program's memory. Kind: below. Id: index of the pool's name, 0 for the pool without. */
    public static final String MEMORY = "zonecast.memory";

    public static final int MEMORY_ALLOCATED = 0;
    public static final int MEMORY_FREED = 1;
    /** All blocks of the pool are freed at once; there is no address and no size. */
    public static final int MEMORY_DISCARDED = 2;
    /** i64: time. */
    public static final int MEMORY_TIME = 8;
    /** i64: koid of the thread. */
    public static final int MEMORY_THREAD = 16;
    /** u64. */
    public static final int MEMORY_ADDRESS = 24;
    /** u64: size of the block, as a word of {@link BlockSize}. */
    public static final int MEMORY_SIZE = 32;

    public static final int MEMORY_BYTES = 40;
    /** u16: index of the call stack's text; only where the blob is this long. */
    public static final int MEMORY_STACK = 40;

    public static final int MEMORY_STACK_BYTES = 48;

    /** A place in a method, before its first stack. Id: its id, from 1 on. */
    public static final String CALL = "zonecast.call";
    /** u32: from 1 on, 0 if unknown. */
    public static final int CALL_LINE = 8;
    /** u32: the same for all places of a function, from 1 on. */
    public static final int CALL_FUNCTION = 12;
    /** Texts: function, file. */
    public static final int CALL_TEXTS = 16;

    /** A stack, before its first sample. Kind: how many calls. Id: its id, from 1 on. */
    public static final String STACK = "zonecast.stack";
    /** u32 each: ids of calls, innermost first. */
    public static final int STACK_CALLS = 8;

    /** A look at a thread's stack; it may come late. Kind: below. Id: the stack's. */
    public static final String SAMPLE = "zonecast.sample";
    /** The thread ran Java. */
    public static final int SAMPLE_RUNNING = 0;
    /** The thread was in native code, running or waiting. */
    public static final int SAMPLE_NATIVE = 1;
    /** The thread fell asleep. */
    public static final int SAMPLE_SLEEPING = 2;
    /** The thread allocated. */
    public static final int SAMPLE_ALLOCATION = 3;
    /** i64: time. */
    public static final int SAMPLE_TIME = 8;
    /** i64: koid of the thread. */
    public static final int SAMPLE_THREAD = 16;
    /** i64: nanoseconds of processor time, nanoseconds between two looks, nanoseconds of sleep, bytes; by kind. */
    public static final int SAMPLE_WEIGHT = 24;
    /** Text, if there is more: class of the object that was allocated. */
    public static final int SAMPLE_TYPE = 32;

    /** A lock, before its first event. Kind: below. Id: its id. */
    public static final String LOCK = "zonecast.lock";
    /** One holder at a time. */
    public static final int LOCK_ALONE = 0;
    /** Readers share it. */
    public static final int LOCK_SHARED = 1;
    /** i64: time. */
    public static final int LOCK_CREATED = 8;
    /** u32: id of the source location where the program made it. */
    public static final int LOCK_LOCATION = 16;
    /** Text. */
    public static final int LOCK_NAME = 24;

    /**
     * What the profiler says of itself, about once a second; counts since the start of the process. Kind: how many figures there are, 0 in
     * older recordings. Id: threads with a ring. After the figures, if there is more: i64 count of tables that refused something because
     * they were full; i64 each: refused entries; text each: the table's entries.
     */
    public static final String STATISTICS = "zonecast.statistics";
    /** i64: time. */
    public static final int STATISTICS_TIME = 8;
    /**
     * i64 each: events, dropped events, wrong calls, truncated texts, refused names, dropped GPU zones, late serial events,
     * ring waits, ring refusals, ring bytes, nanoseconds that the collector worked, error of the clock in nanoseconds, dropped frame
     * images; percent of the fullest ring, the most of it, times that a ring was 80 % full, times that it was 90 % full, percent of
     * the trace buffer; call stacks left out; records that recordings lost because their disk was too slow. The last seven may be
     * absent in older recordings.
     */
    public static final int STATISTICS_FIGURES = 16;

    public static final int STATISTICS_FIGURE_COUNT = 20;
    /** Behind the figures of ring use. */
    public static final int STATISTICS_RING_USE_END = STATISTICS_FIGURES + 8 * 18;

    public static final int STATISTICS_BYTES = STATISTICS_FIGURES + 8 * STATISTICS_FIGURE_COUNT;

    /**
     * What is open where a half of a circular trace buffer begins. After the first word follow the records that began it, with inline
     * threads. A saver of the half without the one before writes these records in its place; elsewhere it has no meaning.
     */
    public static final String OPEN = "zonecast.open";

    /**
     * Arguments of an open zone that its end will have, as of a commit of a trace buffer: for a recovery that ends the zone.
     * A later one of the same zone replaces it; elsewhere it has no meaning. The record's name is inline. Kind: how many
     * arguments. Id: koid of the thread.
     */
    public static final String LATE = "zonecast.late";
    /** u32: of the zone, 1 = outermost. */
    public static final int LATE_DEPTH = 8;
    /** u32: bytes of the arguments. */
    public static final int LATE_LENGTH = 12;

    public static final int LATE_ARGUMENTS = 16;

    /** Over a saved buffer: how many bytes of the file come before this record, and their CRC-32C. Id: the checksum. */
    public static final String CHECKSUM = "zonecast.checksum";
    /** i64: bytes. */
    public static final int CHECKSUM_COVERED = 8;

    public static final int CHECKSUM_BYTES = 16;

    /**
     * How a recording ended that was saved from a buffer, or could not be written any further. Kind: 0 = the program saved it, 1 = it
     * was recovered after the program's death.
     */
    public static final String SAVED = "zonecast.saved";
    /** i64 each: records without room in the buffer, damaged records, records read from the rings. */
    public static final int SAVED_FIGURES = 8;

    public static final int SAVED_BYTES = SAVED_FIGURES + 24;
    /** i64: {@link EndReason}. This field and those below are absent in older recordings. */
    public static final int SAVED_REASON = 32;
    /** i64: time of the last event; 0 if it is not known. */
    public static final int SAVED_LAST = 40;
    /** i64: when the program or the recording ended; 0 if that is not known. */
    public static final int SAVED_END = 48;
    /** i64: of the dropped records, events that found no room in the rings. */
    public static final int SAVED_DROPPED_EVENTS = 56;
    /** i64 each: records that were left out, by {@link SkippedRecords.Kind}. */
    public static final int SAVED_SKIPPED = 64;

    /** The last record of a recording that was ended, not cut off. */
    public static final String END = "zonecast.end";
    /** i64: time. */
    public static final int END_TIME = 8;

    public static final int END_BYTES = 16;

    private ExtensionLayout() {}
}
