package dev.zonecast.core.state;

import dev.zonecast.core.ring.Gate;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;

/** Cells of one platform thread, one for each counter; and what finds them. */
public final class CounterCells {
    /** Threads by the low bits of their ids. Of two that share a slot the second one adds to {@link #SHARED}. */
    private static final CounterCells[] BY_THREAD = new CounterCells[1 << 12];

    private static final int MASK = BY_THREAD.length - 1;
    private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(long[].class);

    /** In front of the cells and behind them, so that no neighbour on the heap shares their cache lines. */
    private static final int PADDING = 16;

    private static final int SWEPT_AT_ONCE = 64;
    private static final Object LOCK = new Object();

    /** Additions of virtual threads, and of threads without a slot. */
    private static final LongAdder[] SHARED = new LongAdder[CounterTable.MAX_COUNTERS];

    /** Counters of which an addition is an event. */
    private static final boolean[] EVENTS = new boolean[CounterTable.MAX_COUNTERS];

    /** What threads added that have ended. */
    private static final long[] RETIRED = new long[CounterTable.MAX_COUNTERS];

    private static int sweepAt;

    /** No other thread of the process ever has this id. */
    private final long ownerId;

    /** Weak, because a cell stays in its slot for a while after its thread has ended. */
    private final WeakReference<Thread> owner;

    /** Replaced by a longer one by its owner alone. */
    private volatile long[] cells;

    private CounterCells(Thread owner, int counters) {
        this.ownerId = owner.threadId();
        this.owner = new WeakReference<>(owner);
        this.cells = new long[length(counters)];
    }

    private static int length(int counters) {
        return Math.max(64, Integer.highestOneBit(counters) * 2) + 2 * PADDING;
    }

    /** Adds to a counter. Any thread. */
    public static void add(int counter, long amount) {
        Thread thread = Thread.currentThread();
        long id = thread.threadId();
        CounterCells own = BY_THREAD[(int) id & MASK];
        if (own != null && own.ownerId == id) {
            long[] cells = own.cells;
            int at = PADDING + counter;
            if (at < cells.length - PADDING) {
                // Opaque: readers see it whole, and soon.
                CELL.setOpaque(cells, at, cells[at] + amount);
                return;
            }
        }
        addSlowly(thread, counter, amount);
    }

    private static void addSlowly(Thread thread, int counter, long amount) {
        // A thread's first addition to a counter of the program is an event: it may start the profiler.
        boolean ignored = EVENTS[counter] && Gate.isOpen();
        CounterCells own = thread.isVirtual() ? null : ownOf(thread, counter);
        if (own == null) {
            SHARED[counter].add(amount);
        } else {
            int at = PADDING + counter;
            long[] cells = own.cells;
            CELL.setOpaque(cells, at, cells[at] + amount);
        }
    }

    /** Makes or lengthens the cells of a thread; null if its slot belongs to another. */
    private static CounterCells ownOf(Thread thread, int counter) {
        synchronized (LOCK) {
            sweep(SWEPT_AT_ONCE);
            int slot = (int) thread.threadId() & MASK;
            CounterCells holder = BY_THREAD[slot];
            if (holder == null || retire(slot)) {
                holder = new CounterCells(thread, counter + 1);
                BY_THREAD[slot] = holder;
            } else if (holder.ownerId != thread.threadId()) {
                return null;
            } else {
                holder.cells = Arrays.copyOf(holder.cells, length(counter + 1));
            }
            return holder;
        }
    }

    /**
     * Makes room for additions of virtual threads, before the counter is published.
     *
     * @param isOfProgram false for a counter without a name: the agent counts before it starts the profiler
     */
    static void prepare(int counter, boolean isOfProgram) {
        synchronized (LOCK) {
            SHARED[counter] = new LongAdder();
            EVENTS[counter] = isOfProgram;
        }
    }

    /** All that was added to a counter. Any thread. */
    public static long sum(int counter) {
        synchronized (LOCK) {
            long sum = RETIRED[counter] + SHARED[counter].sum();
            int at = PADDING + counter;
            for (CounterCells each : BY_THREAD) {
                if (each != null) {
                    long[] cells = each.cells;
                    sum += at < cells.length - PADDING ? (long) CELL.getOpaque(cells, at) : 0;
                }
            }
            return sum;
        }
    }

    /** Lets go of threads that have ended. */
    static void sweepAll() {
        synchronized (LOCK) {
            sweep(BY_THREAD.length);
        }
    }

    private static void sweep(int slots) {
        for (int i = 0; i < slots; i++) {
            sweepAt = sweepAt + 1 & MASK;
            boolean ignored = retire(sweepAt);
        }
    }

    /** True if the owner adds nothing any more. The garbage collector takes no thread that runs. */
    private boolean hasEnded() {
        Thread thread = owner.get();
        return thread == null || !thread.isAlive();
    }

    /** Empties a slot whose thread has ended: that it has makes all its additions visible. */
    private static boolean retire(int slot) {
        CounterCells ended = BY_THREAD[slot];
        if (ended == null || !ended.hasEnded()) {
            return false;
        }
        long[] cells = ended.cells;
        for (int i = 0; i < cells.length - 2 * PADDING && i < RETIRED.length; i++) {
            RETIRED[i] += cells[PADDING + i];
        }
        BY_THREAD[slot] = null;
        return true;
    }
}
