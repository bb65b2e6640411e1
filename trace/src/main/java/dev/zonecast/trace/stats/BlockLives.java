package dev.zonecast.trace.stats;

import dev.zonecast.trace.Calls;
import dev.zonecast.trace.Program;
import dev.zonecast.trace.TraceMemoryEvent;
import dev.zonecast.trace.Track;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Blocks of memory with begin and end, in the order of their begins. */
public final class BlockLives {
    /** End of a block that was not freed. */
    public static final long NEVER = Long.MAX_VALUE;

    /** A pool of a program. The name may be empty. */
    public record Pool(Program program, String name) {
        /** Its name; {@code memory} if it has none. */
        public String displayName() {
            return name.isEmpty() ? "memory" : name;
        }
    }

    /** A block. */
    public static final class Block {
        private final int pool;
        private final Track track;
        private final Calls stack;
        private final long beginNanos;
        private final long bytes;
        private final double weight;
        private long endNanos = NEVER;

        private Block(TraceMemoryEvent begin, int pool, Calls stack) {
            this.pool = pool;
            this.stack = stack;
            track = begin.track();
            beginNanos = begin.beginNanos();
            bytes = begin.bytes();
            weight = begin.blocks();
        }

        /** Place of its pool in {@link #pools}. */
        public int pool() {
            return pool;
        }

        /** Thread that allocated it. */
        public Track track() {
            return track;
        }

        /** The calls that allocated it; null if none were recorded. */
        public Calls stack() {
            return stack;
        }

        /** When it was allocated. */
        public long beginNanos() {
            return beginNanos;
        }

        /** When it was freed; {@link #NEVER}. */
        public long endNanos() {
            return endNanos;
        }

        /** Its size; of a block that was sampled, the bytes it represents. */
        public long bytes() {
            return bytes;
        }

        /** How many blocks it represents: 1, or more if it was sampled. */
        public double weight() {
            return weight;
        }

        private void end(long nanos) {
            endNanos = Math.max(nanos, beginNanos);
        }
    }

    private final int maxBlocks;
    private final Map<Pool, Integer> pools = new LinkedHashMap<>();
    /** Living blocks of each pool, by address. */
    private final List<Map<Long, Block>> live = new ArrayList<>();

    private final List<Block> blocks = new ArrayList<>();

    /** Equal stacks are one object. */
    private final Map<Calls, Calls> stacks = new HashMap<>();

    /** @param maxBlocks further ones are refused */
    public BlockLives(int maxBlocks) {
        this.maxBlocks = maxBlocks;
    }

    /**
     * Takes an event.
     *
     * @param hasRoom false refuses a new block
     * @return false if there is no room for its block
     */
    public boolean add(TraceMemoryEvent event, boolean hasRoom) {
        int pool = pools.computeIfAbsent(new Pool(event.track().program(), event.pool()), key -> {
            live.add(new HashMap<>());
            return pools.size();
        });
        Map<Long, Block> living = live.get(pool);
        switch (event.kind()) {
            case ALLOCATED -> {
                // A block whose free was lost ends where its address comes again.
                end(living.remove(event.address()), event.beginNanos());
                if (!hasRoom || blocks.size() == maxBlocks) {
                    return false;
                }
                Calls stack = event.stack() == null ? null : stacks.computeIfAbsent(event.stack(), calls -> calls);
                Block block = new Block(event, pool, stack);
                blocks.add(block);
                living.put(event.address(), block);
            }
            case FREED -> end(living.remove(event.address()), event.beginNanos());
            case DISCARDED -> {
                living.values().forEach(block -> block.end(event.beginNanos()));
                living.clear();
            }
        }
        return true;
    }

    private static void end(Block block, long nanos) {
        if (block != null) {
            block.end(nanos);
        }
    }

    /** In the order of the trace. */
    public List<Pool> pools() {
        return List.copyOf(pools.keySet());
    }

    /** All blocks. */
    public List<Block> blocks() {
        return blocks;
    }
}
