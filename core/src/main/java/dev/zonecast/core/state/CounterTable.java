package dev.zonecast.core.state;

import dev.zonecast.core.registry.TableLimit;
import java.util.HashMap;
import java.util.Map;

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
    public interface Maker<T> {
        T make(int index, String name);
    }

    private final Map<String, Object> byName = new HashMap<>();
    private int used;

    private CounterTable() {}

    /** The counter of a name; the last of {@link #MAX_COUNTERS} is {@link #OVERFLOW}. */
    @SuppressWarnings("unchecked") // There is one type of counters.
    public synchronized <T> T intern(String name, Maker<T> maker) {
        T known = (T) byName.get(name);
        if (known != null) {
            return known;
        }
        if (used < MAX_COUNTERS - 1) {
            return add(name, maker);
        }
        LIMIT.refuse();
        T overflow = (T) byName.get(OVERFLOW);
        return overflow != null ? overflow : add(OVERFLOW, maker);
    }

    /**
     * A counter without a name, which no viewer shows: {@link CounterCells} adds to it and sums it.
     *
     * @return its index
     * @throws IllegalStateException if there is no room
     */
    public synchronized int reserve() {
        if (used >= MAX_COUNTERS - 1) {
            throw new IllegalStateException("more than " + MAX_COUNTERS + " counters");
        }
        CounterCells.prepare(used, false);
        return used++;
    }

    private <T> T add(String name, Maker<T> maker) {
        int index = used++;
        CounterCells.prepare(index, true);
        T made = maker.make(index, name);
        byName.put(name, made);
        return made;
    }
}
