package dev.zonecast.trace.stats;

import dev.zonecast.trace.GpuContext;
import dev.zonecast.trace.LockSpan;
import dev.zonecast.trace.LossAccount;
import dev.zonecast.trace.Program;
import dev.zonecast.trace.Session;
import dev.zonecast.trace.ThreadStop;
import dev.zonecast.trace.TraceEvent;
import dev.zonecast.trace.TraceFrame;
import dev.zonecast.trace.TraceListener;
import dev.zonecast.trace.TraceZone;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Figures of a trace that is still written, interval by interval. An event counts in the interval in which it is read, a zone in the
 * interval of its end. Self times are without waits that are known when the zone ends.
 *
 * <p>Memory grows with the number of places, plots and threads, not with the time. For the thread that reads the trace.
 */
public final class LiveStatistics implements TraceListener {
    /** About 5 MiB. */
    private static final int MAX_WAITS = 1 << 16;

    /** Zones that are longer have waits of this time alone subtracted. */
    private static final long KEPT_WAITS_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final int keptMessages;
    private final WaitTimes waits = new WaitTimes(MAX_WAITS);
    private final SelfTimes selfTimes = new SelfTimes(waits);
    private final List<Session> sessions = new ArrayList<>();
    private TraceStatistics current;
    private long latestNanos;

    /** @param keptMessages the last messages of an interval are kept, as many of them */
    public LiveStatistics(int keptMessages) {
        this.keptMessages = keptMessages;
        current = new TraceStatistics(selfTimes, keptMessages);
    }

    /** Ends an interval and begins the next one. */
    public TraceStatistics next() {
        TraceStatistics ended = current;
        waits.removeBefore(latestNanos - KEPT_WAITS_NANOS);
        current = new TraceStatistics(selfTimes, keptMessages);
        sessions.forEach(current::session);
        return ended;
    }

    /** The time of the trace's begin, in nanoseconds of its clock; 0 before it. */
    public long startNanos() {
        return sessions.isEmpty() ? 0 : sessions.getFirst().startNanos();
    }

    /** The latest time of the trace so far, in nanoseconds of its clock; 0 before its begin. */
    public long latestNanos() {
        return latestNanos;
    }

    @Override
    public void session(Session session) {
        latestNanos = Math.max(latestNanos, session.startNanos());
        // One is sent; a trace of many is none of a live program.
        if (sessions.isEmpty()) {
            sessions.add(session);
        }
        current.session(session);
    }

    @Override
    public void program(Program program) {
        current.program(program);
    }

    @Override
    public void zone(TraceZone zone) {
        latestNanos = Math.max(latestNanos, zone.endNanos());
        current.zone(zone);
    }

    @Override
    public void event(TraceEvent event) {
        latestNanos = Math.max(latestNanos, event.beginNanos());
        switch (event) {
            case TraceFrame frame -> latestNanos = Math.max(latestNanos, frame.endNanos());
            case ThreadStop stop -> waits.add(stop);
            case LockSpan span -> waits.add(span);
            default -> {
                // It has no wait.
            }
        }
        current.event(event);
    }

    @Override
    public void gpuCalibration(GpuContext context, long timeNanos, long errorNanos, double driftPpm) {
        current.gpuCalibration(context, timeNanos, errorNanos, driftPpm);
    }

    /** Adds the waits that there was no room for, since the begin. */
    @Override
    public void end(LossAccount losses) {
        selfTimes.addTo(losses);
    }
}
