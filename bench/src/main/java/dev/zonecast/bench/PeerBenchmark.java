package dev.zonecast.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.StackTrace;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.util.remotery.Remotery;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What does a span cost with the means that a Java program has without us? The baseline is {@link ZoneBenchmark#tokenForm}.
 *
 * <p>{@code ./zonecast bench 'ZoneBenchmark.tokenForm$|PeerBenchmark'}: microseconds a burst are nanoseconds a span.
 *
 * <p>Each peer is used as well as it can be: an event of the flight recorder without stack trace and with no threshold; a sample of
 * Remotery with its name encoded and hashed once, inside a frame's sample, with nobody connected.
 */
@Burst(PeerBenchmark.SPANS)
public class PeerBenchmark extends BurstBenchmark {
    static final int SPANS = 1000;

    /** Time for the peers' own threads, as often as ours get it. */
    @State(Scope.Thread)
    public static class Pause {
        private int bursts;

        @Setup(Level.Invocation)
        public void pause() {
            if (++bursts % 12 == 0) {
                LockSupport.parkNanos(200_000);
            }
        }
    }

    /** A span of the flight recorder. */
    @Name("dev.zonecast.bench.Span")
    @StackTrace(false)
    static final class Span extends Event {}

    /** A recording in which the span, and nothing else, is enabled. */
    @State(Scope.Benchmark)
    public static class FlightRecording {
        private Recording recording;

        @Setup
        public void start() {
            recording = new Recording();
            recording.enable(Span.class).withoutStackTrace().withThreshold(Duration.ZERO);
            recording.setMaxSize(64 << 20);
            recording.start();
            if (!new Span().isEnabled()) {
                throw new IllegalStateException("the event is not recorded");
            }
        }

        @TearDown
        public void stop() throws IOException {
            recording.stop();
            if (recording.getSize() == 0) {
                throw new IllegalStateException("nothing was recorded");
            }
            recording.close();
        }
    }

    @Benchmark
    public void flightRecorderEvent(FlightRecording recording, Pause pause) {
        for (int i = 0; i < SPANS; i++) {
            Span span = new Span();
            span.begin();
            span.commit();
        }
    }

    /** One for all iterations. */
    @State(Scope.Benchmark)
    public static class RemoteryServer {
        private RemoteryInstance instance;

        @Setup
        public void start() {
            instance = new RemoteryInstance();
        }

        @TearDown
        public void stop() {
            instance.close();
        }
    }

    /** Names as a program keeps them that calls often: encoded once, hashed at the first call. */
    @State(Scope.Thread)
    public static class SampleNames {
        final ByteBuffer frame = MemoryUtil.memUTF8("frame");
        final ByteBuffer span = MemoryUtil.memUTF8("span");
        final IntBuffer frameHash = MemoryUtil.memCallocInt(1);
        final IntBuffer spanHash = MemoryUtil.memCallocInt(1);
    }

    @Benchmark
    public void remoterySample(RemoteryServer remotery, SampleNames names, Pause pause) {
        Remotery.rmt_BeginCPUSample(names.frame, Remotery.RMTSF_None, names.frameHash);
        for (int i = 0; i < SPANS; i++) {
            Remotery.rmt_BeginCPUSample(names.span, Remotery.RMTSF_None, names.spanHash);
            Remotery.rmt_EndCPUSample();
        }
        Remotery.rmt_EndCPUSample();
    }
}
