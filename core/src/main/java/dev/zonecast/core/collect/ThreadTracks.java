package dev.zonecast.core.collect;

import dev.zonecast.core.event.Life;
import dev.zonecast.core.ring.Recorder;
import dev.zonecast.core.ring.RecorderRegistry;
import dev.zonecast.core.ring.RecorderRegistry.Entry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The threads that record. Owned by the collector's thread. */
final class ThreadTracks {
    /** Where memory is short, each try may cost a collection of all garbage. */
    private static final int PASSES_BETWEEN_TRIES = 64;

    private final SinkList sinks;
    private final List<ThreadTrack> tracks = new ArrayList<>();

    /** Threads that found no ring, with their counters; they may get a ring later. */
    private final List<ThreadTrack> ringless = new ArrayList<>();

    /** Threads with a ring of which there was no memory for a copy. */
    private final ArrayDeque<Entry> unadopted = new ArrayDeque<>();

    private int passes;

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

    /** Adds threads that have had their first event. An entry stays where it is until it has been added. */
    void adoptNew() {
        if (!unadopted.isEmpty() && ++passes % PASSES_BETWEEN_TRIES == 0) {
            adoptAgain();
        }
        for (Entry entry = RecorderRegistry.peekNew(); entry != null; entry = RecorderRegistry.peekNew()) {
            if (!adopt(entry)) {
                Recorder recorder = entry.recorder();
                unadopted.add(entry);
                ringless.removeIf(before -> before.recorder == recorder);
            }
            Entry ignored = RecorderRegistry.pollNew();
        }
    }

    private void adoptAgain() {
        while (!unadopted.isEmpty() && adopt(unadopted.peek())) {
            Entry ignored = unadopted.poll();
        }
    }

    /** False if there is no memory for a copy of its ring, which keeps what it has until there is. */
    private boolean adopt(Entry entry) {
        ThreadTrack track;
        try {
            track = new ThreadTrack(entry);
        } catch (OutOfMemoryError e) {
            if (entry.ring() == null) {
                throw e;
            }
            return false;
        }
        boolean ignored = track.renamed();
        if (track.ring == null) {
            ringless.add(track);
        } else {
            ringless.removeIf(before -> before.recorder == track.recorder);
            tracks.add(track);
            sinks.thread(track, Life.STARTED);
        }
        return true;
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
        for (Entry entry : unadopted) {
            sum = sum.plus(entry.recorder());
        }
        return sum;
    }
}
