package dev.zonecast.core.registry;

/**
 * Keeps what is registered, so that it outlives the program. Any thread, under the table's lock: it must be fast, and do no harm if it
 * cannot. An entry may come twice.
 */
public interface RegistryJournal {
    void name(int id, String text);

    /** A new or changed entry of a table: a source location, a plot, a frame name, a memory pool, a GPU context, a lock, a marker. */
    void entry(Object entry);

    void fiber(long id, String name);

    void thread(long id, boolean virtual, String name);
}
