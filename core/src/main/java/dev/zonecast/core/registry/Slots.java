package dev.zonecast.core.registry;

import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;

/**
 * Objects by id from 1 on, interned by a key. Bounded: the object of the last id represents all that find no place, which are counted.
 *
 * <p>Thread-safe; the maker is called under a lock.
 */
final class Slots<K, T> {
    private final TableLimit limit;
    private final int capacity;
    private final K overflowKey;
    private final BiConsumer<RegistryJournal, T> journalled;
    private final ConcurrentHashMap<K, T> byKey = new ConcurrentHashMap<>();
    private volatile Object[] byId = new Object[64];
    private int next = 1;
    private T overflow;

    /**
     * An empty table.
     *
     * @param limit of the objects, the one for the overflow included
     * @param overflowKey of the object that represents those beyond the limit
     * @param journalled tells a journal of an object
     */
    Slots(TableLimit limit, K overflowKey, BiConsumer<RegistryJournal, T> journalled) {
        this.limit = limit;
        this.capacity = Math.toIntExact(limit.most());
        this.journalled = journalled;
        this.overflowKey = overflowKey;
    }

    /** The object of a key, or null if there is none yet. */
    T find(K key) {
        return byKey.get(key);
    }

    T intern(K key, Registry.Maker<K, T> maker) {
        T known = byKey.get(key);
        return known != null ? known : add(key, maker);
    }

    /** The object of an id, or null if the id was never given out. */
    @SuppressWarnings("unchecked")
    T get(int id) {
        Object[] all = byId;
        return id > 0 && id < all.length ? (T) all[id] : null;
    }

    int count() {
        return byKey.size();
    }

    void tellAll(RegistryJournal journal) {
        for (int id = 1; id < byId.length && get(id) != null; id++) {
            journalled.accept(journal, get(id));
        }
    }

    /** Calls that found no place. */
    long refused() {
        return limit.refused();
    }

    private synchronized T add(K key, Registry.Maker<K, T> maker) {
        T known = byKey.get(key);
        if (known != null) {
            return known;
        }
        if (next < capacity) {
            return put(key, maker);
        }
        if (overflow == null) {
            overflow = put(overflowKey, maker);
        }
        limit.refuse();
        return overflow;
    }

    private T put(K key, Registry.Maker<K, T> maker) {
        T made = maker.make(next, key);
        RegistryJournal journal = Registry.journal();
        if (journal != null) {
            journalled.accept(journal, made);
        }
        Object[] all = byId;
        if (next >= all.length) {
            all = Arrays.copyOf(all, Math.min(all.length * 2, capacity + 1));
        }
        all[next++] = made;
        // A volatile write after the element, so that a reader of the array sees the object.
        byId = all;
        byKey.put(key, made);
        return made;
    }
}
