package dev.zonecast.gpu.vk;

import dev.zonecast.core.gpu.GpuCounters;
import dev.zonecast.core.gpu.GpuStatistic;
import dev.zonecast.memory.Memory;
import dev.zonecast.memory.MemoryScope;
import org.lwjgl.vulkan.VK10;

/**
 * Queries that count what the pipeline does in zones. A slot lasts from one begin or end of a zone to the next; at most {@value #SLOTS} wait
 * for the GPU.
 */
final class PipelineStatistics extends GpuCounters implements AutoCloseable {
    private static final int SLOTS = 4096;

    private static final int[] DRAWING = {
        VK10.VK_QUERY_PIPELINE_STATISTIC_INPUT_ASSEMBLY_VERTICES_BIT,
        VK10.VK_QUERY_PIPELINE_STATISTIC_INPUT_ASSEMBLY_PRIMITIVES_BIT,
        VK10.VK_QUERY_PIPELINE_STATISTIC_VERTEX_SHADER_INVOCATIONS_BIT,
        VK10.VK_QUERY_PIPELINE_STATISTIC_CLIPPING_PRIMITIVES_BIT,
        VK10.VK_QUERY_PIPELINE_STATISTIC_FRAGMENT_SHADER_INVOCATIONS_BIT
    };

    private final VkFunctions functions;
    private final boolean draws;
    private final boolean computes;
    private final int counts;
    private final long pool;
    private final MemoryScope arena = MemoryScope.shared();
    private final Memory results;

    /** A slot's is read and written by the owner of the slot. */
    private final boolean[] used = new boolean[SLOTS];

    PipelineStatistics(VkFunctions functions, QueueFacts facts) {
        super(SLOTS);
        this.functions = functions;
        this.draws = facts.draws();
        this.computes = facts.canReset();
        int flags = computes ? VK10.VK_QUERY_PIPELINE_STATISTIC_COMPUTE_SHADER_INVOCATIONS_BIT : 0;
        for (int flag : DRAWING) {
            flags |= draws ? flag : 0;
        }
        this.counts = Integer.bitCount(flags);
        this.pool = flags == 0 ? 0 : functions.createPool(VK10.VK_QUERY_TYPE_PIPELINE_STATISTICS, SLOTS, flags);
        this.results = arena.allocate(8L * (counts + 1), 8);
        if (pool != 0) {
            functions.resetFromHost(pool, 0, SLOTS);
        }
    }

    /** True if there is anything to count on the queue. */
    boolean isAvailable() {
        return pool != 0;
    }

    @Override
    protected boolean begin(int slot, long commandBuffer) {
        if (used[slot - 1]) {
            functions.resetFromHost(pool, slot - 1, 1);
        }
        used[slot - 1] = true;
        functions.beginQuery(commandBuffer, pool, slot - 1);
        return true;
    }

    @Override
    protected void end(int slot, long commandBuffer) {
        functions.endQuery(commandBuffer, pool, slot - 1);
    }

    /** Reads by {@link GpuStatistic#index}, -1 for what is not counted; false if there is nothing. */
    @Override
    protected boolean read(int slot, long[] values) {
        int result = functions.results(pool, slot - 1, 1, counts + 1, results.address());
        if (result != VK10.VK_SUCCESS || results.getLong(8L * counts) == 0) {
            return false;
        }
        int at = 0;
        for (int i = 0; i < DRAWING.length; i++) {
            values[i] = draws ? results.getLong(8L * at++) : -1;
        }
        values[DRAWING.length] = computes ? results.getLong(8L * at) : -1;
        return true;
    }

    @Override
    public void close() {
        if (pool != 0) {
            functions.destroyPool(pool);
        }
        arena.close();
    }
}
