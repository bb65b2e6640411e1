package dev.zonecast.bench;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What does a zone cost that nobody records: the profiler runs and waits for a viewer, or is switched off?
 *
 * <p>{@code ./zonecast bench IdleBenchmark}: milliseconds a burst are nanoseconds a zone.
 *
 * <p>The baseline is the loop without the zone. Its counter is handed to a black hole, which costs no instruction but keeps the
 * compiler from removing the loop.
 */
@Burst(IdleBenchmark.ZONES)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class IdleBenchmark extends BurstBenchmark {
    static final int ZONES = 1_000_000;

    private static final SourceLocation LOCATION = SourceLocation.here("zone");

    @Benchmark
    public void emptyLoop(Blackhole hole) {
        for (int i = 0; i < ZONES; i++) {
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

    private static void zones(Blackhole hole) {
        for (int i = 0; i < ZONES; i++) {
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
