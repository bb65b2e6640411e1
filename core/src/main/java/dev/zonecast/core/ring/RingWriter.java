package dev.zonecast.core.ring;

import dev.zonecast.core.kind.EventKind;
import dev.zonecast.memory.Memory;
import dev.zonecast.memory.RawMemory;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/**
 * The producer's end of a thread's rings: room for a record, its publication, the next ring when one is full. Belongs to the thread
 * that records, but for the methods that say otherwise.
 *
 * <p>{@code limit} is the position up to which records fit without another look at the consumer, less 16 bytes for each open zone.
 */
public abstract sealed class RingWriter extends RecorderHotFields permits RecordWriter {
    static final long SLOT = RingLayout.SLOT_BYTES;

    /** Percent of a ring at which the collector is called once more, and reads this ring first. */
    public static final int FLUSH_LEVEL = 80;

    /** Percent of a ring at which it is about to be full. */
    private static final int WARNING_LEVEL = 90;

    private static final int FULL_LEVEL = 100;

    /** A thread without a ring asks for one at the first event, and again after so many. */
    static final int ASK_AGAIN = 1024;

    /** The collector reads some thousand records in that time. */
    static final long WAIT_SLICE_NANOS = 50_000;

    private static final VarHandle FLUSHES = counter(RingWriter.class, "flushes");
    private static final VarHandle WARNINGS = counter(RingWriter.class, "warnings");
    private static final VarHandle OVERWRITTEN = counter(RingWriter.class, "overwritten");

    final RingPolicy policy;

    private final RingGrowth growth;

    /** How full the ring was at the last look: see {@link #admit}. */
    private int level;

    long flushes;
    long warnings;

    /** Records that were overwritten and that the consumer has not passed. */
    long overwritten;

    /** Token of a zone whose begin threw after it was complete, else 0: no caller can end it. */
    long unanswered;

    /** Where a call stack ends that waits for its record; -1: there is none. */
    long leadEnd = -1;

    private long gapEnd = -1;
    private int gapLowest;
    private int gapRise;
    private int gapPlace;

    RingWriter(RingPool pool, RingPolicy policy) {
        this.pool = pool;
        this.policy = policy;
        growth = new RingGrowth(pool, policy);
    }

    final void attach(EventRing newRing) {
        ring = newRing;
        if (newRing == null) {
            limit = Long.MIN_VALUE;
            return;
        }
        growth.startsWith(newRing);
        memory = newRing.segment();
        base = memory.address();
        capacity = newRing.capacityBytes();
        mask = capacity - 1L;
        position = newRing.producerPosition();
        limit = position;
    }

    /** Longest text of a record in this ring. */
    final int maxTextBytes() {
        return growth.maxTextBytes(capacity);
    }

    /** Ends the zone of {@link #unanswered}, unless it has ended with an outer one. */
    abstract void endUnanswered();

    /**
     * Finds room for a record that must not wrap; a pad is put in front where the end of the ring is too near, and published with the
     * record.
     *
     * @return position of the record, or -1 (counted)
     */
    final long claim(long bytes) {
        long at = claimUncounted(bytes);
        if (at < 0) {
            countDrop();
        }
        return at;
    }

    final long claimUncounted(long bytes) {
        if (position + needFor(bytes) > limit) {
            if (unanswered != 0) {
                // Its end takes room that need is measured from.
                endUnanswered();
            }
            if (!findRoom(needFor(bytes))) {
                return -1;
            }
        }
        long inRing = position & mask;
        long room = capacity - inRing;
        if (bytes > room) {
            put(RingLayout.HEADER_BYTES + inRing, RingLayout.header(RingLayout.PAD, (int) (room / 8), 0, 0));
            return position + room;
        }
        return position;
    }

    private long needFor(long bytes) {
        long toEnd = capacity - (position & mask);
        return bytes <= toEnd ? bytes : bytes + toEnd;
    }

    final void publish(long newPosition) {
        position = newPosition;
        release(newPosition);
    }

    /** Publishes the records that are not, if any; a stack that waits for its record stays. */
    public final void flush() {
        if (ring != null && position != leadEnd) {
            release(position);
        }
    }

    /** Release: a reader that sees the new position sees the record's words. */
    final void release(long newPosition) {
        if (RawMemory.ALLOWED) {
            RawMemory.setLongRelease(base + RingLayout.PRODUCER_OFFSET, newPosition);
        } else {
            memory.setLongRelease(RingLayout.PRODUCER_OFFSET, newPosition);
        }
    }

    final void put(long offset, long word) {
        if (RawMemory.ALLOWED) {
            RawMemory.setLong(base + offset, word);
        } else {
            memory.setLong(offset, word);
        }
    }

