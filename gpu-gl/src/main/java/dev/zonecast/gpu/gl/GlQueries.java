package dev.zonecast.gpu.gl;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.gpu.GpuQueries;
import dev.zonecast.core.gpu.QueryChunk;

/** Timer queries of the OpenGL or OpenGL ES context that is current when it is made. */
final class GlQueries extends GpuQueries {
    private static final int NO_ERROR = 0;

    private final GlFunctions gl;
    private final int validBits;
    private final boolean noticesLoss;
    private final DebugGroups groups;
    private final PipelineStatistics statistics;
    private boolean lost;

    GlQueries(GlFunctions gl) {
        this(gl, false);
    }

    /** @param counts whether outermost zones shall count what the pipeline does, where the driver can */
    GlQueries(GlFunctions gl, boolean counts) {
        this.gl = gl;
        this.validBits = gl.has.timestamps() ? gl.counterBits() : 0;
        this.noticesLoss = gl.has.resetStatus()
                && gl.integer(GlFunctions.RESET_NOTIFICATION_STRATEGY) == GlFunctions.LOSE_CONTEXT_ON_RESET;
        this.groups = gl.has.debugGroups() ? new DebugGroups(gl) : null;
        this.statistics = counts && validBits > 0 && gl.has.pipelineStatistics() ? new PipelineStatistics(gl) : null;
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
        return gl.has.clock();
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
        // Remembered: the status goes back to "no error" when the reset is over.
        lost = lost || (noticesLoss && gl.resetStatus() != NO_ERROR);
        return lost;
    }

    @Override
    public boolean countsStatistics() {
        return statistics != null;
    }

    @Override
    protected int beginStatistics(long target) {
        return statistics.begin();
    }

    @Override
    protected void endStatistics(int slot, long target) {
        statistics.end();
    }

    @Override
    protected boolean readStatistics(int slot, long[] values) {
        return !lost && statistics.read(slot, values);
    }

    @Override
    protected void freeStatistics(int slot) {
        statistics.free(slot);
    }

    @Override
    public boolean hasLabels() {
        return groups != null;
    }

    @Override
    protected void pushLabel(SourceLocation location, long target) {
        groups.push(location);
    }

    @Override
    protected void popLabel(long target) {
        groups.pop();
    }

    @Override
    protected void close() {
        if (groups != null) {
            groups.free();
        }
        if (!lost && validBits > 0 && gl.isCurrent()) {
            gl.removeWitness();
            if (statistics != null) {
                statistics.delete();
            }
        }
        gl.free();
    }
}
