package dev.zonecast.cli.report;

import dev.zonecast.cli.export.ByteColumns;
import dev.zonecast.trace.TraceMemoryEvent;
import dev.zonecast.trace.Track;
import dev.zonecast.trace.stats.BlockLives;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The blocks of memory of a page, with begin and end, in the order of their begins. */
final class MemoryColumns {
    static final int MAX_BLOCKS = 1_000_000;

    /** Of the weight of a block: 1 is a thousand. */
    private static final int WEIGHT_UNIT = 1000;

    private final StackColumns stacks;
    private final BlockLives lives = new BlockLives(MAX_BLOCKS);

    MemoryColumns(StackColumns stacks) {
        this.stacks = stacks;
    }

    /** Takes an event; false if there is no room for its block. */
    boolean add(TraceMemoryEvent event) {
        boolean hasRoom = lives.add(event, !stacks.isFull());
        if (hasRoom && event.kind() == TraceMemoryEvent.Kind.ALLOCATED) {
            int ignored = stacks.add(event.stack());
        }
        return hasRoom;
    }

    Collection<Track> tracks() {
        return lives.blocks().stream().map(BlockLives.Block::track).collect(Collectors.toSet());
    }

    /** The earliest begin; {@link Long#MAX_VALUE} if there is no block. */
    long firstNanos() {
        return lives.blocks().stream()
                .mapToLong(BlockLives.Block::beginNanos)
                .min()
                .orElse(Long.MAX_VALUE);
    }

    void write(ByteColumns out, Texts texts, Map<Track, Integer> places, long base) {
        List<BlockLives.Pool> pools = lives.pools();
        out.add(pools.size());
        for (BlockLives.Pool pool : pools) {
            out.add(texts.addName(pool.displayName()));
            out.add(pool.program().number());
        }
        out.add(lives.blocks().size());
        // A file has its programs one behind the other.
        List<BlockLives.Block> byTime = lives.blocks().stream()
                .sorted(Comparator.comparingLong(BlockLives.Block::beginNanos))
                .toList();
        long before = base;
        for (BlockLives.Block block : byTime) {
            long begin = block.beginNanos();
            out.add(Math.max(0, begin - before));
            before = Math.max(before, begin);
            // 0 is a block that was not freed: the others are one more.
            out.add(block.endNanos() == BlockLives.NEVER ? 0 : block.endNanos() - begin + 1);
            out.add(block.bytes());
            // 0 is a block that was not sampled.
            out.add(block.weight() == 1 ? 0 : Math.round(WEIGHT_UNIT * block.weight()));
            out.add(block.pool());
            out.add(places.get(block.track()));
            out.add(stacks.add(block.stack()));
        }
    }
}