    final void putByte(long offset, byte value) {
        memory.setByte(offset, value);
    }

    /** {@link #findRoom}, or a counted drop. */
    final boolean admit(long need) {
        if (findRoom(need)) {
            return true;
        }
        countDrop();
        return false;
    }

    /**
     * The slow path of every record: looks at the consumer again, wakes it when the ring is half full, and once more at 80 and at 90
     * percent, which are counted. At 90 percent the thread continues in another ring; without one, the policy of a full ring applies.
     */
    final boolean findRoom(long need) {
        if (ring == null && !obtainRing()) {
            return false;
        }
        if (unanswered != 0) {
            endUnanswered();
        }
        // Who reads may have to, so that there is room, and a ring's last position is final once it has a successor.
        flush();
        long reserved = SLOT * depth;
        long consumed = ring.consumerPosition();
        long soft = consumed + (growth.isFirst(capacity) ? capacity : capacity / 2) - reserved;
        if (position + need <= soft) {
            level = 0;
            limit = growth.isGrown(capacity) ? limitOfGrown(need, soft, consumed) : soft;
            return true;
        }
        if (growth.isFirst(capacity) && goOn(larger(need, reserved), reserved)) {
            return true;
        }
        pool.collectorWaker().run();
        if (isBelow(FLUSH_LEVEL, consumed - reserved, need) || isBelow(WARNING_LEVEL, consumed - reserved, need)) {
            return true;
        }
        reached(FULL_LEVEL);
        if (goOn(larger(need, reserved), reserved)) {
            return true;
        }
        long hard = consumed + capacity - reserved;
        // What does not fit into an empty ring is not worth waiting for: open zones have promised all of it to their
        // ends.
        boolean everFits = need + reserved <= capacity;
        if (position + need > hard && everFits && policy.waitNanos() > 0) {
            hard = awaitRoom(need, reserved);
        }
        while (position + need > hard && everFits && overwrites(ring)) {
            overwriteOldest(need);
            hard = ring.consumerPosition() + capacity - reserved;
        }
        limit = hard;
        return position + need <= hard;
    }

    /** The limit in a grown ring, or in the usual one if the thread continues there. */
    private long limitOfGrown(long need, long soft, long consumed) {
        long reserved = SLOT * depth;
        if (position != leadEnd && goOn(growth.usual(position, consumed, reserved + 2 * need), reserved)) {
            return limit;
        }
        return Math.min(soft, position + Math.max(need, growth.lookBytes()));
    }

    /** A ring to go on in; null if there is none, or a stack has been written that its record must follow here. */
    private EventRing larger(long need, long reserved) {
        if (position == leadEnd) {
            return null;
        }
        // Twice: where a record wraps in the one ring and not in the other, it needs room for a pad as well.
        return growth.larger(ring, position, reserved + 2 * need);
    }

    /** The records continue in that ring, which begins at {@code position}; false if it is null. */
    private boolean goOn(EventRing newRing, long reserved) {
        if (newRing == null) {
            return false;
        }
        Memory newMemory = newRing.segment();
        long newBase = newMemory.address();
        int newCapacity = newRing.capacityBytes();
        // Nothing but stores from here on: an error between them would leave half of each ring.
        ring.next = newRing;
        ring = newRing;
        memory = newMemory;
        base = newBase;
        capacity = newCapacity;
        mask = newCapacity - 1L;
        level = 0;
        limit = position + newCapacity / 2 - reserved;
        return true;
    }

    /** True if the thread is likely to go on in another ring when this one is full. Any thread. */
    public final boolean hasRoomToGrow() {
        return growth.hasRoom();
    }

    /** True if the collector reads the rings of this thread before other threads' rings. Any thread. */
    public final boolean isFirst() {
        return policy.first();
    }

    /** True if the newest records win when that ring of this recorder is full. Any thread. */
    public final boolean overwrites(EventRing itsRing) {
        return policy.overwrites() && !itsRing.outlives();
    }

