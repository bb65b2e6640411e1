package dev.zonecast.core.ring;

import dev.zonecast.core.registry.Ids;
import dev.zonecast.core.registry.Registered;
import dev.zonecast.fxt.BlockSize;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Chooses blocks of memory by their bytes, as {@link BlockSize} has it, and knows of a block that is freed whether it was chosen.
 *
 * <p>An allocation counts down the bytes to the thread's next chosen byte. A chosen block sets a mark: a count in a table, at a hash of pool
 * and address. A free without a mark is of a block that was not chosen: one load. The collector takes a mark back when the block leaves its
 * tables, so a mark never goes too early. Two blocks may share one: a free of the other is recorded then, and the collector passes over it.
 * The mark of a record that was dropped stays.
 *
 * <p>Thread-safe.
 */
public final class MemorySampling {
    /** Draws a thread's chosen bytes. For that thread alone. */
    static final class Draws {
        private final long rate;
        private long random;

        Draws(long rate, long seed) {
            this.rate = rate;
            random = seed;
        }

        /** Bytes up to the next chosen one, and that one. Geometric: an exponential number, rounded up. */
        long next() {
            random += 0x9E37_79B9_7F4A_7C15L;
            // SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014).
            long bits = (random ^ random >>> 30) * 0xBF58_476D_1CE4_E5B9L;
            bits = (bits ^ bits >>> 27) * 0x94D0_49BB_1331_11EBL;
            double uniform = ((bits ^ bits >>> 31) >>> 11) + 1;
            return Math.max(1, (long) Math.ceil(-Math.log(uniform * 0x1p-53) * rate));
        }
    }

    private static final int SLOT_BITS = 18;
    private static final byte FULL = (byte) 0xFF;
    private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;
    private static final VarHandle MARKS = MethodHandles.arrayElementVarHandle(byte[].class);

    /** Null: each block is recorded. */
    private static volatile MemorySampling active;

    private final long rate;
    private final byte[] marks = new byte[1 << SLOT_BITS];

    MemorySampling(long rate) {
        this.rate = rate;
    }

    /** Samples from here on, before the first event. 0: each block is recorded. */
    public static void start(long rate) {
        active = rate == 0 ? null : new MemorySampling(rate);
    }

    /** Null: each block is recorded. */
    public static MemorySampling active() {
        return active;
    }

    /** The bytes of the calling thread's next block. */
    public boolean chooses(long bytes) {
        return chooses(Recorder.current(), bytes);
    }

    boolean chooses(Recorder recorder, long bytes) {
        long left = recorder.memoryLeft - Math.max(1, bytes);
        if (left > 0) {
            recorder.memoryLeft = left;
            return false;
        }
        if (recorder.memoryDraws == null) {
            // The thread's first block.
            recorder.memoryDraws = new Draws(rate, ThreadLocalRandom.current().nextLong());
            recorder.memoryLeft = recorder.memoryDraws.next();
            return chooses(recorder, bytes);
        }
        // The choice of a byte is independent of those before it.
        recorder.memoryLeft = recorder.memoryDraws.next();
        return true;
    }

    /** Marks a chosen block, before it is recorded. Returns its size for the record. */
    public long mark(Registered pool, long address, long bytes) {
        int slot = slot(pool, address);
        byte count = (byte) MARKS.getVolatile(marks, slot);
        while (count != FULL && !MARKS.compareAndSet(marks, slot, count, (byte) (count + 1))) {
            count = (byte) MARKS.getVolatile(marks, slot);
        }
        return BlockSize.word(bytes, rate);
    }

    /** False if a block was not chosen. */
    public boolean isMarked(Registered pool, long address) {
        return marks[slot(pool, address)] != 0;
    }

    /** Takes back the mark of a chosen block that is in no table any more. A count that was full stays. */
    public static void unmark(Registered pool, long address) {
        MemorySampling sampling = active;
        if (sampling != null) {
            int slot = slot(pool, address);
            byte[] marks = sampling.marks;
            byte count = (byte) MARKS.getVolatile(marks, slot);
            while (count != FULL && count != 0 && !MARKS.compareAndSet(marks, slot, count, (byte) (count - 1))) {
                count = (byte) MARKS.getVolatile(marks, slot);
            }
        }
    }

    private static int slot(Registered pool, long address) {
        long key = address + ((long) Ids.of(pool) << 40);
        return (int) ((key * GOLDEN) >>> (Long.SIZE - SLOT_BITS));
    }
}
