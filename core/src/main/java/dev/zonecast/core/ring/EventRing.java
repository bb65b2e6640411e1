package dev.zonecast.core.ring;

import dev.zonecast.memory.Memory;
import dev.zonecast.memory.RawMemory;
import java.lang.invoke.VarHandle;

/**
 * A single-producer, single-consumer ring of records in memory outside the Java heap ({@link RingLayout}). The producer's side is
 * {@link Recorder}; the methods here belong to the consumer, or to the holder of a ring that no thread owns.
 */
public final class EventRing {

    /** Number of a place that counts for no commit. */
    private static final long NO_COMMIT = 0;

    /** The smallest ring. */
    static final int LEAST_BYTES = 1024;

    private static final long NO_GAP = -1;

    private final Memory segment;
    private final long address;
    private final int capacityBytes;
    private final boolean outlives;
    private final Runnable release;

    /**
     * Where the thread has gone on; null while it writes here. The producer stores it behind its last record: who sees it sees that
     * record's position, which stays.
     */
    volatile EventRing next;

    /** One of {@link RingPool#LARGE_RINGS}. For the pool. */
    boolean large;

    /** Which of the two places was used last. */
    private int savedPlace;

    EventRing(RingMemory memory, int capacityBytes) {
        if (Integer.bitCount(capacityBytes) != 1 || capacityBytes < LEAST_BYTES) {
            throw new IllegalArgumentException(
                    "ring capacity must be a power of two from " + LEAST_BYTES + " bytes on: " + capacityBytes);
        }
        this.segment = memory.segment();
        this.address = segment.address();
        this.capacityBytes = capacityBytes;
        this.outlives = memory.outlives();
        this.release = memory.release();
        segment.setLong(RingLayout.MAGIC_OFFSET, RingLayout.MAGIC);
        segment.setLong(RingLayout.CAPACITY_OFFSET, capacityBytes);
    }

    /** The ring of a dead process, or a copy of it. Its header has the positions. */
    public static EventRing left(Memory whole, int capacityBytes) {
        return new EventRing(new RingMemory(whole, true), capacityBytes);
    }

    /** Header and records. */
    public Memory segment() {
        return segment;
    }

    public int capacityBytes() {
        return capacityBytes;
    }

    /** Bytes of header and records. */
    long wholeBytes() {
        return RingLayout.HEADER_BYTES + (long) capacityBytes;
    }

    /** The ring in which the thread has gone on, behind the last record of this one; null if this is the thread's ring. */
    public EventRing next() {
        return next;
    }

    /** Lets a thread go on here that has come to a position in another ring. Before the ring is handed to anyone. */
    void startAt(long position) {
        for (long at = RingLayout.GAP_OFFSET, i = 0; i < 2; i++, at += RingLayout.GAP_BYTES) {
            segment.setLong(at, NO_GAP);
        }
        segment.setLong(RingLayout.CONSUMER_OFFSET, position);
        segment.setLong(RingLayout.PRODUCER_OFFSET, position);
    }

    /** True if {@link #release} is possible. */
    boolean isReleasable() {
        return release != null;
    }

    /** Gives the memory back to the system; the ring must not be used any more. */
    public void release() {
        release.run();
    }

    /** True if its records are there when the process has died. */
    public boolean outlives() {
        return outlives;
    }

    /** Acquire: records below this position are complete. */
    public long producerPosition() {
        return segment.getLongAcquire(RingLayout.PRODUCER_OFFSET);
    }

    /** Acquire: room below this position plus the capacity may be written; the consumer's reads of it are done. */
    public long consumerPosition() {
        return segment.getLongAcquire(RingLayout.CONSUMER_OFFSET);
    }

    /** Release: the consumer has read everything below; the producer may overwrite it. */
    public void consumed(long position) {
        segment.setLongRelease(RingLayout.CONSUMER_OFFSET, position);
    }

    // --- rings whose producer overwrites: the first thread to change the consumer's position owns it

