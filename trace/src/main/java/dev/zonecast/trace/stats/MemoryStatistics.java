package dev.zonecast.trace.stats;

import dev.zonecast.trace.Calls;
import dev.zonecast.trace.MemoryEvent;
import dev.zonecast.trace.Program;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Memory by pool. Blocks that were allocated before the range of time count for what lives, not for what was allocated. With a filter
 * of threads, blocks are those that these threads allocated.
 */
public final class MemoryStatistics {
    static final int MAX_POOLS = 1 << 16;
    /** Of all pools together: at most 80 MB. */
    static final int MAX_LIVE_BLOCKS = 2_000_000;

    static final int MAX_STACKS = 100_000;

    private static final int NO_STACK = 0;

    private record Key(Program program, String pool) {}

    private final ZoneFilter filter;
    private final int maxLiveBlocks;
    private final Map<Key, PoolStatistics> pools = new LinkedHashMap<>();
    private final List<Calls> stacks = new ArrayList<>();
    private final Map<Calls, Integer> numbers = new HashMap<>();
    private long liveBlocks;
    private long beyondLimits;

    MemoryStatistics(ZoneFilter filter) {
        this(filter, MAX_LIVE_BLOCKS);
    }

    MemoryStatistics(ZoneFilter filter, int maxLiveBlocks) {
        this.filter = filter;
        this.maxLiveBlocks = maxLiveBlocks;
        stacks.add(null);
    }

    void add(MemoryEvent event) {
        boolean before = filter.isBefore(event.timeNanos());
        if (!filter.acceptsProgram(event.track().program()) || !(before || filter.acceptsTime(event.timeNanos()))) {
            return;
        }
        boolean counted = !before;
        boolean allocated = event.kind() == MemoryEvent.Kind.ALLOCATED;
        if (allocated && !filter.acceptsTrack(event.track())) {
            return;
        }
        Key key = new Key(event.track().program(), event.pool());
        PoolStatistics pool = pools.get(key);
        if (pool == null) {
            if (pools.size() >= MAX_POOLS) {
                beyondLimits++;
                return;
            }
            pool = new PoolStatistics(key.program, key.pool, stacks);
            pools.put(key, pool);
        }
        liveBlocks -= pool.tracked();
        switch (event.kind()) {
            case ALLOCATED ->
                pool.allocated(
                        event.address(),
                        Math.max(0, event.bytes()),
                        stack(event.stack()),
                        counted,
                        liveBlocks + pool.tracked() < maxLiveBlocks);
            case FREED -> pool.freed(event.address(), Math.max(0, event.bytes()), counted, filter.hasAllThreads());
            case DISCARDED -> pool.discarded(counted);
        }
        liveBlocks += pool.tracked();
    }

    /** Place of the calls among all; beyond the limit that of no calls. */
    private int stack(Calls stack) {
        if (stack == null) {
            return NO_STACK;
        }
        Integer known = numbers.get(stack);
        if (known != null) {
            return known;
        }
        if (stacks.size() > MAX_STACKS) {
            beyondLimits++;
            return NO_STACK;
        }
        numbers.put(stack, stacks.size());
        stacks.add(stack);
        return stacks.size() - 1;
    }

    /** In the order of the trace. */
    public Collection<PoolStatistics> pools() {
        return pools.values();
    }

    /** Events of pools, and call stacks, for which there was no room. */
    public long beyondLimits() {
        return beyondLimits
                + pools.values().stream().mapToLong(PoolStatistics::untracked).sum();
    }
}
