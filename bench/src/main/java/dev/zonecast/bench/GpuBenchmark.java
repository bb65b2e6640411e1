package dev.zonecast.bench;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.gpu.GpuApi;
import dev.zonecast.core.gpu.GpuContextOptions;
import dev.zonecast.core.gpu.GpuZones;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What does our side of a GPU zone cost the render thread, the driver's calls left out? The collector's own thread is not counted.
 *
 * <p>{@code ./zonecast bench GpuBenchmark -p what=TARGET}: microseconds a burst are nanoseconds a zone.
 *
 * <p>The engine of all back-ends on a GPU that is always done ({@link InstantGpu}). The baseline is the two queries of that GPU.
 */
@Burst(GpuBenchmark.ZONES)
@State(Scope.Thread)
public class GpuBenchmark extends BurstBenchmark {
    static final int ZONES = 1000;

    /**
     * Queries of command buffers rest 100 ms after their use: these are as many as rest at 20,000 zones a second. Of the default, a burst,
     * which is ten million zones a second, would use all 131,072 queries in turn and find few of them in the processor's caches.
     */
    private static final int MAX_OUTSTANDING_ZONES = 2 * ZONES;

    /** Of no meaning where a thread submits. */
    private static final long COMMAND_BUFFER = 1;

    private static final SourceLocation LOCATION = SourceLocation.here("pass");

    /** Where zones are recorded. */
    public enum What {
        /** A thread submits, as in OpenGL. */
        THREAD,
        /** A command buffer, as in Vulkan. */
        TARGET
    }

    /** A context on that GPU. */
    @State(Scope.Benchmark)
    public static class Renderer {
        @Param
        public What what;

        private InstantGpu.Chunk queries;
        private GpuZones gpu;

        @Setup
        public void start(LiveRecording recording) {
            InstantGpu instant = new InstantGpu(what == What.TARGET);
            queries = instant.createChunk(2 * ZONES);
            GpuContextOptions options =
                    new GpuContextOptions("instant", false, MAX_OUTSTANDING_ZONES, GpuContextOptions.AUTOMATIC);
            gpu = GpuZones.create(GpuApi.OPENGL, instant, options);
        }

        @TearDown
        public void requireNothingLost() {
            gpu.collect();
            if (gpu.statistics().droppedZones() > 0) {
                throw new IllegalStateException("not a valid run: " + gpu.statistics());
            }
        }

        void zones(int count) {
            for (int i = 0; i < count; i++) {
                long zone = gpu.begin(LOCATION, COMMAND_BUFFER);
                gpu.end(zone, COMMAND_BUFFER);
            }
        }
    }

    /** Each burst starts with nothing outstanding. */
    @State(Scope.Thread)
    public static class NothingOutstanding {
        @Setup(Level.Invocation)
        public void collect(Renderer renderer) {
            renderer.gpu.collect();
        }
    }

    /** Each burst starts with its zones passed by the GPU, and not yet read. */
    @State(Scope.Thread)
    public static class ZonesFinished {
        @Setup(Level.Invocation)
        public void submit(Renderer renderer) {
            renderer.zones(ZONES);
        }
    }

    @Benchmark
    public void twoQueries(Renderer renderer, LiveRecording.WideRoom room) {
        for (int i = 0; i < ZONES; i++) {
            renderer.queries.issue(2 * i, 0);
            renderer.queries.issue(2 * i + 1, 0);
        }
    }

    @Benchmark
    public void zone(Renderer renderer, LiveRecording.WideRoom room, NothingOutstanding nothing) {
        renderer.zones(ZONES);
    }

    @Benchmark
    public long twoResults(Renderer renderer, LiveRecording.WideRoom room) {
        long sum = 0;
        for (int i = 0; i < 2 * ZONES; i++) {
            sum += renderer.queries.result(i);
        }
        return sum;
    }

    @Benchmark
    public void collect(Renderer renderer, LiveRecording.WideRoom room, ZonesFinished finished) {
        renderer.gpu.collect();
    }

    /** A frame of a game: {@link #zone} and {@link #collect}, once in 20 zones. */
    @Benchmark
    public void zoneInFrames(Renderer renderer, LiveRecording.WideRoom room) {
        for (int frame = 0; frame < ZONES / 20; frame++) {
            renderer.zones(20);
            renderer.gpu.collect();
        }
    }
}
