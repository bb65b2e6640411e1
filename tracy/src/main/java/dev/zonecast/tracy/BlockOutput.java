package dev.zonecast.tracy;

/** Where full blocks go. */
public interface BlockOutput {
    /**
     * Hands over a block with at least one event and gives an empty one. Waits for a bounded time if none is free. When the
     * session is over the events are dropped and the same block comes back empty.
     */
    Block exchange(Block full);
}
