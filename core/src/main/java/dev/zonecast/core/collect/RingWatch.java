package dev.zonecast.core.collect;

import dev.zonecast.core.Plot;
import dev.zonecast.core.PlotFormat;
import dev.zonecast.core.RingUse;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.PlotValue;
import dev.zonecast.core.registry.SafeLog;
import dev.zonecast.core.ring.EventRing;
import dev.zonecast.core.ring.Recorder;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How full the rings are, as the collector finds them. A ring is fullest right before room in it is given back, so that is when it is
 * looked at.
 *
 * <p>Owned by the collector's thread.
 */
final class RingWatch {
    /** What {@code record} shows while it runs. */
    static final String FULLEST = "Zonecast: fullest ring";

    private static final System.Logger LOG = System.getLogger("dev.zonecast");
    private static final int WARNED_FROM = 90;
    private static final int MOST_RINGS = 256;

    /** Names of threads in plots: the process keeps each name for ever. */
    static final int MOST_NAMES = 1_024;

    private static final String OTHERS = "Zonecast: ring of other threads";

    private final RingRelease release;
    private final Map<String, Plot> plots = new HashMap<>();
    private final PlotValue value = new PlotValue();
    private int secondPercent;
    private int reportPercent;
    private int highPercent;
    private int lastSecondPercent;
    private long warned;

    /** The fullest ring of the second that cannot grow, at {@link #WARNED_FROM} or above; null if there is none. */
    private ThreadTrack fullest;

    private int warnedPercent;

    RingWatch(RingRelease release) {
        this.release = release;
    }

    /** Looks at a thread's ring, and at those in which it has gone on. */
    void look(ThreadTrack track) {
        long capacity = 0;
        long published = 0;
        for (EventRing ring = track.ring; ring != null; ring = ring.next()) {
            capacity += ring.capacityBytes();
            published = ring.producerPosition();
        }
        int percent = percent(published - track.ring.consumerPosition(), capacity);
        track.ringPercent = Math.max(track.ringPercent, percent);
        secondPercent = Math.max(secondPercent, percent);
        reportPercent = Math.max(reportPercent, percent);
        if (percent >= WARNED_FROM && percent > warnedPercent && !track.recorder.hasRoomToGrow()) {
            warnedPercent = percent;
            fullest = track;
        }
    }

    private static int percent(long used, long capacity) {
        return (int) Math.min(100, (used * 100 + capacity - 1) / capacity);
    }

    /** True of a ring that is to be read before all others: of an important thread, or nearly full. */
    static boolean isUrgent(ThreadTrack track) {
        return track.recorder.isFirst()
                || track.ring.next() != null
                || (track.end - track.ring.consumerPosition()) * 100
                        >= (long) track.ring.capacityBytes() * Recorder.FLUSH_LEVEL;
    }

    /** A second is over. */
    void second() {
        lastSecondPercent = secondPercent;
        highPercent = Math.max(highPercent, secondPercent);
        // Logged at the first, second, fourth, eighth time.
        if (fullest != null && Long.bitCount(++warned) == 1) {
            SafeLog.log(
                    LOG,
                    Level.WARNING,
                    () -> "the ring of thread \"" + fullest.name() + "\" was " + warnedPercent
                            + " % full; events without room are dropped and counted (zonecast.ring.limit,"
                            + " zonecast.ring.wait)");
        }
        secondPercent = 0;
        warnedPercent = 0;
        fullest = null;
    }

    /**
     * Plots how full rings and trace buffer are; of platform threads, of {@value #MOST_RINGS} at most. Threads beyond {@value #MOST_NAMES}
     * names share a plot.
     *
     * @param collector thread of the plots' values
     */
    void plot(SinkList sinks, EventThread collector, long nanos, List<ThreadTrack> tracks) {
        plot(sinks, collector, nanos, FULLEST, reportPercent);
        if (bufferPercent() >= 0) {
            plot(sinks, collector, nanos, "Zonecast: trace buffer", bufferPercent());
        }
        int rings = 0;
        int others = -1;
        for (ThreadTrack track : tracks) {
            if (!track.virtual() && rings++ < MOST_RINGS) {
                String name = "Zonecast: ring of " + track.name();
                if (plots.size() < MOST_NAMES || plots.containsKey(name)) {
                    plot(sinks, collector, nanos, name, track.ringPercent);
                } else {
                    others = Math.max(others, track.ringPercent);
                }
            }
            track.ringPercent = 0;
        }
        if (others >= 0) {
            plot(sinks, collector, nanos, OTHERS, others);
        }
        reportPercent = 0;
    }

    private void plot(SinkList sinks, EventThread collector, long nanos, String name, int percent) {
        Plot plot = plots.computeIfAbsent(
                name,
                ignored -> Plot.builder(name)
                        .format(PlotFormat.PERCENTAGE)
                        .step(true)
                        .create());
        sinks.event(value.whole(collector, nanos, plot, percent));
    }

    private int bufferPercent() {
        double filled = release.filled();
        return filled < 0 ? -1 : (int) Math.min(100, Math.ceil(filled * 100));
    }

    RingUse use(RecorderTotals totals) {
        return new RingUse(
                Math.max(lastSecondPercent, secondPercent),
                Math.max(highPercent, secondPercent),
                totals.flushes(),
                totals.warnings(),
                bufferPercent());
    }
}
