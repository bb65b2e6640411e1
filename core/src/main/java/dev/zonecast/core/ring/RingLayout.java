package dev.zonecast.core.ring;

/**
 * Layout of a ring and of its records. Behaviour-free, so that a recorder in this process and a reader of what a dead process left
 * see the same bytes. All integers in the machine's byte order, all times in ticks of {@code Clock}.
 *
 * <pre>
 * ring:    0 magic | 8 capacity bytes | 16 thread id | 24 events dropped | 32 texts cut
 *          40 CRC of the declarations of events, in a mapped file (DECLARATIONS_OFFSET)
 *          128 producer position | 256 consumer position | 512 records ...
 *          288, 320: the gap of overwritten records (GAP_OFFSET)
 *          384, 448: number of a commit and its saved records (SAVED_OFFSET)
 *          Positions count bytes since the ring was made; modulo the capacity they are offsets behind the header.
 *          The two positions stand 128 bytes apart from all else: the adjacent-line prefetcher pairs 64-byte lines.
 * record:  word 0   [0..7] type | [8..23] words, this one included, even | [24..31] small | [32..63] id
 *          word 1   ticks
 *          word 2.. payload
 * </pre>
 *
 * A record starts at a multiple of 16 bytes and never wraps; {@link #PAD} fills the end of the ring where a long one does not fit.
 */
public final class RingLayout {
    /** "ZONERING" read as little-endian. */
    public static final long MAGIC = 0x474E_4952_454E_4F5AL;

    public static final int HEADER_BYTES = 512;
    public static final int MAGIC_OFFSET = 0;
    public static final int CAPACITY_OFFSET = 8;
    public static final int THREAD_OFFSET = 16;

    /** What all owners of a ring that outlives its process have dropped: a count elsewhere dies with the process. */
    public static final int DROPPED_OFFSET = 24;

    /** Texts of all owners that were cut. */
    public static final int TRUNCATED_OFFSET = 32;

    /** Which declarations of events the records follow: set by the source of memory that outlives the process. */
    public static final int DECLARATIONS_OFFSET = 40;

    public static final int PRODUCER_OFFSET = 128;
    public static final int CONSUMER_OFFSET = 256;

    /**
     * Two places, used in turn, for what the producer has overwritten: position up to which | lowest | rise: how deep the open zones
     * of the thread fell there at the lowest, and how deep they are behind it, both beside the depth where it began.
     */
    public static final int GAP_OFFSET = 288;

    public static final int GAP_BYTES = 32;
    public static final int GAP_LOWEST = 8;
    public static final int GAP_RISE = 16;

    /**
     * Two places for what is saved elsewhere, used in turn, in a ring that outlives its process: records below the position are,
     * serial ones (frames, GPU zones, locks, memory) below the other position. Of the two, the later commit counts that is complete.
     */
    public static final int SAVED_OFFSET = 384;

    public static final int SAVED_BYTES = 64;
    public static final int SAVED_POSITION = 8;
    public static final int SAVED_SERIAL_POSITION = 16;
    /** [0..31] open zones at the position, [32..63] low bits of their thread's id. */
    public static final int SAVED_DEPTH = 24;
    /** [0..31] lock that the thread waits for, or name of the thread that runs the fiber; [32] 1 = waits for reading. */
    public static final int SAVED_UNENDED = 32;
    /** Since when. */
    public static final int SAVED_UNENDED_NANOS = 40;
    /** Id of the thread that runs the fiber. */
    public static final int SAVED_RUNS_ON = 48;

    /** Smallest record, and the step of positions. */
    public static final int SLOT_BYTES = 16;

    /** Longest UTF-8 text in a record; Tracy's protocol has 16-bit lengths, zone payloads need a few bytes more. */
    public static final int MAX_TEXT_BYTES = 65_000;

    /** Fills up to the end of the ring. */
    public static final int PAD = 0;

    /** {@code EventKind.ZONE_BEGIN.code()}, as a constant of the compiler for the hot path. */
    public static final int ZONE_BEGIN = 1;

    /** {@code EventKind.ZONE_END.code()}, as a constant of the compiler for the hot path. */
    public static final int ZONE_END = 2;

    /** Text payload: one word with the length in bytes, then the bytes; what follows up to the record's end is undefined. */
    public static final int TEXT_LENGTH_BYTES = 8;

    /** Flag of a marker: the record before it is its stack. */
    public static final int MARKER_HAS_STACK = 8;

    /** Flag of a marker: a record before it is its target. */
    public static final int MARKER_HAS_TARGET = 16;

    /** Flag of a marker: no data, though its type has a schema. */
    public static final int MARKER_NO_DATA = 32;

    private static final int GPU_CONTEXT_SHIFT = 48;
    private static final int GPU_LANE_SHIFT = 40;
    private static final int GPU_LANE_MASK = 0xFF;
    private static final long GPU_THREAD_MASK = (1L << GPU_LANE_SHIFT) - 1;

    private RingLayout() {}

    /** Third word of a GPU record's payload: thread, lane, and the bits of the context that do not fit into the header. */
    public static long gpuThreadWord(int contextId, int lane, long threadId) {
        return (long) (contextId >>> 8) << GPU_CONTEXT_SHIFT
                | (long) (lane & GPU_LANE_MASK) << GPU_LANE_SHIFT
                | gpuThread(threadId);
    }

    /** The context of a GPU record. */
    public static int gpuContext(int small, long threadWord) {
        return (int) (threadWord >>> GPU_CONTEXT_SHIFT) << 8 | small;
    }

    /** The lane of a GPU record. */
    public static int gpuLane(long threadWord) {
        return (int) (threadWord >>> GPU_LANE_SHIFT) & GPU_LANE_MASK;
    }

    /** The thread of a GPU record. */
    public static long gpuThread(long threadWord) {
        return threadWord & GPU_THREAD_MASK;
    }

    /** Word 0 of a record. */
    public static long header(int type, int words, int small, int id) {
        return type | (long) words << 8 | (long) (small & 0xFF) << 24 | (long) id << 32;
    }

    public static int type(long header) {
        return (int) header & 0xFF;
    }

    public static int bytes(long header) {
        return ((int) (header >>> 8) & 0xFFFF) * 8;
    }

    public static int small(long header) {
        return (int) (header >>> 24) & 0xFF;
    }

    public static int id(long header) {
        return (int) (header >>> 32);
    }
}
