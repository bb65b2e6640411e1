package dev.zonecast.bench;

import dev.zonecast.core.BufferMode;
import dev.zonecast.core.Option;
import dev.zonecast.core.Options;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Statistics;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import dev.zonecast.core.collect.DiscardingSink;
import dev.zonecast.core.session.Profiler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How many events a second go all the way: recorded by one thread as fast as it can, read by the collector, handed to a sink, and
 * there on disk or with a viewer?
 *
 * <p>{@code ./zonecast bench PipelineBenchmark}: milliseconds a burst are nanoseconds an event.
 *
 * <p>The thread waits for room when its ring is full ({@code zonecast.ring.wait}), so nothing is dropped and the slowest part sets
 * the pace. With a viewer there are four busy threads: producer, collector, sender, viewer.
 */
@Burst(PipelineBenchmark.EVENTS)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 5, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class PipelineBenchmark extends BurstBenchmark {
    static final int EVENTS = 1_000_000;

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final SourceLocation LOCATION = SourceLocation.here("zone");

    /** Where the events go. */
    @Param({"discard", "recording", "streaming", "viewer"})
    public String what;

    private FrameReader viewer;

    /** Of a trace buffer, whose file is the same from the beginning to the end. */
    private Path streamed;

    @Setup
    public void start() throws IOException {
        Options options = Options.defaults()
                .set(Option.LISTEN, what.equals("viewer"))
                .set(Option.RING_WAIT, Duration.ofSeconds(5));
        if (what.equals("streaming")) {
            streamed = Files.createTempFile("zonecast-bench", ".fxt");
            options.set(Option.RECORD_FILE, streamed).set(Option.BUFFER_MODE, BufferMode.STREAMING);
        }
        Zonecast.start(options);
        if (what.equals("discard")) {
            Profiler.current().attach(new DiscardingSink());
        } else if (what.equals("viewer")) {
            viewer = FrameReader.connect(Zonecast.port());
            while (!Zonecast.isActive()) {
                Thread.onSpinWait();
            }
        }
    }

    /** A file for each iteration, so that the disk is not filled. */
    @Setup(Level.Iteration)
    public void startRecording() throws IOException {
        if (what.equals("recording")) {
            Zonecast.startRecording(Files.createTempFile("zonecast-bench", ".fxt"));
        }
        Zonecast.flush(LIMIT);
    }

    @TearDown(Level.Iteration)
    public void stopRecording() throws IOException {
        Path file = Zonecast.recordingFile();
        if (what.equals("recording") && file != null) {
            Zonecast.stopRecording();
            Files.delete(file);
        }
    }

    @TearDown
    public void requireNothingLost() throws IOException {
        Statistics statistics = Zonecast.statistics();
        if (statistics.losses().total() > 0) {
            throw new IllegalStateException("not a valid run: " + statistics);
        }
        if (streamed != null) {
            boolean _ = Zonecast.shutdown(LIMIT);
            Files.delete(streamed);
        }
        if (viewer != null) {
            viewer.close();
            // The shortest events that can be sent: a zone takes 11 bytes and 3.
            if (viewer.unpackedBytes() < statistics.events() / 2 * 14) {
                throw new IllegalStateException("not a valid run: the viewer got " + viewer.unpackedBytes() + " bytes");
            }
        }
    }

    @Benchmark
    public void zones() {
        for (int i = 0; i < EVENTS / 2; i++) {
            long zone = Zone.begin(LOCATION);
            Zone.end(zone);
        }
        if (!Zonecast.flush(LIMIT)) {
            throw new IllegalStateException("not a valid run: the flush took too long");
        }
    }
}
