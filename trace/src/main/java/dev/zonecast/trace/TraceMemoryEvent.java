package dev.zonecast.trace;

/**
 * Something that happened to a block of the program's memory.
 *
 * @param kind what
 * @param track thread that did it; that of the profiler for blocks that lived when the recording began
 * @param beginNanos when
 * @param pool name, or empty
 * @param address of the block, 0 where all blocks are meant
 * @param bytes size of the block; of one that was sampled, the bytes it represents
 * @param blocks how many blocks it represents: 1, or more if it was sampled
 * @param stack the calls that led there; null if they were not taken
 */
public record TraceMemoryEvent(
        Kind kind, Track track, long beginNanos, String pool, long address, long bytes, double blocks, Calls stack)
        implements TraceEvent {
    /** What happens to blocks. */
    public enum Kind {
        /** One is there. */
        ALLOCATED,
        /** One is gone. */
        FREED,
        /** All blocks of the pool are gone. */
        DISCARDED
    }
}
