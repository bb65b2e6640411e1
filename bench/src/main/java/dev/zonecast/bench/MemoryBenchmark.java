package dev.zonecast.bench;

import dev.zonecast.core.MemoryPool;
import dev.zonecast.core.Option;
import dev.zonecast.core.Options;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What does a block of memory cost that is not sampled, while a recording runs, beside an empty loop?
 *
 * <p>{@code ./zonecast bench MemoryBenchmark}: milliseconds a burst are nanoseconds a call.
 */
@Burst(IdleBenchmark.CALLS)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class MemoryBenchmark extends BurstBenchmark {
    private static final MemoryPool POOL = MemoryPool.of("sampled");

    private long address;

    /** One byte in 16 million is chosen. */
    @State(Scope.Benchmark)
    public static class SampledRecording extends LiveRecording {
        @Override
        Options options() {
            return super.options().set(Option.MEMORY_SAMPLE, 16L << 20);
        }
    }

    /** Blocks of a byte, at an address of their own each. */
    @Benchmark
    public void allocatedNotSampled(SampledRecording recording, Blackhole hole) {
        for (int i = 0; i < IdleBenchmark.CALLS; i++) {
            address += Long.BYTES;
            POOL.allocated(address, 1);
            hole.consume(i);
        }
    }

    @Benchmark
    public void freedNotSampled(SampledRecording recording, Blackhole hole) {
        for (int i = 0; i < IdleBenchmark.CALLS; i++) {
            address += Long.BYTES;
            POOL.freed(address);
            hole.consume(i);
        }
    }
}
