package dev.zonecast.gpu.gl;

import dev.zonecast.core.gpu.GpuStatistic;
import java.util.Arrays;
import org.lwjgl.opengl.ARBPipelineStatisticsQuery;

/**
 * Queries that count what the pipeline does in zones (ARB_pipeline_statistics_query, OpenGL 4.6): one of each kind for a slot, made when
 * the slot is first used. A slot lasts from one begin or end of a zone to the next; at most {@value #SLOTS} wait for the GPU.
 *
 * <p>OpenGL counts one thing once at a time: where the program has such a query active itself, a zone has none.
 */
final class PipelineStatistics extends GlCounters {
    private static final int SLOTS = 4096;

    /** In the order of {@link GpuStatistic#PIPELINE}, compute shaders last. */
    private static final int[] TARGETS = {
        ARBPipelineStatisticsQuery.GL_VERTICES_SUBMITTED_ARB,
        ARBPipelineStatisticsQuery.GL_PRIMITIVES_SUBMITTED_ARB,
        ARBPipelineStatisticsQuery.GL_VERTEX_SHADER_INVOCATIONS_ARB,
        ARBPipelineStatisticsQuery.GL_CLIPPING_OUTPUT_PRIMITIVES_ARB,
        ARBPipelineStatisticsQuery.GL_FRAGMENT_SHADER_INVOCATIONS_ARB,
        ARBPipelineStatisticsQuery.GL_COMPUTE_SHADER_INVOCATIONS_ARB
    };

    private final GlFunctions gl;
    private final int[] targets;

    /** By slot; null before its first use. */
    private final int[][] names = new int[SLOTS + 1][];

    PipelineStatistics(GlFunctions gl) {
        super(SLOTS, GpuStatistic.PIPELINE);
        this.gl = gl;
        // A query of compute shaders is an error where there are none, and has no result.
        targets = gl.hasComputeShaders ? TARGETS : Arrays.copyOf(TARGETS, TARGETS.length - 1);
    }

    @Override
    protected boolean begin(int slot, long target) {
        for (int counted : targets) {
            if (gl.isActive(counted)) {
                return false;
            }
        }
        if (names[slot] == null) {
            names[slot] = gl.newQueries(targets.length);
        }
        for (int i = 0; i < targets.length; i++) {
            gl.beginQuery(targets[i], names[slot][i]);
        }
        return true;
    }

    @Override
    protected void end(int slot, long target) {
        for (int counted : targets) {
            gl.endQuery(counted);
        }
    }

    @Override
    protected boolean read(int slot, long[] values) {
        Arrays.fill(values, targets.length, TARGETS.length, -1);
        for (int i = 0; i < targets.length; i++) {
            if (gl.wasLost() || !gl.isAvailable(names[slot][i])) {
                return false;
            }
            values[i] = gl.result(names[slot][i]);
        }
        return true;
    }

    @Override
    void delete() {
        for (int[] ofSlot : names) {
            if (ofSlot != null) {
                gl.delete(ofSlot);
            }
        }
    }
}