    /** Drops the oldest quarter of the ring, unless the consumer has just read it. */
    private void overwriteOldest(long need) {
        long from = ring.consumerPosition();
        long to = from;
        long least = from + Math.max(need, capacity / 4);
        boolean goesOn = from == gapEnd;
        int lowest = goesOn ? gapLowest : 0;
        int rise = goesOn ? gapRise : 0;
        int records = 0;
        while (to < position && to < least) {
            long header = ring.word(ring.offset(to));
            switch (RingLayout.type(header)) {
                case RingLayout.ZONE_BEGIN -> rise++;
                case RingLayout.ZONE_END -> {
                    rise -= RingLayout.id(header);
                    lowest = Math.min(lowest, rise);
                }
                default -> {
                    // Not of the zones' depth.
                }
            }
            records += RingLayout.type(header) == RingLayout.PAD ? 0 : 1;
            to += RingLayout.bytes(header);
        }
        if (ring.overwrite(from, to, gapPlace, lowest, rise)) {
            overwritten += records;
            gapEnd = to;
            gapLowest = lowest;
            gapRise = rise;
            gapPlace ^= 1;
            forgetStacks(from, to);
        }
    }

    /** Frees the stacks of dropped records. */
    private void forgetStacks(long from, long to) {
        if (stacks == null) {
            return;
        }
        for (long at = from; at < to; ) {
            long header = ring.word(ring.offset(at));
            if (RingLayout.type(header) == EventKind.CALL_STACK.code()) {
                Object ignored = stacks.take(RingLayout.id(header));
            }
            at += RingLayout.bytes(header);
        }
    }

    /** Lets records in up to a level, if this one fits below it. */
    private boolean isBelow(int percent, long from, long need) {
        long end = from + (capacity / 100L * percent & -SLOT);
        if (position + need > end) {
            return false;
        }
        limit = end;
        reached(percent);
        return true;
    }

    /** The ring is filled up to that level at the most. */
    private void reached(int below) {
        if (below > FLUSH_LEVEL && level <= FLUSH_LEVEL) {
            flushes++;
        }
        if (below > WARNING_LEVEL && level <= WARNING_LEVEL) {
            warnings++;
        }
        level = below;
    }

    /** Sleeps in slices; in an interrupted thread, where none lasts, it only gives way to others. */
    @SuppressWarnings("ThreadPriorityCheck") // A sleep would throw, and a park alone would spin.
    final long awaitRoom(long need, long reserved) {
        long start = System.nanoTime();
        waits++;
        while (true) {
            long hard = ring.consumerPosition() + capacity - reserved;
            if (position + need <= hard || System.nanoTime() - start >= policy.waitNanos()) {
                return hard;
            }
            Thread.yield();
            LockSupport.parkNanos(WAIT_SLICE_NANOS);
        }
    }

    /** A thread that got no ring tries again from time to time. */
    final boolean obtainRing() {
        if (pool == null || policy.isOff() || ++refusedRings % ASK_AGAIN != 0) {
            return false;
        }
        try {
            return RecorderRegistry.obtainRing((Recorder) this);
        } catch (OutOfMemoryError e) {
            return false;
        } catch (StackOverflowError e) {
            // The next event may come with more of the stack left.
            refusedRings = ASK_AGAIN - 1;
            return false;
        }
    }

    /** Moves on with each record. */
    public final long position() {
        return position;
    }

    /** Counts a caller's drop for lack of room. */
    public final void countDrop() {
        if (policy.isOff()) {
            return;
        }
        dropped++;
        if (pool != null) {
            pool.countLoss(ring, RingLayout.DROPPED_OFFSET);
        }
    }

    final void countTruncated() {
        truncated++;
        if (pool != null) {
            pool.countLoss(ring, RingLayout.TRUNCATED_OFFSET);
        }
    }

    /** The ring, or null if none could be had. Any thread. */
    final EventRing ring() {
        return ring;
    }

    /** Counts a wrong call: a null location, an end without its begin. */
    public final void countUnmatched() {
        unmatched++;
    }

    /** Records refused for want of room. Any thread; a little behind. */
    public final long droppedCount() {
        return (long) DROPPED.getOpaque(this);
    }

    /** Ends and attributes without an open zone. Any thread; a little behind. */
    public final long unmatchedCount() {
        return (long) UNMATCHED.getOpaque(this);
    }

    /** Texts that were cut. Any thread; a little behind. */
    public final long truncatedCount() {
        return (long) TRUNCATED.getOpaque(this);
    }

    /** Times that the ring was as full as {@link #FLUSH_LEVEL}. Any thread; a little behind. */
    public final long flushCount() {
        return (long) FLUSHES.getOpaque(this);
    }

    /** Times that the ring was 90 percent full. Any thread; a little behind. */
    public final long warningCount() {
        return (long) WARNINGS.getOpaque(this);
    }

    /** Records that were overwritten before they were read. Any thread; a little behind. */
    public final long overwrittenCount() {
        return (long) OVERWRITTEN.getOpaque(this);
    }

    /** Times that a full ring was waited for. Any thread; a little behind. */
    public final long waitCount() {
        return (long) WAITS.getOpaque(this);
    }
}