    /**
     * Copies what lies between two positions to another ring of the size and gives the room back: if it returns true, nothing of it was
     * overwritten during the copy.
     * The consumer.
     */
    public boolean take(EventRing copy, long from, long end) {
        if (end - from > capacityBytes) {
            return false;
        }
        for (long at = from; at < end; ) {
            long bytes = Math.min(end - at, capacityBytes - (at & (capacityBytes - 1L)));
            Memory.copy(segment, offset(at), copy.segment, offset(at), bytes);
            at += bytes;
        }
        // Full fence: the copy is complete before the producer, which claims room in the same way, overwrites it.
        return segment.compareAndSetLong(RingLayout.CONSUMER_OFFSET, from, end);
    }

    /** The producer drops the oldest records; false if the consumer has read them. */
    boolean overwrite(long from, long to, int place, int lowest, int rise) {
        long at = RingLayout.GAP_OFFSET + (long) place * RingLayout.GAP_BYTES;
        segment.setLongOpaque(at + RingLayout.GAP_LOWEST, (long) lowest);
        segment.setLongOpaque(at + RingLayout.GAP_RISE, (long) rise);
        segment.setLongRelease(at, to);
        return segment.compareAndSetLong(RingLayout.CONSUMER_OFFSET, from, to);
    }

    /** The gap before a position: lowest and rise ({@link RingLayout#GAP_OFFSET}); null if there is none. */
    public int[] gapBefore(long position) {
        for (long at = RingLayout.GAP_OFFSET, i = 0; i < 2; i++, at += RingLayout.GAP_BYTES) {
            if (segment.getLongAcquire(at) == position) {
                return new int[] {
                    (int) segment.getLongOpaque(at + RingLayout.GAP_LOWEST),
                    (int) segment.getLongOpaque(at + RingLayout.GAP_RISE)
                };
            }
        }
        return null;
    }

    /**
     * An empty ring of the same size.
     *
     * @throws OutOfMemoryError if there is no memory for it
     */
    public EventRing sameSize(RingSource source) {
        return new EventRing(source.allocate(capacityBytes), capacityBytes);
    }

    /** Offset in {@link #segment} of the record at a position. */
    public long offset(long position) {
        return RingLayout.HEADER_BYTES + (position & (capacityBytes - 1L));
    }

    /** A word of a record, at an {@link #offset}: as from {@link #segment}, by the shortest way that there is. */
    public long word(long offset) {
        return RawMemory.ALLOWED ? RawMemory.getLong(address + offset) : segment.getLong(offset);
    }

    /**
     * Notes in the ring which records are saved elsewhere. The note is valid once that commit is complete.
     *
     * @param commit its number, the last one plus 1
     * @param position below which all records are saved, but for serial ones
     * @param serialPosition below which serial records are saved
     * @param depth open zones at the position
     * @param threadId of the thread that they are of
     * @param unended records of open events, which are saved only with their ends
     */
    public void saved(long commit, long position, long serialPosition, int depth, long threadId, UnendedState unended) {
        // The other place holds what counts until this commit is complete, however many commits had nothing to say of
        // this ring.
        savedPlace ^= 1;
        long at = RingLayout.SAVED_OFFSET + (long) savedPlace * RingLayout.SAVED_BYTES;
        // This place counted until the last commit was complete: that store comes before these.
        VarHandle.storeStoreFence();
        segment.setLongOpaque(at, NO_COMMIT);
        // A place that is half written counts for no commit.
        VarHandle.storeStoreFence();
        segment.setLong(at + RingLayout.SAVED_POSITION, position);
        segment.setLong(at + RingLayout.SAVED_SERIAL_POSITION, serialPosition);
        segment.setLong(at + RingLayout.SAVED_DEPTH, depth | threadId << 32);
        segment.setLong(at + RingLayout.SAVED_UNENDED, unended.id() | (unended.shared() ? 1L << 32 : 0));
        segment.setLong(at + RingLayout.SAVED_UNENDED_NANOS, unended.sinceNanos());
        segment.setLong(at + RingLayout.SAVED_RUNS_ON, unended.threadId());
        segment.setLongRelease(at, commit);
    }

    /**
     * Counts a loss in the ring's header, where it outlives the process. Any thread: threads without a ring share one.
     *
     * @param offset {@link RingLayout#DROPPED_OFFSET} or {@link RingLayout#TRUNCATED_OFFSET}
     */
    void countLoss(int offset) {
        long ignored = segment.getAndAddLong(offset, 1L);
    }

    void ownedBy(long threadId) {
        segment.setLong(RingLayout.THREAD_OFFSET, threadId);
    }
}
