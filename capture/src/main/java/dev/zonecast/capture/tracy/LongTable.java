package dev.zonecast.capture.tracy;

import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;

/**
 * Objects by a number of 64 bits: open addressing with linear probing, without an object per number (D. Knuth, The Art of Computer
 * Programming 3, 6.4, algorithms L and R). The owner bounds it: {@link SessionTables}.
 */
final class LongTable<T> {
    private static final int MIN_SLOTS = 64;

    /** Random, so that no client can choose ids that fall into one slot. Odd, as multiply-shift hashing wants it. */
    static final long MULTIPLIER = ThreadLocalRandom.current().nextLong() | 1;

    private long[] keys = new long[MIN_SLOTS];
    private Object[] values = new Object[MIN_SLOTS];
    private int size;

    int size() {
        return size;
    }

    /** Null if there is none. */
    @SuppressWarnings("unchecked") // put() takes nothing else.
    T get(long key) {
        return (T) values[slot(key)];
    }

    void put(long key, T value) {
        int slot = slot(key);
        if (values[slot] == null) {
            if (2 * (size + 1) > keys.length) {
                grow();
                slot = slot(key);
            }
            size++;
        }
        keys[slot] = key;
        values[slot] = value;
    }

    /** Does nothing if there is none. */
    void remove(long key) {
        int hole = slot(key);
        if (values[hole] == null) {
            return;
        }
        int mask = keys.length - 1;
        for (int at = (hole + 1) & mask; values[at] != null; at = (at + 1) & mask) {
            int home = home(keys[at]);
            if (((at - home) & mask) >= ((at - hole) & mask)) {
                keys[hole] = keys[at];
                values[hole] = values[at];
                hole = at;
            }
        }
        values[hole] = null;
        size--;
    }

    @SuppressWarnings("unchecked")
    void forEach(Consumer<T> action) {
        for (Object value : values) {
            if (value != null) {
                action.accept((T) value);
            }
        }
    }

    /** The longest row of neighbours: a search looks at no more. */
    int longestRun() {
        int longest = 0;
        int run = 0;
        for (Object value : values) {
            run = value == null ? 0 : run + 1;
            longest = Math.max(longest, run);
        }
        return longest;
    }

    /** Where the key is, or would be. */
    private int slot(long key) {
        int mask = keys.length - 1;
        int slot = home(key);
        while (values[slot] != null && keys[slot] != key) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    /** Multiply-shift (M. Dietzfelbinger and others, 1997): the highest bits are the best. */
    private int home(long key) {
        return (int) ((key * MULTIPLIER) >>> (Long.SIZE - Integer.numberOfTrailingZeros(keys.length)));
    }

    private void grow() {
        long[] oldKeys = keys;
        Object[] oldValues = values;
        keys = new long[oldKeys.length * 2];
        values = new Object[oldKeys.length * 2];
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldValues[i] != null) {
                int slot = slot(oldKeys[i]);
                keys[slot] = oldKeys[i];
                values[slot] = oldValues[i];
            }
        }
    }
}
