package dev.zonecast.capture.tracy;

import dev.zonecast.core.event.EventSink;
import dev.zonecast.tracy.Protocol;
import dev.zonecast.tracy.Slots;
import dev.zonecast.tracy.Welcome;
import java.nio.charset.StandardCharsets;

/**
 * Where a session is: its clocks, and what has been counted. Times on the wire are differences; there are four running sums, of which
 * this keeps those that recorded events use.
 */
final class Stream {
    final Welcome welcome;
    final EventSink sink;
    final Vocabulary vocabulary;
    final Slots slots;
    final SessionCounts counts = new SessionCounts();

    /** Filled again for each event. */
    final Events events = new Events();

    long threadTicks;
    private long serialTicks;
    private long gpuTicks;
    long lastNanos;

    Stream(Welcome welcome, EventSink sink, Vocabulary vocabulary) {
        this.welcome = welcome;
        this.sink = sink;
        this.vocabulary = vocabulary;
        this.slots = new Slots(welcome.protocol());
        lastNanos = welcome.nanos(welcome.connectedTicks());
    }

    Protocol protocol() {
        return welcome.protocol();
    }

    SessionTables.Room room(SessionTables.Kind kind) {
        return vocabulary.tables.room(kind);
    }

    /**
     * Marks of the base set before the first one that comes, as the viewer numbers frames. It puts a frame of its own at the connection to a
     * client on demand, and counts it if there were marks before.
     */
    long marksBefore() {
        return welcome.frameMarks() + (welcome.onDemand() && welcome.frameMarks() > 0 ? 1 : 0);
    }

    /** The text that came for the event, or the empty one; invalid UTF-8 becomes U+FFFD. */
    String takeText() {
        String text = new String(slots.text.bytes(), slots.text.from(), slots.text.length(), StandardCharsets.UTF_8);
        slots.text.empty();
        return text;
    }

    /** Time of an event with an absolute time. */
    long nanos(long ticks) {
        long nanos = welcome.nanos(ticks);
        if (nanos > lastNanos) {
            lastNanos = nanos;
        }
        return nanos;
    }

    /** Time of a thread's event. */
    long afterThread(long deltaTicks) {
        threadTicks += deltaTicks;
        return nanos(threadTicks);
    }

    /** As many calls of {@link #afterThread} as led there. */
    void threadRan(long ticks, long latestNanos) {
        threadTicks = ticks;
        lastNanos = Math.max(lastNanos, latestNanos);
    }

    /** Another thread begins, or the same anew. */
    void resetThread() {
        threadTicks = 0;
    }

    /** Time of an event that is in order with those of other threads. */
    long afterSerial(long deltaTicks) {
        serialTicks += deltaTicks;
        return nanos(serialTicks);
    }

    /** A time of a GPU, in its ticks. */
    long afterGpu(long deltaTicks) {
        gpuTicks += deltaTicks;
        return gpuTicks;
    }
}
