package dev.zonecast.core.registry;

/** What a table gives an id to. The id is the cookie of the live protocol; {@link Ids} shows it to our own packages. */
public abstract class Registered {
    final int id;

    /** @param id from 1 on; constant for the life of the process */
    protected Registered(int id) {
        this.id = id;
    }
}
