package dev.zonecast.flight.buffer;

import dev.zonecast.core.BufferMode;
import dev.zonecast.fxt.EndReason;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A trace buffer in memory that a writer and a saver share, by its header ({@link BufferLayout}). Ends and the wrapped count are
 * written with release after the records that they speak of, and read with acquire.
 */
final class BufferMemory {
    static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt HALF = ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle WORDS = WORD.varHandle();
    private static final VarHandle HALVES = HALF.varHandle();

    private static final BufferMode[] MODES = BufferMode.values();

    private final MemorySegment whole;
    private final BufferMode mode;
    private final BufferLayout.Sizes sizes;

    private BufferMemory(MemorySegment whole, BufferMode mode) {
        this.whole = whole;
        this.mode = mode;
        this.sizes = BufferLayout.sizes(mode, whole.byteSize());
    }

    /** Makes an empty buffer of memory that is zero. */
    static BufferMemory create(MemorySegment whole, BufferMode mode) {
        BufferMemory made = new BufferMemory(whole, mode);
        whole.set(SHORT, BufferLayout.VERSION_OFFSET, (short) BufferLayout.VERSION);
        whole.set(ValueLayout.JAVA_BYTE, BufferLayout.MODE_OFFSET, (byte) code(mode));
        whole.set(WORD, BufferLayout.TOTAL_OFFSET, whole.byteSize());
        whole.set(WORD, BufferLayout.DURABLE_BYTES_OFFSET, made.sizes.durable());
        whole.set(WORD, BufferLayout.ROLLING_BYTES_OFFSET, made.sizes.rolling());
        // Last: who sees it sees the rest.
        WORDS.setRelease(whole, (long) BufferLayout.MAGIC_OFFSET, BufferLayout.MAGIC);
        return made;
    }

    /**
     * A buffer that another process wrote.
     *
     * @throws BufferDamagedException if its header is not that of a buffer of this size
     */
    static BufferMemory of(MemorySegment whole) throws BufferDamagedException {
        require(whole.byteSize() >= BufferLayout.LEAST_BYTES, "of " + whole.byteSize() + " bytes");
        require(whole.get(WORD, BufferLayout.MAGIC_OFFSET) == BufferLayout.MAGIC, "without its magic number");
        int version = whole.get(SHORT, BufferLayout.VERSION_OFFSET);
        require(version == BufferLayout.VERSION, "of version " + version);
        int code = whole.get(ValueLayout.JAVA_BYTE, BufferLayout.MODE_OFFSET);
        BufferMode mode = code >= 0 && code < MODES.length ? MODES[code] : null;
        require(mode != null, "of mode " + code);
        BufferMemory memory = new BufferMemory(whole, mode);
        require(
                whole.get(WORD, BufferLayout.TOTAL_OFFSET) == whole.byteSize()
                        && whole.get(WORD, BufferLayout.DURABLE_BYTES_OFFSET) == memory.sizes.durable()
                        && whole.get(WORD, BufferLayout.ROLLING_BYTES_OFFSET) == memory.sizes.rolling(),
                "whose sizes contradict each other");
        return memory;
    }

    @SuppressWarnings("EnumOrdinal") // Fuchsia's codes, in this order.
    private static int code(BufferMode mode) {
        return mode.ordinal();
    }

    private static void require(boolean holds, String otherwise) throws BufferDamagedException {
        if (!holds) {
            throw new BufferDamagedException("a trace buffer " + otherwise);
        }
    }

    BufferMode mode() {
        return mode;
    }

    long durableBytes() {
        return sizes.durable();
    }

    long rollingBytes() {
        return sizes.rolling();
    }

    /** The part for what is never overwritten. */
    MemorySegment durable() {
        return whole.asSlice(BufferLayout.HEADER_BYTES, sizes.durable());
    }

    /** A rolling part: 0 or 1. */
    MemorySegment rolling(int part) {
        if (mode == BufferMode.ONESHOT && part == 1) {
            return MemorySegment.NULL;
        }
        return whole.asSlice(BufferLayout.HEADER_BYTES + sizes.durable() + part * sizes.rolling(), sizes.rolling());
    }

    int wrapped() {
        return (int) HALVES.getAcquire(whole, (long) BufferLayout.WRAPPED_OFFSET);
    }

    /**
     * Begins a half: readers of its old records see the count change before the first new record. What is stored into the half comes
     * after this call.
     */
    void begin(int count) {
        // An end of 0 first: a reader that sees the new count must not take the old records for new ones.
        rollingEnd(count & 1, 0);
        HALVES.setRelease(whole, (long) BufferLayout.WRAPPED_OFFSET, count);
        // A release store does not keep later stores behind it: without the fence, AArch64 may show records first.
        VarHandle.storeStoreFence();
    }

    /** How many halves were begun since a count; what was read before the call is old if that overwrote it. */
    int begunSince(int count) {
        VarHandle.loadLoadFence();
        return wrapped() - count;
    }

    long durableEnd() {
        return (long) WORDS.getAcquire(whole, (long) BufferLayout.DURABLE_END_OFFSET);
    }

    void durableEnd(long end) {
        WORDS.setRelease(whole, (long) BufferLayout.DURABLE_END_OFFSET, end);
    }

    long rollingEnd(int part) {
        return (long) WORDS.getAcquire(whole, BufferLayout.ROLLING_END_OFFSET + 8L * part);
    }

    void rollingEnd(int part, long end) {
        WORDS.setRelease(whole, BufferLayout.ROLLING_END_OFFSET + 8L * part, end);
    }

    long dropped() {
        return (long) WORDS.getAcquire(whole, (long) BufferLayout.DROPPED_OFFSET);
    }

    void dropped(long count) {
        WORDS.setRelease(whole, (long) BufferLayout.DROPPED_OFFSET, count);
    }

    /** Why recording ended by itself; {@link EndReason#ENDED} if it did not. */
    EndReason endReason() {
        return EndReason.of((long) WORDS.getAcquire(whole, (long) BufferLayout.REASON_OFFSET));
    }

    void endReason(EndReason reason) {
        WORDS.setRelease(whole, (long) BufferLayout.REASON_OFFSET, (long) reason.code());
    }

    /** When the program was last seen after recording had ended by itself, in the time of the recording; 0: never. */
    long seenNanos() {
        return (long) WORDS.getAcquire(whole, (long) BufferLayout.SEEN_OFFSET);
    }

    void seenNanos(long nanos) {
        WORDS.setRelease(whole, (long) BufferLayout.SEEN_OFFSET, nanos);
    }
}
