package dev.zonecast.core.marker;

import dev.zonecast.core.registry.Registry;
import dev.zonecast.core.registry.RegistryJournal;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/** All markers that were defined, by their ids. Thread-safe; bounded: see {@link #MAX_DEFINITIONS}. */
public final class MarkerTable {
    /** One for the process. */
    public static final MarkerTable INSTANCE = new MarkerTable();

    /** Names that vary belong into the data. */
    public static final int MAX_DEFINITIONS = 10_000;

    /** A type, and the record that it was made for. */
    record Known(Class<? extends Record> record, MarkerType<?> type) {}

    private final Map<String, Known> types = new HashMap<>();
    private final Map<String, MarkerDefinition> plain = new HashMap<>();
    private volatile MarkerDefinition[] byId = new MarkerDefinition[64];
    private int count;

    private MarkerTable() {}

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

    /** A definition with an id of its own; null when there are too many. */
    synchronized MarkerDefinition define(IntFunction<MarkerDefinition> maker) {
        if (count >= MAX_DEFINITIONS) {
            return null;
        }
        int id = ++count;
        MarkerDefinition[] all = byId;
        MarkerDefinition[] longer = id < all.length ? all : Arrays.copyOf(all, all.length * 2);
        MarkerDefinition made = maker.apply(id);
        RegistryJournal journal = Registry.journal();
        if (journal != null) {
            journal.marker(made);
        }
        longer[id] = made;
        // A volatile write after the element, so that whoever reads the array sees the object.
        byId = longer;
        return made;
    }

    /** Hands out all. */
    public synchronized void forEach(Consumer<MarkerDefinition> taker) {
        for (int id = 1; id <= count; id++) {
            taker.accept(byId[id]);
        }
    }

    /** A definition without a type, interned by a key; the last one that there is room for stands for all further ones. */
    synchronized MarkerDefinition plain(String key, IntFunction<MarkerDefinition> maker) {
        MarkerDefinition known = plain.get(key);
        if (known == null) {
            known = define(maker);
            if (known == null) {
                return plain.values().stream().findAny().orElse(null);
            }
            plain.put(key, known);
        }
        return known;
    }
}
