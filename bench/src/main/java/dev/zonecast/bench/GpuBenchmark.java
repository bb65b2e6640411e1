package dev.zonecast.bench;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.gpu.GpuApi;
import dev.zonecast.core.gpu.GpuContextOptions;
import dev.zonecast.core.gpu.GpuZones;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What does our side of a GPU zone cost the render thread, the driver's calls left out?
 *
 * <p>{@code ./zonecast bench GpuBenchmark}: microseconds a burst are nanoseconds a zone.
 *
 * <p>The engine of all back-ends on a GPU that is always done ({@link InstantGpu}). The baseline is the two queries of that GPU.
 */
@Burst(GpuBenchmark.ZONES)
@State(Scope.Thread)
public class GpuBenchmark extends BurstBenchmark {
    static final int ZONES = 1000;

    private static final SourceLocation LOCATION = SourceLocation.here("pass");

    private InstantGpu.Chunk queries;
    private GpuZones gpu;

    @Setup
    public void start(LiveRecording recording) {
        InstantGpu instant = new InstantGpu();
        queries = instant.createChunk(2 * ZONES);
        gpu = GpuZones.create(GpuApi.OPENGL, instant, GpuContextOptions.of("instant"));
    }

    @TearDown
    public void requireNothingLost() {
        gpu.collect();
        if (gpu.statistics().droppedZones() > 0) {
            throw new IllegalStateException("not a valid run: " + gpu.statistics());
        }
    }

    @Benchmark
    public void twoQueries(LiveRecording.WideRoom room) {
        for (int i = 0; i < ZONES; i++) {
            queries.issue(2 * i, 0);
            queries.issue(2 * i + 1, 0);
        }
    }

    /** With the reading of the results, once in 1,000 zones. */
    @Benchmark
    public void zone(LiveRecording.WideRoom room) {
        for (int i = 0; i < ZONES; i++) {
            long zone = gpu.begin(LOCATION, 0);
            gpu.end(zone, 0);
        }
        gpu.collect();
    }

    /** A frame of a game: as {@link #zone}, but the results are read once in 20 zones. */
    @Benchmark
    public void zoneInFrames(LiveRecording.WideRoom room) {
        for (int frame = 0; frame < ZONES / 20; frame++) {
            for (int i = 0; i < 20; i++) {
                long zone = gpu.begin(LOCATION, 0);
                gpu.end(zone, 0);
            }
            gpu.collect();
        }
    }
}
