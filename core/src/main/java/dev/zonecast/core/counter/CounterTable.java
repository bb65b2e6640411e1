package dev.zonecast.core.counter;

import dev.zonecast.core.Counter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntFunction;

/** All counters of the process. Thread-safe. */
public final class CounterTable {
    /** One for the process. */
    public static final CounterTable INSTANCE = new CounterTable();

    public static final int MAX_COUNTERS = 4_096;

    private final Map<String, Counter> byName = new HashMap<>();
    private final List<Counter> all = new CopyOnWriteArrayList<>();

    private CounterTable() {}

    /** The counter of a name; beyond {@link #MAX_COUNTERS} the last one that there was room for. */
    public synchronized Counter intern(String name, IntFunction<Counter> maker) {
        Counter known = byName.get(name);
        if (known != null) {
            return known;
        }
        if (all.size() == MAX_COUNTERS) {
            return all.getLast();
        }
        CounterCells.prepare(all.size());
        Counter made = maker.apply(all.size());
        byName.put(name, made);
        all.add(made);
        CounterSampler.INSTANCE.start();
        return made;
    }

    List<Counter> all() {
        return all;
    }
}
