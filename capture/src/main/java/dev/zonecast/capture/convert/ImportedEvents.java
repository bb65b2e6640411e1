package dev.zonecast.capture.convert;

import java.util.Arrays;
import java.util.Comparator;

/** Events in memory, some forty bytes each and their arguments. */
final class ImportedEvents {
    /** What an event is: the letter of the Trace Event Format. */
    static final byte COMPLETE = 'X';

    static final byte BEGIN = 'B';
    static final byte END = 'E';
    static final byte INSTANT = 'i';
    static final byte COUNTER = 'C';
    static final byte ASYNC_BEGIN = 'b';
    static final byte ASYNC_INSTANT = 'n';
    static final byte ASYNC_END = 'e';
    static final byte FLOW_BEGIN = 's';
    static final byte FLOW_STEP = 't';
    static final byte FLOW_END = 'f';

    private static final int CHUNK_BYTES = 1 << 20;

    private int size;
    private byte[] phases = new byte[1024];
    private int[] tracks = new int[1024];
    private long[] times = new long[1024];
    private long[] extras = new long[1024];
    private int[] names = new int[1024];
    private int[] categories = new int[1024];
    private long[] arguments = new long[1024];

    private byte[][] chunks = new byte[16][];
    private int chunkCount;
    private int chunkFilled = CHUNK_BYTES;

    int size() {
        return size;
    }

    /**
     * Adds an event.
     *
     * @param extra length of a complete event in nanoseconds, id of others
     */
    void add(byte phase, int track, long nanos, long extra, int name, int category, ArgumentBuffer given) {
        if (size == phases.length) {
            grow();
        }
        phases[size] = phase;
        tracks[size] = track;
        times[size] = nanos;
        extras[size] = extra;
        names[size] = name;
        categories[size] = category;
        arguments[size] = given.count() == 0 ? 0 : keep(given);
        size++;
    }

    private void grow() {
        int length = Math.toIntExact(Math.min(Integer.MAX_VALUE - 16L, size * 2L));
        phases = Arrays.copyOf(phases, length);
        tracks = Arrays.copyOf(tracks, length);
        times = Arrays.copyOf(times, length);
        extras = Arrays.copyOf(extras, length);
        names = Arrays.copyOf(names, length);
        categories = Arrays.copyOf(categories, length);
        arguments = Arrays.copyOf(arguments, length);
    }

    /** Chunk, place, bytes and count in one word, from the highest bits on; never 0. */
    private long keep(ArgumentBuffer given) {
        if (chunkFilled + given.bytes() > CHUNK_BYTES) {
            if (chunkCount == chunks.length) {
                chunks = Arrays.copyOf(chunks, 2 * chunkCount);
            }
            chunks[chunkCount++] = new byte[CHUNK_BYTES];
            chunkFilled = 0;
        }
        System.arraycopy(given.array(), 0, chunks[chunkCount - 1], chunkFilled, given.bytes());
        long place =
                (long) (chunkCount - 1) << 40 | (long) chunkFilled << 20 | (long) given.bytes() << 4 | given.count();
        chunkFilled += given.bytes();
        return place;
    }

    byte phase(int event) {
        return phases[event];
    }

    int track(int event) {
        return tracks[event];
    }

    long nanos(int event) {
        return times[event];
    }

    long extra(int event) {
        return extras[event];
    }

    /** End of a complete event. */
    long endNanos(int event) {
        return times[event] + extras[event];
    }

    int name(int event) {
        return names[event];
    }

    int category(int event) {
        return categories[event];
    }

    /** Where {@link #argumentsAt} is. */
    byte[] argumentChunk(int event) {
        return arguments[event] == 0 ? null : chunks[(int) (arguments[event] >>> 40)];
    }

    int argumentsAt(int event) {
        return (int) (arguments[event] >>> 20) & 0xFFFFF;
    }

    int argumentBytes(int event) {
        return (int) (arguments[event] >>> 4) & 0xFFFF;
    }

    int argumentCount(int event) {
        return (int) arguments[event] & 0xF;
    }

    /** Events of each track, in the order of their time; those of one time in the order in which they came. */
    int[][] byTrack(int trackCount) {
        int[] counts = new int[trackCount];
        for (int i = 0; i < size; i++) {
            counts[tracks[i]]++;
        }
        int[][] result = new int[trackCount][];
        for (int t = 0; t < trackCount; t++) {
            result[t] = new int[counts[t]];
        }
        int[] next = new int[trackCount];
        for (int i = 0; i < size; i++) {
            result[tracks[i]][next[tracks[i]]++] = i;
        }
        for (int[] events : result) {
            sort(events);
        }
        return result;
    }

    private void sort(int[] events) {
        boolean sorted = true;
        for (int i = 1; i < events.length && sorted; i++) {
            sorted = times[events[i - 1]] <= times[events[i]];
        }
        if (!sorted) {
            int[] copy = events.clone();
            mergeSort(copy, events, 0, events.length);
        }
    }

    /** Sorts {@code to} from {@code from}, which has the same content and is used as scratch. Stable. */
    private void mergeSort(int[] from, int[] to, int begin, int end) {
        if (end - begin < 2) {
            return;
        }
        int middle = (begin + end) >>> 1;
        mergeSort(to, from, begin, middle);
        mergeSort(to, from, middle, end);
        int left = begin;
        int right = middle;
        for (int i = begin; i < end; i++) {
            if (left < middle && (right >= end || times[from[left]] <= times[from[right]])) {
                to[i] = from[left++];
            } else {
                to[i] = from[right++];
            }
        }
    }

    /** Puts those of one time so that what encloses others comes before them: the longest complete event first. */
    void orderEqualTimes(int[] events) {
        int from = 0;
        while (from < events.length) {
            int to = from + 1;
            boolean hasEnd = phases[events[from]] == END;
            while (to < events.length && times[events[to]] == times[events[from]]) {
                hasEnd |= phases[events[to]] == END;
                to++;
            }
            if (to - from > 1 && !hasEnd) {
                outerFirst(events, from, to);
            }
            from = to;
        }
    }

    private void outerFirst(int[] events, int from, int to) {
        Integer[] sorted = new Integer[to - from];
        for (int i = from; i < to; i++) {
            sorted[i - from] = events[i];
        }
        Arrays.sort(
                sorted, Comparator.comparingLong((Integer event) -> rank(event)).reversed());
        for (int i = from; i < to; i++) {
            events[i] = sorted[i - from];
        }
    }

    private long rank(int event) {
        return switch (phases[event]) {
            case COMPLETE -> extras[event];
            case BEGIN -> Long.MAX_VALUE;
            default -> -1;
        };
    }
}
