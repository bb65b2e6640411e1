package dev.zonecast.core.state;

import dev.zonecast.core.kind.ParameterKind;
import dev.zonecast.core.registry.NameTable;
import dev.zonecast.core.registry.Registry;
import dev.zonecast.core.registry.TableLimit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The parameters of this process, by the number that a viewer names them by. Thread-safe. */
public final class ParameterTable {
    /** One for the process. */
    public static final ParameterTable INSTANCE = new ParameterTable(new ParameterActions());

    /** Limit of parameters. Further ones keep their first value. */
    public static final int MAX_PARAMETERS = 1_000;

    private static final TableLimit LIMIT = TableLimit.ofNames(
            "parameters", MAX_PARAMETERS, "further ones keep their value, and viewers do not show them");

    private record Key(String name, ParameterKind kind) {}

    private final Map<Key, ParameterState> byKey = new HashMap<>();
    private final ParameterActions actions;

    /** Immutable, and replaced by a longer one: a part of it can be read while the program adds a parameter. */
    private volatile List<ParameterState> all = List.of();

    /** A table of its own, for tests. */
    ParameterTable(ParameterActions actions) {
        this.actions = actions;
    }

    /** The parameter of a name and kind; made with the value given if there is none yet. */
    public synchronized ParameterState add(String name, ParameterKind kind, int value) {
        String shown = name == null || name.isEmpty() ? "(unnamed)" : NameTable.wellFormed(name);
        Key key = new Key(shown, kind);
        ParameterState known = byKey.get(key);
        if (known != null) {
            return known;
        }
        if (all.size() == MAX_PARAMETERS) {
            LIMIT.refuse();
            return new ParameterState(-1, shown, 0, kind, value);
        }
        int nameId = Registry.INSTANCE.names().intern(shown);
        ParameterState made = new ParameterState(all.size(), shown, nameId, kind, value);
        byKey.put(key, made);
        List<ParameterState> longer = new ArrayList<>(all);
        longer.add(made);
        all = List.copyOf(longer);
        return made;
    }

    /** All that there are now, in the order of their numbers. Immutable. */
    public List<ParameterState> all() {
        return all;
    }

    /**
     * A viewer's user has changed a parameter. Returns at once; the program's action runs on a thread of its own.
     *
     * @param index as the viewer named it, perhaps of no parameter
     * @return false if there is none
     */
    public boolean change(int index, int value) {
        List<ParameterState> known = all;
        if (index < 0 || index >= known.size()) {
            return false;
        }
        ParameterState changed = known.get(index);
        changed.set(value);
        if (changed.queue()) {
            actions.add(changed);
        }
        return true;
    }
}
