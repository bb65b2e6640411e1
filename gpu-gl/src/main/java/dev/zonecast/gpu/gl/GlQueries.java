package dev.zonecast.gpu.gl;

import dev.zonecast.core.gpu.GpuCounters;
import dev.zonecast.core.gpu.GpuLabels;
import dev.zonecast.core.gpu.GpuQueries;
import dev.zonecast.core.gpu.QueryChunk;

/** Timer queries of the OpenGL or OpenGL ES context that is current when it is made. */
final class GlQueries extends GpuQueries {
    private final GlFunctions gl;
    private final int validBits;
    private final DebugGroups groups;
    private final PipelineStatistics statistics;

    /** @param counts whether zones shall count what the pipeline does, where the driver can */
    GlQueries(GlFunctions gl, boolean counts) {
        this.gl = gl;
        this.validBits = gl.hasTimestamps ? gl.counterBits() : 0;
        this.groups = gl.pushDebugGroup != 0 ? new DebugGroups(gl) : null;
        this.statistics = counts && validBits > 0 && gl.beginQuery != 0 ? new PipelineStatistics(gl) : null;
        gl.noticeLoss();
        if (validBits > 0) {
            gl.leaveWitness();
            // Clears the flag: what was before does not matter.
            gl.clockWasSteady();
        }
    }

    @Override
    public int validBits() {
        return validBits;
    }

    /** OpenGL's timestamps are in nanoseconds, whatever the GPU counts in. */
    @Override
    public double nanosPerTick() {
        return 1;
    }

    @Override
    public boolean isUsable() {
        return gl.isCurrent();
    }

    @Override
    public QueryChunk createChunk(int queries) {
        return new GlChunk(gl, queries);
    }

    @Override
    protected boolean canReadClock() {
        return gl.getLong != 0;
    }

    @Override
    protected long gpuTicksNow() {
        return gl.timestampNow();
    }

    @Override
    protected void beginReading() {
        gl.prepareReading();
    }

    @Override
    protected void endReading() {
        gl.restoreReading();
    }

    /** After a reset queries say that they are ready, and their results are nonsense; see also {@link GlFunctions#clockWasSteady}. */
    @Override
    protected boolean resultsAreValid() {
        return !isLost() && gl.clockWasSteady();
    }

    @Override
    protected boolean isLost() {
        return gl.isLost();
    }

    @Override
    protected GpuCounters counters() {
        return statistics;
    }

    @Override
    protected GpuLabels labels() {
        return groups;
    }

    @Override
    protected void close() {
        if (groups != null) {
            groups.free();
        }
        if (!gl.wasLost() && validBits > 0 && gl.isCurrent()) {
            gl.removeWitness();
            if (statistics != null) {
                statistics.delete();
            }
        }
        gl.free();
    }
}
