package dev.zonecast.core.collect;

import java.util.ArrayDeque;

/** What other threads ask the collector to do. Thread-safe; {@link #run} and {@link #close} belong to the collector's thread. */
final class CommandQueue {
    private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
    private boolean closed;

    /** False if it will not be run. */
    synchronized boolean add(Runnable command) {
        if (!closed) {
            waiting.add(command);
        }
        return !closed;
    }

    synchronized boolean isEmpty() {
        return waiting.isEmpty();
    }

    synchronized boolean isClosed() {
        return closed;
    }

    void run() {
        for (Runnable command = poll(false); command != null; command = poll(false)) {
            command.run();
        }
    }

    /** Runs what waits, and takes nothing more. */
    void close() {
        for (Runnable command = poll(true); command != null; command = poll(true)) {
            command.run();
        }
    }

    private synchronized Runnable poll(boolean last) {
        Runnable command = waiting.poll();
        closed |= last && command == null;
        return command;
    }
}
