package dev.zonecast.core.collect;

import dev.zonecast.core.RingUse;
import dev.zonecast.core.ring.EventRing;
import dev.zonecast.core.ring.Recorder;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;

/**
 * How full the rings are, as the collector finds them. A ring is fullest right before room in it is given back, so that is when it is
 * looked at.
 *
 * <p>Owned by the collector's thread, but for {@link #published}.
 */
final class RingWatch {
    /** A ring as it was at the last report. */
    record Ring(String thread, int percent) {}

    /**
     * What plots show.
     *
     * @param rings of platform threads, at most {@value #MOST_RINGS}
     * @param percent of the fullest ring since the report before
     * @param bufferPercent -1: there is none
     */
    record Report(List<Ring> rings, int percent, int bufferPercent) {}

    private static final System.Logger LOG = System.getLogger("dev.zonecast");
    private static final int WARNED_FROM = 90;
    private static final int MOST_RINGS = 256;

    private final RingRelease release;
    private int secondPercent;
    private int reportPercent;
    private int highPercent;
    private int lastSecondPercent;
    private long warned;

    /** The fullest ring of the second that cannot grow, at {@link #WARNED_FROM} or above; null if there is none. */
    private ThreadTrack fullest;

    private int warnedPercent;
    private volatile Report published = new Report(List.of(), 0, -1);

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
        if (percent > track.ringPercent) {
            track.ringPercent = percent;
        }
        secondPercent = Math.max(secondPercent, percent);
        if (percent >= WARNED_FROM && percent > warnedPercent && !track.recorder.hasRoomToGrow()) {
            warnedPercent = percent;
            fullest = track;
        }
    }

    private static int percent(long used, long capacity) {
        return (int) Math.min(100, (used * 100 + capacity - 1) / capacity);
    }

    /** True of a ring that is to be read before all others. */
    static boolean isUrgent(ThreadTrack track) {
        return track.ring.next() != null
                || (track.end - track.ring.consumerPosition()) * 100
                        >= (long) track.ring.capacityBytes() * Recorder.FLUSH_LEVEL;
    }

    /** A second is over. */
    void second() {
        lastSecondPercent = secondPercent;
        highPercent = Math.max(highPercent, secondPercent);
        reportPercent = Math.max(reportPercent, secondPercent);
        if (fullest != null) {
            warned++;
            if (Long.bitCount(warned) == 1) {
                // The first ones are told, and then fewer and fewer.
                LOG.log(
                        Level.WARNING,
                        "the ring of thread \"{0}\" was {1} % full; what does not fit is dropped and counted"
                                + " (zonecast.ring.limit, zonecast.ring.wait)",
                        fullest.name(),
                        warnedPercent);
            }
        }
        secondPercent = 0;
        warnedPercent = 0;
        fullest = null;
    }

    /** Publishes what plots show. */
    void report(List<ThreadTrack> tracks) {
        List<Ring> rings = new ArrayList<>();
        for (ThreadTrack track : tracks) {
            if (track.ring != null && !track.virtual() && rings.size() < MOST_RINGS) {
                rings.add(new Ring(track.name(), track.ringPercent));
            }
            track.ringPercent = 0;
        }
        published = new Report(rings, Math.max(reportPercent, secondPercent), bufferPercent());
        reportPercent = 0;
    }

    /** The last report. Any thread. */
    Report published() {
        return published;
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
