package dev.zonecast.bench;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.gpu.gl.GpuCtx;
import java.util.concurrent.TimeUnit;
import org.lwjgl.opengl.GL33C;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What does {@link GpuCtx} add to the calls of a real OpenGL driver? (As a rule Mesa's llvmpipe, for which no GPU is needed.)
 *
 * <p>{@code ./zonecast bench OpenGlBenchmark}: microseconds a burst are nanoseconds a zone.
 *
 * <p>The baseline is two bare calls of {@code glQueryCounter}. The GPU finishes, and results are read, outside the measured time;
 * with {@link #collect} the reading is what is measured.
 */
@Burst(OpenGlBenchmark.ZONES)
@State(Scope.Thread)
@Measurement(iterations = 10, time = 200, timeUnit = TimeUnit.MILLISECONDS)
public class OpenGlBenchmark extends BurstBenchmark {
    static final int ZONES = 1000;

    private static final SourceLocation LOCATION = SourceLocation.here("pass");

    /**
     * An OpenGL context without a window, current on the benchmark's one thread. (Of a state of that thread's own, JMH would make
     * one for the benchmark and another for the states that refer to it.)
     */
    @State(Scope.Benchmark)
    public static class Renderer {
        private final int[] queries = new int[2 * ZONES];
        private GpuCtx gpu;

        @Setup
        public void start(LiveRecording recording) {
            HeadlessContext.makeCurrent();
            GL33C.glGenQueries(queries);
            gpu = GpuCtx.builder().name("bench").create();
        }

        @TearDown
        public void requireNothingLost() {
            finishAndCollect();
            if (!gpu.isAvailable()
                    || gpu.statistics().droppedZones() > 0
                    || gpu.statistics().outstandingQueries() > 0) {
                throw new IllegalStateException("not a valid run: " + gpu.statistics());
            }
            gpu.close();
        }

        void finishAndCollect() {
            GL33C.glFinish();
            gpu.collect();
        }

        void submit() {
            for (int query : queries) {
                GL33C.glQueryCounter(query, GL33C.GL_TIMESTAMP);
            }
        }

        long results() {
            long sum = 0;
            for (int query : queries) {
                sum += GL33C.glGetQueryObjectui64(query, GL33C.GL_QUERY_RESULT);
            }
            return sum;
        }

        void zones() {
            for (int i = 0; i < ZONES; i++) {
                long zone = gpu.begin(LOCATION);
                gpu.end(zone);
            }
        }
    }

    /** Each burst starts with nothing outstanding. */
    @State(Scope.Thread)
    public static class NothingOutstanding {
        @Setup(Level.Invocation)
        public void finish(Renderer renderer) {
            renderer.finishAndCollect();
            GL33C.glClear(GL33C.GL_COLOR_BUFFER_BIT);
        }
    }

    /** As {@link NothingOutstanding}, for the bare queries: their results have been read, as those of the zones have. */
    @State(Scope.Thread)
    public static class ResultsRead {
        @Setup(Level.Invocation)
        public void finish(Renderer renderer) {
            GL33C.glFinish();
            renderer.results();
            GL33C.glClear(GL33C.GL_COLOR_BUFFER_BIT);
        }
    }

    /** Each burst starts with its bare queries finished by the GPU, and not yet read. */
    @State(Scope.Thread)
    public static class QueriesFinished {
        @Setup(Level.Invocation)
        public void submitAndFinish(Renderer renderer) {
            renderer.submit();
            GL33C.glFinish();
        }
    }

    /** Each burst starts with its zones finished by the GPU, and not yet read. */
    @State(Scope.Thread)
    public static class ZonesFinished {
        @Setup(Level.Invocation)
        public void submitAndFinish(Renderer renderer) {
            renderer.zones();
            GL33C.glFinish();
        }
    }

    @Benchmark
    public void twoQueries(Renderer renderer, LiveRecording.WideRoom room, ResultsRead read) {
        renderer.submit();
    }

    @Benchmark
    public void zone(Renderer renderer, LiveRecording.WideRoom room, NothingOutstanding nothing) {
        renderer.zones();
    }

    @Benchmark
    public long twoResults(Renderer renderer, LiveRecording.WideRoom room, QueriesFinished finished) {
        return renderer.results();
    }

    /** Makes the calls of {@link #twoResults}, and asks before whether the results are there. */
    @Benchmark
    public void collect(Renderer renderer, LiveRecording.WideRoom room, ZonesFinished finished) {
        renderer.gpu.collect();
    }
}
