package dev.zonecast.core.event;

/**
 * The blocks of a pool that live: sizes, as words of {@link dev.zonecast.fxt.BlockSize}, by address, in one array with linear probing (D. Knuth, The Art of Computer Programming 3,
 * 6.4, algorithms L and R), so that millions of blocks are no work for the garbage collector.
 *
 * <p>For one thread at a time.
 */
public final class MemoryBlocks {
    private static final int MIN_SLOTS = 64;
    private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

    private final long multiplier;

    // Address and size in turn; address 0 is a free slot.
    private long[] slots = new long[2 * MIN_SLOTS];
    private int count;

    /** None yet. */
    public MemoryBlocks() {
        this(GOLDEN);
    }

    /**
     * None yet, of a program that is not trusted.
     *
     * @param multiplier odd and secret, so that no program can choose addresses that fall into one slot
     */
    public MemoryBlocks(long multiplier) {
        this.multiplier = multiplier;
    }

    /** The same blocks, which do not change with these. */
    MemoryBlocks copy() {
        MemoryBlocks copy = new MemoryBlocks(multiplier);
        copy.slots = slots.clone();
        copy.count = count;
        return copy;
    }

    /** Memory of the table. */
    long sizeBytes() {
        return (long) Long.BYTES * slots.length;
    }

    /** How many blocks live. */
    public int count() {
        return count;
    }

    /** What is done with a block. */
    public interface Visitor<E extends Exception> {
        void block(long address, long sizeWord) throws E;
    }

    /** All blocks, in no order. */
    public <E extends Exception> void forEachBlock(Visitor<E> visitor) throws E {
        for (int i = 0; i < slots.length; i += 2) {
            if (slots[i] != 0) {
                visitor.block(slots[i], slots[i + 1]);
            }
        }
    }

    /** Word of a block, or -1. */
    public long bytes(long address) {
        int slot = find(address);
        return slots[slot] == 0 ? -1 : slots[slot + 1];
    }

    /** Adds a block that is not there. */
    public void add(long address, long bytes) {
        if (4 * (count + 1) > 3 * (slots.length / 2)) {
            grow();
        }
        int slot = find(address);
        slots[slot] = address;
        slots[slot + 1] = bytes;
        count++;
    }

    /** Takes a block out; returns its word, or -1 if it is not there. */
    public long remove(long address) {
        int hole = find(address);
        if (slots[hole] == 0) {
            return -1;
        }
        long bytes = slots[hole + 1];
        closeGap(hole);
        count--;
        return bytes;
    }

    /** Moves those up that would not be found any more across a free slot. */
    private void closeGap(int gap) {
        int mask = slots.length - 1;
        int hole = gap;
        int at = (hole + 2) & mask;
        while (slots[at] != 0) {
            int home = home(slots[at]);
            if (((at - home) & mask) >= ((at - hole) & mask)) {
                slots[hole] = slots[at];
                slots[hole + 1] = slots[at + 1];
                hole = at;
            }
            at = (at + 2) & mask;
        }
        slots[hole] = 0;
    }

    /** Takes all blocks out. */
    public void clear() {
        slots = new long[2 * MIN_SLOTS];
        count = 0;
    }

    private int find(long address) {
        int mask = slots.length - 1;
        int slot = home(address);
        while (slots[slot] != 0 && slots[slot] != address) {
            slot = (slot + 2) & mask;
        }
        return slot;
    }

    /** Fibonacci hashing: addresses are multiples of 16. */
    private int home(long address) {
        int bits = Integer.numberOfTrailingZeros(slots.length / 2);
        return (int) ((address * multiplier) >>> (64 - bits)) * 2;
    }

    private void grow() {
        long[] old = slots;
        slots = new long[old.length * 2];
        for (int i = 0; i < old.length; i += 2) {
            if (old[i] != 0) {
                int slot = find(old[i]);
                slots[slot] = old[i];
                slots[slot + 1] = old[i + 1];
            }
        }
    }
}
