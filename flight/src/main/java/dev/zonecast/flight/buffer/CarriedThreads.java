package dev.zonecast.flight.buffer;

import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.memory.Memory;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the thread table and the threads' descriptions say beyond the durable part: a program may have more threads than the table
 * has places and more names than the durable part has room. A half that begins anew begins with these.
 */
final class CarriedThreads {
    /** Descriptions of threads, those used last; as many as the thread table has places. */
    private static final int MOST_DESCRIBED = FxtLayout.MAX_THREAD_INDEX + 1;

    /** A thread's kernel object and the blob about it, as records; null until they come. */
    private static final class Description {
        long[] object;
        long[] blob;
    }

    private final boolean[] registered = new boolean[FxtLayout.MAX_THREAD_INDEX + 1];
    private final long[][] places = new long[FxtLayout.MAX_THREAD_INDEX + 1][];
    private final Map<Long, Description> described = new LinkedHashMap<>(16, 0.75f, true);

    /**
     * A thread record.
     *
     * @return true if it is the first one of its place, and so belongs into the durable part
     */
    boolean isFirst(Memory memory, long at, int index) {
        boolean first = !registered[index];
        registered[index] = true;
        if (!first) {
            places[index] = words(memory, at, 3);
            // Among those used last.
            described.get(places[index][2]);
        }
        return first;
    }

    /** The place was meant for the durable part, but stands in a rolling one. */
    void carry(Memory memory, long at, int index) {
        places[index] = words(memory, at, 3);
    }

    /** A kernel object that describes a thread. */
    void object(Memory memory, long at, int count, long koid) {
        description(koid).object = words(memory, at, count);
    }

    /** A blob that describes a thread. */
    void blob(Memory memory, long at, int count, long koid) {
        description(koid).blob = words(memory, at, count);
    }

    private Description description(long koid) {
        Description found = described.computeIfAbsent(koid, k -> new Description());
        if (described.size() > MOST_DESCRIBED) {
            var oldest = described.keySet().iterator();
            oldest.next();
            oldest.remove();
        }
        return found;
    }

    private static long[] words(Memory memory, long at, int count) {
        long[] words = new long[count];
        Memory.copy(memory, at, words, 0, count);
        return words;
    }

    /** Hands out what a half has to begin with. */
    <E extends Exception> void prologue(OpenDurations.Sink<E> sink) throws E {
        for (long[] place : places) {
            write(place, sink);
        }
        for (Description each : described.values()) {
            write(each.object, sink);
            write(each.blob, sink);
        }
    }

    private static <E extends Exception> void write(long[] record, OpenDurations.Sink<E> sink) throws E {
        if (record != null) {
            sink.record(record, 0, record.length);
        }
    }
}
