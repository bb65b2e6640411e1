package dev.zonecast.fxt;

/**
 * Layout of the records that a recording is made of, after the Fuchsia documentation's "trace-format". Behaviour-free: writers and
 * readers share it. All words are little-endian and have 64 bits, everything is padded with zeros to whole words, unused bits are 0.
 *
 * <pre>
 * every record   [0..3] type   [4..15] words, the header included
 * string    2    [16..30] index   [32..46] bytes                                       | bytes
 * thread    3    [16..23] index                                                        | process, thread
 * event     4    [16..19] type   [20..23] arguments   [24..31] thread
 *                [32..47] category   [48..63] name                                     | time, [name], arguments, type's word
 * blob      5    [16..31] name   [32..46] bytes   [48..55] type                        | payload
 * object    7    [16..23] type   [24..39] name   [40..43] arguments                    | id, [name], arguments
 * argument       [0..3] type   [4..15] words   [16..31] name   [32..63] value          | [string] or one word
 * string reference: 0 is empty, 1 to 0x7fff an entry of the table, 0x8000 | bytes is followed by the bytes
 * </pre>
 */
public final class FxtLayout {
    /** The first word of a file. */
    public static final long MAGIC = 0x0016_5478_4604_0010L;

    /** Times are nanoseconds: Tracy's importer takes ticks for nanoseconds whatever the file says. */
    public static final long TICKS_PER_SECOND = 1_000_000_000;

    public static final int WORD_BYTES = 8;

    // Records. Our recordings do not have all of them: other traces do.
    public static final int METADATA = 0;
    public static final int INITIALIZATION = 1;
    public static final int STRING = 2;
    public static final int THREAD = 3;
    public static final int EVENT = 4;
    public static final int BLOB = 5;
    public static final int USERSPACE_OBJECT = 6;
    public static final int KERNEL_OBJECT = 7;
    public static final int SCHEDULING = 8;
    public static final int LOG = 9;
    /** Has 32 bits for its words, [4..35]. */
    public static final int LARGE = 15;

    // Metadata: provider's info has its id and name, a section its id.
    public static final int SUBTYPE_SHIFT = 16;
    public static final int PROVIDER_INFO = 1;
    public static final int PROVIDER_SECTION = 2;
    public static final int PROVIDER_EVENT = 3;
    public static final int TRACE_INFO = 4;

    /**
     * Ours, in compressed recordings: first in each piece, and where a table starts over. [20..39] how often the string table has started
     * over, [40..63] the thread table. Entries from before are not used any more. Readers that do not know it pass it over.
     */
    public static final int TABLES = 14;

    public static final int STRING_EPOCH_SHIFT = 20;
    public static final int MAX_STRING_EPOCH = 0xF_FFFF;
    public static final int THREAD_EPOCH_SHIFT = 40;

    /** Ours, of readers and of repaired recordings: a damaged piece of a compressed recording was here. [20..63] its compressed bytes. */
    public static final int GAP = 15;

    public static final int GAP_BYTES_SHIFT = 20;

    public static final int PROVIDER_SHIFT = 20;
    public static final int PROVIDER_EVENT_SHIFT = 52;
    public static final int PROVIDER_NAME_BYTES_SHIFT = 52;

    public static final int WORDS_SHIFT = 4;

    /** The record of a {@link #GAP}, without the bytes. */
    public static final long GAP_RECORD = METADATA | 1L << WORDS_SHIFT | (long) GAP << SUBTYPE_SHIFT;

    public static final int MAX_RECORD_WORDS = 0xFFF;
    public static final int MAX_RECORD_BYTES = MAX_RECORD_WORDS * WORD_BYTES;

    // Strings and threads.
    public static final int INDEX_SHIFT = 16;
    public static final int STRING_BYTES_SHIFT = 32;
    public static final int MAX_STRING_INDEX = 0x7FFF;
    public static final int MAX_THREAD_INDEX = 0xFF;
    public static final int INLINE_STRING = 0x8000;

    /** Longest string, as the format advises. */
    public static final int MAX_STRING_BYTES = 32_000;

    // Events.
    public static final int EVENT_TYPE_SHIFT = 16;
    public static final int EVENT_ARGUMENTS_SHIFT = 20;
    public static final int EVENT_THREAD_SHIFT = 24;
    public static final int EVENT_CATEGORY_SHIFT = 32;
    public static final int EVENT_NAME_SHIFT = 48;
    public static final int MAX_ARGUMENTS = 15;

    public static final int INSTANT = 0;
    public static final int COUNTER = 1;
    public static final int DURATION_BEGIN = 2;
    public static final int DURATION_END = 3;
    public static final int DURATION_COMPLETE = 4;
    public static final int ASYNC_BEGIN = 5;
    public static final int ASYNC_INSTANT = 6;
    public static final int ASYNC_END = 7;
    public static final int FLOW_BEGIN = 8;
    public static final int FLOW_STEP = 9;
    public static final int FLOW_END = 10;

    // Arguments. A value of 32 bits or a bool is in the header, a blob's count of bytes too.
    public static final int ARGUMENT_NULL = 0;
    public static final int ARGUMENT_I32 = 1;
    public static final int ARGUMENT_U32 = 2;
    public static final int ARGUMENT_I64 = 3;
    public static final int ARGUMENT_U64 = 4;
    public static final int ARGUMENT_F64 = 5;
    public static final int ARGUMENT_STRING = 6;
    public static final int ARGUMENT_POINTER = 7;
    public static final int ARGUMENT_KOID = 8;
    public static final int ARGUMENT_BOOL = 9;
    public static final int ARGUMENT_BLOB = 10;
    public static final int ARGUMENT_NAME_SHIFT = 16;
    public static final int ARGUMENT_VALUE_SHIFT = 32;

    // Blobs.
    public static final int BLOB_NAME_SHIFT = 16;
    public static final int BLOB_BYTES_SHIFT = 32;
    public static final int BLOB_TYPE_SHIFT = 48;

    /** Data of a program's own: both readers skip it. */
    public static final int BLOB_DATA = 1;

    // Kernel objects.
    public static final int OBJECT_TYPE_SHIFT = 16;
    public static final int OBJECT_NAME_SHIFT = 24;
    public static final int OBJECT_ARGUMENTS_SHIFT = 40;
    public static final int OBJECT_PROCESS = 1;
    public static final int OBJECT_THREAD = 2;

    // Scheduling: [60..63] subtype. A context switch: [20..35] core, [36..39] state of the thread that stops.
    public static final int SCHEDULING_CORE_SHIFT = 20;
    public static final int SCHEDULING_STATE_SHIFT = 36;
    public static final int STATE_RUNNING = 1;
    public static final int STATE_BLOCKED = 3;
    public static final int SCHEDULING_SUBTYPE_SHIFT = 60;
    public static final int CONTEXT_SWITCH = 1;
    public static final int WAKE_UP = 2;

    private FxtLayout() {}

    /** True for the record of a {@link #GAP}. */
    static boolean isGap(long header) {
        return (header & ((1 << GAP_BYTES_SHIFT) - 1)) == GAP_RECORD;
    }
}
