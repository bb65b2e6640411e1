package dev.zonecast.bench;

import dev.zonecast.core.Counter;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What does an addition to a counter cost?
 *
 * <p>{@code ./zonecast bench CounterBenchmark -prof gc}: milliseconds a burst are nanoseconds an addition.
 *
 * <p>The baseline is the loop without it, as in {@link IdleBenchmark}. Beside it the JDK's own counter for many threads.
 */
@Burst(CounterBenchmark.ADDITIONS)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@State(Scope.Benchmark)
@Fork(1)
@Warmup(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 10, time = 100, timeUnit = TimeUnit.MILLISECONDS)
public class CounterBenchmark {
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
