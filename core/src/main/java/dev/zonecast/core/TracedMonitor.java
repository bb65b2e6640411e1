package dev.zonecast.core;

import dev.zonecast.core.kind.LockEvent;
import dev.zonecast.core.ring.Recorder;
import java.util.function.Supplier;

/**
 * The monitor of an object, as {@code synchronized} uses it, in the profile. In place of a {@code synchronized} block:
 *
 * <pre>{@code
 * private final TracedMonitor world = new TracedMonitor("world", entities);
 *
 * world.run(() -> entities.add(entity));
 * }</pre>
 *
 * Around a {@code synchronized} block that stays:
 *
 * <pre>{@code
 * world.waiting();
 * synchronized (entities) {
 *     world.obtained();
 *     try {
 *         entities.add(entity);
 *     } finally {
 *         world.released();
 *     }
 * }
 * }</pre>
 *
 * Java cannot test whether a monitor is free. So each block records a wait and reads the clock three times; {@link TracedLock} reads it
 * twice. Reentrant entering is no event. Call {@link #released} before {@link Object#wait()} and {@link #obtained} after it. Calls in
 * another order are counted and have no effect.
 *
 * <p>Thread-safe.
 */
public final class TracedMonitor {
    private final Object monitor;
    private final LockRecorder recorder;

    /** Guarded by the monitor. */
    private int holds;

    /**
     * The monitor of an object.
     *
     * @param name as shown to the user
     * @param monitor the object of {@code synchronized}
     */
    public TracedMonitor(String name, Object monitor) {
        this.monitor = monitor;
        this.recorder = new LockRecorder(this, name, SourceLocation.ofCallerOf(TracedMonitor.class, ""), false);
    }

    /** Runs work within the monitor. */
    public void run(Runnable work) {
        Object ignored = call(() -> {
            work.run();
            return null;
        });
    }

    /** Runs work within the monitor and returns its result. */
    public <T> T call(Supplier<T> work) {
        waiting();
        synchronized (monitor) {
            int outer = holds;
            obtained();
            try {
                return work.get();
            } finally {
                try {
                    released();
                } catch (StackOverflowError e) {
                    recorder.lost++;
                }
                holds = outer;
            }
        }
    }

    /** Records the begin of a wait. Call it before the thread enters the monitor. */
    public void waiting() {
        if (!Thread.holdsLock(monitor)) {
            recorder.record(LockEvent.WAIT);
        }
    }

    /** Records the begin of a hold. Call it after the thread has entered. */
    public void obtained() {
        if (!Thread.holdsLock(monitor)) {
            Recorder.current().countUnmatched();
        } else {
            holds++;
            try {
                if (holds == 1) {
                    recorder.record(LockEvent.OBTAIN);
                }
            } catch (StackOverflowError | OutOfMemoryError e) {
                recorder.lost++;
            }
        }
    }

    /** Records the end of a hold. Call it inside the monitor, before the thread leaves. */
    public void released() {
        if (!Thread.holdsLock(monitor) || holds == 0) {
            Recorder.current().countUnmatched();
        } else {
            holds--;
            try {
                if (holds == 0) {
                    recorder.record(LockEvent.RELEASE);
                }
            } catch (StackOverflowError | OutOfMemoryError e) {
                recorder.lost++;
            }
        }
    }

    /** Renames this monitor in viewers and recordings. */
    public void rename(String name) {
        recorder.rename(name);
    }

    /**
     * Adds the place in the program of the thread's last wait or hold of this monitor.
     *
     * @param place from {@link SourceLocation#here()}
     */
    public void mark(SourceLocation place) {
        recorder.mark(place);
    }
}
