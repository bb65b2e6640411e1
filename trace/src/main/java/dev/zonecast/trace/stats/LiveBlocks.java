package dev.zonecast.trace.stats;

/**
 * Sizes and call stacks of living blocks by their address: one array with linear probing (D. Knuth, The Art of Computer Programming 3,
 * 6.4, algorithms L and R), 32 bytes a slot at most.
 */
final class LiveBlocks {
    /** Takes a block. */
    interface Visitor {
        void block(long bytes, int stack);
    }

    private static final int MIN_SLOTS = 16;
    private static final int NONE = -1;

    private long[] addresses = new long[MIN_SLOTS];
    private long[] sizes = new long[MIN_SLOTS];
    /** One more than the stack's number; 0 is a free slot. */
    private int[] stacks = new int[MIN_SLOTS];

    private int count;

    int count() {
        return count;
    }

    /** Adds a block that is not there. */
    void add(long address, long bytes, int stack) {
        if (2 * (count + 1) > stacks.length) {
            grow();
        }
        put(address, bytes, stack + 1);
        count++;
    }

    private void put(long address, long bytes, int stackAndOne) {
        int slot = find(address);
        addresses[slot] = address;
        sizes[slot] = bytes;
        stacks[slot] = stackAndOne;
    }

    /** Takes a block out; returns its size, or -1 if it is not there. */
    long remove(long address) {
        int hole = find(address);
        if (stacks[hole] == 0) {
            return NONE;
        }
        long bytes = sizes[hole];
        closeGap(hole);
        count--;
        return bytes;
    }

    private void closeGap(int gap) {
        int mask = stacks.length - 1;
        int hole = gap;
        for (int at = (hole + 1) & mask; stacks[at] != 0; at = (at + 1) & mask) {
            if (((at - home(addresses[at])) & mask) >= ((at - hole) & mask)) {
                addresses[hole] = addresses[at];
                sizes[hole] = sizes[at];
                stacks[hole] = stacks[at];
                hole = at;
            }
        }
        stacks[hole] = 0;
    }

    void clear() {
        addresses = new long[MIN_SLOTS];
        sizes = new long[MIN_SLOTS];
        stacks = new int[MIN_SLOTS];
        count = 0;
    }

    void forEach(Visitor visitor) {
        for (int i = 0; i < stacks.length; i++) {
            if (stacks[i] != 0) {
                visitor.block(sizes[i], stacks[i] - 1);
            }
        }
    }

    private int find(long address) {
        int mask = stacks.length - 1;
        int slot = home(address);
        while (stacks[slot] != 0 && addresses[slot] != address) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    /** Fibonacci hashing: addresses are multiples of 16. */
    private int home(long address) {
        return (int)
                ((address * 0x9E37_79B9_7F4A_7C15L) >>> (Long.SIZE - Integer.numberOfTrailingZeros(stacks.length)));
    }

    private void grow() {
        long[] oldAddresses = addresses;
        long[] oldSizes = sizes;
        int[] oldStacks = stacks;
        int slots = 2 * oldStacks.length;
        addresses = new long[slots];
        sizes = new long[slots];
        stacks = new int[slots];
        for (int i = 0; i < oldStacks.length; i++) {
            if (oldStacks[i] != 0) {
                put(oldAddresses[i], oldSizes[i], oldStacks[i]);
            }
        }
    }
}
