package dev.zonecast.core.history;

import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.ring.RingMemory;
import dev.zonecast.core.ring.RingSource;
import dev.zonecast.memory.Memory;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/** Calls of a sink, as bytes in native memory ({@link LogWriter}), and the objects that they name. Owned by the collector's thread. */
final class EventLog {
    private static final int SEGMENT_BYTES = 64 << 10;

    // About what an object and its place in the tables take.
    static final int OBJECT_BYTES = 64;
    private static final int THREAD_BYTES = 1024;

    private static final class Segment {
        final RingMemory memory;
        int end;

        Segment(int capacityBytes) {
            memory = RingSource.NATIVE.allocate(capacityBytes);
        }
    }

    private final List<Segment> segments = new ArrayList<>();
    private final List<Object> objects = new ArrayList<>();
    private final IdentityHashMap<Object, Integer> numbers = new IdentityHashMap<>();
    private long bytes;
    private long events;

    /** Time of the last event, from which that of the next one counts. */
    long lastNanos;

    /** Memory that it takes, about. */
    long bytes() {
        return bytes;
    }

    /** Events in it; a begin and an end of a zone are two. */
    long events() {
        return events;
    }

    /** Adds an entry, which a reader gets as a whole. */
    void add(byte[] entry, int size, int newEvents) {
        Segment last = segments.isEmpty() ? null : segments.getLast();
        if (last == null || last.memory.segment().byteSize() - last.end < size) {
            last = new Segment(Math.max(size, SEGMENT_BYTES));
            segments.add(last);
            bytes += last.memory.segment().byteSize();
        }
        Memory.copy(entry, 0, last.memory.segment(), last.end, size);
        last.end += size;
        events += newEvents;
    }

    /** Number of an object in this log, the same for each use; 0 for null. */
    int number(Object object) {
        if (object == null) {
            return 0;
        }
        Integer known = numbers.get(object);
        if (known != null) {
            return known;
        }
        int number = add(object, object instanceof EventThread ? THREAD_BYTES : OBJECT_BYTES);
        numbers.put(object, number);
        return number;
    }

    /** Number of an object that is used once. */
    int add(Object object, long objectBytes) {
        objects.add(object);
        bytes += objectBytes;
        return objects.size();
    }

    /** The object of a number, or null for 0. */
    Object object(int number) {
        return number == 0 ? null : objects.get(number - 1);
    }

    /** Bytes of a segment, which may become more; -1: it does not exist. */
    int segmentBytes(int segment) {
        return segment < segments.size() ? segments.get(segment).end : -1;
    }

    /** Copies bytes of a segment to the same place of an array. */
    void copy(int segment, byte[] target, int from, int to) {
        Memory.copy(segments.get(segment).memory.segment(), from, target, from, to - from);
    }

    /** Gives the memory back. Last call. */
    void free() {
        segments.forEach(segment -> segment.memory.release().run());
        segments.clear();
    }
}
