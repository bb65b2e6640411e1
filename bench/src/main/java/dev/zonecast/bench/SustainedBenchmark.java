package dev.zonecast.bench;

import dev.zonecast.core.Option;
import dev.zonecast.core.Options;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.lwjgl.util.remotery.Remotery;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does a span cost in a long row of them, when their collector has to work at the same time?
 *
 * <p>{@code ./zonecast bench SustainedBenchmark}: microseconds a burst, divided by 100, are nanoseconds a span.
 *
 * <p>The same as {@link ZoneBenchmark} and {@link PeerBenchmark} in bursts a hundred times as long, so that a peer's buffers fill and
 * are handed over within a burst. A burst takes milliseconds: on a busy machine most of them are interrupted, so that these figures,
 * other than those, are good only where nothing else runs. The ring of the zones holds a burst; the collector reads it at the same time.
 */
@Burst(SustainedBenchmark.SPANS)
@Warmup(iterations = 5, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 300, timeUnit = TimeUnit.MILLISECONDS)
public class SustainedBenchmark extends BurstBenchmark {
    static final int SPANS = 100_000;

    private static final SourceLocation LOCATION = SourceLocation.here("zone");

    /** A recording with longer rings. */
    public static class LongRecording extends LiveRecording {
        @Override
        Options options() {
            return super.options().set(Option.RING_BYTES, 8 << 20);
        }
    }

    /** The ring is empty when a burst starts. */
    @State(Scope.Thread)
    public static class EmptyRing {
        @Setup(Level.Invocation)
        public void flush() {
            Zonecast.flush(Duration.ofSeconds(10));
        }
    }

    @Benchmark
    public void zone(LongRecording recording, EmptyRing ring) {
        for (int i = 0; i < SPANS; i++) {
            long zone = Zone.begin(LOCATION);
            Zone.end(zone);
        }
    }

    @Benchmark
    public void flightRecorderEvent(PeerBenchmark.FlightRecording recording) {
        for (int i = 0; i < SPANS; i++) {
            PeerBenchmark.Span span = new PeerBenchmark.Span();
            span.begin();
            span.commit();
        }
    }

    @Benchmark
    public void remoterySample(PeerBenchmark.RemoteryInstance remotery, PeerBenchmark.SampleNames names) {
        for (int i = 0; i < SPANS; i++) {
            Remotery.rmt_BeginCPUSample(names.span, Remotery.RMTSF_None, names.spanHash);
            Remotery.rmt_EndCPUSample();
        }
    }
}
