package dev.zonecast.flight.buffer;

import dev.zonecast.core.BufferMode;
import dev.zonecast.fxt.EndReason;
import dev.zonecast.memory.Memory;
import java.lang.invoke.VarHandle;

/**
 * A trace buffer in memory that a writer and a saver share, by its header ({@link BufferLayout}). Ends and the wrapped count are
 * written with release after the records that they speak of, and read with acquire.
 */
final class BufferMemory {

    private static final BufferMode[] MODES = BufferMode.values();

    private final Memory whole;
    private final BufferMode mode;
    private final BufferLayout.Sizes sizes;

    private BufferMemory(Memory whole, BufferMode mode) {
        this.whole = whole;
        this.mode = mode;
        this.sizes = BufferLayout.sizes(mode, whole.byteSize());
    }

    /** Makes an empty buffer of memory that is zero. */
    static BufferMemory create(Memory whole, BufferMode mode) {
        BufferMemory made = new BufferMemory(whole, mode);
        whole.setShort(BufferLayout.VERSION_OFFSET, (short) BufferLayout.VERSION);
        whole.setByte(BufferLayout.MODE_OFFSET, (byte) code(mode));
        whole.setLong(BufferLayout.TOTAL_OFFSET, whole.byteSize());
        whole.setLong(BufferLayout.DURABLE_BYTES_OFFSET, made.sizes.durable());
        whole.setLong(BufferLayout.ROLLING_BYTES_OFFSET, made.sizes.rolling());
        // Last: who sees it sees the rest.
        whole.setLongRelease(BufferLayout.MAGIC_OFFSET, BufferLayout.MAGIC);
        return made;
    }

    /**
     * A buffer that another process wrote.
     *
     * @throws BufferDamagedException if its header is not that of a buffer of this size
     */
    static BufferMemory of(Memory whole) throws BufferDamagedException {
        require(whole.byteSize() >= BufferLayout.LEAST_BYTES, "of " + whole.byteSize() + " bytes");
        require(whole.getLong(BufferLayout.MAGIC_OFFSET) == BufferLayout.MAGIC, "without its magic number");
        int version = whole.getShort(BufferLayout.VERSION_OFFSET);
        require(version == BufferLayout.VERSION, "of version " + version);
        int code = whole.getByte(BufferLayout.MODE_OFFSET);
        BufferMode mode = code >= 0 && code < MODES.length ? MODES[code] : null;
        require(mode != null, "of mode " + code);
        BufferMemory memory = new BufferMemory(whole, mode);
        require(
                whole.getLong(BufferLayout.TOTAL_OFFSET) == whole.byteSize()
                        && whole.getLong(BufferLayout.DURABLE_BYTES_OFFSET) == memory.sizes.durable()
                        && whole.getLong(BufferLayout.ROLLING_BYTES_OFFSET) == memory.sizes.rolling(),
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
    Memory durable() {
        return whole.slice(BufferLayout.HEADER_BYTES, sizes.durable());
    }

    /** A rolling part: 0 or 1. */
    Memory rolling(int part) {
        if (mode == BufferMode.ONESHOT && part == 1) {
            return Memory.NONE;
        }
        return whole.slice(BufferLayout.HEADER_BYTES + sizes.durable() + part * sizes.rolling(), sizes.rolling());
    }

    int wrapped() {
        return whole.getIntAcquire(BufferLayout.WRAPPED_OFFSET);
    }

    /**
     * Begins a half: readers of its old records see the count change before the first new record. What is stored into the half comes
     * after this call.
     */
    void begin(int count) {
        // An end of 0 first: a reader that sees the new count must not take the old records for new ones.
        rollingEnd(count & 1, 0);
        whole.setIntRelease(BufferLayout.WRAPPED_OFFSET, count);
        // A release store does not keep later stores behind it: without the fence, AArch64 may show records first.
        VarHandle.storeStoreFence();
    }

    /** How many halves were begun since a count; what was read before the call is old if that overwrote it. */
    int begunSince(int count) {
        VarHandle.loadLoadFence();
        return wrapped() - count;
    }

    long durableEnd() {
        return whole.getLongAcquire(BufferLayout.DURABLE_END_OFFSET);
    }

    void durableEnd(long end) {
        whole.setLongRelease(BufferLayout.DURABLE_END_OFFSET, end);
    }

    long rollingEnd(int part) {
        return whole.getLongAcquire(BufferLayout.ROLLING_END_OFFSET + 8L * part);
    }

    void rollingEnd(int part, long end) {
        whole.setLongRelease(BufferLayout.ROLLING_END_OFFSET + 8L * part, end);
    }

    long dropped() {
        return whole.getLongAcquire(BufferLayout.DROPPED_OFFSET);
    }

    void dropped(long count) {
        whole.setLongRelease(BufferLayout.DROPPED_OFFSET, count);
    }

    /** Why recording ended by itself; {@link EndReason#ENDED} if it did not. */
    EndReason endReason() {
        return EndReason.of(whole.getLongAcquire(BufferLayout.REASON_OFFSET));
    }

    void endReason(EndReason reason) {
        whole.setLongRelease(BufferLayout.REASON_OFFSET, (long) reason.code());
    }

    /** When the program was last seen after recording had ended by itself, in the time of the recording; 0: never. */
    long seenNanos() {
        return whole.getLongAcquire(BufferLayout.SEEN_OFFSET);
    }

    void seenNanos(long nanos) {
        whole.setLongRelease(BufferLayout.SEEN_OFFSET, nanos);
    }
}
