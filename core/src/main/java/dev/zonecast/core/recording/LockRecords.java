package dev.zonecast.core.recording;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.event.LockChange;
import dev.zonecast.core.event.LockInfo;
import dev.zonecast.core.kind.LockEvent;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.Term;
import dev.zonecast.fxt.write.Arguments;
import dev.zonecast.fxt.write.Events;
import dev.zonecast.fxt.write.FxtWriter;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Locks: each is a group of rows on which holds are durations that have their holder's name. A row is added where several
 * readers hold it at once. A wait is a duration on the thread that waits, written as a whole when it ends, because zones of that
 * thread that began and ended later are in the file by then. Rows name holders by their ids, because a hold may outlive its thread.
 */
final class LockRecords extends Records {
    private static final StringTable.Entry LOCK = StringTable.Entry.of(Term.LOCK);
    private static final long WAIT = Events.header(FxtLayout.DURATION_COMPLETE, 5, 2, Term.LOCK, 0);
    private static final long HOLDER = Arguments.whole(Term.THREAD);

    private static final class Lock {
        final LockInfo info;
        String waitName;
        final RowTable.Group holds;
        final Map<Track, Long> waiting = new HashMap<>();

        /** Where in the program threads obtained it, or wait for it. */
        final Map<Long, SourceLocation> places = new HashMap<>();

        Lock(LockInfo info, RowTable rows) {
            this.info = info;
            this.holds = rows.group(ExtensionLayout.TRACK_LOCK, info.id(), 0, name(info), Integer.MAX_VALUE);
        }

        /** Names its waits, and returns the name of its rows. */
        private String name(LockInfo named) {
            String shown = named.name().isEmpty() ? named.location().toString() : named.name();
            waitName = "wait for " + shown;
            return "Lock: " + shown;
        }
    }

    private final Map<Integer, Lock> locks = new HashMap<>();

    LockRecords(Records recording) {
        super(recording);
    }

    private Lock lock(LockInfo info) {
        return locks.computeIfAbsent(info.id(), ignored -> new Lock(info, rows));
    }

    /** A lock of a recording that goes on; the first row of holds may be open. */
    void resume(LockInfo info, long koid, Track holder) {
        RowTable.Row row = lock(info).holds.resume(koid);
        if (holder != null) {
            row.open(holder.subject, LOCK, strings.entry(holder.name));
        }
    }

    void event(Track thread, long time, LockChange event) throws IOException {
        Lock lock = lock(event.lock());
        switch (event.kind()) {
            case LOCK_CREATED -> {
                lock.holds.rename(lock.name(event.lock()));
                describe(event.lock(), time);
            }
            case LOCK -> change(lock, event.what(), thread, time);
            case LOCK_MARK -> lock.places.put(thread.subject, event.place());
            default -> {
                endWaits(lock, time);
                lock.holds.close(time);
                locks.remove(lock.info.id());
            }
        }
    }

    private void describe(LockInfo info, long time) throws IOException {
        LocationTable.Entry ignored = locations.get(info.location());
        int kind = info.shared() ? ExtensionLayout.LOCK_SHARED : ExtensionLayout.LOCK_ALONE;
        writer.blob(Term.BLOB_LOCK, kind, info.id())
                .word(time)
                .word(Ids.of(info.location()))
                .text(info.name());
        boolean unusedAnswer = writer.closeBlob(DurableRoom.Share.PREFERABLY);
    }

    private void change(Lock lock, LockEvent what, Track thread, long time) throws IOException {
        switch (what) {
            case WAIT, SHARED_WAIT -> {
                lock.waiting.put(thread, time);
                lock.places.remove(thread.subject);
            }
            case GIVE_UP -> {
                endWait(lock, thread, time, Term.GIVEN_UP);
                lock.places.remove(thread.subject);
            }
            case OBTAIN, SHARED_OBTAIN -> {
                endWait(lock, thread, time, Term.OBTAINED);
                rows.begin(lock.holds.free(time), thread.subject, LOCK, strings.entry(thread.name), time)
                        .argument(HOLDER, thread.koid)
                        .close();
            }
            case RELEASE, SHARED_RELEASE -> release(lock, thread, time);
        }
    }

    private void endWait(Lock lock, Track thread, long time, Term outcome) throws IOException {
        Long begin = lock.waiting.remove(thread);
        if (begin != null) {
            long name = Events.name(strings.index(strings.entry(lock.waitName)));
            writer.record(WAIT | name | tracks.reference(thread))
                    .word(begin)
                    .word(Arguments.unsigned(Term.LOCK.index(), lock.info.id()))
                    .word(Arguments.term(Term.OUTCOME, outcome))
                    .word(time);
        }
    }

    private void release(Lock lock, Track thread, long time) throws IOException {
        RowTable.Row row = lock.holds.of(thread.subject);
        if (row == null) {
            return;
        }
        SourceLocation place = lock.places.remove(thread.subject);
        // The place and the name shall be of one epoch.
        strings.reserve(7);
        LocationTable.Entry entry = place == null ? null : locations.get(place);
        FxtWriter end = rows.end(row, time);
        if (entry != null) {
            end.argument(entry.locArgument());
        }
        end.close();
    }

    /** Ends the waits of all locks, because the recording ends. */
    void endWaits(long time) throws IOException {
        for (Lock lock : locks.values()) {
            endWaits(lock, time);
        }
    }

    private void endWaits(Lock lock, long time) throws IOException {
        for (Track thread : List.copyOf(lock.waiting.keySet())) {
            endWait(lock, thread, Math.max(time, lock.waiting.get(thread)), Term.END_OF_RECORDING);
        }
    }
}
