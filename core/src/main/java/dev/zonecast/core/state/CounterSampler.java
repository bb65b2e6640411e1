package dev.zonecast.core.state;

import dev.zonecast.core.ring.Gate;
import dev.zonecast.core.ring.GateState;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Reads the counters a hundred times a second while a viewer or recording listens, on a thread of its own: what a program's suppliers do
 * must not
 * hold up the collector. A value is recorded when it is another than before, and once a second for late viewers.
 */
public final class CounterSampler {
    /** One for the process. */
    public static final CounterSampler INSTANCE = new CounterSampler();

    /** Time from one reading to the next. */
    public static final long INTERVAL_NANOS = 10_000_000;

    private static final long REPEAT_NANOS = 1_000_000_000;

    /** A thread reads. No lock: counters are the program's code. */
    private final AtomicBoolean reading = new AtomicBoolean();

    /** Records a counter's value. */
    @FunctionalInterface
    public interface Reading {
        /** Records the value if it is another than before, or always. */
        void read(boolean always);
    }

    private final List<Reading> readings = new CopyOnWriteArrayList<>();
    private Thread thread;
    private long repeatedNanos;

    private CounterSampler() {}

    synchronized void start() {
        if (thread == null) {
            thread = Thread.ofPlatform().daemon().name("zonecast-counters").unstarted(this::run);
            Thread sampler = thread;
            GateState.whenOpened(() -> LockSupport.unpark(sampler));
            thread.start();
        }
    }

    private void run() {
        while (true) {
            if (Gate.isOpen()) {
                sample();
                LockSupport.parkNanos(INTERVAL_NANOS);
            } else {
                CounterCells.sweepAll();
                LockSupport.park(this);
            }
        }
    }

    /** Reads a counter too from now on. */
    public void add(Reading reading) {
        readings.add(reading);
    }

    /** Reads all counters now, unless that is being done. Any thread. */
    public void sample() {
        if (!reading.compareAndSet(false, true)) {
            return;
        }
        try {
            long now = System.nanoTime();
            boolean repeat = now - repeatedNanos >= REPEAT_NANOS;
            repeatedNanos = repeat ? now : repeatedNanos;
            if (repeat) {
                CounterCells.sweepAll();
            }
            for (Reading each : readings) {
                each.read(repeat);
            }
        } finally {
            reading.set(false);
        }
    }
}
