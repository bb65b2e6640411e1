package dev.zonecast.capture.tracy;

import java.util.function.Consumer;

/** Objects by a number of 64 bits: open addressing with linear probing, without an object per number. Nothing is ever taken out. */
final class LongTable<T> {
    private static final int MIN_SLOTS = 64;

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

    @SuppressWarnings("unchecked")
    void forEach(Consumer<T> action) {
        for (Object value : values) {
            if (value != null) {
                action.accept((T) value);
            }
        }
    }

    /** Where the key is, or would be. */
    private int slot(long key) {
        int mask = keys.length - 1;
        // Fibonacci hashing (Knuth, The Art of Computer Programming 3, 6.4): ids are addresses, or count from 1.
        int slot = (int) ((key * 0x9E37_79B9_7F4A_7C15L) >>> 40) & mask;
        while (values[slot] != null && keys[slot] != key) {
            slot = (slot + 1) & mask;
        }
        return slot;
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
