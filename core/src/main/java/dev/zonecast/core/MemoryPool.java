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
 * Memory that the program manages itself: native allocations, buffers on the GPU, slots of an arena. The profile shows how much of a
 * pool is in use over time, each block with the thread and the zone that it was allocated in, and what was never freed.
 *
 * <pre>{@code
 * private static final MemoryPool VERTICES = MemoryPool.of("vertex buffers");
 *
 * VERTICES.allocated(address, bytes);
 * VERTICES.freed(address);
 * }</pre>
 *
 * A block is known by its address, which may be any number but 0 that no other block of the pool has while it lives: the name of a
 * texture serves as well. Say {@link #allocated} after the allocation and {@link #freed} before the block is given back, so that
 * another thread that gets the same address speaks later. The end of a block that was allocated while nobody listened is left out.
 *
 * <p>Thread-safe. Equal names give the same object. A call costs one reading of the clock and a small record; nothing is allocated. With
 * {@link Option#MEMORY_SAMPLE} most calls record nothing, and the profile's figures are estimates.
 */
@SuppressWarnings("exports") // The superclass is for our own packages.
public final class MemoryPool extends Registered {
    private static final Slots<String, MemoryPool> ALL =
            Slots.make(MemoryPool.class, "memory pools", 1 << 16, name -> name);

    private final String name;

    /** Plain: threads see a change soon, not at once. */
    private int stackDepth;

    private MemoryPool(int id, String name) {
        super(id);
        this.name = name;
    }

    /**
     * A pool.
     *
     * @param name null or empty for the pool that a viewer shows first, under a name of its own
     */
    public static MemoryPool of(String name) {
        return ALL.intern(name == null ? "" : NameTable.wellFormed(name), MemoryPool::new);
    }

    /**
     * From now on the calls that led there are taken with each block, at its allocation and at its end, and when all are given back at
     * once. That costs the thread about
     * 2 us at a depth of 16, and allocates.
     *
     * @param depth how many calls: 1 to {@value CallStack#MAX_CALLS}; 0 or less: none, as it is at first
     * @return this
     */
    public MemoryPool callStacks(int depth) {
        stackDepth = Math.max(0, depth);
        return this;
    }

    /**
     * A block has been allocated. 0 is no block.
     *
     * @param address of the block
     * @param bytes its size; one below 0 is counted as a wrong call
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

    /** A block is about to be given back. 0 is no block. */
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

    /** All blocks of the pool are given back at once, as an arena's are. */
    public void discarded() {
        if (Switch.ON && Gate.isOpen()) {
            Recorder.current()
                    .record(EventKind.MEMORY_DISCARDED, 0, Ids.of(this), 0, 0, StackCapture.take(stackDepth, 1));
        }
    }

    /** Empty for the pool without a name. */
    public String name() {
        return name;
    }

    @Override
    public String toString() {
        return name;
    }
}
