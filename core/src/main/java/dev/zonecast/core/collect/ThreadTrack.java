package dev.zonecast.core.collect;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.registry.NameTable;
import dev.zonecast.core.ring.EventRing;
import dev.zonecast.core.ring.FiberState;
import dev.zonecast.core.ring.Recorder;
import dev.zonecast.core.ring.RecorderRegistry;
import dev.zonecast.core.ring.UnendedState;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A thread as sinks see it. Owned by the collector's thread, but for the name and group that a program gives
 * ({@link ThreadNames}).
 */
public final class ThreadTrack {
    private static final int MOST_TRIES = 100;

    private final long id;
    private final boolean virtual;
    private final WeakReference<Thread> thread;
    private final FiberState fiber;

    String name;
    int group;

    final Recorder recorder;
    EventRing ring;

    /** Where records are read: the ring, or a copy of what was taken from it if its producer overwrites. */
    EventRing source;

    /** The ring up to which a pass reads, and the end of that pass in it: the ring itself, or one behind it in the chain. */
    private EventRing lastRing;

    private long lastEnd;

    /** Null, or what was overwritten before the records that are read next: see {@link EventRing#gapBefore}. */
    int[] gap;

    long lastNanos;

    /** Position in the ring up to which a pass reads. */
    long end;

    /** Position in the ring below which records have been handled; its room may still be needed. */
    long position;

    /** Position of the record that is handled. */
    long recordPosition;

    // Serial records wait in a queue after they have been read: how many, and a position below which none does.
    int waitingSerial;
    long serialPosition;

    // A run of records that say something of the record that comes next: where it begins, and where it ends.
    private long leadPosition = -1;
    private long leadEnd = -1;

    /** What has begun and is recorded when it ends. */
    UnendedState unended = UnendedState.NONE;

    // As last saved.
    long savedPosition = -1;
    long savedSerialPosition = -1;

    /** How full the ring was at the most since the last report. */
    int ringPercent;

    private boolean retired;

    // Open zones, outermost first.
    int depth;
    int[] openLocation = new int[16];
    long[] openNanos = new long[16];

    /** The stack is that of the next record, whatever it is. */
    static final int ANY_LOCATION = -1;

    /** For the next zone if it stands at {@link #stackLocation}, else for none: its begin was dropped. */
    CallStack stack;

    int stackLocation;

    /** Of a virtual thread: where it runs, for its next zone; null if that has been said. */
    String carrierName;

    /** Of a fiber: the thread that runs it, 0 for none; its name, and since when. */
    long runsOn;

    String runsOnName;
    long runsSinceNanos;

    /** Null until the thread has had a marker that needs it. */
    MarkerRouter.State markers;

    /** Attributes of zones that were not innermost when they were set; delivered when they are. */
    final List<DeferredAttribute> deferred = new ArrayList<>(0);

    /** @param text null for a value or a colour */
    record DeferredAttribute(int type, int depth, long value, String text) {}

    /** A thread of this program. */
    ThreadTrack(RecorderRegistry.Entry entry) {
        this(
                entry.threadId(),
                entry.virtual(),
                entry.thread(),
                entry.fiber(),
                entry.recorder(),
                entry.ring(),
                entry.start(),
                "");
    }

    /** @param start position in the ring of the thread's first record */
    ThreadTrack(
            long id,
            boolean virtual,
            WeakReference<Thread> thread,
            FiberState fiber,
            Recorder recorder,
            EventRing ring,
            long start,
            String name) {
        this.fiber = fiber;
        this.id = id;
        this.virtual = virtual;
        this.thread = thread;
        this.recorder = recorder;
        this.ring = ring;
        this.source = ring != null && recorder != null && recorder.overwrites(ring) ? ring.sameSize() : ring;
        this.name = name;
        // Not the consumer's position: the thread may have overwritten records before this.
        this.position = start;
    }

    /** The record that was handled says something of the one that comes next. */
    void led(long from, long to) {
        leadPosition = from == leadEnd ? leadPosition : from;
        leadEnd = to;
    }

    /** A pad: what stands before it and behind it stands together. */
    void padded(long from, long to) {
        leadEnd = from == leadEnd ? to : leadEnd;
    }

    /** Below it, all records have been handled together with what they say something of. */
    long savablePosition() {
        return leadEnd == position && !hasEnded() ? leadPosition : position;
    }

    /** Below it, no record is needed any more that waits for its turn among those of other threads. */
    long firstWaitingPosition() {
        long savable = savablePosition();
        return waitingSerial == 0 ? savable : Math.min(serialPosition, savable);
    }

