package dev.zonecast.core.ring;

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
     * @param thread weak, so that a virtual thread that nobody waits for can be collected
     */
    public record Entry(
            Recorder recorder, EventRing ring, WeakReference<Thread> thread, long threadId, boolean virtual) {}

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

    static EventRing ringFor(Recorder recorder) {
        EventRing ring = pool.take(Thread.currentThread().isVirtual());
        if (ring != null) {
            announce(recorder, ring);
        }
        return ring;
    }

    private static void announce(Recorder recorder, EventRing ring) {
        Thread thread = Thread.currentThread();
        if (ring != null) {
            ring.ownedBy(thread.threadId());
        }
        NEW.add(new Entry(recorder, ring, new WeakReference<>(thread), thread.threadId(), thread.isVirtual()));
    }

    /** The next recorder that the collector has not seen, or null. An entry without a ring only carries counters. */
    public static Entry pollNew() {
        return NEW.poll();
    }
}
