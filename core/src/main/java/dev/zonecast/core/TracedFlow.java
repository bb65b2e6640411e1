package dev.zonecast.core;

import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.core.ring.Gate;
import dev.zonecast.core.ring.Recorder;
import dev.zonecast.core.ring.Switch;
import java.util.Objects;

/**
 * Flows: arrows from where a job is queued to where it runs. A flow leads from the zone that is open at its begin to the zone that is open
 * at its end, on the same thread or another one.
 *
 * <pre>{@code
 * private static final SourceLocation DECODE = SourceLocation.here("decode");
 *
 * job.flow = TracedFlow.begin(DECODE);               // the thread that queues the job
 *
 * try (Zone zone = Zone.open(DECODE)) {        // the thread that runs the job
 *     TracedFlow.end(job.flow);
 *     job.run();
 * }
 * }</pre>
 *
 * {@link #job} and {@link TracedExecutor} do all of this. The flow is the time in the queue; the zone at its end is the run. {@code stats}
 * has both. The page, Perfetto and Chrome show an arrow. Tracy shows a zone on a thread of its own.
 *
 * <p>{@link #begin(SourceLocation)} and {@link #end} allocate nothing. An end without a begin and a begin of an open id are counted
 * ({@link Statistics#wrongCalls}).
 *
 * <p>Thread-safe.
 */
public final class TracedFlow {
    private TracedFlow() {}

    /**
     * Begins a flow.
     *
     * @param location names the flow; null is counted and begins nothing
     * @return id for {@link #end}, below 0; 0 if nothing was recorded
     */
    public static long begin(SourceLocation location) {
        return Zone.isRecorded(location)
                ? Recorder.current().recordNumbered(EventKind.FLOW_BEGIN, Ids.of(location))
                : 0;
    }

    /**
     * Begins a flow with an id of your choice, whatever {@link Option#CATEGORIES} chooses. Ids of 0 and below are counted and begin nothing.
     *
     * @param location names the flow; null is counted and begins nothing
     * @param id above 0; no open flow may have it
     */
    public static void begin(SourceLocation location, long id) {
        if (!Switch.ON || !Gate.isOpen()) {
            return;
        }
        if (location == null || id <= 0) {
            Recorder.current().countUnmatched();
            return;
        }
        Recorder.current().record(EventKind.FLOW_BEGIN, 0, Ids.of(location), id);
    }

    /**
     * Ends an open flow.
     *
     * @param id of {@link #begin}; 0 is ignored
     */
    public static void end(long id) {
        if (Switch.ON && id != 0 && Gate.isOpen()) {
            Recorder.current().record(EventKind.FLOW_END, 0, 0, id);
        }
    }

    /**
     * Begins a flow to a job that is queued now. The job's run is a zone, in which the flow ends. Run the job once.
     *
     * @param location names flow and zone; null is counted, and the work is not traced
     * @return the traced job; {@code work} itself while nothing records
     */
    public static Runnable job(SourceLocation location, Runnable work) {
        Objects.requireNonNull(work);
        long flow = begin(location);
        return flow == 0
                ? work
                : () -> {
                    long zone = start(location, flow);
                    try {
                        work.run();
                    } finally {
                        Zone.end(zone);
                    }
                };
    }

    /** A job begins to run. */
    static long start(SourceLocation location, long flow) {
        long zone = Zone.begin(location);
        end(flow);
        return zone;
    }
}
