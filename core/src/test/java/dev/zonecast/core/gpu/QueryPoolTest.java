package dev.zonecast.core.gpu;

import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Chunks that came back rest until the program has waited for the command buffers that they were used in. */
class QueryPoolTest {
    private static final int MAX_CHUNKS = 3;

    private final SimulatedTime time = new SimulatedTime(new Random(1));
    private long passes;
    private final SimulatedCommands gpu = new SimulatedCommands(time);
    private final QueryPool pool = new QueryPool(gpu, 64, MAX_CHUNKS, time, true, () -> passes);

    private QueryChunk giveFirst() {
        QueryChunk first = pool.take();
        pool.give(first);
        return first;
    }

    @Test
    void shouldRestForSomeFramesWhenTheyAreLong() {
        QueryChunk first = giveFirst();
        passes += 3;
        time.advanceNanos(3e9);

        assertNotSame(first, pool.take());
        passes += 5;
        assertSame(first, pool.take());
    }

    @Test
    void shouldRestForSomeTimeWhenFramesAreShort() {
        QueryChunk first = giveFirst();
        passes += 50;
        time.advanceNanos(50e6);

        assertNotSame(first, pool.take());
        time.advanceNanos(50e6);
        assertSame(first, pool.take());
    }

    @Test
    void shouldNotRestWhenNoMoreCanBeMade() {
        QueryChunk first = giveFirst();
        for (int i = 1; i < MAX_CHUNKS; i++) {
            assertNotSame(first, pool.take());
        }

        assertSame(first, pool.take());
    }

    @Test
    void shouldNotRestWhenTheDriverMakesNoMore() {
        QueryChunk first = giveFirst();
        gpu.refusesQueries = true;

        assertSame(first, pool.take());
        assertTrue(pool.isRefused());
    }
}
