package dev.zonecast.core;

import dev.zonecast.core.kind.LockEvent;
import dev.zonecast.core.ring.Recorder;
import java.util.function.Supplier;

/**
 * The monitor of an object, as {@code synchronized} uses it, in the profile. For blocks that can be written anew:
 *
 * <pre>{@code
 * private final TracedMonitor world = new TracedMonitor("world", entities);
 *
 * world.run(() -> entities.add(entity));
 * }</pre>
 *
 * For those that stay as they are:
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
 * Whether a monitor is free cannot be asked in Java, so each block records a wait, however short: three clock reads, where
 * {@link TracedLock} needs two. A monitor that is entered again by its holder is no event. Around {@link Object#wait()} call
 * {@link #released} before and {@link #obtained} after it. Calls in another order are counted and do no harm.
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
     * @param monitor what {@code synchronized} names
     */
    public TracedMonitor(String name, Object monitor) {
        this.monitor = monitor;
        this.recorder = new LockRecorder(this, name, SourceLocation.ofCallerOf(TracedMonitor.class, ""), false);
    }

    /** Runs something within the monitor. */
    public void run(Runnable work) {
        Object ignored = call(() -> {
            work.run();
            return null;
        });
    }

    /** Runs something within the monitor and returns its result. */
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

    /** The thread is about to enter the monitor. */
    public void waiting() {
        if (!Thread.holdsLock(monitor)) {
            recorder.record(LockEvent.WAIT);
        }
    }

    /** The thread has entered. */
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

    /** The thread is about to leave; within the monitor still. */
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

    /** Gives this monitor another name. Viewers and recordings show it from now on. */
    public void rename(String name) {
        recorder.rename(name);
    }

    /**
     * Says where in the program the thread's last wait or obtaining of this monitor was.
     *
     * @param place as of {@link SourceLocation#here()}
     */
    public void mark(SourceLocation place) {
        recorder.mark(place);
    }
}
