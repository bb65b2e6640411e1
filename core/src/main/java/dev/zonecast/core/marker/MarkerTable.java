package dev.zonecast.core.marker;

import dev.zonecast.core.registry.Registry;
import dev.zonecast.core.registry.TableLimit;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** All markers that were defined, by their ids. Thread-safe; bounded: see {@link #MAX_DEFINITIONS}. */
public final class MarkerTable {
    /** One for the process. */
    public static final MarkerTable INSTANCE = new MarkerTable();

    /** Names that vary belong into the data. */
    public static final int MAX_DEFINITIONS = 10_000;

    /** Name of the markers that take the place of all that find no room: one without data and one with a text. */
    static final String OVERFLOW = "(too many markers)";

    private static final int OVERFLOWS = 2;

    private static final TableLimit LIMIT = TableLimit.ofNames(
            "markers",
            MAX_DEFINITIONS,
            "further ones are recorded as \"" + OVERFLOW + "\", those of further types are dropped");

    /** A type, and the record that it was made for. */
    record Known(Class<? extends Record> record, MarkerType<?> type) {}

    private final Map<String, Known> types = new HashMap<>();
    private final Map<String, MarkerDefinition> plain = new HashMap<>();
    private volatile MarkerDefinition[] byId = new MarkerDefinition[64];
    private int count;

    private MarkerTable() {
        Registry.addTable(this::all);
    }

    /** The definition of an id, or null. */
    public MarkerDefinition get(int id) {
        MarkerDefinition[] all = byId;
        return id > 0 && id < all.length ? all[id] : null;
    }

    synchronized Known type(String schema) {
        return types.get(schema);
    }

    /** Adds a type of a name that is not taken. */
    synchronized void add(Known known) {
        types.put(known.type.definition().schema().name(), known);
    }

    /** A definition with an id of its own; null, and counted, when there are too many. */
    synchronized MarkerDefinition define(IntFunction<MarkerDefinition> maker) {
        if (count >= MAX_DEFINITIONS - OVERFLOWS) {
            LIMIT.refuse();
            return null;
        }
        return add(maker);
    }

    private MarkerDefinition add(IntFunction<MarkerDefinition> maker) {
        int id = ++count;
        MarkerDefinition[] all = byId;
        MarkerDefinition[] longer = id < all.length ? all : Arrays.copyOf(all, all.length * 2);
        MarkerDefinition made = maker.apply(id);
        Registry.tell(made);
        longer[id] = made;
        // A volatile write after the element, so that a reader of the array sees the object.
        byId = longer;
        return made;
    }

    /** All definitions by their ids. */
    public synchronized List<MarkerDefinition> all() {
        return List.copyOf(Arrays.asList(byId).subList(1, count + 1));
    }

    /**
     * A definition without a type, interned by a key.
     *
     * @param overflowKey of the definition that takes the place of all for which there is no room
     * @param overflow makes that one
     */
    synchronized MarkerDefinition plain(
            String key,
            IntFunction<MarkerDefinition> maker,
            String overflowKey,
            IntFunction<MarkerDefinition> overflow) {
        MarkerDefinition known = plain.get(key);
        if (known != null) {
            return known;
        }
        MarkerDefinition made = define(maker);
        if (made != null) {
            plain.put(key, made);
            return made;
        }
        return plain.computeIfAbsent(overflowKey, k -> add(overflow));
    }
}
