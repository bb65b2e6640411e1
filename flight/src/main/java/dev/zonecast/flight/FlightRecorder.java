package dev.zonecast.flight;

import dev.zonecast.core.BufferMode;
import dev.zonecast.core.Option;
import dev.zonecast.core.Options;
import dev.zonecast.core.clock.Clock;
import dev.zonecast.core.clock.ClockMap;
import dev.zonecast.core.collect.CollectorPasses;
import dev.zonecast.core.collect.Profiler;
import dev.zonecast.core.collect.ProgramName;
import dev.zonecast.core.disk.DiskThread;
import dev.zonecast.core.recording.FxtRecording;
import dev.zonecast.flight.buffer.OwnFolder;
import dev.zonecast.flight.buffer.ProgramBuffer;
import dev.zonecast.flight.buffer.TraceBuffer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A recording into a trace buffer that outlives the program, as its rings do. */
final class FlightRecorder {
    private static final long COLLECTOR_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Options options;
    private final ProgramBuffer program;
    private final FxtRecording recording;

    /** Null: the recording's file is a stream of halves, or there is none. */
    private final Path savedAtEnd;

    private final Snapshots snapshots;
    private Profiler profiler;
    private CollectorPasses passes;

    /** @param own folder, which is of no use if this fails */
    FlightRecorder(Options all, OwnFolder own) throws IOException {
        options = all;
        BufferMode mode = options.get(Option.BUFFER_MODE);
        boolean streams = mode == BufferMode.STREAMING;
        if (streams && all.get(Option.RECORD_FILE) == null) {
            throw new IOException("a streaming buffer needs a file to record to (zonecast.record)");
        }
        savedAtEnd = streams ? null : all.get(Option.RECORD_FILE);
        String name = ProgramName.of(all.get(Option.PROGRAM_NAME));
        ClockMap.Line now = now();
        program = DiskThread.call(() -> new ProgramBuffer(
                own, name, mode, options.get(Option.BUFFER_BYTES), streams ? all.get(Option.RECORD_FILE) : null, now));
        // Several batches fit into a half: see TraceBuffer.
        recording = FxtRecording.into(program.buffer(), all.get(Option.PROGRAM_NAME), (int)
                Math.min(1 << 20, options.get(Option.BUFFER_BYTES) / 16));
        snapshots = new Snapshots(options, this, name);
        if (!streams) {
            recording.onFrame(snapshots::frame);
        }
    }

    /** Takes them on call and by themselves. */
    Snapshots snapshots() {
        return snapshots;
    }

    /** What the buffer does when it is full. */
    BufferMode mode() {
        return options.get(Option.BUFFER_MODE);
    }

    /** The rate is not known yet; a caller that needs it measures it. */
    private static ClockMap.Line now() {
        long nanos = System.nanoTime();
        return Clock.ticksAreNanos() ? new ClockMap.Line(0, 0, 1) : new ClockMap.Line(Clock.ticks(), nanos, 0);
    }

    FxtRecording recording() {
        return recording;
    }

    /** Begins to record. */
    void start(Profiler records, CollectorPasses collector, RingCommits commits) {
        profiler = records;
        passes = collector;
        commits.add(new RingCommits.Party(recording, program.committed(), () -> {}));
        records.attach(recording);
    }

    // --- any other thread

    /** Writes what the buffer holds now to a file. */
    void save(Path target) throws IOException {
        if (mode() == BufferMode.STREAMING) {
            throw new IOException("a streaming buffer has no snapshots: its recording has all");
        }
        long now = now(recording);
        long from = options.get(Option.BUFFER_KEEP).isZero()
                ? Long.MIN_VALUE
                : now - TimeUnit.NANOSECONDS.convert(options.get(Option.BUFFER_KEEP));
        program.save(this::ends, target, from, now);
    }

    private static long now(FxtRecording recording) {
        return System.nanoTime() + recording.shiftNanos();
    }

    private TraceBuffer.Ends ends() throws IOException {
        if (profiler.hasStopped()) {
            return program.buffer().ends();
        }
        CompletableFuture<TraceBuffer.Ends> ends = new CompletableFuture<>();
        CompletableFuture<Void> asked = profiler.onCollector(() -> {
            passes.drainOnce();
            ends.complete(program.buffer().ends());
        });
        try {
            asked.get(COLLECTOR_LIMIT_NANOS, TimeUnit.NANOSECONDS);
            return ends.isDone() ? ends.join() : program.buffer().ends();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("the collector does not answer", e);
        }
    }

    /**
     * After the end of all sinks: saves what is to be saved.
     *
     * @return false if the folder has to stay
     */
    boolean close(Duration limit) throws IOException {
        snapshots.close(TimeUnit.NANOSECONDS.convert(limit));
        if (savedAtEnd != null) {
            save(savedAtEnd);
        }
        return program.close(now(recording), Math.max(0, TimeUnit.NANOSECONDS.convert(limit)));
    }
}
