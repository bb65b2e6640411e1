package dev.zonecast.core.recording;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.event.LockEvent;
import dev.zonecast.core.event.LockInfo;
import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.Term;
import dev.zonecast.fxt.write.Arguments;
import dev.zonecast.fxt.write.Blobs;
import dev.zonecast.fxt.write.Events;
import dev.zonecast.fxt.write.FxtWriter;
import dev.zonecast.fxt.write.Payload;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Locks: each is a thread of its own on which holds are durations that have their holder's name, with further ones where several
 * readers hold it at once. A wait is a duration on the thread that waits, written as a whole when it ends, because zones of that
 * thread that began and ended later are in the file by then.
 */
final class LockRecords {
    private static final long BEGIN = Events.header(FxtLayout.DURATION_BEGIN, 4, 1, Term.LOCK, 0);
    private static final long END = Events.header(FxtLayout.DURATION_END, 2, 0, Term.LOCK, 0);
    private static final long END_WITH_PLACE = Events.header(FxtLayout.DURATION_END, 3, 1, Term.LOCK, 0);
    private static final long END_BY_RECORDING = Events.header(FxtLayout.DURATION_END, 3, 1, Term.LOCK, 0);
    private static final long WAIT = Events.header(FxtLayout.DURATION_COMPLETE, 5, 2, Term.LOCK, 0);
    private static final long HOLDER = Arguments.longHead(Term.THREAD);

    /** One row of holds that do not overlap. */
    private static final class Lane {
        final Track track;
        Track holder;
        StringTable.Entry holderName;

        Lane(Track track) {
            this.track = track;
        }
    }

    private static final class Lock {
        final LockInfo info;
        final String shown;
        final String waitName;
        final List<Lane> lanes = new ArrayList<>();
        final Map<Track, Long> waiting = new HashMap<>();

        /** Where in the program threads obtained it, or wait for it. */
        final Map<Track, SourceLocation> places = new HashMap<>();

        Lock(LockInfo info) {
            this.info = info;
            this.shown = info.name().isEmpty() ? info.location().toString() : info.name();
            this.waitName = "wait for " + shown;
        }
    }

    private final RecordingWriter writer;
    private final TrackTable tracks;
    private final LocationTable locations;
    private final StringTable strings;
    private final Map<Integer, Lock> locks = new HashMap<>();

    LockRecords(RecordingWriter writer, TrackTable tracks, LocationTable locations, StringTable strings) {
        this.writer = writer;
        this.tracks = tracks;
        this.locations = locations;
        this.strings = strings;
    }

    /** A lock of a recording that goes on; the first row of holds may be open. */
    void resume(LockInfo info, long koid, Track holder) {
        Lock lock = locks.computeIfAbsent(info.id(), id -> new Lock(info));
        Lane lane = new Lane(new Track(koid, ExtensionLayout.TRACK_LOCK, info.id(), 0));
        lane.holder = holder;
        lane.holderName = holder == null ? null : strings.entry(holder.name);
        lock.lanes.add(lane);
    }

    /** Ends the waits alone. */
    void endWaits(long time) throws IOException {
        for (Lock lock : locks.values()) {
            endWaits(lock, time);
        }
    }

    void created(LockInfo info, long time) throws IOException {
        locks.computeIfAbsent(info.id(), id -> new Lock(info));
        locations.get(info.location());
        byte[] text = new Payload().text(FxtWriter.name(info.name())).toBytes();
        boolean _ = writer.durableRoom().tookPreferably(DurableRoom.blobBytes(ExtensionLayout.LOCK_NAME + text.length));
        writer.open();
        writer.word(Blobs.head(info.shared() ? ExtensionLayout.LOCK_SHARED : ExtensionLayout.LOCK_ALONE, info.id()));
        writer.word(time);
        writer.word(info.location().id());
        writer.bytes(text, 0, text.length);
        writer.close(Blobs.header(Term.BLOB_LOCK, ExtensionLayout.LOCK_NAME + text.length));
    }

