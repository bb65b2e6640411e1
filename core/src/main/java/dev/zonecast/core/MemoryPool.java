package dev.zonecast.core;

import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.core.registry.NameTable;
import dev.zonecast.core.registry.Registered;
import dev.zonecast.core.registry.Slots;
import dev.zonecast.core.ring.Gate;
import dev.zonecast.core.ring.MemorySampling;
import dev.zonecast.core.ring.Recorder;
import dev.zonecast.core.ring.StackCapture;
import dev.zonecast.core.ring.Switch;
import dev.zonecast.fxt.BlockSize;

/**
 * Memory that the program manages itself: native allocations, buffers on the GPU, slots of an arena. The profile shows the bytes in use
 * over time, the thread and the zone of each allocation, and the blocks that are never freed.
 *
 * <pre>{@code
 * private static final MemoryPool VERTICES = MemoryPool.of("vertex buffers");
 *
 * VERTICES.allocated(address, bytes);
 * VERTICES.freed(address);
 * }</pre>
 *
 * An address identifies a block. It may be any number but 0, such as the name of a texture. No two living blocks of a pool may share
 * it. Call {@link #allocated} after the allocation and {@link #freed} before the free: then another thread that gets the same address
 * records later. The end of a block is dropped if its begin was not recorded.
 *
 * <p>Thread-safe. Equal names give the same object. A call costs one reading of the clock and a small record, and allocates nothing.
 * With {@link Option#MEMORY_SAMPLE} most calls record nothing, and the profile's figures are estimates.
 */
@SuppressWarnings("exports") // The superclass is for our own packages.
public final class MemoryPool extends Registered {
    private static final Slots<String, MemoryPool> ALL =
            Slots.make(MemoryPool.class, "memory pools", 1 << 16, name -> name);

    private final String name;

    /** Plain: other threads see a change a little later. */
    private int stackDepth;

    private MemoryPool(int id, String name) {
        super(id);
        this.name = name;
    }

    /**
     * A pool.
     *
     * @param name null or empty: the default pool, which has a name of the viewer's
     */
    public static MemoryPool of(String name) {
        return ALL.intern(name == null ? "" : NameTable.wellFormed(name), MemoryPool::new);
    }

    /**
     * Records call stacks: of each allocation, each free and each {@link #discarded}. A depth of 16 costs the thread about 2 us. It
     * allocates.
     *
     * @param depth number of calls: 1 to {@value CallStack#MAX_CALLS}; 0 or less: none, the default
     * @return this
     */
    public MemoryPool callStacks(int depth) {
        stackDepth = Math.max(0, depth);
        return this;
    }

    /**
     * Records the allocation of a block. Address 0 is ignored.
     *
     * @param address of the block
     * @param bytes size of the block; a negative size is counted as a wrong call
     */
    public void allocated(long address, long bytes) {
        if (!Switch.ON || !Gate.isOpen() || address == 0) {
            return;
        }
        if (bytes < 0) {
            Recorder.current().countUnmatched();
            return;
        }
        long size = Math.min(bytes, BlockSize.MAX_BYTES);
        MemorySampling sampling = MemorySampling.active();
        if (sampling != null) {
            if (!sampling.chooses(size)) {
                return;
            }
            size = sampling.mark(this, address, size);
        }
        Recorder.current()
                .record(EventKind.MEMORY_ALLOCATED, 0, Ids.of(this), address, size, StackCapture.take(stackDepth, 1));
    }

    /** Records the end of a block. Call it before the free. Address 0 is ignored. */
    public void freed(long address) {
        if (!Switch.ON || !Gate.isOpen() || address == 0) {
            return;
        }
        MemorySampling sampling = MemorySampling.active();
        if (sampling != null && !sampling.isMarked(this, address)) {
            return;
        }
        Recorder.current()
                .record(EventKind.MEMORY_FREED, 0, Ids.of(this), address, 0, StackCapture.take(stackDepth, 1));
    }

    /** Records the end of all blocks of the pool, as when an arena is closed. */
    public void discarded() {
        if (Switch.ON && Gate.isOpen()) {
            Recorder.current()
                    .record(EventKind.MEMORY_DISCARDED, 0, Ids.of(this), 0, 0, StackCapture.take(stackDepth, 1));
        }
    }

    /** Empty for the default pool. */
    public String name() {
        return name;
    }

    @Override
    public String toString() {
        return name;
    }
}
