package dev.zonecast.trace.stats;

import dev.zonecast.trace.Calls;
import dev.zonecast.trace.Program;
import dev.zonecast.trace.TraceMemoryEvent;
import java.util.Collection;

/**
 * Memory by pool. Blocks that were allocated before the range of time count for what lives, not for what was allocated. With a filter
 * of threads, blocks are those that these threads allocated.
 */
public final class MemoryStatistics {
    static final int MAX_POOLS = 1 << 16;

    /** Of all pools together: about 180 MB. */
    static final int MAX_LIVE_BLOCKS = 2_000_000;

    static final int MAX_STACKS = 100_000;

    private record Key(Program program, String pool) {}

    private final ZoneFilter filter;
    private final BoundedTable<Key, PoolStatistics> pools = new BoundedTable<>(MAX_POOLS);

    /** Equal stacks of blocks are one object. */
    private final BoundedTable<Calls, Calls> stacks = new BoundedTable<>(MAX_STACKS);

    private long liveBlocks;

    MemoryStatistics(ZoneFilter filter) {
        this.filter = filter;
    }

    void add(TraceMemoryEvent event) {
        boolean before = filter.isBefore(event.beginNanos());
        if (!filter.acceptsProgram(event.track().program()) || !(before || filter.acceptsTime(event.beginNanos()))) {
            return;
        }
        if (event.kind() == TraceMemoryEvent.Kind.ALLOCATED && !filter.acceptsTrack(event.track())) {
            return;
        }
        PoolStatistics pool = pools.of(
                new Key(event.track().program(), event.pool()), key -> new PoolStatistics(key.program, key.pool));
        if (pool == null) {
            return;
        }
        boolean counted = !before;
        liveBlocks -= pool.tracked();
        switch (event.kind()) {
            case ALLOCATED -> {
                Calls stack = event.stack() == null ? null : stacks.of(event.stack(), calls -> calls);
                boolean hasRoom = liveBlocks + pool.tracked() < MAX_LIVE_BLOCKS;
                pool.allocated(event.address(), PoolStatistics.Block.of(event, stack), counted, hasRoom);
            }
            case FREED ->
                pool.freed(event.address(), PoolStatistics.Block.of(event, null), counted, filter.hasAllThreads());
            case DISCARDED -> pool.discarded(counted);
        }
        liveBlocks += pool.tracked();
    }

    /** In the order of the trace. */
    public Collection<PoolStatistics> pools() {
        return pools.values();
    }

    /** Events of pools, and call stacks, for which there was no room. */
    public long beyondLimits() {
        long untracked = pools().stream().mapToLong(PoolStatistics::untracked).sum();
        return pools.beyondLimit() + stacks.beyondLimit() + untracked;
    }
}
