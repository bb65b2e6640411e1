package dev.zonecast.core.event;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.MemoryPool;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.fxt.BlockSize;

/**
 * A block of memory, or all blocks of a pool. A free follows the allocation. No two living blocks of a pool have the same address.
 */
public final class MemoryEvent extends ReusedEvent {
    private MemoryPool pool;
    private long address;
    private long size;
    private long liveBytes;
    private MemoryBlocks blocks;
    private CallStack stack;

    /** Empty; its source fills it. */
    public MemoryEvent() {}

    /**
     * Makes this an allocation or its end, by kind.
     *
     * @param sizeWord of {@link BlockSize}
     */
    public MemoryEvent block(
            EventKind kind,
            MemoryPool of,
            EventThread thread,
            long nanos,
            long at,
            long sizeWord,
            long live,
            CallStack calls) {
        set(kind, thread, nanos);
        pool = of;
        address = at;
        size = sizeWord;
        liveBytes = live;
        stack = calls;
        return this;
    }

    /** Makes this the blocks that live when a sink is attached, or that were freed at once, by kind. */
    public MemoryEvent all(
            EventKind kind, MemoryPool of, EventThread thread, long nanos, MemoryBlocks those, long live) {
        set(kind, thread, nanos);
        pool = of;
        blocks = those;
        liveBytes = live;
        stack = null;
        return this;
    }

    /** Gives it the calls that led to it; null: not known. */
    public MemoryEvent from(CallStack calls) {
        stack = calls;
        return this;
    }

    @Override
    void read(IdTables ids, int small, int id, long a, long b, long c, Utf8Text text, CallStack calls) {
        pool = ids.pool(id);
        address = a;
        size = b;
        stack = calls;
    }

    @Override
    void exchange(EventFields fields) {
        pool = fields.object(pool);
        address = fields.number(address);
        size = fields.number(size);
        liveBytes = fields.number(liveBytes);
        stack = fields.object(stack);
        if (kind() == EventKind.MEMORY_STANDS || kind() == EventKind.MEMORY_DISCARDED) {
            blocks = fields.copy(blocks, MemoryBlocks::copy, blocks == null ? 0 : blocks.sizeBytes());
        }
    }

    public MemoryPool pool() {
        return pool;
    }

    public long address() {
        return address;
    }

    /** Size of the block; of one that was sampled, the bytes it represents. */
    public long bytes() {
        return BlockSize.bytes(size);
    }

    /** Size and rate of sampling, as {@link BlockSize} has them. */
    public long sizeWord() {
        return size;
    }

    /** Bytes of all blocks of the pool after this event. Blocks from before the first sink do not count. */
    public long liveBytes() {
        return liveBytes;
    }

    /** Of {@link EventKind#MEMORY_STANDS} and {@link EventKind#MEMORY_DISCARDED}. */
    public MemoryBlocks blocks() {
        return blocks;
    }

    /** At least one call; null: not known. */
    public CallStack stack() {
        return stack;
    }
}
