package dev.zonecast.core.ring;

import dev.zonecast.core.registry.Registry;
import dev.zonecast.core.registry.RegistryJournal;
import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Makes the recorder of a thread at its first event and hands it to the collector.
 *
 * <p>{@link #create} runs on any thread; {@link #pollNew} belongs to the collector.
 */
public final class RecorderRegistry {
    /** A recorder that the collector has to read from now on. */
    public static final class Entry {
        private final Recorder recorder;
        private final WeakReference<Thread> thread;
        private final long threadId;
        private final boolean virtual;
        private final FiberState fiber;
        private EventRing ring;
        private long start;

        /** The entry before this one. */
        private Entry older;

        private Entry(Recorder recorder) {
            this.recorder = recorder;
            fiber = recorder.fiber;
            Thread current = fiber == null ? Thread.currentThread() : null;
            thread = new WeakReference<>(current);
            threadId = fiber == null ? current.threadId() : fiber.id();
            virtual = current != null && current.isVirtual();
        }

        public Recorder recorder() {
            return recorder;
        }

        /** Null where none could be had: the entry only carries counters. */
        public EventRing ring() {
            return ring;
        }

        /** Position in the ring of the recorder's first record; records below it belong to an earlier owner. */
        public long start() {
            return start;
        }

        /** Weak, so that an unreachable virtual thread can be collected. */
        public WeakReference<Thread> thread() {
            return thread;
        }

        public long threadId() {
            return threadId;
        }

        public boolean virtual() {
            return virtual;
        }

        /** Null if it is a thread that records. */
        public FiberState fiber() {
            return fiber;
        }
    }

    static final ThreadLocal<Recorder> CURRENT = new ThreadLocal<>();

    /**
     * Recorders by the low bits of their thread's id: a look-up in a {@link ThreadLocal} costs about 4 ns, two of them would be half
     * of a zone. Plain reads and writes: whatever a thread finds here, only a recorder that it made itself names it as owner.
     */
    static final Recorder[] BY_THREAD = new Recorder[4096];

    static final int BY_THREAD_MASK = BY_THREAD.length - 1;

    /** The latest entry that the collector has not seen; a list of links, because adding to it must not need memory. */
    private static final AtomicReference<Entry> NEW = new AtomicReference<>();

    /** Entries that the collector has read, oldest first. For the collector. */
    private static Entry taken;

    /** Events of threads for whose recorder there was no memory. */
    private static final AtomicLong LOST = new AtomicLong();

    /** Attempts that were skipped because the last one found no memory. */
    private static final AtomicLong WAITED = new AtomicLong();

    private static volatile boolean outOfMemory;
    private static volatile RingPool pool;

    /** Takes calls that come before there is a profiler: ends of zones that never began. No ring, and of no thread. */
    private static final Recorder NOWHERE = new Recorder(null, null);

    private RecorderRegistry() {}

    /** Sets where rings come from; once, before the first event. */
    public static void use(RingPool ringPool) {
        pool = ringPool;
    }

    /**
     * True if there was no memory for the last thread that began: the event is counted as lost. One in {@value Recorder#ASK_AGAIN}
     * such events tries again, for each try may cost a collection of all garbage.
     */
    static boolean waitsForMemory() {
        if (!outOfMemory || WAITED.incrementAndGet() % Recorder.ASK_AGAIN == 0) {
            return false;
        }
        LOST.incrementAndGet();
        return true;
    }

    static Recorder lookUp(Thread thread) {
        try {
            // A look at a thread's first ThreadLocal needs memory. A virtual thread may have its recorder there.
            boolean isVirtual = thread.isVirtual();
            return !isVirtual && waitsForMemory() ? NOWHERE : find(thread, isVirtual);
        } catch (OutOfMemoryError | StackOverflowError e) {
            countLost(e);
            return NOWHERE;
        }
    }

    private static Recorder find(Thread thread, boolean isVirtual) {
        Recorder recorder = CURRENT.get();
        if (recorder == null && !(isVirtual && waitsForMemory())) {
            recorder = create();
        }
        if (recorder == null) {
            return NOWHERE;
        }
        if (isVirtual) {
            if (recorder.fiber == null) {
                recorder.noteCarrier(thread);
            }
            return recorder;
        }
        int slot = (int) thread.threadId() & BY_THREAD_MASK;
        Recorder holder = BY_THREAD[slot];
        // Two threads of one slot do not drive each other out: the first to come keeps it while it lives.
        if (holder == null || holder.owner == null) {
            BY_THREAD[slot] = recorder;
        }
        return recorder;
    }

    /** The recorder of the calling thread; null when there is no profiler. */
    static Recorder create() {
        RingPool from = pool;
        if (from == null) {
            return null;
        }
        Recorder recorder = new Recorder(null, from);
        CURRENT.set(recorder);
        try {
            Entry entry = new Entry(recorder);
            announce(entry, take(entry, from), from);
        } catch (OutOfMemoryError | StackOverflowError e) {
            // If that fails too, the recorder asks for a ring at its next event.
            recorder.refusedRings = Recorder.ASK_AGAIN - 1;
            CURRENT.set(null);
            throw e;
        }
        outOfMemory = false;
        SystemThread.began(Thread.currentThread());
        return recorder;
    }

    /** The recorder of a fiber; null when there is no profiler. */
    public static Recorder ofFiber(FiberState fiber) {
        RingPool from = pool;
        if (from == null) {
            return null;
        }
        Recorder recorder = Recorder.ofFiber(fiber, null, from);
        Entry entry = new Entry(recorder);
        announce(entry, take(entry, from), from);
        return recorder;
    }

    /** An event is lost because there was no memory, or no stack, for what its thread needs first. */
    public static void countLost(Error reason) {
        LOST.incrementAndGet();
        if (reason instanceof OutOfMemoryError) {
            outOfMemory = true;
        }
    }

    /** Events of threads for whose recorder there was no memory. Any thread. */
    public static long lostEvents() {
        return LOST.get();
    }

    /** Recorder of the calling thread, or null. */
    public static Recorder known() {
        return CURRENT.get();
    }

    /**
     * The calling thread records into a fiber's recorder. {@link #redirectBack} undoes it, even where this has thrown.
     *
     * @param before from {@link #known}
     */
    public static void redirect(Recorder fiber, Recorder before) {
        Thread thread = Thread.currentThread();
        CURRENT.set(fiber);
        if (!thread.isVirtual()) {
            fiber.owner = thread;
            replace(thread, before, fiber);
        }
    }

    /** Undoes {@link #redirect}, on the same thread; may be repeated. */
    public static void redirectBack(Recorder fiber, Recorder before) {
        Thread thread = Thread.currentThread();
        // Not remove, even for null: it moves entries of other thread locals, and an overflow in between loses them.
        CURRENT.set(before);
        if (!thread.isVirtual()) {
            replace(thread, fiber, before);
            fiber.owner = null;
        }
    }

    /** If another thread of the same slot owns the entry, {@link #CURRENT} is used. */
    private static void replace(Thread thread, Recorder old, Recorder by) {
        int slot = (int) thread.threadId() & BY_THREAD_MASK;
        if (BY_THREAD[slot] == old) {
            BY_THREAD[slot] = by;
        }
    }

    /** Gets a ring for a recorder that has none; false if there is none. */
    static boolean obtainRing(Recorder recorder) {
        Entry entry = new Entry(recorder);
        EventRing ring = take(entry, pool);
        if (ring == null) {
            return false;
        }
        announce(entry, ring, pool);
        return true;
    }

    private static EventRing take(Entry entry, RingPool from) {
        RingPolicy policy = entry.recorder.policy;
        return policy.isOff() ? null : from.take(entry.virtual || entry.fiber != null, !policy.overwrites());
    }

    /**
     * Gives the recorder its ring and tells the collector. If this throws, the recorder has none.
     *
     * @param ring null if none could be had
     */
    private static void announce(Entry entry, EventRing ring, RingPool from) {
        try {
            if (ring != null) {
                entry.ring = ring;
                entry.start = ring.producerPosition();
                keepName(entry);
                ring.ownedBy(entry.threadId);
                entry.recorder.attach(ring);
            }
            Entry older;
            do {
                older = NEW.get();
                entry.older = older;
            } while (!NEW.compareAndSet(older, entry));
        } catch (OutOfMemoryError | StackOverflowError e) {
            entry.recorder.ring = null;
            entry.recorder.limit = Long.MIN_VALUE;
            if (ring != null) {
                from.giveBack(ring);
            }
            throw e;
        }
    }

    /** For a reader of the ring after this process has died. */
    private static void keepName(Entry entry) {
        RegistryJournal journal = Registry.journal();
        if (journal == null) {
            return;
        }
        if (entry.fiber != null) {
            journal.fiber(entry.threadId, entry.fiber.name());
        } else {
            journal.thread(entry.threadId, entry.virtual, Thread.currentThread().getName());
        }
    }

    /** The next recorder that the collector has not seen, or null. It stays until {@link #pollNew}. */
    public static Entry peekNew() {
        if (taken == null) {
            Entry latest = NEW.getAndSet(null);
            while (latest != null) {
                Entry older = latest.older;
                latest.older = taken;
                taken = latest;
                latest = older;
            }
        }
        return taken;
    }

    /** As {@link #peekNew}, and takes it away. */
    public static Entry pollNew() {
        Entry first = peekNew();
        if (first != null) {
            taken = first.older;
            first.older = null;
        }
        return first;
    }
}