    void event(LockInfo info, LockEvent what, Track thread, long time) throws IOException {
        Lock lock = locks.get(info.id());
        switch (what) {
            case WAIT, SHARED_WAIT -> {
                lock.waiting.put(thread, time);
                lock.places.remove(thread);
            }
            case GIVE_UP -> endWait(lock, thread, time, Term.GIVEN_UP);
            case OBTAIN, SHARED_OBTAIN -> {
                endWait(lock, thread, time, Term.OBTAINED);
                beginHold(lock, thread, time);
            }
            case RELEASE, SHARED_RELEASE -> endHold(lock, thread, time);
        }
    }

    void mark(LockInfo info, Track thread, SourceLocation place) {
        Lock lock = locks.get(info.id());
        if (lock != null) {
            lock.places.put(thread, place);
        }
    }

    private void endWait(Lock lock, Track thread, long time, Term outcome) throws IOException {
        Long begin = lock.waiting.remove(thread);
        if (begin != null) {
            writer.record5(
                    WAIT | Events.name(strings.index(strings.entry(lock.waitName))) | tracks.reference(thread),
                    begin,
                    Arguments.unsigned(Term.LOCK, lock.info.id()),
                    Arguments.term(Term.OUTCOME, outcome),
                    time);
        }
    }

    private void beginHold(Lock lock, Track thread, long time) throws IOException {
        Lane lane = freeLane(lock);
        lane.holder = thread;
        lane.holderName = strings.entry(thread.name);
        lane.track.lastTime = time;
        long name = Events.name(strings.index(lane.holderName));
        writer.record4(BEGIN | name | tracks.reference(lane.track), time, HOLDER, thread.koid);
    }

    private Lane freeLane(Lock lock) throws IOException {
        for (Lane lane : lock.lanes) {
            if (lane.holder == null) {
                return lane;
            }
        }
        int further = lock.lanes.size();
        String name = "Lock: " + lock.shown + (further == 0 ? "" : " (" + (further + 1) + ")");
        Lane lane = new Lane(tracks.own(ExtensionLayout.TRACK_LOCK, lock.info.id(), 0, name));
        lock.lanes.add(lane);
        return lane;
    }

    private void endHold(Lock lock, Track thread, long time) throws IOException {
        for (Lane lane : lock.lanes) {
            if (lane.holder == thread) {
                SourceLocation place = lock.places.remove(thread);
                // The place and the name shall be of one epoch.
                strings.reserve(6);
                LocationTable.Entry entry = place == null ? null : locations.get(place);
                long name = Events.name(strings.index(lane.holderName));
                lane.track.lastTime = time;
                if (entry == null) {
                    writer.record2(END | name | tracks.reference(lane.track), time);
                } else {
                    writer.record3(END_WITH_PLACE | name | tracks.reference(lane.track), time, entry.locArgument);
                }
                lane.holder = null;
                return;
            }
        }
    }

    void destroyed(LockInfo info, long time) throws IOException {
        endAll(locks.remove(info.id()), time);
    }

    /** Ends what is open, because the recording ends. */
    void endAll(long time) throws IOException {
        for (Lock lock : locks.values()) {
            endAll(lock, time);
        }
    }

    private void endWaits(Lock lock, long time) throws IOException {
        for (Track thread : List.copyOf(lock.waiting.keySet())) {
            endWait(lock, thread, Math.max(time, lock.waiting.get(thread)), Term.END_OF_RECORDING);
        }
    }

    private void endAll(Lock lock, long time) throws IOException {
        endWaits(lock, time);
        for (Lane lane : lock.lanes) {
            if (lane.holder != null) {
                writer.record3(
                        END_BY_RECORDING | Events.name(strings.index(lane.holderName)) | tracks.reference(lane.track),
                        Math.max(time, lane.track.lastTime),
                        Arguments.term(Term.ENDED_BY, Term.END_OF_RECORDING));
                lane.holder = null;
            }
        }
    }
}