    /** For sinks' tests: a thread without a ring. */
    public static ThreadTrack ofName(long id, String name) {
        return ofOtherProcess(id, false, name, 0);
    }

    /**
     * A thread of another program, which this process has no ring for; its name and group do not change.
     *
     * @param virtual true for one that others carry: a fiber
     * @param group threads with the same number stand together, 0 = none
     */
    public static ThreadTrack ofOtherProcess(long id, boolean virtual, String name, int group) {
        ThreadTrack track = new ThreadTrack(id, virtual, new WeakReference<>(null), null, null, null, 0, name);
        track.group = group;
        return track;
    }

    /** A fiber without a ring: of another copy of Zonecast, or of sinks' tests. */
    public static ThreadTrack ofFiber(long id, String name) {
        FiberState state = new FiberState(name, new AtomicReference<>());
        return new ThreadTrack(id, false, new WeakReference<>(null), state, null, null, 0, name);
    }

    /** {@link Thread#threadId}; unique while the process lives, above 0. */
    public long id() {
        return id;
    }

    /** True for a fiber, which runs on several threads in turn. */
    public boolean isFiber() {
        return fiber != null;
    }

    /** True for a virtual thread. */
    public boolean virtual() {
        return virtual;
    }

    /** Name as it is now, never null. */
    public String name() {
        return name;
    }

    /** Threads with the same number stand together in a viewer; 0 = none. */
    public int group() {
        return group;
    }

    boolean records(Recorder other) {
        return recorder == other;
    }

    /** Takes over the thread's name and group as they are now; true if they are others than before. */
    boolean renamed() {
        if (fiber != null) {
            name = fiber.name();
            return false;
        }
        Thread owner = thread.get();
        if (owner == null) {
            name = name.isEmpty() ? "thread " + id : name;
            return false;
        }
        ThreadNames.Label label = ThreadNames.label(owner);
        String given = label != null && label.name() != null ? label.name() : owner.getName();
        String oldName = name;
        int oldGroup = group;
        name = given.isEmpty() ? (virtual ? "virtual thread " : "thread ") + id : NameTable.wellFormed(given);
        group = label == null ? 0 : label.group();
        return group != oldGroup || !name.equals(oldName);
    }

    void markEnd() {
        if (source != ring) {
            take();
        } else if (ring != null) {
            lastRing = ring;
            // A ring that has a successor is complete, and so is its position.
            for (EventRing next = ring.next(); next != null; next = next.next()) {
                lastRing = next;
            }
            lastEnd = lastRing.producerPosition();
            end = ring == lastRing ? lastEnd : ring.producerPosition();
        }
    }

    /**
     * Goes on in the thread's next ring, when this one has been read to its end.
     *
     * @return the ring that has been read, or null if the pass ends in it
     */
    EventRing toNextRing() {
        if (ring == null || source != ring || ring == lastRing || lastRing == null) {
            return null;
        }
        EventRing read = ring;
        ring = read.next();
        source = ring;
        end = ring == lastRing ? lastEnd : ring.producerPosition();
        return read;
    }

    /** True if the thread has published records that have not been read. */
    boolean isBehind() {
        return ring != null && (ring.next() != null || position != ring.producerPosition());
    }

    /** Takes what is there out of the hands of a producer that may overwrite it. */
    private void take() {
        for (int i = 0; i < MOST_TRIES; i++) {
            long from = ring.consumerPosition();
            int[] before = from == position ? null : ring.gapBefore(from);
            long to = ring.producerPosition();
            if (ring.take(source, from, to)) {
                gap = from == position ? gap : before;
                position = from;
                end = to;
                return;
            }
        }
        // The thread overwrites faster than it can be read; the next pass tries again.
        end = position;
    }

    /** It is not used any more; its ring, if it had one, belongs to another thread from now on. */
    void retire() {
        retired = true;
    }

    boolean isRetired() {
        return retired;
    }

    boolean hasEnded() {
        if (fiber != null) {
            return fiber.hasEnded();
        }
        Thread t = thread.get();
        return t == null || !t.isAlive();
    }

    void push(int locationId, long nanos) {
        if (depth == openLocation.length) {
            openLocation = java.util.Arrays.copyOf(openLocation, depth * 2);
            openNanos = java.util.Arrays.copyOf(openNanos, depth * 2);
        }
        openLocation[depth] = locationId;
        openNanos[depth++] = nanos;
    }
}
