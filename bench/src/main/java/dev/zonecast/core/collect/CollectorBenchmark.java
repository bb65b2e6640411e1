package dev.zonecast.core.collect;

import dev.zonecast.bench.Burst;
import dev.zonecast.bench.BurstBenchmark;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.core.clock.ClockMap;
import dev.zonecast.core.event.Life;
import dev.zonecast.core.event.SinkStart;
import dev.zonecast.core.recording.FxtRecording;
import dev.zonecast.core.recording.RecordingLosses;
import dev.zonecast.core.ring.GateState;
import dev.zonecast.core.ring.Recorder;
import dev.zonecast.core.ring.RecorderRegistry;
import dev.zonecast.core.ring.RingLayout;
import dev.zonecast.core.ring.RingPolicy;
import dev.zonecast.core.ring.RingPool;
import dev.zonecast.core.session.SummarySink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * How long does one core take for an event, from the ring to a sink: decoding, conversion of the time, delivery, and with
 * {@code what=recording} the writing of the file?
 *
 * <p>{@code ./zonecast bench CollectorBenchmark}: microseconds a burst, divided by 50, are nanoseconds an event.
 *
 * <p>The collector's own parts, run by the benchmark's thread: the ring is filled outside the measured time, by the real producer's
 * side. The baseline is {@code what=none}. A burst is long enough to have its share of the file's writes of a MiB each. In this
 * package because the parts are not visible outside.
 */
@Burst(CollectorBenchmark.EVENTS)
@State(Scope.Thread)
@Fork(value = 1, jvmArgsAppend = "-Dzonecast.autostart=false")
@Measurement(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
public class CollectorBenchmark extends BurstBenchmark {
    static final int EVENTS = 50_000;

    private static final int INNER_ZONES = 4;
    private static final int RING_BYTES = 1 << 20;

    private static final SourceLocation OUTER = SourceLocation.here("outer");
    private static final SourceLocation INNER = SourceLocation.here("inner");

    /** Where the events go. */
    @Param({"none", "discard", "summary", "recording", "summary and recording"})
    public String what;

    private final ClockMap clock = new ClockMap();
    private final SinkList sinks = new SinkList();
    private final EventRouter router = new EventRouter(clock, sinks, new SerialRouter(clock, sinks));
    private ThreadTrack track;
    private FxtRecording recording;

    @Setup
    public void start() {
        LockSupport.parkNanos(ClockMap.WARM_UP_NANOS);
        clock.calibrate(1_000_000_000);
        RecorderRegistry.use(
                new RingPool(RING_BYTES, RING_BYTES, RING_BYTES + RingLayout.HEADER_BYTES, RingPolicy.DROP, () -> {}));
        GateState.set(true);
        Recorder.current();
        track = new ThreadTrack(RecorderRegistry.pollNew());
        track.renamed();
        if (what.equals("discard")) {
            sinks.add(new GuardedSink(new DiscardingSink()));
        }
        if (what.startsWith("summary")) {
            sinks.add(new GuardedSink(new SummarySink()));
        }
        // Where everything lies in a program that has run for a while, and where storing a reference costs most.
        System.gc();
    }

    /** A file for each iteration, so that the disk is not filled. */
    @Setup(Level.Iteration)
    public void startRecording() throws IOException {
        if (what.endsWith("recording")) {
            recording = FxtRecording.create(Files.createTempFile("zonecast-bench", ".fxt"), "bench");
            recording.begin(new SinkStart(System.nanoTime(), 0));
            recording.thread(track, Life.STARTED);
            sinks.add(new GuardedSink(recording));
        }
    }

    @TearDown(Level.Iteration)
    public void stopRecording() throws IOException {
        for (GuardedSink guarded : sinks.all()) {
            if (guarded.failure() != null) {
                throw new IllegalStateException("not a valid run", guarded.failure());
            }
            if (guarded.guards(recording)) {
                sinks.remove(guarded);
                Path file = recording.path();
                recording.end(System.nanoTime(), 10_000_000_000L);
                if (!recording.awaitClosed(10_000_000_000L) || RecordingLosses.RECORDS.total() > 0) {
                    throw new IllegalStateException("not a valid run: the disk is too slow");
                }
                Files.delete(file);
            }
        }
    }

    @Setup(Level.Invocation)
    public void fill() {
        for (int i = 0; i < EVENTS; i += 2 * (1 + INNER_ZONES)) {
            long outer = Zone.begin(OUTER);
            for (int k = 0; k < INNER_ZONES; k++) {
                Zone.end(Zone.begin(INNER));
            }
            Zone.end(outer);
        }
    }

    @Benchmark
    public void drain() {
        track.markEnd();
        int events = router.drain(track);
        if (events != EVENTS) {
            throw new IllegalStateException("not a valid run: " + events + " events");
        }
    }
}
