package dev.zonecast.bench;

import dev.zonecast.core.MemoryPool;
import dev.zonecast.core.clock.Clock;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * What does it cost to say that a block of memory was allocated, or freed?
 *
 * <p>{@code ./zonecast bench MemoryBenchmark -prof gc}: microseconds a burst are nanoseconds a pair of events.
 *
 * <p>The baseline is what a pair has to read of the clock.
 */
@Burst(MemoryBenchmark.PAIRS)
public class MemoryBenchmark extends BurstBenchmark {
    static final int PAIRS = 1000;

    private static final MemoryPool POOL = MemoryPool.of("bench");

    @Benchmark
    public long twoClockReads(LiveRecording recording, LiveRecording.WideRoom room) {
        long sum = 0;
        for (int i = 0; i < PAIRS; i++) {
            sum += Clock.ticks();
            sum += Clock.ticks();
        }
        return sum;
    }

    @Benchmark
    public void allocatedAndFreed(LiveRecording recording, LiveRecording.WideRoom room) {
        for (int i = 1; i <= PAIRS; i++) {
            POOL.allocated(i * 16L, 64);
            POOL.freed(i * 16L);
        }
    }
}
