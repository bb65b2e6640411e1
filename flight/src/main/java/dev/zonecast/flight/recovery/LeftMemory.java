package dev.zonecast.flight.recovery;

import dev.zonecast.core.MemoryPool;
import dev.zonecast.core.collect.Replay;
import dev.zonecast.core.event.MemoryBlocks;
import dev.zonecast.flight.buffer.MemoryListener;
import java.util.HashMap;
import java.util.Map;

/** The memory of a program as its trace tells it: what is freed behind its end was allocated before. For one thread. */
@SuppressWarnings("missing-explicit-ctor") // Nothing is to be said of it.
public final class LeftMemory implements MemoryListener {
    private static final class Pool {
        final MemoryBlocks blocks = new MemoryBlocks();
        long inUse;
    }

    private final Map<String, Pool> pools = new HashMap<>();

    /** Tells of all that there is. */
    void resume(Replay replay) {
        pools.forEach((name, pool) -> replay.resumeMemory(MemoryPool.of(name), pool.blocks, pool.inUse));
    }

    private Pool pool(String name) {
        return pools.computeIfAbsent(name, n -> new Pool());
    }

    @Override
    public void allocated(String pool, long address, long bytes) {
        MemoryBlocks blocks = pool(pool).blocks;
        if (address != 0) {
            // One whose end is not in the trace.
            long _ = blocks.remove(address);
            blocks.add(address, bytes);
        }
    }

    @Override
    public void freed(String pool, long address) {
        if (address != 0) {
            long _ = pool(pool).blocks.remove(address);
        }
    }

    @Override
    public void discarded(String pool) {
        pool(pool).blocks.clear();
    }

    @Override
    public void inUse(String shownName, long bytes) {
        boolean isNameless = shownName.equals("memory") && pools.containsKey("");
        pool(isNameless ? "" : shownName).inUse = bytes;
    }
}
