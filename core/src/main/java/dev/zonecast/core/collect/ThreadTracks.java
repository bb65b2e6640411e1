package dev.zonecast.core.collect;

import dev.zonecast.core.event.Life;
import dev.zonecast.core.ring.RecorderRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The threads that record. Owned by the collector's thread. */
final class ThreadTracks {
    private final SinkList sinks;
    private final List<ThreadTrack> tracks = new ArrayList<>();

    /** Threads that found no ring, with their counters; they may get a ring later. */
    private final List<ThreadTrack> ringless = new ArrayList<>();

    /** Of threads that have ended. */
    private RecorderTotals ended = RecorderTotals.NONE;

    ThreadTracks(SinkList sinks) {
        this.sinks = sinks;
    }

    /** Those with a ring. */
    List<ThreadTrack> all() {
        return tracks;
    }

    /** The thread of a Java id, or null. */
    ThreadTrack find(long id) {
        for (ThreadTrack track : tracks) {
            if (track.id() == id) {
                return track;
            }
        }
        return null;
    }

    /** Adds threads that have had their first event. */
    void adoptNew() {
        for (var entry = RecorderRegistry.pollNew(); entry != null; entry = RecorderRegistry.pollNew()) {
            ThreadTrack track = new ThreadTrack(entry);
            boolean ignored = track.renamed();
            if (track.ring == null) {
                ringless.add(track);
            } else {
                ringless.removeIf(before -> before.recorder == track.recorder);
                tracks.add(track);
                sinks.thread(track, Life.STARTED);
            }
        }
    }

    /** Threads that have ended. Their last records may not have been read. */
    List<ThreadTrack> ended() {
        List<ThreadTrack> found = List.of();
        for (ThreadTrack track : tracks) {
            if (track.hasEnded()) {
                found = found.isEmpty() ? new ArrayList<>() : found;
                found.add(track);
            }
        }
        return found;
    }

    /**
     * Removes threads whose last record has been read and released.
     *
     * @param candidates from {@link #ended}
     * @param last called for each before it is removed
     */
    void retire(List<ThreadTrack> candidates, Consumer<ThreadTrack> last) {
        for (ThreadTrack track : candidates) {
            // Serial events that wait name the track, and commits keep their records in the ring.
            if (track.waitingSerial == 0 && !track.isBehind()) {
                last.accept(track);
                retire(track);
                sinks.thread(track, Life.ENDED);
            }
        }
        if (!candidates.isEmpty()) {
            tracks.removeIf(ThreadTrack::isRetired);
        }
        if (!ringless.isEmpty()) {
            ringless.stream().filter(ThreadTrack::hasEnded).forEach(this::retire);
            ringless.removeIf(ThreadTrack::isRetired);
        }
    }

    private void retire(ThreadTrack track) {
        track.retire();
        ended = ended.plus(track.recorder);
        track.recorder.forgetOwner();
    }

    /** No sink is left: ends from here on are not recorded, so nothing but zones stays open. */
    void forgetOpen() {
        tracks.forEach(ThreadTrack::forgetOpen);
    }

    /** Sends sinks the names and groups that have changed. */
    void rename() {
        for (ThreadTrack track : tracks) {
            if (track.renamed()) {
                sinks.thread(track, Life.CHANGED);
            }
        }
    }

    /** A producer asks to be read at the half, once; that is lost when it comes just before the collector sleeps. */
    boolean anyIsFilling() {
        for (ThreadTrack track : tracks) {
            if (track.ring.next() != null
                    || track.ring.producerPosition() - track.position > track.ring.capacityBytes() / 4) {
                return true;
            }
        }
        return false;
    }

    RecorderTotals totals() {
        RecorderTotals sum = ended;
        for (ThreadTrack track : tracks) {
            sum = sum.plus(track.recorder);
        }
        for (ThreadTrack track : ringless) {
            sum = sum.plus(track.recorder);
        }
        return sum;
    }
}
