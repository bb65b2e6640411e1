package dev.zonecast.core;

import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.core.ring.Gate;
import dev.zonecast.core.ring.Recorder;
import dev.zonecast.core.ring.Switch;
import java.util.Objects;

/**
 * Flows: a job is queued here and runs there. A flow leads from the zone that is open where it begins to the zone that is open where it ends,
 * on the same thread or another one.
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
 * {@link #job} and {@link TracedExecutor} do all of this. The time from begin to end is how long the job was queued; the zone of the end is how
 * long it ran. Both are in {@code stats}. The page, Perfetto and Chrome show an arrow. Tracy shows a zone on a thread of its own.
 *
 * <p>{@link #begin(SourceLocation)} and {@link #end} allocate nothing. An end without its begin and a begin of an open id are counted
 * ({@link Statistics#wrongCalls}).
 *
 * <p>Thread-safe.
 */
public final class TracedFlow {
    private TracedFlow() {}

    /**
     * A flow begins.
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
     * A flow begins that has an id of the program's own. Ids of 0 and below are counted and begin nothing.
     *
     * @param location names the flow; null is counted and begins nothing
     * @param id of no other flow that is open, above 0
     */
    public static void begin(SourceLocation location, long id) {
        if (!Zone.isRecorded(location)) {
            return;
        }
        if (id <= 0) {
            Recorder.current().countUnmatched();
            return;
        }
        Recorder.current().record(EventKind.FLOW_BEGIN, 0, Ids.of(location), id);
    }

    /**
     * An open flow ends.
     *
     * @param id of {@link #begin}; 0 is ignored
     */
    public static void end(long id) {
        if (Switch.ON && id != 0 && Gate.isOpen()) {
            Recorder.current().record(EventKind.FLOW_END, 0, 0, id);
        }
    }

    /**
     * Work that is queued by this call: a flow begins. Where it runs, a zone begins and the flow ends. Run the work once.
     *
     * @param location names flow and zone; null is counted, and the work is not traced
     * @return the work itself while nothing records
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
