package dev.zonecast.core.collect;

import dev.zonecast.core.Frame;
import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.event.SinkStart;
import dev.zonecast.core.ring.GateState;
import java.util.ArrayDeque;

/**
 * Sinks that wait to be attached; and the gate, which is open while a sink waits or is attached.
 *
 * <p>Thread-safe. The collector admits the sinks that wait after it has read the rings' positions and before it reads the records
 * below them: a sink gets all events that a thread records after it has announced that sink.
 */
final class Entrance {
    /**
     * A sink that waits.
     *
     * @param start as of its announcement: later marks of frames come to the sink as events
     */
    record Arrival(EventSink sink, SinkStart start) {}

    private final ArrayDeque<Arrival> waiting = new ArrayDeque<>();
    private volatile boolean anyWaiting;
    private int attached;
    private boolean closed;

    /** The gate has been opened, and the program's actions have not run. */
    private boolean untold;

    /** Opens the gate and lets a sink wait; false if the entrance has been closed. {@link #tellOpened} is due. */
    synchronized boolean announce(EventSink sink) {
        if (closed) {
            return false;
        }
        // Before the gate opens: who sees it open marks a frame that this sink gets.
        waiting.add(new Arrival(sink, new SinkStart(System.nanoTime(), Frame.number())));
        anyWaiting = true;
        untold |= GateState.set(true);
        return true;
    }

    /** Runs the program's actions if the gate has been opened since the last call. The caller holds no lock. */
    void tellOpened() {
        boolean due;
        synchronized (this) {
            due = untold;
            untold = false;
        }
        if (due) {
            GateState.tellOpened();
        }
    }

    boolean anyWaiting() {
        return anyWaiting;
    }

    /** The next sink, which counts as attached from now on, or null. */
    Arrival admit() {
        if (!anyWaiting) {
            return null;
        }
        synchronized (this) {
            Arrival arrival = waiting.poll();
            anyWaiting = !waiting.isEmpty();
            attached += arrival == null ? 0 : 1;
            return arrival;
        }
    }

    /** An admitted sink has left; true if the gate is now shut. */
    synchronized boolean leave() {
        attached--;
        if (attached == 0 && waiting.isEmpty()) {
            GateState.set(false);
            return true;
        }
        return closed;
    }

    /** Shuts the gate for ever. Waiting sinks may still be admitted. */
    synchronized void close() {
        closed = true;
        GateState.set(false);
    }
}
