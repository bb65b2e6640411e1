package dev.zonecast.gpu.vk;

import dev.zonecast.core.gpu.GpuStatistic;
import dev.zonecast.memory.Memory;
import org.lwjgl.vulkan.VK10;

/**
 * Queries that count what the pipeline does in zones. A slot lasts from one begin or end of a zone to the next; at most {@value #SLOTS} wait
 * for the GPU.
 */
final class PipelineStatistics extends VkCounters {
    private static final int SLOTS = 4096;

    private static final int[] DRAWING = {
        VK10.VK_QUERY_PIPELINE_STATISTIC_INPUT_ASSEMBLY_VERTICES_BIT,
        VK10.VK_QUERY_PIPELINE_STATISTIC_INPUT_ASSEMBLY_PRIMITIVES_BIT,
        VK10.VK_QUERY_PIPELINE_STATISTIC_VERTEX_SHADER_INVOCATIONS_BIT,
        VK10.VK_QUERY_PIPELINE_STATISTIC_CLIPPING_PRIMITIVES_BIT,
        VK10.VK_QUERY_PIPELINE_STATISTIC_FRAGMENT_SHADER_INVOCATIONS_BIT
    };

    private final boolean draws;
    private final boolean computes;
    private final int counts;
    private final Memory results;

    private PipelineStatistics(VkFunctions functions, QueueFacts facts, int flags, long pool) {
        super(functions, SLOTS, pool, GpuStatistic.PIPELINE);
        this.draws = facts.draws();
        this.computes = facts.canReset();
        this.counts = Integer.bitCount(flags);
        this.results = arena.allocate(8L * (counts + 1), 8);
    }

    /** Null if there is nothing to count on the queue. */
    static PipelineStatistics of(VkFunctions functions, QueueFacts facts) {
        int flags = facts.canReset() ? VK10.VK_QUERY_PIPELINE_STATISTIC_COMPUTE_SHADER_INVOCATIONS_BIT : 0;
        for (int flag : DRAWING) {
            flags |= facts.draws() ? flag : 0;
        }
        long pool = flags == 0 ? 0 : functions.createPool(VK10.VK_QUERY_TYPE_PIPELINE_STATISTICS, SLOTS, flags);
        return pool == 0 ? null : new PipelineStatistics(functions, facts, flags, pool);
    }

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
}
