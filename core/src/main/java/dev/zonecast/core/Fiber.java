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
 * Work that goes on now on one thread, now on another: a coroutine, a job of a scheduler. It has a row of its own in the profile; what a
 * thread records between {@link #begin} and {@link #end} belongs to the fiber, zones that stay open across them included.
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
 * <p>Thread-safe, but a fiber runs on one thread at a time, and what hands it from one to the next has to order them (any queue or lock
 * does). A {@link #begin} while another living thread runs the fiber is counted ({@link Statistics#wrongCalls}) and does nothing. Nothing throws; while
 * nobody listens a fiber costs a few loads.
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
     * A fiber. Two of one name are two.
     *
     * @param name as shown to the user; null or empty reads "fiber" with a number
     */
    public static Fiber of(String name) {
        return of(name, 0);
    }

    /**
     * A fiber of a group, as {@link Threads#group} puts threads into one.
     *
     * @param name as shown to the user; null or empty reads "fiber" with a number
     * @param group viewers show fibers and threads of equal numbers together; 0: none
     */
    public static Fiber of(String name, int group) {
        return new Fiber(name == null ? "" : NameTable.wellFormed(name), group);
    }

    /**
     * The calling thread runs the fiber from here on. If it ran another one, that one ends its run first. If the Java stack overflows in
     * here, the thread runs no fiber, or its next {@code begin} or {@code end} completes this one.
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
            // Before the entrance: where the stack overflows in there, the thread's next begin or end completes the
            // exit.
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
        // Asked again: where it was closed between the two looks, the collector may have given its ring away.
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
     * The calling thread stops running its fiber, which may begin again on any thread. Without a fiber nothing happens. If the Java stack
     * overflows in here, the thread's next {@code begin} or {@code end} completes this one.
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
            // Not remove: it moves entries of other thread locals, and an overflow in between loses them.
            RUNNING.set(null);
        }
    }

    /** Any call in here may throw. Each step leaves a state from which a repetition completes the exit. */
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
        // Release: the thread that enters next sees all of the recorder.
        thread.set(null);
    }

    /**
     * No thread can enter the fiber any more, and its row in the profile ends. The calling thread leaves the fiber if it runs it. Another
     * thread that runs it goes on recording into it until it leaves, and the row ends then. The garbage collector closes a forgotten
     * fiber.
     */
    @Override
    public void close() {
        if (RUNNING.get() == this) {
            end();
        }
        state.close();
    }
}
