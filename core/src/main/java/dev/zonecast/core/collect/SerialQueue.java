package dev.zonecast.core.collect;

import dev.zonecast.core.CallStack;

/**
 * Events that must come in the order of their time whatever thread recorded them: a binary heap of fixed-width rows in one array,
 * ordered by ticks, then by arrival. Grows to what one pass over the rings brings.
 *
 * <p>Owned by the collector's thread.
 */
final class SerialQueue {
    static final int TICKS = 0;
    static final int HEADER = 1;
    static final int PAYLOAD = 2;
    private static final int ARRIVAL = 6;
    static final int POSITION = 7;
    private static final int WIDTH = 8;

    private long[] rows = new long[WIDTH * 256];
    private ThreadTrack[] tracks = new ThreadTrack[256];

    /** Null up to the first one: most programs have none. */
    private CallStack[] stacks;

    private int[] heap = new int[256];
    private int[] free = new int[256];
    private int freeCount;
    private int size;
    private int used;
    private long arrivals;
    private int lastRow;

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }

    /** Ticks of the first event. */
    long firstTicks() {
        return rows[heap[0] * WIDTH + TICKS];
    }

    /** @param position in the track's ring */
    void add(ThreadTrack track, long ticks, long header, long a, long b, long c, long position) {
        int row = freeCount > 0 ? free[--freeCount] : newRow();
        int at = row * WIDTH;
        rows[at + TICKS] = ticks;
        rows[at + HEADER] = header;
        rows[at + PAYLOAD] = a;
        rows[at + PAYLOAD + 1] = b;
        rows[at + PAYLOAD + 2] = c;
        rows[at + ARRIVAL] = arrivals++;
        rows[at + POSITION] = position;
        tracks[row] = track;
        lastRow = row;
        heap[size] = row;
        siftUp(size++);
    }

    /** The call stack of what was added last, or null. */
    void stackOfLast(CallStack stack) {
        if (stack != null && stacks == null) {
            stacks = new CallStack[heap.length];
        }
        if (stack != null) {
            stacks[lastRow] = stack;
        }
    }

    /** The call stack of a row, or null. */
    CallStack takeStack(int row) {
        if (stacks == null) {
            return null;
        }
        CallStack stack = stacks[row];
        stacks[row] = null;
        return stack;
    }

    /** Takes the first event; its row stays readable until the next call. */
    int poll() {
        int row = heap[0];
        heap[0] = heap[--size];
        siftDown();
        free[freeCount++] = row;
        return row;
    }

    long get(int row, int field) {
        return rows[row * WIDTH + field];
    }

    ThreadTrack track(int row) {
        return tracks[row];
    }

    private int newRow() {
        if (used == heap.length) {
            int larger = used * 2;
            rows = java.util.Arrays.copyOf(rows, larger * WIDTH);
            tracks = java.util.Arrays.copyOf(tracks, larger);
            heap = java.util.Arrays.copyOf(heap, larger);
            free = java.util.Arrays.copyOf(free, larger);
            if (stacks != null) {
                stacks = java.util.Arrays.copyOf(stacks, larger);
            }
        }
        return used++;
    }

    private boolean before(int rowA, int rowB) {
        long a = rows[rowA * WIDTH + TICKS];
        long b = rows[rowB * WIDTH + TICKS];
        return a != b ? a - b < 0 : rows[rowA * WIDTH + ARRIVAL] < rows[rowB * WIDTH + ARRIVAL];
    }

    private void siftUp(int from) {
        int at = from;
        int row = heap[at];
        while (at > 0) {
            int parent = (at - 1) >>> 1;
            if (!before(row, heap[parent])) {
                break;
            }
            heap[at] = heap[parent];
            at = parent;
        }
        heap[at] = row;
    }

    private void siftDown() {
        if (size == 0) {
            return;
        }
        int row = heap[0];
        int at = 0;
        while (true) {
            int child = 2 * at + 1;
            if (child >= size) {
                break;
            }
            if (child + 1 < size && before(heap[child + 1], heap[child])) {
                child++;
            }
            if (!before(heap[child], row)) {
                break;
            }
            heap[at] = heap[child];
            at = child;
        }
        heap[at] = row;
    }
}
