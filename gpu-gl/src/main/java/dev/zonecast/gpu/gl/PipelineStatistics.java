package dev.zonecast.gpu.gl;

import dev.zonecast.core.gpu.GpuCounters;
import dev.zonecast.core.gpu.GpuStatistic;
import org.lwjgl.opengl.ARBPipelineStatisticsQuery;

/**
 * Queries that count what the pipeline does in outermost zones (ARB_pipeline_statistics_query, OpenGL 4.6): one of each kind for a slot; of
 * the zones that wait for the GPU at most {@value #SLOTS} have one.
 *
 * <p>OpenGL counts one thing once at a time: where the program has such a query active itself, a zone has none.
 */
final class PipelineStatistics extends GpuCounters {
    private static final int SLOTS = 256;

    /** By {@link GpuStatistic#index}. */
    private static final int[] TARGETS = {
        ARBPipelineStatisticsQuery.GL_VERTICES_SUBMITTED_ARB,
        ARBPipelineStatisticsQuery.GL_PRIMITIVES_SUBMITTED_ARB,
        ARBPipelineStatisticsQuery.GL_VERTEX_SHADER_INVOCATIONS_ARB,
        ARBPipelineStatisticsQuery.GL_CLIPPING_OUTPUT_PRIMITIVES_ARB,
        ARBPipelineStatisticsQuery.GL_FRAGMENT_SHADER_INVOCATIONS_ARB,
        ARBPipelineStatisticsQuery.GL_COMPUTE_SHADER_INVOCATIONS_ARB
    };

    private final GlFunctions gl;
    private final int[] names;

    PipelineStatistics(GlFunctions gl) {
        super(SLOTS);
        this.gl = gl;
        names = gl.newQueries(SLOTS * TARGETS.length);
    }

    @Override
    protected boolean begin(int slot, long target) {
        for (int counted : TARGETS) {
            if (gl.isActive(counted)) {
                return false;
            }
        }
        for (int i = 0; i < TARGETS.length; i++) {
            gl.beginQuery(TARGETS[i], name(slot, i));
        }
        return true;
    }

    private int name(int slot, int statistic) {
        return names[(slot - 1) * TARGETS.length + statistic];
    }

    @Override
    protected void end(int slot, long target) {
        for (int counted : TARGETS) {
            gl.endQuery(counted);
        }
    }

    @Override
    protected boolean read(int slot, long[] values) {
        for (int i = 0; i < TARGETS.length; i++) {
            if (gl.wasLost() || !gl.isAvailable(name(slot, i))) {
                return false;
            }
            values[i] = gl.result(name(slot, i));
        }
        return true;
    }

    /** While the context is current. */
    void delete() {
        gl.delete(names);
    }
}
