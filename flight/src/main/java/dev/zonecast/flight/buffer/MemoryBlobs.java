package dev.zonecast.flight.buffer;

import dev.zonecast.core.MemoryPool;
import dev.zonecast.core.collect.Replay;
import dev.zonecast.core.event.MemoryBlocks;
import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.TraceStrings;
import dev.zonecast.memory.Memory;
import java.util.HashMap;
import java.util.Map;

/** The program's memory by its trace: what is freed behind the end of the trace was allocated before. */
final class MemoryBlobs {
    private static final String COUNTER_NAME = "memory";
    private static final int COUNTER_WORDS = 5;

    private static final class Pool {
        final MemoryBlocks blocks = new MemoryBlocks();
        long inUse;
    }

    private final TraceStrings strings;
    private final Map<String, Pool> pools = new HashMap<>();

    MemoryBlobs(TraceStrings strings) {
        this.strings = strings;
    }

    /** Sets the blocks of all pools in a replay. */
    void resume(Replay replay) {
        pools.forEach((name, pool) -> replay.resumeMemory(MemoryPool.of(name), pool.blocks, pool.inUse));
    }

    private Pool pool(String name) {
        return pools.computeIfAbsent(name, ignored -> new Pool());
    }

    /** @param payload of a blob {@link ExtensionLayout#MEMORY} */
    void blob(Memory payload) {
        if (payload.byteSize() < ExtensionLayout.MEMORY_BYTES) {
            return;
        }
        long first = payload.getLong(0);
        String name = strings.of(first >>> 32);
        MemoryBlocks blocks = pool(name == null ? "" : name).blocks;
        long address = payload.getLong(ExtensionLayout.MEMORY_ADDRESS);
        int change = (int) (first >>> 16) & 0xFFFF;
        if (change == ExtensionLayout.MEMORY_DISCARDED) {
            blocks.clear();
        } else if (address != 0
                && (change == ExtensionLayout.MEMORY_ALLOCATED || change == ExtensionLayout.MEMORY_FREED)) {
            // Before an allocation: a block whose end is not in the trace.
            long ignored = blocks.remove(address);
            if (change == ExtensionLayout.MEMORY_ALLOCATED) {
                blocks.add(address, payload.getLong(ExtensionLayout.MEMORY_SIZE));
            }
        }
    }

    void counter(Memory part, long at, long header) {
        int words = (int) (header >>> FxtLayout.WORDS_SHIFT) & FxtLayout.MAX_RECORD_WORDS;
        if (words != COUNTER_WORDS
                || !strings.is(header >>> FxtLayout.EVENT_NAME_SHIFT, COUNTER_NAME)
                || !strings.is(header >>> FxtLayout.EVENT_CATEGORY_SHIFT, COUNTER_NAME)) {
            return;
        }
        String shown = strings.of(part.getLong(at + 16) >>> FxtLayout.ARGUMENT_NAME_SHIFT);
        if (shown != null) {
            // The pool without a name has the counter's name.
            boolean isNameless = shown.equals(COUNTER_NAME) && pools.containsKey("");
            pool(isNameless ? "" : shown).inUse = part.getLong(at + 24);
        }
    }
}
