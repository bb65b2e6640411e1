package dev.zonecast.core.ring;

import dev.zonecast.core.kind.EventKind;
import dev.zonecast.memory.Memory;
import dev.zonecast.memory.MemoryScope;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntToLongFunction;

/**
 * A ring of the least size with both its ends, for tests of memory order. Rings of the profiler live as long as the process; a test
 * needs millions of them, and so the collector of garbage frees the memory of these.
 */
final class SmallRing {
    static final int BYTES = 4096;

    private static final int MEETING_SPINS = 5_000;
    private static final int EMPTY_POLLS = 200;

    private static final RingPool POOL = new RingPool(BYTES, BYTES, 0, RingPolicy.DROP, () -> {});

    final EventRing ring = new EventRing(memory(BYTES), BYTES);
    final Recorder recorder;

    private final AtomicInteger arrived = new AtomicInteger();

    // The reader's side.
    private final Memory memory = ring.segment();
    private long offset;
    private long position = ring.consumerPosition();
    private long end = position;

    SmallRing() {
        this(POOL);
    }

    static RingMemory memory(int capacityBytes) {
        return new RingMemory(MemoryScope.auto().allocate(RingLayout.HEADER_BYTES + (long) capacityBytes, 64), false);
    }

    SmallRing(RingPool policy) {
        recorder = new Recorder(ring, policy);
    }

    /**
     * Called by both actors first: they begin at about the same time, without which the one has mostly finished before the other
     * starts. Neither waits for long, for the other may have no processor.
     */
    void meet() {
        arrived.incrementAndGet();
        for (int i = 0; i < MEETING_SPINS && arrived.get() < 2; i++) {
            Thread.onSpinWait();
        }
    }

    /** Moves to the next record that is published; false if there is none. Pads are passed over. Gives room back record by record. */
    boolean next() {
        while (true) {
            if (position != ring.consumerPosition()) {
                ring.consumed(position);
            }
            if (position == end) {
                end = ring.producerPosition();
                if (position == end) {
                    return false;
                }
            }
            offset = ring.offset(position);
            long header = memory.getLong(offset);
            if (RingLayout.bytes(header) == 0) {
                throw new IllegalStateException("a record without length");
            }
            position += RingLayout.bytes(header);
            if (RingLayout.type(header) != RingLayout.PAD) {
                return true;
            }
        }
    }

    /** The reader's part: reads records until none has come for a while. */
    void readMany(Runnable record) {
        meet();
        int emptyPolls = 0;
        while (emptyPolls < EMPTY_POLLS) {
            if (next()) {
                record.run();
                emptyPolls = 0;
            } else {
                emptyPolls++;
            }
        }
    }

    /** Reads what is left when both parts have ended. */
    void readRest(Runnable record) {
        while (next()) {
            record.run();
        }
    }

    /** Publishes a record of 48 bytes with a number in each of its fields. */
    static boolean number(Recorder recorder, int n) {
        long wide = n;
        return recorder.tryRecord(EventKind.GPU_ZONE_END, 0, n, wide, ~wide, wide * 31, wide << 7);
    }

    /** Whether the words of a record are those of {@link #number}. */
    static boolean isWhole(IntToLongFunction words) {
        long n = words.applyAsLong(2);
        return RingLayout.id(words.applyAsLong(0)) == (int) n
                && words.applyAsLong(3) == ~n
                && words.applyAsLong(4) == n * 31
                && words.applyAsLong(5) == n << 7;
    }

    /** A word of the record that {@link #next} moved to; 0 is its header, 1 its time, from 2 on the payload. */
    long word(int index) {
        return memory.getLong(offset + index * 8L);
    }

    /** True if the producer has come around the ring at least once. */
    boolean hasWrapped() {
        return ring.producerPosition() > BYTES;
    }
}
