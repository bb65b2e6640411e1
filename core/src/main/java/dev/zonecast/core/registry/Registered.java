package dev.zonecast.core.registry;

/** An object with an id from a table. The live protocol uses the id as its cookie. {@link Ids} shows it to our own packages. */
public abstract class Registered {
    final int id;

    /** @param id from 1 on; constant for the life of the process */
    protected Registered(int id) {
        this.id = id;
    }
}
