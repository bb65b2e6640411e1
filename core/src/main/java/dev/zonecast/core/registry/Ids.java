package dev.zonecast.core.registry;

/** Ids of what is registered: the API does not show them. */
public final class Ids {
    private Ids() {}

    /** Id from 1 on. */
    public static int of(Registered entry) {
        return entry.id;
    }
}
