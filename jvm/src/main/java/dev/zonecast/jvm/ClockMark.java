package dev.zonecast.jvm;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** One moment on both clocks: JFR stamps the event between two readings of ours. Any thread. */
@Name("dev.zonecast.ClockMark")
@Label("Clock Mark")
@Category("Zonecast")
@Description("A moment on JFR's clock and on System.nanoTime")
@StackTrace(false)
final class ClockMark extends Event {
    /** A thread that was interrupted between two readings has a fresh slice of time for the next try. */
    private static final int TRIES = 16;

    private static final long GOOD_NANOS = 1_000;

    @Label("Before")
    long beforeNanos;

    @Label("After")
    long afterNanos;

    @Label("Request")
    long request;

    /**
     * Writes the tightest of two, or of some more where both are wide.
     *
     * @param request returned with the mark; 0: no request
     */
    static void emit(long request) {
        ClockMark best = null;
        for (int i = 0; i < TRIES && (i < 2 || best.widthNanos() > GOOD_NANOS); i++) {
            ClockMark mark = new ClockMark();
            mark.beforeNanos = System.nanoTime();
            mark.begin();
            mark.afterNanos = System.nanoTime();
            if (best == null || mark.widthNanos() < best.widthNanos()) {
                best = mark;
            }
        }
        best.request = request;
        best.commit();
    }

    private long widthNanos() {
        return afterNanos - beforeNanos;
    }
}
