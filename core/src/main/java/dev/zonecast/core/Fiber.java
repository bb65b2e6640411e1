package dev.zonecast.core;

import dev.zonecast.core.registry.NameTable;
import dev.zonecast.core.registry.Registry;
import dev.zonecast.core.ring.FiberState;
import dev.zonecast.core.ring.Gate;
import dev.zonecast.core.ring.Recorder;
import dev.zonecast.core.ring.RecorderRegistry;
import dev.zonecast.core.ring.RingLayout;
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

    /** Null before the first entrance while somebody listened. Of the thread that runs the fiber. */
    private Recorder recorder;

    /** What the thread recorded into before; of that thread. */
    private Recorder threadsOwn;

    private Fiber(String name) {
        state = new FiberState(name, thread);
    }

    /**
     * A fiber. Two of one name are two.
     *
     * @param name as shown to the user; null or empty reads "fiber" with a number
     */
    public static Fiber of(String name) {
        return new Fiber(name == null ? "" : NameTable.wellFormed(name));
    }

    /** The calling thread runs the fiber from here on. If it ran another one, that one ends its run first. */
    public void begin() {
        if (!Switch.ON || RUNNING.get() == this) {
            return;
        }
        leaveIfRunning();
        Thread current = Thread.currentThread();
        if (state.isClosed() || (recorder == null && !Gate.isOpen())) {
            return;
        }
        Thread other = thread.get();
        boolean isFree = other == null || !other.isAlive();
        if (!isFree || !thread.compareAndSet(other, current)) {
            Recorder.current().countUnmatched();
            return;
        }
        if (state.isClosed()) {
            // Closed between the two looks; the collector may have given its ring away.
            thread.set(null);
            return;
        }
        try {
            if (recorder == null) {
                recorder = RecorderRegistry.ofFiber(state);
            }
            if (recorder == null) {
                thread.set(null);
                return;
            }
            redirect(current);
        } catch (OutOfMemoryError | StackOverflowError e) {
            RUNNING.remove();
            thread.set(null);
            RecorderRegistry.countLost(e);
        }
    }

    /** What may need memory comes first, and what is seen from outside last. */
    private void redirect(Thread current) {
        boolean isOpen = Gate.isOpen();
        int name = isOpen ? Registry.INSTANCE.names().intern(current.getName()) : 0;
        RUNNING.set(this);
        threadsOwn = RecorderRegistry.redirect(recorder);
        if (isOpen) {
            recorder.record(RingLayout.FIBER_ENTER, 0, name, current.threadId());
        }
    }

    /** The calling thread stops running its fiber, which may begin again on any thread. Without a fiber nothing happens. */
    public static void end() {
        if (Switch.ON) {
            leaveIfRunning();
        }
    }

    private static void leaveIfRunning() {
        Fiber running = RUNNING.get();
        if (running != null) {
            RUNNING.remove();
            running.left();
        }
    }

    private void left() {
        if (Gate.isOpen()) {
            recorder.record(RingLayout.FIBER_LEAVE, 0, 0);
        }
        RecorderRegistry.redirectBack(recorder, threadsOwn);
        threadsOwn = null;
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
