package dev.zonecast.trace.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PoolStatisticsTest {
    private static final int STEPS = 200_000;

    private final PoolStatistics pool = new PoolStatistics(null, "");

    private static PoolStatistics.Block block(long bytes) {
        return new PoolStatistics.Block(bytes, 1, null);
    }

    @Test
    void shouldHaveTheFiguresOfAMapOfBlocks() {
        Map<Long, Long> live = new HashMap<>();
        List<Long> addresses = new ArrayList<>();
        Random random = new Random(5);
        long peak = 0;
        long bytes = 0;
        for (int i = 0; i < STEPS; i++) {
            if (addresses.size() < 100 || random.nextInt(5) < 3) {
                long address = random.nextLong();
                long size = random.nextInt(1000);
                pool.allocated(address, block(size), true, true);
                live.put(address, size);
                addresses.add(address);
                bytes += size;
            } else {
                int at = random.nextInt(addresses.size());
                long address = addresses.get(at);
                addresses.set(at, addresses.getLast());
                addresses.removeLast();
                bytes -= live.remove(address);
                pool.freed(address, block(0), true, true);
            }
            peak = Math.max(peak, bytes);
        }

        assertEquals(live.size(), pool.liveBlocks());
        assertEquals(bytes, pool.liveBytes());
        assertEquals(peak, pool.peakBytes());
        assertEquals(0, pool.unmatched());
        assertEquals(STEPS, pool.allocations() + pool.frees());
        PoolStatistics.Site only = pool.sites().getFirst();
        assertEquals(live.size(), only.blocks());
        assertEquals(bytes, only.bytes());
    }

    @Test
    void shouldCountFreesWithoutAnAllocationAndLostFrees() {
        pool.freed(8, block(16), true, true);
        pool.allocated(8, block(16), true, true);
        pool.allocated(8, block(32), true, true);

        assertEquals(2, pool.unmatched());
        assertEquals(32, pool.liveBytes());
        assertEquals(1, pool.liveBlocks());
    }

    @Test
    void shouldLeaveBlocksBeyondTheLimitOutOfWhatLives() {
        pool.allocated(8, block(16), true, true);
        pool.allocated(24, block(100), true, false);
        pool.freed(24, block(100), true, true);

        assertEquals(1, pool.untracked());
        assertEquals(0, pool.unmatched());
        assertEquals(2, pool.allocations());
        assertEquals(116, pool.allocatedBytes());
        assertEquals(100, pool.freedBytes());
        assertEquals(16, pool.liveBytes());
    }

    @Test
    void shouldFreeNoBlockBeyondTheLimitAfterAllBlocksAreGone() {
        pool.allocated(24, block(100), true, false);
        pool.discarded(true);
        pool.freed(24, block(100), true, true);

        assertEquals(1, pool.untracked());
        assertEquals(1, pool.unmatched());
        assertEquals(0, pool.frees());
        assertEquals(0, pool.freedBytes());
    }
}
