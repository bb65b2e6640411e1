package dev.zonecast.core.gpu;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.SourceLocation;

/**
 * Zones of an API whose commands the GPU does in the order of the calls: OpenGL, a command queue of OpenCL. A zone spans the time from
 * when the GPU has done all that was submitted before {@link #begin} to when it has done all that was submitted before {@link #end}; zones
 * may be nested.
 *
 * <p>Calls belong on threads where the API takes calls. They never wait, and never throw for the profiler's own state.
 */
public abstract class ImmediateContext implements AutoCloseable {
    private final GpuZones zones;

    /** For subclasses. */
    protected ImmediateContext(GpuZones zones) {
        this.zones = zones;
    }

    /** The engine. */
    protected final GpuZones zones() {
        return zones;
    }

    /**
     * Begins a zone.
     *
     * @param location where it stands; null is counted and begins nothing
     * @return token for {@link #end}, 0 if there is nothing to end
     */
    public final long begin(SourceLocation location) {
        return zones.begin(location, 0);
    }

    /**
     * Begins a zone if {@code active}.
     *
     * @return token for {@link #end}, 0 if there is nothing to end
     */
    public final long begin(SourceLocation location, boolean active) {
        return active ? zones.begin(location, 0) : 0;
    }

    /**
     * Begins a zone with the calls that led there. That costs the thread about 2 us at a depth of 16, and allocates.
     *
     * @param location where it stands; null is counted and begins nothing
     * @param stackDepth how many calls, the caller's first: 1 to {@value CallStack#MAX_CALLS}; 0 or less: none
     * @return token for {@link #end}, 0 if there is nothing to end
     */
    public final long begin(SourceLocation location, int stackDepth) {
        return zones.begin(location, 0, stackDepth);
    }

    /**
     * Ends a zone, and those inside it that were left open.
     *
     * @param token from {@link #begin} of this context on this thread; 0 is ignored, anything else is counted and ignored
     */
    public final void end(long token) {
        zones.end(token, 0);
    }

    /** Begins a zone that {@link GpuZone#close} ends. Never null. */
    public final GpuZone open(SourceLocation location) {
        return new GpuZone(zones, 0, begin(location));
    }

    /** Begins a zone if {@code active}. Never null. */
    public final GpuZone open(SourceLocation location, boolean active) {
        return new GpuZone(zones, 0, begin(location, active));
    }

    /** As {@link #begin(SourceLocation, int)}. Never null. */
    public final GpuZone open(SourceLocation location, int stackDepth) {
        return new GpuZone(zones, 0, zones.begin(location, 0, stackDepth));
    }

    /**
     * Gives the context another name, which viewers and recordings show from now on. Any thread. After {@link #close} the name stays.
     *
     * @param name null or empty changes nothing
     */
    public final void rename(String name) {
        zones.rename(name);
    }

    /**
     * Takes the times of zones that the GPU has finished; best once a frame, after the frame was submitted. Never waits. Zones stay
     * outstanding, and are dropped in the end, if it is never called.
     */
    public final void collect() {
        zones.collect();
    }

    /** True while zones can be recorded: not closed, the context not lost, and the driver has timestamps. */
    public final boolean isAvailable() {
        return zones.isAvailable();
    }

    /** What viewers know of it; null if it only counts. */
    public final GpuContextInfo info() {
        return zones.info();
    }

    /** What this context says of itself. */
    public final GpuContextStatistics statistics() {
        return zones.statistics();
    }

    /** Takes the zones that are ready, counts the others as dropped, and deletes the queries. Calls that come after are ignored. */
    @Override
    public void close() {
        zones.close();
    }
}
