package dev.zonecast.gpu.gl;

import dev.zonecast.core.gpu.GpuCounters;
import dev.zonecast.core.gpu.GpuLabels;
import dev.zonecast.core.gpu.GpuQueries;
import dev.zonecast.core.gpu.QueryChunk;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** Timer queries of the OpenGL or OpenGL ES context that is current when it is made. */
final class GlQueries extends GpuQueries {
    private final GlFunctions gl;
    private final int validBits;
    private final DebugGroups groups;
    private final List<GlCounters> counting = new ArrayList<>();
    private final GpuCounters counters;

    /**
     * Queries of the current context.
     *
     * @param counts whether zones shall count what the pipeline does, where the driver can
     * @param hardware hardware counters; null: none
     */
    GlQueries(GlFunctions gl, boolean counts, GlCounters hardware) {
        this.gl = gl;
        this.validBits = gl.hasTimestamps ? gl.counterBits() : 0;
        this.groups = gl.pushDebugGroup != 0 ? new DebugGroups(gl) : null;
        GlCounters statistics = counts && validBits > 0 && gl.beginQuery != 0 ? new PipelineStatistics(gl) : null;
        Stream.of(statistics, hardware).filter(Objects::nonNull).forEach(counting::add);
        this.counters = GpuCounters.together(statistics, hardware);
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
        return counters;
    }

    @Override
    protected GpuLabels labels() {
        return groups;
    }

    @Override
    protected void close() {
        if (!gl.wasLost() && validBits > 0 && gl.isCurrent()) {
            gl.removeWitness();
            counting.forEach(GlCounters::delete);
        }
        if (gl.isCurrent()) {
            free();
        }
        // Else the thread of the context may be using it just now: it is left, a few bytes.
    }

    private void free() {
        if (groups != null) {
            groups.free();
        }
        counting.forEach(GlCounters::free);
        gl.free();
    }
}
