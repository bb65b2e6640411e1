package dev.zonecast.core.system;

import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.kind.ZoneCounter;
import dev.zonecast.core.late.LateEvents;
import dev.zonecast.core.registry.TableLimit;
import dev.zonecast.core.ring.Recorder;
import dev.zonecast.core.state.ZoneCounts;
import dev.zonecast.core.system.SwitchRing.RefusedException;
import java.lang.System.Logger.Level;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Counts of the operating system for zones that ask for them. A thread's counters are opened at its first such zone and closed after its
 * end.
 *
 * <p>Thread-safe. No method throws: near the end of the Java stack, or without heap, a zone has no counts, which is counted as a drop.
 */
public final class ThreadCounters extends ZoneCounts {
    private static final System.Logger LOG = System.getLogger("dev.zonecast");
    private static final int MAX_THREADS = 1024;
    private static final int NO_SUCH_COUNTER = 2;

    private static final TableLimit THREADS = TableLimit.ofEvents(
            "threads with counters of zones",
            MAX_THREADS,
            "zones of further ones have no counts. The system permits fewer by the limit of open files");

    /** The counters of one thread. */
    private static final class Counted {
        /** Weak: an unreachable thread has ended. */
        private final WeakReference<Thread> thread = new WeakReference<>(Thread.currentThread());

        /** Null: the system refuses. */
        private final CounterGroup group;

        Counted(CounterGroup group) {
            this.group = group;
        }

        boolean hasEnded() {
            Thread alive = thread.get();
            return alive == null || !alive.isAlive();
        }
    }

    private final List<ZoneCounter> counters;
    private final List<Counted> opened = new ArrayList<>();
    private final ThreadLocal<Counted> ofThread = ThreadLocal.withInitial(this::open);
    private final AtomicBoolean inexactLogged = new AtomicBoolean();
    private final AtomicBoolean virtualLogged = new AtomicBoolean();

    private ThreadCounters(List<ZoneCounter> counters) {
        this.counters = counters;
    }

    /** Lets zones have counts. Null if the system has none of these counters. Refused counters are logged. */
    public static ThreadCounters start(Set<ZoneCounter> wanted) {
        if (wanted.isEmpty()) {
            return null;
        }
        String obstacle = ContextSwitches.obstacle();
        if (obstacle != null || !CounterGroup.isPossible()) {
            LOG.log(
                    Level.WARNING,
                    "zonecast.counters has no effect: {0}",
                    obstacle == null ? "the C library's read cannot be called" : obstacle);
            return null;
        }
        List<ZoneCounter> counters = permitted(wanted);
        if (counters.isEmpty()) {
            return null;
        }
        ThreadCounters made = new ThreadCounters(counters);
        use(made);
        return made;
    }

    /** The counters that the system permits, as one group. The others are logged. */
    private static List<ZoneCounter> permitted(Set<ZoneCounter> wanted) {
        List<ZoneCounter> counters = new ArrayList<>();
        for (ZoneCounter counter : wanted) {
            counters.add(counter);
            try {
                CounterGroup.open(counters, SwitchRing.callersNumber()).close();
            } catch (RefusedException e) {
                counters.removeLast();
                LOG.log(Level.WARNING, "zones have no counts of {0}: {1}", counter.displayName(), reason(counter, e));
            }
        }
        return counters;
    }

    private static String reason(ZoneCounter counter, RefusedException e) {
        if (e.error == NO_SUCH_COUNTER) {
            return "this machine has no such counter, as most virtual machines";
        }
        return "the system refuses perf_event_open with error " + e.error
                + (counter.isOfKernel()
                        ? ". It is the kernel's: set /proc/sys/kernel/perf_event_paranoid to 1 or less"
                        : "");
    }

    @Override
    public long[] read() {
        try {
            return readCaller();
        } catch (StackOverflowError | OutOfMemoryError e) {
            LateEvents.INSTANCE.countDropped(1);
            return null;
        }
    }

    private long[] readCaller() {
        if (Thread.currentThread().isVirtual()) {
            drop(virtualLogged, "the kernel counts for threads of the system, not for virtual threads");
            return null;
        }
        Counted counted = ofThread.get();
        if (counted.group == null) {
            LateEvents.INSTANCE.countDropped(1);
            return null;
        }
        int counts = counted.group.words();
        long[] words = new long[counts + 1];
        words[counts] = Thread.currentThread().threadId();
        return counted.group.read(words) ? words : null;
    }

    @Override
    public void record(long token, long[] begin) {
        Recorder recorder = Recorder.ofToken(token);
        try {
            // The end of the zone counts a token of another thread.
            if (recorder.endInside(token)) {
                record(recorder, token, begin);
            }
        } catch (StackOverflowError | OutOfMemoryError e) {
            LateEvents.INSTANCE.countDropped(1);
        }
    }

    private void record(Recorder recorder, long token, long[] begin) {
        long[] end = readCaller();
        if (end == null || end.length != begin.length) {
            return;
        }
        if (end[end.length - 1] != begin[begin.length - 1]) {
            // The zone is a fiber's, which has changed its thread.
            LateEvents.INSTANCE.countDropped(1);
            return;
        }
        long[] differences = new long[counters.size()];
        if (!CounterGroup.difference(begin, end, differences)) {
            drop(inexactLogged, "other programs use the processor's counters at the same time. Choose fewer");
            return;
        }
        for (int i = 0; i < differences.length; i++) {
            recorder.record(EventKind.ZONE_COUNT, counters.get(i).code(), Recorder.depthOf(token), differences[i]);
        }
    }

    private static void drop(AtomicBoolean logged, String reason) {
        LateEvents.INSTANCE.countDropped(1);
        if (logged.compareAndSet(false, true)) {
            LOG.log(
                    Level.WARNING,
                    "counts of zones are dropped: {0}. The statistics count them as dropped events",
                    reason);
        }
    }

    private synchronized Counted open() {
        closeEnded();
        CounterGroup group = null;
        if (opened.size() < MAX_THREADS) {
            try {
                group = CounterGroup.open(counters, SwitchRing.callersNumber());
            } catch (RefusedException e) {
                THREADS.refuse();
            }
        } else {
            THREADS.refuse();
        }
        Counted made = new Counted(group);
        if (group != null) {
            opened.add(made);
        }
        return made;
    }

    /** Closes the counters of threads that have ended. Any thread. */
    public synchronized void closeEnded() {
        for (Iterator<Counted> each = opened.iterator(); each.hasNext(); ) {
            Counted counted = each.next();
            if (counted.hasEnded()) {
                counted.group.close();
                each.remove();
            }
        }
    }

    /** Threads with open counters. */
    synchronized int openThreads() {
        return opened.size();
    }

    /** Ends all counts. Open counters are closed with the process, because their threads may be reading them. Any thread. */
    public void stop() {
        use(null);
    }
}
