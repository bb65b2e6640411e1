package dev.zonecast.gpu.gl;

import dev.zonecast.core.gpu.GpuStatistic;
import org.lwjgl.opengl.ARBPipelineStatisticsQuery;
import org.lwjgl.system.MemoryUtil;

/**
 * Queries that count what the pipeline does in outermost zones (ARB_pipeline_statistics_query, OpenGL 4.6): one of each kind for a slot; of
 * the zones that wait for the GPU at most {@value #SLOTS} have one.
 *
 * <p>OpenGL counts one thing once at a time: where the program has such a query active itself, a zone has none.
 */
final class PipelineStatistics {
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
    private final int[] names = new int[SLOTS * TARGETS.length];
    private final int[] free = new int[SLOTS];
    private int freeCount = SLOTS;

    PipelineStatistics(GlFunctions gl) {
        this.gl = gl;
        long memory = MemoryUtil.nmemAllocChecked(4L * names.length);
        gl.genQueries(names.length, memory);
        for (int i = 0; i < names.length; i++) {
            names[i] = MemoryUtil.memGetInt(memory + 4L * i);
        }
        MemoryUtil.nmemFree(memory);
        for (int i = 0; i < SLOTS; i++) {
            free[i] = SLOTS - 1 - i;
        }
    }

    /** Begins to count; a slot from 1 on, 0 if that cannot be now. */
    int begin() {
        if (freeCount == 0) {
            return 0;
        }
        for (int target : TARGETS) {
            if (gl.isActive(target)) {
                return 0;
            }
        }
        int slot = free[--freeCount];
        for (int i = 0; i < TARGETS.length; i++) {
            gl.beginQuery(TARGETS[i], name(slot, i));
        }
        return slot + 1;
    }

    private int name(int slot, int statistic) {
        return names[slot * TARGETS.length + statistic];
    }

    /** Ends the counting of {@link #begin}. */
    void end() {
        for (int target : TARGETS) {
            gl.endQuery(target);
        }
    }

    /** False if the results are not there. */
    boolean read(int slot, long[] values) {
        for (int i = 0; i < TARGETS.length; i++) {
            if (!gl.isAvailable(name(slot - 1, i))) {
                return false;
            }
            values[i] = gl.result(name(slot - 1, i));
        }
        return true;
    }

    void free(int slot) {
        free[freeCount++] = slot - 1;
    }

    /** While the context is current. */
    void delete() {
        long memory = MemoryUtil.nmemAllocChecked(4L * names.length);
        for (int i = 0; i < names.length; i++) {
            MemoryUtil.memPutInt(memory + 4L * i, names[i]);
        }
        gl.deleteQueries(names.length, memory);
        MemoryUtil.nmemFree(memory);
    }
}
