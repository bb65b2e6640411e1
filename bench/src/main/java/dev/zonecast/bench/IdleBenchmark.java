package dev.zonecast.bench;

import dev.zonecast.core.Counter;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What do calls cost that write no record: a zone that nobody records, while the profiler waits for a viewer or is switched off, and
 * an addition to a counter, beside the JDK's own counter for many threads?
 *
 * <p>{@code ./zonecast bench IdleBenchmark}: milliseconds a burst are nanoseconds a call.
 *
 * <p>The baseline is the loop without the call. Its counter is handed to a black hole, which costs no instruction but keeps the
 * compiler from removing the loop.
 */
@Burst(IdleBenchmark.CALLS)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class IdleBenchmark extends BurstBenchmark {
    static final int CALLS = 1_000_000;

    private static final Counter COUNTER = Counter.of("additions");
    private static final LongAdder ADDER = new LongAdder();
    private static final SourceLocation LOCATION = SourceLocation.here("zone");

    @Benchmark
    public void emptyLoop(Blackhole hole) {
        for (int i = 0; i < CALLS; i++) {
            hole.consume(i);
        }
    }

    @Benchmark
    public void nobodyListens(Blackhole hole) {
        require(Zonecast.isEnabled() && !Zonecast.isActive());
        zones(hole);
    }

    @Benchmark
    @Fork(value = 1, jvmArgsAppend = "-Dzonecast.enabled=false")
    public void switchedOff(Blackhole hole) {
        require(!Zonecast.isEnabled());
        zones(hole);
    }

    @Benchmark
    public void counter(Blackhole hole) {
        additions(hole);
    }

    @Benchmark
    @Threads(2)
    public void counterTwoThreads(Blackhole hole) {
        additions(hole);
    }

    @Benchmark
    public void longAdder(Blackhole hole) {
        for (int i = 0; i < CALLS; i++) {
            ADDER.add(i);
            hole.consume(i);
        }
    }

    private static void additions(Blackhole hole) {
        for (int i = 0; i < CALLS; i++) {
            COUNTER.add(i);
            hole.consume(i);
        }
    }

    private static void zones(Blackhole hole) {
        for (int i = 0; i < CALLS; i++) {
            long zone = Zone.begin(LOCATION);
            hole.consume(i);
            Zone.end(zone);
        }
    }

    private static void require(boolean state) {
        if (!state) {
            throw new IllegalStateException("the profiler is not in the state that is to be measured");
        }
    }
}
