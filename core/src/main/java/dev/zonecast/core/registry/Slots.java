package dev.zonecast.core.registry;

import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The registered objects of a type, by id from 1 on, interned by a key. Bounded: the object of the last id represents all beyond the
 * limit, which are counted. The type makes its table; other packages find it with {@link #of}.
 *
 * <p>Thread-safe; the maker is called under a lock.
 */
public final class Slots<K, T> {
    private static final Map<Class<?>, Slots<?, ?>> BY_TYPE = new ConcurrentHashMap<>();

    /** Makes an object. */
    @FunctionalInterface
    public interface Maker<K, T> {
        T make(int id, K key);
    }

    private final TableLimit limit;
    private final int capacity;
    private final K overflowKey;
    private final ConcurrentHashMap<K, T> byKey = new ConcurrentHashMap<>();
    private volatile Object[] byId = new Object[64];
    private int next = 1;
    private T overflow;

    /** An empty table of its own. */
    Slots(TableLimit limit, K overflowKey) {
        this.limit = limit;
        this.capacity = Math.toIntExact(limit.most());
        this.overflowKey = overflowKey;
    }

    /**
     * The table of a type.
     *
     * @param entries kind of its entries, for the log
     * @param most objects, the one for the overflow included
     * @param overflowKey makes the key of that one of its name
     */
    public static <K, T> Slots<K, T> make(Class<T> type, String entries, int most, Function<String, K> overflowKey) {
        String name = "(too many " + entries + ")";
        TableLimit limit = TableLimit.ofNames(entries, most, "further ones are recorded as \"" + name + "\"");
        Slots<K, T> made = new Slots<>(limit, overflowKey.apply(name));
        BY_TYPE.put(type, made);
        Registry.addTable(made::all);
        return made;
    }

    /** The table of a type that has one. */
    @SuppressWarnings("unchecked") // make() has the types.
    public static <T> Slots<?, T> of(Class<T> type) {
        try {
            Class<T> made = MethodHandles.lookup().ensureInitialized(type);
            return (Slots<?, T>) BY_TYPE.get(made);
        } catch (IllegalAccessException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** The object of a key, or null if there is none yet. */
    public T find(K key) {
        return byKey.get(key);
    }

    public T intern(K key, Maker<K, T> maker) {
        T known = byKey.get(key);
        return known != null ? known : add(key, maker);
    }

    /** The object of an id, or null if the id was never given out. */
    @SuppressWarnings("unchecked")
    public T get(int id) {
        Object[] all = byId;
        return id > 0 && id < all.length ? (T) all[id] : null;
    }

    /** All objects by their ids. */
    public List<T> all() {
        List<T> all = new ArrayList<>();
        for (int id = 1; get(id) != null; id++) {
            all.add(get(id));
        }
        return all;
    }

    /** Calls that found no place. */
    long refused() {
        return limit.refused();
    }

    private synchronized T add(K key, Maker<K, T> maker) {
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

    private T put(K key, Maker<K, T> maker) {
        T made = maker.make(next, key);
        Registry.tell(made);
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
