package dev.zonecast.core.collect;

import dev.zonecast.core.CallStack;
import java.util.ArrayDeque;
import java.util.PriorityQueue;

/**
 * Events in the order of their time, then of their arrival. Rows are used again, so that nothing is allocated beyond the largest queue.
 *
 * <p>A ring's events arrive in order. An event that is not earlier than the last of {@link #run} is appended there; a heap has the others.
 *
 * <p>Owned by the collector's thread.
 */
final class SerialQueue {
    /** The record of an event. */
    static final class Row {
        ThreadTrack track;
        long ticks;
        long header;
        long a;
        long b;
        long c;

        /** Null: none. */
        CallStack stack;

        /** Of the record, in the track's ring. */
        long position;

        private long arrival;

        private static int compare(Row one, Row other) {
            // The counter may overflow between two events.
            long before = one.ticks - other.ticks;
            return Long.signum(before != 0 ? before : one.arrival - other.arrival);
        }
    }

    private final ArrayDeque<Row> run = new ArrayDeque<>(256);
    private final PriorityQueue<Row> others = new PriorityQueue<>(256, Row::compare);
    private final ArrayDeque<Row> free = new ArrayDeque<>();

    /** The caller has it until the next call. */
    private Row polled;

    private long arrivals;

    boolean isEmpty() {
        return run.isEmpty() && others.isEmpty();
    }

    /** Ticks of the first event. */
    long firstTicks() {
        return (isRunFirst() ? run : others).peek().ticks;
    }

    /** @param position in the track's ring */
    void add(ThreadTrack track, long ticks, long header, long a, long b, long c, CallStack stack, long position) {
        Row row = free.isEmpty() ? new Row() : free.pop();
        row.track = track;
        row.ticks = ticks;
        row.header = header;
        row.a = a;
        row.b = b;
        row.c = c;
        row.stack = stack;
        row.position = position;
        row.arrival = arrivals++;
        Row last = run.peekLast();
        if (last == null || ticks - last.ticks >= 0) {
            run.add(row);
        } else {
            others.add(row);
        }
    }

    private boolean isRunFirst() {
        Row first = run.peekFirst();
        Row other = others.peek();
        return other == null || (first != null && Row.compare(first, other) < 0);
    }

    /** Takes the first event; valid until the next call. */
    Row poll() {
        if (polled != null) {
            // A free row would keep the thread, and all that it refers to.
            polled.track = null;
            polled.stack = null;
            free.push(polled);
        }
        polled = isRunFirst() ? run.poll() : others.poll();
        return polled;
    }
}
