package dev.zonecast.bench;

import dev.zonecast.core.Counter;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What does an addition to a counter cost?
 *
 * <p>{@code ./zonecast bench CounterBenchmark -prof gc}: milliseconds a burst are nanoseconds an addition.
 *
 * <p>The baseline is the loop without it, as in {@link IdleBenchmark}. Beside it the JDK's own counter for many threads.
 */
@Burst(CounterBenchmark.ADDITIONS)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class CounterBenchmark extends BurstBenchmark {
    static final int ADDITIONS = 1_000_000;

    private static final Counter COUNTER = Counter.of("additions");
    private static final LongAdder ADDER = new LongAdder();

    @Benchmark
    public void emptyLoop(Blackhole hole) {
        for (int i = 0; i < ADDITIONS; i++) {
            hole.consume(i);
        }
    }

    @Benchmark
    public void add(Blackhole hole) {
        additions(hole);
    }

    @Benchmark
    @Threads(2)
    public void addTwoThreads(Blackhole hole) {
        additions(hole);
    }

    @Benchmark
    public void longAdder(Blackhole hole) {
        for (int i = 0; i < ADDITIONS; i++) {
            ADDER.add(i);
            hole.consume(i);
        }
    }

    private static void additions(Blackhole hole) {
        for (int i = 0; i < ADDITIONS; i++) {
            COUNTER.add(i);
            hole.consume(i);
        }
    }
}
