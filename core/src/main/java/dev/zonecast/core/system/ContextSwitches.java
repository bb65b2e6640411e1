package dev.zonecast.core.system;

import dev.zonecast.core.late.LateEvent;
import dev.zonecast.core.late.LateEvents;
import dev.zonecast.core.platform.Platform;
import dev.zonecast.core.registry.TableLimit;
import dev.zonecast.core.ring.GateState;
import dev.zonecast.core.ring.SystemThread;
import dev.zonecast.core.system.SwitchRing.RefusedException;
import dev.zonecast.memory.NativeCalls;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.IntSupplier;

/**
 * Reads on which cores the program's threads ran, and why they stopped, while a viewer or recording listens: a ring of the kernel for
 * each thread that records, read by a thread of ours.
 */
public final class ContextSwitches implements LateEvents.Source {
    private static final System.Logger LOG = System.getLogger("dev.zonecast");

    /** Each reading takes some 50 us of a processor, whatever it finds: its code and data have left the caches. */
    private static final long INTERVAL_NANOS = 50_000_000;

    /** While a ring fills. */
    private static final long SHORT_INTERVAL_NANOS = 20_000_000;

    /** A record is in the ring a few microseconds after its time: so the runs of all threads come in order. */
    private static final long SETTLED_NANOS = 2_000_000;

    /** A longer run is published in parts, so that a viewer sees it before it ends. */
    private static final long LONGEST_PART_NANOS = 1_000_000_000;

    private static final int MAX_THREADS = 1024;

    private static final TableLimit THREADS = TableLimit.ofEvents(
            "threads with context switches",
            MAX_THREADS,
            "runs of further ones are not recorded. The system permits fewer by perf_event_mlock_kb and the limit of open files");

    private static final TableLimit RECORDS = TableLimit.ofEvents(
            "context switches of a thread that wait to be read", SwitchRing.MAX_RECORDS, "further ones are lost");

    /** A watched thread. */
    private static final class Watched implements SwitchRing.Taker {
        private static final long NOT_RUNNING = Long.MIN_VALUE;

        private final SystemThread thread;
        private final List<LateEvent.Run> runs;

        /** Null while nothing records, or after a refusal. */
        private SwitchRing ring;

        private boolean isRefused;

        /** The thread ran when the ring was opened, if the first record is an end. */
        private long begin;

        /** -1: not known. */
        private int core;

        private boolean hasEnded;
        private boolean isFilling;

        Watched(SystemThread thread, List<LateEvent.Run> runs) {
            this.thread = thread;
            this.runs = runs;
        }

        /** False if the thread has ended, and all of its records were read. */
        boolean read(long beforeNanos, long longestPart) {
            boolean isLast = hasEnded;
            Thread alive = thread.thread().get();
            // The kernel's last record may come after the end of the Java thread: one more reading.
            hasEnded = alive == null || !alive.isAlive();
            if (ring == null && !isRefused && !hasEnded) {
                open();
            }
            if (ring != null) {
                isFilling = ring.drain(beforeNanos, this);
                part(beforeNanos, longestPart);
            }
            return !isLast;
        }

        private void open() {
            begin = System.nanoTime();
            core = -1;
            try {
                ring = SwitchRing.open(thread.number());
            } catch (RefusedException e) {
                isRefused = true;
                if (e.error != SwitchRing.NO_SUCH_THREAD) {
                    refuse(THREADS, 1);
                }
            }
        }

        @Override
        public void in(long nanos, int onCore) {
            begin = nanos;
            core = onCore;
        }

        @Override
        public void out(long nanos, int onCore, boolean preempted) {
            core = onCore;
            end(nanos, preempted);
            begin = NOT_RUNNING;
        }

        @Override
        public void lost(long records) {
            refuse(RECORDS, records);
            begin = NOT_RUNNING;
        }

        /** Publishes the past part of a long run. */
        private void part(long nanos, long longest) {
            if (!hasEnded && core >= 0 && begin != NOT_RUNNING && nanos - begin > longest) {
                end(nanos, true);
                begin = nanos;
            }
        }

        private void end(long nanos, boolean preempted) {
            if (begin != NOT_RUNNING && begin < nanos) {
                runs.add(new LateEvent.Run(thread.threadId(), thread.name(), begin, nanos, core, preempted));
            }
        }

        void close() {
            if (ring != null) {
                ring.close();
                ring = null;
            }
        }
    }

    private final List<Watched> threads = new ArrayList<>();
    private final List<LateEvent.Run> runs = new ArrayList<>();
    private volatile boolean stopped;
    private final Thread reader;

