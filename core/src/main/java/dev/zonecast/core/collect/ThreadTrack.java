package dev.zonecast.core.collect;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.FiberEvent;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.registry.NameTable;
import dev.zonecast.core.registry.ThreadNames;
import dev.zonecast.core.ring.EventRing;
import dev.zonecast.core.ring.FiberState;
import dev.zonecast.core.ring.Recorder;
import dev.zonecast.core.ring.RecorderRegistry;
import dev.zonecast.core.ring.RingSource;
import dev.zonecast.core.ring.UnendedState;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

/**
 * A thread as sinks see it. Owned by the collector's thread, but for the name and group that a program gives
 * ({@link ThreadNames}).
 */
public final class ThreadTrack extends EventThread {
    private static final int MOST_TRIES = 100;

    private final WeakReference<Thread> thread;
    private final FiberState fiber;

    final Recorder recorder;
    EventRing ring;

    /** Source of the records: the ring, or a copy if the producer overwrites. */
    EventRing source;

    /** The ring up to which a pass reads, and the end of that pass in it: the ring itself, or one behind it in the chain. */
    private EventRing lastRing;

    private long lastEnd;

    /** The gap before the next records, or null: see {@link EventRing#gapBefore}. */
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

    /** Open events that are recorded at their end. */
    UnendedState unended = UnendedState.NONE;

    // As last saved.
    long savedPosition = -1;
    long savedSerialPosition = -1;

    /** How full the ring was at the most since the last report. */
    int ringPercent;

    private boolean retired;

    /** How many locks it waits for, at least. */
    int waits;

    // Open zones, outermost first.
    int depth;
    int[] openLocation = new int[16];
    long[] openNanos = new long[16];

    /** The stack belongs to the next record of any kind. */
    static final int ANY_LOCATION = -1;

    /** Stack for the next zone at {@link #stackLocation}. Another location means that its begin was dropped. */
    CallStack stack;

    int stackLocation;

    /** Of a virtual thread: where it runs, for its next zone; null if that has been said. */
    String carrierName;

    /** Of a fiber: the thread that runs it, 0 for none; its name, and since when. */
    long runsOn;

    String runsOnName;
    long runsSinceNanos;

    /** Null until the thread has had a marker that needs it. */
    MarkerKeeper.State markers;

    /** Attributes of zones that were not innermost when they were set; delivered when they are. */
    final List<DeferredAttribute> deferred = new ArrayList<>(0);

    /** @param text null for a value or a colour */
    record DeferredAttribute(EventKind kind, int small, int depth, long value, String text) {}

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
                "",
                0);
    }

    /** @param start position in the ring of the thread's first record */
    private ThreadTrack(
            long id,
            boolean virtual,
            WeakReference<Thread> thread,
            FiberState fiber,
            Recorder recorder,
            EventRing ring,
            long start,
            String name,
            int group) {
        super(id, virtual, fiber != null, name, group);
        this.fiber = fiber;
        this.thread = thread;
        this.recorder = recorder;
        this.ring = ring;
        this.source = ring;
        this.position = start;
        if (ring != null && recorder != null && recorder.overwrites(ring)) {
            if (hasEnded()) {
                // Nobody overwrites any more: no copy. The thread may have overwritten records before this.
                position = ring.consumerPosition();
                gap = position == start ? null : ring.gapBefore(position);
            } else {
                source = ring.sameSize(RingSource.NATIVE);
            }
        }
    }

    /** The last record is about the next one. */
    void led(long from, long to) {
        leadPosition = from == leadEnd ? leadPosition : from;
        leadEnd = to;
    }

    /** A pad: what stands before it and behind it stands together. */
    void padded(long from, long to) {
        leadEnd = from == leadEnd ? to : leadEnd;
    }

    /** Below this position, all records are processed together with the records that they are about. */
    long savablePosition() {
        return leadEnd == position && !hasEnded() ? leadPosition : position;
    }

    /** Below this position, no record waits for other threads' records. */
    long firstWaitingPosition() {
        long savable = savablePosition();
        return waitingSerial == 0 ? savable : Math.min(serialPosition, savable);
    }

    /** For sinks' tests: a thread without a ring. */
    public static ThreadTrack ofName(long id, String name) {
        return ofOtherProcess(id, false, name);
    }

    /**
     * A thread of another program, which this process has no ring for; its name does not change, and it has no group.
     *
     * @param virtual true for a fiber
     */
    public static ThreadTrack ofOtherProcess(long id, boolean virtual, String name) {
        return new ThreadTrack(id, virtual, new WeakReference<>(null), null, null, null, 0, name, 0);
    }

    /** A run of this fiber on a thread begins or ends. */
    void runs(FiberEvent event, int nameId) {
        runsOn = event.carrierId();
        runsOnName = event.carrierName();
        runsSinceNanos = event.nanos();
        unended = event.kind() == EventKind.FIBER_ENTER
                ? new UnendedState(nameId, false, event.nanos(), runsOn)
                : UnendedState.NONE;
    }

    /** No sink is left. Zones end all the same: the end of a recorded zone is recorded. */
    void forgetOpen() {
        markers = null;
        waits = 0;
        runsOn = 0;
        unended = UnendedState.NONE;
    }

    /** A thread of a dead program: reads the records of a ring from its consumer's position on. */
    public static ThreadTrack ofRing(long id, boolean virtual, FiberState fiber, EventRing ring, String name) {
        return new ThreadTrack(
                id, virtual, new WeakReference<>(null), fiber, null, ring, ring.consumerPosition(), name, 0);
    }

    /** Bytes of handled records whose room has not been given back. */
    public long heldBytes() {
        return position - ring.consumerPosition();
    }

    /**
     * Notes in the ring how far its records are saved.
     *
     * @param commit number of the commit
     * @param always also if nothing has changed
     */
    public void save(long commit, boolean always) {
        if (ring == null) {
            return;
        }
        long savable = savablePosition();
        long serial = firstWaitingPosition();
        if (always || savedPosition != savable || savedSerialPosition != serial) {
            savedPosition = savable;
            savedSerialPosition = serial;
            ring.saved(commit, savable, serial, depth, id(), unended);
        }
    }

    /** Gives back the room of saved records. */
    public void giveBackSaved() {
        // A ring that overwrites has no room in a mapped file, and gives its room back at once.
        if (ring != null && source == ring && savedSerialPosition > ring.consumerPosition()) {
            ring.consumed(savedSerialPosition);
        }
    }

    /** Takes over the thread's name and group as they are now; true if they are others than before. */
    boolean renamed() {
        if (fiber != null) {
            rename(fiber.name(), fiber.group());
            return false;
        }
        Thread owner = thread.get();
        if (owner == null) {
            rename(name().isEmpty() ? "thread " + id() : name(), group());
            return false;
        }
        ThreadNames.Label label = ThreadNames.label(owner);
        String given = label != null && label.name() != null ? label.name() : owner.getName();
        String oldName = name();
        int oldGroup = group();
        String newName =
                given.isEmpty() ? (virtual() ? "virtual thread " : "thread ") + id() : NameTable.wellFormed(given);
        rename(newName, label == null ? 0 : label.group());
        return group() != oldGroup || !newName.equals(oldName);
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

    /** Copies the records of a producer that may overwrite them. */
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

    /** It is not used any more; its ring belongs to another thread from now on. */
    void retire() {
        retired = true;
        if (source != ring) {
            source.release();
            source = ring;
        }
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
