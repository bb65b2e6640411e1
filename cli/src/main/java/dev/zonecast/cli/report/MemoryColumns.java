package dev.zonecast.cli.report;

import dev.zonecast.cli.export.ByteColumns;
import dev.zonecast.trace.Program;
import dev.zonecast.trace.TraceMemoryEvent;
import dev.zonecast.trace.Track;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The blocks of memory of a page, with begin and end, in the order of their begins. */
final class MemoryColumns {
    static final int MAX_BLOCKS = 1_000_000;

    /** End of a block that was not freed. */
    private static final long NEVER = Long.MAX_VALUE;

    private static final class Block {
        private final TraceMemoryEvent begin;
        private final int pool;
        private final int stack;
        private long end = NEVER;

        private Block(TraceMemoryEvent begin, int pool, int stack) {
            this.begin = begin;
            this.pool = pool;
            this.stack = stack;
        }
    }

    private record Pool(Program program, String name) {}

    private final StackColumns stacks;
    private final Map<Pool, Integer> pools = new LinkedHashMap<>();
    /** Living blocks of each pool, by address. */
    private final List<Map<Long, Block>> live = new ArrayList<>();

    private final List<Block> blocks = new ArrayList<>();
    private final Set<Track> tracks = new LinkedHashSet<>();

    MemoryColumns(StackColumns stacks) {
        this.stacks = stacks;
    }

    /** Takes an event; false if there is no room for its block. */
    boolean add(TraceMemoryEvent event) {
        int pool = pools.computeIfAbsent(new Pool(event.track().program(), event.pool()), key -> {
            live.add(new HashMap<>());
            return pools.size();
        });
        Map<Long, Block> living = live.get(pool);
        switch (event.kind()) {
            case ALLOCATED -> {
                // A block whose free was lost ends where its address comes again.
                end(living.remove(event.address()), event.beginNanos());
                if (blocks.size() == MAX_BLOCKS || stacks.isFull()) {
                    return false;
                }
                Block block = new Block(event, pool, stacks.add(event.stack()));
                blocks.add(block);
                living.put(event.address(), block);
                tracks.add(event.track());
            }
            case FREED -> end(living.remove(event.address()), event.beginNanos());
            case DISCARDED -> {
                living.values().forEach(block -> end(block, event.beginNanos()));
                living.clear();
            }
        }
        return true;
    }

    private static void end(Block block, long nanos) {
        if (block != null) {
            block.end = Math.max(nanos, block.begin.beginNanos());
        }
    }

    Collection<Track> tracks() {
        return tracks;
    }

    /** Begin of the first block; {@link Long#MAX_VALUE} if there is none. */
    long firstNanos() {
        return blocks.isEmpty() ? Long.MAX_VALUE : blocks.getFirst().begin.beginNanos();
    }

    void write(ByteColumns out, Texts texts, Map<Track, Integer> places, long base) {
        out.add(pools.size());
        for (Pool pool : pools.keySet()) {
            out.add(texts.add(pool.name.isEmpty() ? "memory" : pool.name));
            out.add(pool.program.number());
        }
        out.add(blocks.size());
        long before = base;
        for (Block block : blocks) {
            long begin = block.begin.beginNanos();
            out.add(Math.max(0, begin - before));
            before = Math.max(before, begin);
            // 0 is a block that was not freed: the others are one more.
            out.add(block.end == NEVER ? 0 : block.end - begin + 1);
            out.add(Math.max(0, block.begin.bytes()));
            out.add(block.pool);
            out.add(places.get(block.begin.track()));
            out.add(block.stack);
        }
    }
}
