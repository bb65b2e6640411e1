package dev.zonecast.core.collect;

import dev.zonecast.core.event.MemoryBlocks;

/** Blocks of memory for tests of what becomes of them. */
public final class TestMemoryBlocks {
    private TestMemoryBlocks() {}

    /** Living blocks of some addresses. */
    public static MemoryBlocks of(long... addresses) {
        MemoryBlocks blocks = new MemoryBlocks();
        for (long address : addresses) {
            blocks.add(address, 1);
        }
        return blocks;
    }
}
