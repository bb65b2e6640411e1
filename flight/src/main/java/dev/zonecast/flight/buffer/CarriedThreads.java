package dev.zonecast.flight.buffer;

import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.RecordSize;
import dev.zonecast.memory.Memory;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Records of the thread table and descriptions of threads that are not in the durable part: a program may have more threads than the table
 * has places and more names than the durable part has room. A half that begins anew begins with these.
 */
final class CarriedThreads {
    /** Descriptions of threads, those used last; as many as the thread table has places. */
    private static final int MOST_DESCRIBED = FxtLayout.MAX_THREAD_INDEX + 1;

    private final boolean[] registered = new boolean[FxtLayout.MAX_THREAD_INDEX + 1];
    private final long[][] places = new long[FxtLayout.MAX_THREAD_INDEX + 1][];

    /** By koid: a thread's kernel object and the blob about it, null until they come. */
    private final Map<Long, long[][]> described = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, long[][]> eldest) {
            return size() > MOST_DESCRIBED;
        }
    };

    /** Takes a thread record. True if it belongs into the durable part: it is the first of its place, and there is room. */
    boolean isDurable(Memory memory, long at, long header, boolean hasRoom) {
        int index = (int) (header >>> FxtLayout.INDEX_SHIFT) & FxtLayout.MAX_THREAD_INDEX;
        boolean isFirst = !registered[index];
        registered[index] = true;
        if (isFirst && hasRoom) {
            return true;
        }
        places[index] = words(memory, at, header);
        // Among those used last.
        described.get(places[index][2]);
        return false;
    }

    /** Takes a record that describes a thread. */
    void describe(RecordKinds.Kind kind, Memory memory, long at, long header) {
        if (RecordSize.bytes(header) < 2 * FxtLayout.WORD_BYTES) {
            // Of another program: it describes nothing.
            return;
        }
        boolean isBlob = kind == RecordKinds.Kind.THREAD_BLOB;
        long first = memory.getLong(at + 8);
        described.computeIfAbsent(isBlob ? first >>> 32 : first, ignored -> new long[2][])[isBlob ? 1 : 0] =
                words(memory, at, header);
    }

    private static long[] words(Memory memory, long at, long header) {
        return memory.slice(at, RecordSize.bytes(header)).toLongs();
    }

    /** Hands out the first records of a half. */
    <E extends Exception> void prologue(OpenDurations.Sink<E> sink) throws E {
        write(places, sink);
        for (long[][] each : described.values()) {
            write(each, sink);
        }
    }

    private static <E extends Exception> void write(long[][] records, OpenDurations.Sink<E> sink) throws E {
        for (long[] record : records) {
            if (record != null) {
                sink.record(record, 0, record.length);
            }
        }
    }
}
