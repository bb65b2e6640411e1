package dev.zonecast.trace.stats;

import dev.zonecast.trace.LockSpan;
import dev.zonecast.trace.ThreadStop;
import dev.zonecast.trace.TraceEvent.CoreRun;
import dev.zonecast.trace.TraceZone;
import dev.zonecast.trace.Track;
import java.util.Set;

/**
 * When threads waited: parked, asleep, for monitors, traced locks, files and sockets. The virtual machine reports a wait up to seconds
 * late. So a first reading collects all waits, and a second one subtracts them from zones. {@link LiveStatistics} has one reading: it
 * subtracts waits that are known when a zone ends. For one thread.
 */
public final class WaitTimes {
    /** About 70 MiB. */
    private static final int MAX_WAITS = 1 << 20;

    /** Stops in which the thread does not wait for another: all threads stand still, or it loads a class itself. */
    private static final Set<String> NO_WAITS = Set.of("safepoint", "load class");

    private final ByThread<ThreadWaits> threads = new ByThread<>();
    private final int most;
    private int count;
    private long beyondLimit;

    /** Without waits. */
    public WaitTimes() {
        this(MAX_WAITS);
    }

    /** @param most waits that are kept */
    WaitTimes(int most) {
        this.most = most;
    }

    /** First reading: a thread stood still. */
    public void add(ThreadStop stop) {
        if (!NO_WAITS.contains(stop.name())) {
            add(stop.track(), stop.name(), stop.beginNanos(), stop.endNanos());
        }
    }

    /** First reading: a lock was waited for; holds are ignored. */
    public void add(LockSpan span) {
        if (!span.hold()) {
            add(span.track(), span.name(), span.beginNanos(), span.endNanos());
        }
    }

    /** First reading, of a table of runs instead of waits: a thread ran on a core. */
    void add(CoreRun run) {
        add(run.track(), "", run.beginNanos(), run.endNanos());
    }

    /** How long the thread of a zone waited, or ran, in the zone. */
    long nanos(TraceZone zone) {
        ThreadWaits known = of(zone.track());
        return known == null ? 0 : known.nanos(zone.beginNanos(), zone.endNanos());
    }

    private void add(Track thread, String name, long begin, long end) {
        if (count == most) {
            beyondLimit++;
            return;
        }
        count++;
        threads.of(thread, ThreadWaits::new).add(name, begin, end);
    }

    /** Drops waits that ended before a time: a trace that is still written has no end. */
    void removeBefore(long time) {
        threads.all().forEach(waits -> waits.removeBefore(time));
        count = threads.all().stream().mapToInt(ThreadWaits::count).sum();
    }

    /** Waits beyond the limit. */
    public long beyondLimit() {
        return beyondLimit;
    }

    /** The waits of a thread; null if none is known. */
    ThreadWaits of(Track track) {
        return threads.find(track);
    }
}
