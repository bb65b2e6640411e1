package dev.zonecast.core.gpu;

import dev.zonecast.core.MemoryPool;
import dev.zonecast.core.Zonecast;
import dev.zonecast.core.registry.TableLimit;
import java.util.HashMap;
import java.util.Map;

/**
 * Blocks of memory that have names: a pool of all of them, and a pool of each name. So outputs show how much the textures take, and how
 * much of it the shadow maps.
 *
 * <p>A block may get its name before or after its memory. Names are kept for {@value #MAX_BLOCKS} blocks that live, and there are {@value
 * #MAX_NAMES} names; further ones are counted, and their blocks are in the pool of all.
 *
 * <p>Thread-safe. No call throws.
 */
public final class NamedMemory {
    static final int MAX_BLOCKS = 1 << 16;
    static final int MAX_NAMES = 1000;

    private static final TableLimit BLOCK_LIMIT =
            TableLimit.ofNames("named blocks of memory", MAX_BLOCKS, "further ones are in the pool of all alone");
    private static final TableLimit NAME_LIMIT = TableLimit.ofNames(
            "names of blocks of memory", MAX_NAMES, "blocks with further ones are in the pool of all alone");

    /** No memory yet. */
    private static final long NONE = -1;

    private static final class Block {
        private long bytes = NONE;

        /** Null: without a name. */
        private MemoryPool pool;
    }

    private final String name;
    private final MemoryPool all;

    // Guarded by this.
    private final Map<Long, Block> blocks = new HashMap<>();
    private final Map<String, MemoryPool> pools = new HashMap<>();
    private int stackDepth;

    /** @param name of the pool of all; that of a name is {@code name: NAME} */
    public NamedMemory(String name) {
        this.name = name;
        all = MemoryPool.of(name);
    }

    /** From now on the calls that led there are taken with each block: {@link MemoryPool#callStacks}. */
    public synchronized NamedMemory callStacks(int depth) {
        stackDepth = depth;
        all.callStacks(depth);
        pools.values().forEach(pool -> pool.callStacks(depth));
        return this;
    }

    /** A block has memory, or other memory than before. */
    public synchronized void allocated(long block, long bytes) {
        if (!Zonecast.isEnabled()) {
            return;
        }
        Block known = block(block);
        // One that was not there is no event.
        all.freed(block);
        all.allocated(block, bytes);
        if (known != null) {
            if (known.pool != null) {
                known.pool.freed(block);
                known.pool.allocated(block, bytes);
            }
            known.bytes = bytes;
        }
    }

    /** Null if there are too many. */
    private Block block(long block) {
        Block known = blocks.get(block);
        if (known == null) {
            if (blocks.size() >= MAX_BLOCKS) {
                BLOCK_LIMIT.refuse();
                return null;
            }
            known = new Block();
            blocks.put(block, known);
        }
        return known;
    }

    /**
     * A block has a name.
     *
     * @param blockName null or empty: none any more
     */
    public synchronized void name(long block, String blockName) {
        if (!Zonecast.isEnabled()) {
            return;
        }
        boolean isNamed = blockName != null && !blockName.isEmpty();
        Block known = isNamed ? block(block) : blocks.get(block);
        MemoryPool pool = isNamed ? pool(blockName) : null;
        if (known == null || known.pool == pool) {
            return;
        }
        if (known.bytes != NONE) {
            if (known.pool != null) {
                known.pool.freed(block);
            }
            if (pool != null) {
                pool.allocated(block, known.bytes);
            }
        }
        known.pool = pool;
    }

    private MemoryPool pool(String blockName) {
        MemoryPool known = pools.get(blockName);
        if (known == null) {
            if (pools.size() >= MAX_NAMES) {
                NAME_LIMIT.refuse();
                return null;
            }
            known = MemoryPool.of(name + ": " + blockName).callStacks(stackDepth);
            pools.put(blockName, known);
        }
        return known;
    }

    /** A block gives its memory back, and is no more. */
    public synchronized void freed(long block) {
        if (!Zonecast.isEnabled()) {
            return;
        }
        all.freed(block);
        Block known = blocks.remove(block);
        if (known != null && known.pool != null) {
            known.pool.freed(block);
        }
    }
}
