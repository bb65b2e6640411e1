package dev.zonecast.core.history;

import dev.zonecast.core.event.Event;
import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.event.ProgramEvent;
import dev.zonecast.core.event.SinkStart;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.live.ViewerLink;
import dev.zonecast.core.registry.SafeLog;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * A viewer's session that gets all of its events from the history. Calls of the collector with events are passed over, because the history
 * has them. Owned by the collector's thread.
 */
final class HistoryViewer implements EventSink {
    private static final System.Logger LOG = System.getLogger("dev.zonecast");

    /** Longest part of a pass: the collector reads the rings between. */
    private static final long SLICE_NANOS = 5_000_000;

    /** Longest part of a flush. The viewer gets the rest in the passes that follow. */
    private static final long FLUSH_NANOS = 20_000_000;

    private static final long ROOM_PAUSE_NANOS = 100_000;
    private static final int BATCH = 8;

    private final History history;
    private final EventSink session;
    private final ViewerLink link;
    private final LongSupplier nanoTime;
    private final LogReader reader = new LogReader();

    /** Null before the begin, and after the end. */
    private History.Part part;

    private boolean readsState;

    /** The collector sends each sink the figures before its end. */
    private Event statistics;

    /** The viewer had no room when it was last asked. */
    private boolean isWaiting;

    /** When that began. */
    private long waitingNanos;

    /** @param nanoTime {@link System#nanoTime}, or a test's time */
    HistoryViewer(History history, EventSink session, ViewerLink link, LongSupplier nanoTime) {
        this.history = history;
        this.session = session;
        this.link = link;
        this.nanoTime = nanoTime;
    }

    @Override
    public String description() {
        return session.description();
    }

    @Override
    public void begin(SinkStart start) throws IOException {
        if (history.hasEnded()) {
            throw new IOException("the history has ended; the viewer may connect again");
        }
        part = history.enter();
        reader.open(part.state);
        readsState = true;
        session.begin(new SinkStart(part.nanos, part.frameMarks));
        String held = String.format(Locale.ROOT, "%.1f s of history", (start.nanos() - part.nanos) / 1e9);
        String lost = history.dropped() == 0
                ? ""
                : "; " + history.dropped() + " events found no room in the program's life so far";
        SafeLog.log(LOG, Level.INFO, () -> description() + " gets " + held + lost);
        if (!lost.isEmpty()) {
            session.event(ProgramEvent.info("Zonecast: " + held + lost));
        }
    }

    @Override
    public void event(Event event) {
        if (event.kind() == EventKind.STATISTICS) {
            statistics = event;
        }
    }

    @Override
    public void cycleEnd(long nanos) throws IOException {
        long until = nanoTime.getAsLong() + SLICE_NANOS;
        boolean isBehind = true;
        while (isBehind && !link.isOver() && (history.isFull() || nanoTime.getAsLong() - until < 0)) {
            if (hasRoom() || history.isFull()) {
                isBehind = sendSome();
            } else {
                LockSupport.parkNanos(ROOM_PAUSE_NANOS);
            }
        }
        session.cycleEnd(nanos);
        if (isBehind) {
            // The pause that follows ends at once.
            LockSupport.unpark(Thread.currentThread());
        } else if (history.hasEnded()) {
            throw new IOException("the history has ended; the viewer may connect again");
        }
    }

    /** Drops a viewer that reads nothing for too long: until the history is full, nothing else waits for it. */
    private boolean hasRoom() {
        boolean hasRoom = link.hasRoom();
        if (!hasRoom && isWaiting) {
            link.noRoomSince(waitingNanos);
        } else if (!hasRoom) {
            waitingNanos = nanoTime.getAsLong();
        }
        isWaiting = !hasRoom;
        return hasRoom;
    }

    /** Sends the next events, and waits for the viewer if it has no room. False if there was nothing more. */
    private boolean sendSome() throws IOException {
        for (int i = 0; i < BATCH; i++) {
            while (!reader.next(session)) {
                if (readsState) {
                    readsState = false;
                } else if (part.next != null) {
                    part = history.goOn(part);
                } else {
                    return false;
                }
                reader.open(part.events);
            }
        }
        return true;
    }

    @Override
    public void flush() throws IOException {
        long start = nanoTime.getAsLong();
        boolean isBehind = true;
        while (isBehind && !link.isOver() && hasRoom() && nanoTime.getAsLong() - start < FLUSH_NANOS) {
            isBehind = sendSome();
        }
        if (!isBehind) {
            session.flush();
        }
    }

    private void sendAll(long limitNanos) throws IOException {
        long start = nanoTime.getAsLong();
        while (!link.isOver() && nanoTime.getAsLong() - start < limitNanos && sendSome()) {
            // The condition does the work.
        }
    }

    @Override
    public void end(long nanos, long limitNanos) throws IOException {
        long start = nanoTime.getAsLong();
        try {
            if (part != null) {
                sendAll(limitNanos);
                if (statistics != null) {
                    session.event(statistics);
                }
            }
        } finally {
            session.end(nanos, Math.max(0, limitNanos - (nanoTime.getAsLong() - start)));
            if (part != null) {
                history.leave(part);
                part = null;
            }
        }
    }
}
