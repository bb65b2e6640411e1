package dev.zonecast.gpu.vk;

import dev.zonecast.core.gpu.GpuCounters;
import dev.zonecast.core.gpu.GpuStatistic;
import dev.zonecast.memory.MemoryScope;
import java.util.List;

/** Queries of Vulkan that count in zones: a pool with a query for each slot. */
abstract class VkCounters extends GpuCounters implements AutoCloseable {
    final VkFunctions functions;
    final MemoryScope arena = MemoryScope.shared();
    final long pool;

    /** A slot's is read and written by the owner of the slot. */
    private final boolean[] used;

    VkCounters(VkFunctions functions, int slots, long pool, List<GpuStatistic> counted) {
        super(slots, counted);
        this.functions = functions;
        this.pool = pool;
        this.used = new boolean[slots];
        functions.resetFromHost(pool, 0, slots);
    }

    @Override
    protected final boolean begin(int slot, long commandBuffer) {
        if (used[slot - 1]) {
            functions.resetFromHost(pool, slot - 1, 1);
        }
        used[slot - 1] = true;
        functions.beginQuery(commandBuffer, pool, slot - 1);
        return true;
    }

    @Override
    protected final void end(int slot, long commandBuffer) {
        functions.endQuery(commandBuffer, pool, slot - 1);
    }

    @Override
    public void close() {
        functions.destroyPool(pool);
        arena.close();
    }
}
