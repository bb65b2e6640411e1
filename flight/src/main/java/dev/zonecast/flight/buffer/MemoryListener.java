package dev.zonecast.flight.buffer;

/** Is told what a trace says of the program's memory. Pools by their names; the one without has an empty one. */
public interface MemoryListener {
    void allocated(String pool, long address, long bytes);

    void freed(String pool, long address);

    void discarded(String pool);

    /**
     * How much of a pool is in use.
     *
     * @param shownName of the pool, which may be that of the one without
     */
    void inUse(String shownName, long bytes);
}
