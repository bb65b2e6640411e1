package dev.zonecast.core.registry;

/** The ids of registered objects, for our own packages. */
public final class Ids {
    private Ids() {}

    /** Id from 1 on. */
    public static int of(Registered entry) {
        return entry.id;
    }
}
