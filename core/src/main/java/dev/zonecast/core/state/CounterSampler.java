package dev.zonecast.core.state;

import dev.zonecast.core.ring.GateState;
import dev.zonecast.core.ring.Switch;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Reads the counters a hundred times a second while a viewer or recording listens, on a thread of its own: what a program's suppliers do
 * must not hold up the collector, or the end of the program. A value is recorded when it is another than before, once a second for late
 * viewers, and at the end of a recording.
 */
public final class CounterSampler {
    /** One for the process. */
    public static final CounterSampler INSTANCE = new CounterSampler();

    /** Time from one reading to the next. */
    public static final long INTERVAL_NANOS = 10_000_000;

    private static final long REPEAT_NANOS = 1_000_000_000;

    /** Records a counter's value. */
    @FunctionalInterface
    public interface Reading {
        /** Records the value if it is another than before, or always. */
        void read(boolean always);
    }

    private final List<Reading> readings = new CopyOnWriteArrayList<>();

    /** Who waits for a reading of all counters. */
    private final Queue<CompletableFuture<Void>> requests = new ConcurrentLinkedQueue<>();

    private final AtomicBoolean failureLogged = new AtomicBoolean();

    /** Null until it runs. */
    private volatile Thread thread;

    // Used by the thread alone.
    private long repeatedNanos;

    private CounterSampler() {}

    /** Starts the thread, unless it runs or the profiler is off. Any thread that holds no lock. */
    public void start() {
        if (Switch.ON && thread == null) {
            try {
                startThread();
            } catch (OutOfMemoryError e) {
                if (failureLogged.compareAndSet(false, true)) {
                    System.getLogger("dev.zonecast")
                            .log(Level.WARNING, "no thread that reads counters: {0}", e.getMessage());
                }
            }
        }
    }

    private synchronized void startThread() {
        if (thread == null) {
            Thread sampler =
                    Thread.ofPlatform().daemon().name("zonecast-counters").start(this::run);
            GateState.whenOpened(() -> LockSupport.unpark(sampler));
            thread = sampler;
            // The gate may have been opened before the action was there.
            LockSupport.unpark(sampler);
        }
    }

    private void run() {
        while (true) {
            List<CompletableFuture<Void>> answered = takeRequests();
            // Not Gate: a counter that is made must not start the profiler.
            boolean isOpen = GateState.isOpen();
            if (isOpen) {
                sample(!answered.isEmpty());
            } else {
                CounterCells.sweepAll();
            }
            answered.forEach(request -> request.complete(null));
            // A supplier may have left the flag set: the pauses would not pause any more.
            boolean ignored = Thread.interrupted();
            if (isOpen) {
                LockSupport.parkNanos(INTERVAL_NANOS);
            } else {
                LockSupport.park(this);
            }
        }
    }

    private List<CompletableFuture<Void>> takeRequests() {
        List<CompletableFuture<Void>> taken = new ArrayList<>(0);
        for (CompletableFuture<Void> each = requests.poll(); each != null; each = requests.poll()) {
            taken.add(each);
        }
        return taken;
    }

    /** Reads a counter too from now on. */
    public void add(Reading reading) {
        readings.add(reading);
    }

    /**
     * Records the values of all counters, changed or not. Any thread: the wait for the result needs a limit, because a supplier may take
     * any time.
     *
     * @return done when the values are in the rings; at once if no counters are read, or a supplier asks
     */
    public CompletableFuture<Void> readAll() {
        Thread sampler = thread;
        if (sampler == null || sampler == Thread.currentThread()) {
            return CompletableFuture.completedFuture(null);
        }
        CompletableFuture<Void> request = new CompletableFuture<>();
        requests.add(request);
        LockSupport.unpark(sampler);
        return request;
    }

    private void sample(boolean all) {
        long now = System.nanoTime();
        boolean repeat = now - repeatedNanos >= REPEAT_NANOS;
        repeatedNanos = repeat ? now : repeatedNanos;
        if (repeat) {
            CounterCells.sweepAll();
        }
        for (Reading each : readings) {
            read(each, repeat || all);
        }
    }

    private static void read(Reading reading, boolean always) {
        try {
            reading.read(always);
        } catch (RuntimeException | Error e) {
            // Without heap, say, or of the log that tells about a supplier: the others are read all the same.
        }
    }
}
