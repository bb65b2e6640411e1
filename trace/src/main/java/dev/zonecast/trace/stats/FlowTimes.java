package dev.zonecast.trace.stats;

import dev.zonecast.trace.Program;
import dev.zonecast.trace.TraceEvent.Flow;
import dev.zonecast.trace.TraceZone;
import java.util.Collection;

/**
 * How long jobs were queued and ran. A file may have a flow behind the zone that it ends in. So a first reading collects the ends of flows, and
 * a second one finds their zones. For one thread.
 */
final class FlowTimes {
    /** About 50 MiB. */
    private static final int MAX_ENDS = 1 << 20;

    private static final int MAX_NAMES = 10_000;

    /** The two readings have different programs of one number. */
    private record Key(long process, String name) {}

    /** Ends of flows. */
    private final ByThread<Moments<Key>> threads = new ByThread<>();

    private final BoundedTable<Key, FlowStatistics> flows = new BoundedTable<>(MAX_NAMES);
    private int ends;
    private long beyondLimit;

    private static Key key(Flow flow) {
        return new Key(flow.track().process(), flow.name());
    }

    /** First reading. */
    void end(Flow flow) {
        if (ends == MAX_ENDS) {
            beyondLimit++;
            return;
        }
        ends++;
        threads.of(flow.to(), Moments::new).add(flow.endNanos(), key(flow));
    }

    /** Second reading. */
    void add(Flow flow) {
        Program program = flow.track().program();
        FlowStatistics known = flows.of(key(flow), key -> new FlowStatistics(program, flow.name()));
        if (known != null) {
            known.waits().add(flow.endNanos() - flow.beginNanos());
        }
    }

    /** Second reading: a zone, each after those inside of it. */
    void zone(TraceZone zone) {
        Moments<Key> known = threads.find(zone.track());
        if (known != null) {
            known.take(zone, key -> run(key, zone));
        }
    }

    /** A thread that waits for a result runs no job. */
    private void run(Key key, TraceZone zone) {
        FlowStatistics flow = zone.isCutOff() || zone.location().isIdle()
                ? null
                : flows.of(key, of -> new FlowStatistics(zone.track().program(), of.name));
        if (flow != null) {
            flow.runs().add(zone.durationNanos());
        }
    }

    Collection<FlowStatistics> all() {
        return flows.values();
    }

    /** Flows beyond the limits. */
    long beyondLimit() {
        return beyondLimit + flows.beyondLimit();
    }
}
