package dev.zonecast.core;

import dev.zonecast.core.registry.NameTable;
import dev.zonecast.core.registry.Registered;
import dev.zonecast.core.registry.Slots;

/** The name of a set of frames beside the base set: {@link Frame#mark(FrameName)}. Equal names give the same object. Thread-safe. */
@SuppressWarnings("exports") // The superclass is for our own packages.
public final class FrameName extends Registered {
    private static final Slots<String, FrameName> ALL =
            Slots.make(FrameName.class, "frame names", 1 << 16, name -> name);

    private final String name;

    private FrameName(int id, String name) {
        super(id);
        this.name = name;
    }

    /**
     * A name.
     *
     * @param name null or empty reads "(unnamed)"
     */
    public static FrameName of(String name) {
        String shown = name == null || name.isEmpty() ? "(unnamed)" : NameTable.wellFormed(name);
        return ALL.intern(shown, FrameName::new);
    }

    public String name() {
        return name;
    }

    @Override
    public String toString() {
        return name;
    }
}
