package dev.zonecast.core.history;

import dev.zonecast.core.Option;
import dev.zonecast.core.event.Event;
import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.FrameEvent;
import dev.zonecast.core.event.Life;
import dev.zonecast.core.event.SinkStart;
import dev.zonecast.core.event.ZoneRun;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.live.ViewerLink;
import dev.zonecast.core.registry.SafeLog;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Keeps the events of the last seconds in memory. Viewers get all of their events from here: first what it holds, then what is new. So
 * there is neither a gap nor a copy between the two, and a slow viewer holds up the collector only when the memory is full.
 *
 * <p>The history is a chain of parts. A part begins with what a new sink would get at that moment. So the oldest part can be dropped at
 * any time, and a viewer begins with the one behind it. Owned by the collector's thread, but for {@link #served}.
 */
public final class History implements EventSink {
    private static final System.Logger LOG = System.getLogger("dev.zonecast");

    /** A part has about this share of the time and of the memory. */
    private static final int PARTS = 8;

    /** A part is not cut while its events take less than this share of its beginning: many blocks of memory may live. */
    private static final int STATE_SHARE = 4;

    /** A stretch of time. */
    static final class Part {
        final long nanos;
        final long frameMarks;

        /** What is known and open at its begin; of the first part {@link #events} has it. */
        final EventLog state = new EventLog();

        final EventLog events = new EventLog();

        /** Null for the last part. */
        Part next;

        /** Viewers that read it. */
        int readers;

        Part(long nanos, long frameMarks) {
            this.nanos = nanos;
            this.frameMarks = frameMarks;
        }

        long bytes() {
            return state.bytes() + events.bytes();
        }
    }

    private final long keepNanos;
    private final long limitBytes;
    private final Consumer<EventSink> restate;
    private final LongSupplier nanoTime;
    private final LogWriter writer = new LogWriter();
    private Part oldest;
    private Part newest;
    private int viewers;
    private long frameMarks;
    private long dropped;

    // Written by the collector's thread, read by any.
    private volatile boolean ended;

    /**
     * A history that keeps nothing yet.
     *
     * @param keep viewers get at least the events of this time, if the memory is enough
     * @param limitBytes of native memory, about
     * @param restate sends a sink all that is known and open
     */
    public History(Duration keep, long limitBytes, Consumer<EventSink> restate) {
        this(keep, limitBytes, restate, System::nanoTime);
    }

    /** @param nanoTime of its viewers */
    History(Duration keep, long limitBytes, Consumer<EventSink> restate, LongSupplier nanoTime) {
        this.keepNanos = keep.toNanos();
        this.limitBytes = limitBytes;
        this.restate = restate;
        this.nanoTime = nanoTime;
    }

    /** The sink to attach for a viewer's session. Any thread. */
    public EventSink served(EventSink session, ViewerLink link) {
        return ended ? session : new HistoryViewer(this, session, link, nanoTime);
    }

    @Override
    public String description() {
        return "history of " + keepNanos / 1_000_000 + " ms";
    }

    @Override
    public void begin(SinkStart start) {
        frameMarks = start.frameMarks();
        newest = new Part(start.nanos(), frameMarks);
        oldest = newest;
        writer.to(newest.events);
    }

    @Override
    public void thread(EventThread thread, Life life) {
        writer.thread(thread, life);
    }

    @Override
    public void zones(EventThread thread, ZoneRun run) {
        writer.zones(thread, run);
    }

    @Override
    public void event(Event event) {
        if (event instanceof FrameEvent frame && frame.kind() == EventKind.FRAME_MARK && frame.name() == null) {
            frameMarks = frame.number();
        }
        writer.event(event);
    }

    @Override
    public void cycleEnd(long nanos) {
        boolean isLong = nanos - newest.nanos >= keepNanos / PARTS || newest.events.bytes() >= limitBytes / PARTS;
        if (isLong && newest.events.bytes() >= newest.state.bytes() / STATE_SHARE) {
            Part part = new Part(nanos, frameMarks);
            writer.to(part.state);
            restate.accept(this);
            writer.to(part.events);
            newest.next = part;
            newest = part;
        }
        trim();
    }

    /** Drops the parts at the beginning that nobody reads and that are too old or too much. */
    private void trim() {
        while (oldest.next != null && oldest.readers == 0) {
            boolean isOld = newest.nanos - oldest.next.nanos >= keepNanos;
            if (!isOld && !isFull()) {
                return;
            }
            if (!isOld) {
                countDropped(oldest.events.events());
            }
            free(oldest);
            oldest = oldest.next;
        }
    }

    private void countDropped(long events) {
        if (dropped == 0) {
            SafeLog.log(
                    LOG,
                    Level.WARNING,
                    () -> Option.HISTORY + "=" + Duration.ofNanos(keepNanos) + " needs more than " + (limitBytes >> 20)
                            + " MiB: older events are dropped. " + Option.HISTORY_BYTES + " sets the memory");
        }
        dropped += events;
    }

    /** True if there is no room for a further part. */
    boolean isFull() {
        long bytes = 0;
        for (Part part = oldest; part != null; part = part.next) {
            bytes += part.bytes();
        }
        return bytes > limitBytes;
    }

    /** Events that were dropped before their time because the memory was full. */
    long dropped() {
        return dropped;
    }

    /** True once nothing more comes. */
    boolean hasEnded() {
        return ended;
    }

    /** A viewer begins to read, at the returned part. */
    Part enter() {
        viewers++;
        oldest.readers++;
        return oldest;
    }

    /** A viewer has read a part and goes on with the next. */
    Part goOn(Part read) {
        read.readers--;
        read.next.readers++;
        trim();
        return read.next;
    }

    /** A viewer reads no more. */
    void leave(Part read) {
        read.readers--;
        viewers--;
        if (ended) {
            freeAll();
        }
    }

    @Override
    public void end(long nanos, long limitNanos) {
        ended = true;
        freeAll();
    }

    /** Viewers end behind the history, and may not have read all. */
    private void freeAll() {
        for (Part part = oldest; viewers == 0 && part != null; part = part.next) {
            free(part);
        }
        oldest = viewers == 0 ? null : oldest;
    }

    private static void free(Part part) {
        part.state.free();
        part.events.free();
    }
}