    private ContextSwitches() {
        reader = Thread.ofPlatform().daemon().name("zonecast-switches").unstarted(this::read);
    }

    /** Begins to look at threads; before the first event. Null where the system cannot do it, which is logged. */
    public static ContextSwitches start() {
        String obstacle = obstacle();
        if (obstacle != null) {
            LOG.log(Level.WARNING, "no context switches are recorded: {0}", obstacle);
            return null;
        }
        return begin(Thread::start);
    }

    /**
     * Starts the reader. Null if the system gives no thread, which is logged.
     *
     * @param starter starts a thread; may throw {@link OutOfMemoryError}, as {@link Thread#start} does
     */
    static ContextSwitches begin(Consumer<Thread> starter) {
        ContextSwitches made = new ContextSwitches();
        try {
            // First: without the reader nothing takes the threads that are collected.
            starter.accept(made.reader);
        } catch (OutOfMemoryError e) {
            LOG.log(Level.WARNING, "no context switches are recorded: {0}", e.getMessage());
            return null;
        }
        SystemThread.collect(SwitchRing::callersNumber);
        LateEvents.INSTANCE.add(made);
        GateState.whenOpened(() -> LockSupport.unpark(made.reader));
        return made;
    }

    private static void refuse(TableLimit limit, long count) {
        limit.refuse(count);
        LateEvents.INSTANCE.countDropped(count);
    }

    /** Why the system cannot do it; null if it can. */
    static String obstacle() {
        return obstacle(Platform.CURRENT, NativeCalls.POSSIBLE, SwitchRing.isPossible(), ContextSwitches::error);
    }

    /** @param error of an attempt to open an event; 0: none */
    static String obstacle(Platform platform, boolean canCall, boolean mayCall, IntSupplier error) {
        if (platform.os() != Platform.Os.LINUX || platform.processor() == Platform.Processor.OTHER) {
            return "they need Linux on x86-64 or AArch64";
        }
        if (!canCall) {
            return "they need Java 22 or newer";
        }
        if (!mayCall) {
            return "they need native access, as by --enable-native-access=ALL-UNNAMED";
        }
        int number = error.getAsInt();
        return number == 0
                ? null
                : "the system refuses perf_event_open with error " + number
                        + ". Set /proc/sys/kernel/perf_event_paranoid to 2 or less" + paranoid()
                        + "; a container's seccomp profile must permit it too";
    }

    private static int error() {
        try {
            SwitchRing.open(SwitchRing.callersNumber()).close();
            return 0;
        } catch (RefusedException e) {
            return e.error;
        }
    }

    private static String paranoid() {
        try {
            return " (it is "
                    + Files.readString(Path.of("/proc/sys/kernel/perf_event_paranoid"))
                            .strip() + ")";
        } catch (IOException e) {
            return "";
        }
    }

    /** For good. Any thread. */
    public void stop() {
        stopped = true;
        LateEvents.INSTANCE.remove(this);
        LockSupport.unpark(reader);
    }

    private void read() {
        try {
            while (!stopped) {
                if (LateEvents.areWanted()) {
                    read(System.nanoTime() - SETTLED_NANOS, LONGEST_PART_NANOS);
                    LockSupport.parkNanos(isAnyFilling() ? SHORT_INTERVAL_NANOS : INTERVAL_NANOS);
                } else {
                    close();
                    LockSupport.park();
                }
            }
        } catch (RuntimeException | Error e) {
            LOG.log(Level.WARNING, "no further context switches are recorded", e);
        }
        close();
    }

    @Override
    public void publishAll(Duration limit) {
        read(System.nanoTime(), 0);
    }

    private synchronized void read(long beforeNanos, long longestPart) {
        if (stopped || !LateEvents.areWanted()) {
            return;
        }
        for (SystemThread next = SystemThread.pollNew(); next != null; next = SystemThread.pollNew()) {
            if (threads.size() < MAX_THREADS) {
                threads.add(new Watched(next, runs));
            } else {
                refuse(THREADS, 1);
            }
        }
        threads.removeIf(thread -> {
            boolean stays = thread.read(beforeNanos, longestPart);
            if (!stays) {
                thread.close();
            }
            return !stays;
        });
        runs.sort(Comparator.comparingLong(LateEvent.Run::endNanos));
        boolean ignored = LateEvents.INSTANCE.publish(runs);
        runs.clear();
    }

    private synchronized boolean isAnyFilling() {
        return threads.stream().anyMatch(thread -> thread.isFilling);
    }

    private synchronized void close() {
        threads.forEach(Watched::close);
    }
}
