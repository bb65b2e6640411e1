package dev.zonecast.trace.stats;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** Objects by a key, up to a limit, in the order in which they were made. Counts the events beyond the limit. */
final class BoundedTable<K, V> {
    private final int max;
    private final Map<K, V> all = new LinkedHashMap<>();
    private long beyondLimit;

    BoundedTable(int max) {
        this.max = max;
    }

    /** Made at its first use; null beyond the limit. */
    V of(K key, Function<? super K, ? extends V> maker) {
        V known = all.get(key);
        if (known == null && all.size() < max) {
            known = maker.apply(key);
            all.put(key, known);
        }
        beyondLimit += known == null ? 1 : 0;
        return known;
    }

    Collection<V> values() {
        return all.values();
    }

    long beyondLimit() {
        return beyondLimit;
    }
}
