package dev.zonecast.core;

import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.registry.NameTable;
import dev.zonecast.core.registry.Registry;
import dev.zonecast.core.ring.FiberState;
import dev.zonecast.core.ring.Gate;
import dev.zonecast.core.ring.Recorder;
import dev.zonecast.core.ring.RecorderRegistry;
import dev.zonecast.core.ring.Switch;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Work that moves between threads: a coroutine, a job of a scheduler. A fiber has its own row in the profile. All events of a thread
 * between {@link #begin} and {@link #end} belong to the fiber. Its zones may stay open from one run to the next.
 *
 * <pre>{@code
 * private final Fiber fiber = Fiber.of("loader 3");
 *
 * void resume() {                 // called by the coroutine library, on any thread
 *     fiber.begin();
 *     coroutine.run();            // up to where it waits
 *     Fiber.end();
 * }
 * }</pre>
 *
 * Virtual threads need none of this: each is a thread of its own in the profile.
 *
 * <p>Thread-safe. A fiber runs on one thread at a time. Pass it to the next thread through a queue or a lock. A {@link #begin} while
 * another living thread runs the fiber is counted ({@link Statistics#wrongCalls}) and does nothing. No method throws. While nothing
 * records, a call costs a few loads.
 */
public final class Fiber implements AutoCloseable {
    private static final ThreadLocal<Fiber> RUNNING = new ThreadLocal<>();

    private final FiberState state;
    private final AtomicReference<Thread> thread = new AtomicReference<>();

    /** Null before the first entrance while a viewer or recording listened. Of the thread that runs the fiber. */
    private Recorder recorder;

    /** Recorder of the thread before the entrance; belongs to that thread. */
    private Recorder threadsOwn;

    /** True from before the thread's recorder is replaced until it is back in place; belongs to that thread. */
    private boolean replaced;

    /** True once the entrance is complete, until the exit begins; belongs to that thread. */
    private boolean entered;

    private Fiber(String name, int group) {
        state = new FiberState(name, group, thread);
    }

    /**
     * A new fiber. Fibers may have equal names.
     *
     * @param name as shown to the user; null or empty reads "fiber" with a number
     */
    public static Fiber of(String name) {
        return of(name, 0);
    }

    /**
     * A new fiber in a group, as {@link Threads#group} has groups of threads.
     *
     * @param name as shown to the user; null or empty reads "fiber" with a number
     * @param group viewers show fibers and threads of equal numbers together; 0: none
     */
    public static Fiber of(String name, int group) {
        return new Fiber(name == null ? "" : NameTable.wellFormed(name), group);
    }

    /**
     * Begins a run of the fiber on the calling thread. A run of another fiber ends first. If the Java stack overflows in this call, either
     * the thread runs no fiber, or its next {@code begin} or {@code end} completes this call.
     */
    public void begin() {
        Thread current = Thread.currentThread();
        if (!Switch.ON || (entered && RUNNING.get() == this && thread.get() == current)) {
            return;
        }
        leaveIfRunning();
        if (state.isClosed() || (recorder == null && !Gate.isOpen())) {
            return;
        }
        try {
            // Before the entrance: if the stack overflows there, the thread's next begin or end completes the exit.
            RUNNING.set(this);
            if (!enter(current)) {
                RUNNING.set(null);
            }
        } catch (OutOfMemoryError | StackOverflowError e) {
            leaveIfRunning();
            RecorderRegistry.countLost(e);
        }
    }

    private boolean enter(Thread current) {
        Thread other = thread.get();
        // The thread itself: its last entrance or exit overflowed the stack.
        boolean isFree = other == null || other == current || !other.isAlive();
        if (!isFree || !thread.compareAndSet(other, current)) {
            Recorder.current().countUnmatched();
            return false;
        }
        // Checked again: if the fiber was closed between the two checks, the collector may have reused its ring.
        if (state.isClosed() || !hasRecorder()) {
            thread.set(null);
            return false;
        }
        redirect(current);
        return true;
    }

    private boolean hasRecorder() {
        if (recorder == null) {
            recorder = RecorderRegistry.ofFiber(state);
        }
        return recorder != null;
    }

    /** Calls that may throw without a trace come first. Once {@link #replaced} is set, {@link #undo} restores the thread's recorder. */
    private void redirect(Thread current) {
        boolean isOpen = Gate.isOpen();
        int name = isOpen ? Registry.INSTANCE.names().intern(current.getName()) : 0;
        threadsOwn = RecorderRegistry.known();
        replaced = true;
        RecorderRegistry.redirect(recorder, threadsOwn);
        if (isOpen) {
            recorder.record(EventKind.FIBER_ENTER, 0, name, current.threadId());
        }
        entered = true;
    }

    /**
     * Ends the run of the calling thread's fiber, if it runs one. The fiber may begin again on any thread. If the Java stack overflows in
     * this call, the thread's next {@code begin} or {@code end} completes it.
     */
    public static void end() {
        if (Switch.ON) {
            leaveIfRunning();
        }
    }

    private static void leaveIfRunning() {
        Fiber running = RUNNING.get();
        if (running != null) {
            if (running.thread.get() == Thread.currentThread()) {
                running.undo();
            }
            // Not remove(): it moves entries of other thread locals, and a stack overflow in between loses them.
            RUNNING.set(null);
        }
    }

    /** Any call here may throw. After each step, a repetition completes the exit. */
    private void undo() {
        entered = false;
        if (replaced) {
            RecorderRegistry.redirectBack(recorder, threadsOwn);
            if (Gate.isOpen()) {
                recorder.record(EventKind.FIBER_LEAVE, 0, 0);
            }
            replaced = false;
            threadsOwn = null;
        }
        // Release: the next thread sees the recorder's whole state.
        thread.set(null);
    }

    /**
     * Ends the fiber and its row in the profile. If the calling thread runs it, the run ends. If another thread runs it, the row ends with
     * that run. The garbage collector closes fibers that are not closed.
     */
    @Override
    public void close() {
        if (RUNNING.get() == this) {
            end();
        }
        state.close();
    }
}
