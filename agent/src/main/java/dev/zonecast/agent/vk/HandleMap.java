package dev.zonecast.agent.vk;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;

/**
 * Objects by Vulkan handle. A lookup takes no lock and allocates nothing. A hash table with open addressing: the key of a slot is written
 * before its value (release), and never changes. Tables are made anew when half of the slots are used.
 */
final class HandleMap<V> {
    private static final int FIRST_CAPACITY = 64;
    private static final Object REMOVED = new Object();
    private static final VarHandle VALUE = MethodHandles.arrayElementVarHandle(Object[].class);

    private static final class Table {
        private final long[] keys;
        private final Object[] values;

        Table(int capacity) {
            keys = new long[capacity];
            values = new Object[capacity];
        }

        int slot(long key) {
            // Fibonacci hashing: handles are addresses, or count up.
            int i = (int) ((key * 0x9E37_79B9_7F4A_7C15L) >>> 32);
            for (; ; i++) {
                int at = i & (keys.length - 1);
                Object value = VALUE.getAcquire(values, at);
                if (value == null || keys[at] == key) {
                    return at;
                }
            }
        }

        Object value(int slot) {
            Object value = VALUE.getAcquire(values, slot);
            return value == REMOVED ? null : value;
        }
    }

    private final int limit;
    private volatile Table table = new Table(FIRST_CAPACITY);

    // Guarded by this.
    private int used;
    private int size;

    /** @param limit more objects are not kept */
    HandleMap(int limit) {
        this.limit = limit;
    }

    /** Null if there is none. */
    @SuppressWarnings("unchecked")
    V get(long handle) {
        Table current = table;
        int at = current.slot(handle);
        Object value = current.value(at);
        // The slot was free, and another thread may have put an object there.
        return value == null || current.keys[at] != handle ? null : (V) value;
    }

    /** False if the map is full. */
    synchronized boolean put(long handle, V value) {
        if (2 * (used + 1) > table.keys.length) {
            renew();
        }
        Table current = table;
        int at = current.slot(handle);
        boolean isNew = current.value(at) == null;
        if (isNew && size >= limit) {
            return false;
        }
        if (current.values[at] == null) {
            used++;
        }
        size += isNew ? 1 : 0;
        current.keys[at] = handle;
        VALUE.setRelease(current.values, at, value);
        return true;
    }

    /** The removed object; null if there was none. */
    @SuppressWarnings("unchecked")
    synchronized V remove(long handle) {
        Table current = table;
        int at = current.slot(handle);
        Object value = current.value(at);
        if (value != null) {
            size--;
            VALUE.setRelease(current.values, at, REMOVED);
        }
        return (V) value;
    }

    @SuppressWarnings("unchecked")
    synchronized List<V> values() {
        var all = new ArrayList<V>(size);
        for (Object value : table.values) {
            if (value != null && value != REMOVED) {
                all.add((V) value);
            }
        }
        return all;
    }

    private void renew() {
        Table old = table;
        int capacity = FIRST_CAPACITY;
        while (capacity < 4 * (size + 1)) {
            capacity *= 2;
        }
        var next = new Table(capacity);
        for (int i = 0; i < old.keys.length; i++) {
            Object value = old.value(i);
            if (value != null) {
                int at = next.slot(old.keys[i]);
                next.keys[at] = old.keys[i];
                next.values[at] = value;
            }
        }
        used = size;
        table = next;
    }
}
