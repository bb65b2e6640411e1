package dev.zonecast.core.ring;

import dev.zonecast.core.registry.Registry;
import dev.zonecast.core.registry.RegistryJournal;
import java.lang.ref.WeakReference;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Makes the recorder of a thread at its first event and hands it to the collector.
 *
 * <p>{@link #create} runs on any thread; {@link #pollNew} belongs to the collector.
 */
public final class RecorderRegistry {
    /**
     * A recorder that the collector has to read from now on.
     *
     * @param start position in the ring of the recorder's first record; records below it belong to an earlier owner
     * @param thread weak, so that a virtual thread that nobody waits for can be collected
     * @param fiber null if it is a thread that records
     */
    public record Entry(
            Recorder recorder,
            EventRing ring,
            long start,
            WeakReference<Thread> thread,
            long threadId,
            boolean virtual,
            FiberState fiber) {}

    static final ThreadLocal<Recorder> CURRENT = new ThreadLocal<>();

    /**
     * Recorders by the low bits of their thread's id: a look-up in a {@link ThreadLocal} costs about 4 ns, two of them would be half
     * of a zone. Plain reads and writes: whatever a thread finds here, only a recorder that it made itself names it as owner.
     */
    static final Recorder[] BY_THREAD = new Recorder[4096];

    static final int BY_THREAD_MASK = BY_THREAD.length - 1;

    private static final ConcurrentLinkedQueue<Entry> NEW = new ConcurrentLinkedQueue<>();
    private static volatile RingPool pool;

    private RecorderRegistry() {}

    /** Sets where rings come from; once, before the first event. */
    public static void use(RingPool ringPool) {
        pool = ringPool;
    }

    /** Null when there is no profiler. */
    static Recorder create() {
        RingPool from = pool;
        if (from == null) {
            return null;
        }
        EventRing ring = from.take(Thread.currentThread().isVirtual());
        Recorder recorder = new Recorder(ring, from);
        announce(recorder, ring);
        CURRENT.set(recorder);
        return recorder;
    }

    /** The recorder of a fiber; null when there is no profiler. */
    public static Recorder ofFiber(FiberState fiber) {
        RingPool from = pool;
        if (from == null) {
            return null;
        }
        EventRing ring = from.take(true);
        Recorder recorder = Recorder.ofFiber(fiber, ring, from);
        announce(recorder, ring);
        return recorder;
    }

    /** The calling thread records into another recorder, that of a fiber; returns what it recorded into before, or null. */
    public static Recorder redirect(Recorder fiber) {
        Thread thread = Thread.currentThread();
        Recorder before = CURRENT.get();
        CURRENT.set(fiber);
        if (!thread.isVirtual()) {
            fiber.owner = thread;
            replace(thread, before, fiber);
        }
        return before;
    }

    /** Undoes {@link #redirect}, on the same thread. */
    public static void redirectBack(Recorder fiber, Recorder before) {
        Thread thread = Thread.currentThread();
        if (before == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(before);
        }
        if (!thread.isVirtual()) {
            replace(thread, fiber, before);
            fiber.owner = null;
        }
    }

    /** Where another thread of the same slot has it, the way through {@link #CURRENT} is taken. */
    private static void replace(Thread thread, Recorder old, Recorder by) {
        int slot = (int) thread.threadId() & BY_THREAD_MASK;
        if (BY_THREAD[slot] == old) {
            BY_THREAD[slot] = by;
        }
    }

    static EventRing ringFor(Recorder recorder) {
        EventRing ring =
                pool.take(recorder.fiber != null || Thread.currentThread().isVirtual());
        if (ring != null) {
            announce(recorder, ring);
        }
        return ring;
    }

    private static void announce(Recorder recorder, EventRing ring) {
        FiberState fiber = recorder.fiber;
        Thread thread = fiber == null ? Thread.currentThread() : null;
        long id = fiber == null ? thread.threadId() : fiber.id();
        if (ring != null) {
            RegistryJournal journal = Registry.journal();
            if (journal != null) {
                if (thread == null) {
                    journal.fiber(id, fiber.name());
                } else {
                    journal.thread(id, thread.isVirtual(), thread.getName());
                }
            }
            ring.ownedBy(id);
        }
        NEW.add(new Entry(
                recorder,
                ring,
                ring == null ? 0 : ring.producerPosition(),
                new WeakReference<>(thread),
                id,
                thread != null && thread.isVirtual(),
                fiber));
    }

    /** The next recorder that the collector has not seen, or null. An entry without a ring only carries counters. */
    public static Entry pollNew() {
        return NEW.poll();
    }
}
