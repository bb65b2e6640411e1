package dev.zonecast.core.collect;

import dev.zonecast.core.ring.GateState;
import java.util.ArrayDeque;

/**
 * Sinks that wait to be attached; and the gate, which is open while a sink waits or is attached.
 *
 * <p>Thread-safe. The collector admits the sinks that wait after it has read the rings' positions and before it reads the records
 * below them: what a thread records after it has announced a sink is seen by that sink.
 */
final class Entrance {
    private final ArrayDeque<EventSink> waiting = new ArrayDeque<>();
    private volatile boolean anyWaiting;
    private int attached;
    private boolean closed;

    /** Opens the gate and lets a sink wait; false if the entrance has been closed. */
    boolean announce(EventSink sink) {
        boolean opened;
        synchronized (this) {
            if (closed) {
                return false;
            }
            waiting.add(sink);
            anyWaiting = true;
            opened = GateState.set(true);
        }
        if (opened) {
            // Without the lock: it is the program's code, and the collector must not wait for it.
            GateState.tellOpened();
        }
        return true;
    }

    boolean anyWaiting() {
        return anyWaiting;
    }

    /** The next sink, which counts as attached from now on, or null. */
    EventSink admit() {
        if (!anyWaiting) {
            return null;
        }
        synchronized (this) {
            EventSink sink = waiting.poll();
            anyWaiting = !waiting.isEmpty();
            attached += sink == null ? 0 : 1;
            return sink;
        }
    }

    /** One that was admitted has left; true if the gate is shut now. */
    synchronized boolean leave() {
        attached--;
        if (attached == 0 && waiting.isEmpty()) {
            GateState.set(false);
            return true;
        }
        return closed;
    }

    /** Shuts the gate for good; those that wait may still be admitted. */
    synchronized void close() {
        closed = true;
        GateState.set(false);
    }
}
