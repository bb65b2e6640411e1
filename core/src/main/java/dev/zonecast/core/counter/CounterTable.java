package dev.zonecast.core.counter;

import dev.zonecast.core.Counter;
import dev.zonecast.core.registry.TableLimit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** All counters of the process. Thread-safe. */
public final class CounterTable {
    /** One for the process. */
    public static final CounterTable INSTANCE = new CounterTable();

    public static final int MAX_COUNTERS = 4_096;

    /** Name of the last counter, which takes the additions of all that find no room. */
    public static final String OVERFLOW = "(too many counters)";

    private static final TableLimit LIMIT = TableLimit.ofNames(
            "counters",
            MAX_COUNTERS,
            "further ones are added to \"" + OVERFLOW + "\", and their suppliers are not asked");

    /** Makes a counter. */
    @FunctionalInterface
    public interface Maker {
        Counter make(int index, String name);
    }

    private final Map<String, Counter> byName = new HashMap<>();
    private final List<Counter> all = new CopyOnWriteArrayList<>();

    private CounterTable() {}

    /** The counter of a name; the last of {@link #MAX_COUNTERS} is {@link #OVERFLOW}. */
    public synchronized Counter intern(String name, Maker maker) {
        Counter known = byName.get(name);
        if (known != null) {
            return known;
        }
        if (all.size() < MAX_COUNTERS - 1) {
            return add(name, maker);
        }
        LIMIT.refuse();
        Counter overflow = byName.get(OVERFLOW);
        return overflow != null ? overflow : add(OVERFLOW, maker);
    }

    private Counter add(String name, Maker maker) {
        CounterCells.prepare(all.size());
        Counter made = maker.make(all.size(), name);
        byName.put(name, made);
        all.add(made);
        CounterSampler.INSTANCE.start();
        return made;
    }

    List<Counter> all() {
        return all;
    }
}
