package dev.zonecast.core.collect;

import dev.zonecast.core.BufferMode;
import dev.zonecast.core.BufferOptions;
import dev.zonecast.core.Options;
import dev.zonecast.core.buffer.ProgramBuffer;
import dev.zonecast.core.buffer.RuntimeFolder;
import dev.zonecast.core.buffer.TraceBuffer;
import dev.zonecast.core.clock.Clock;
import dev.zonecast.core.clock.ClockMap;
import dev.zonecast.core.fxt.FxtRecording;
import dev.zonecast.core.ring.RingSource;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A recording into a trace buffer that outlives the program, with rings that do so too. A ring's room is given back to its thread
 * only when the records are in the buffer, so that at every moment each published record is in one of the two; commits say in which.
 *
 * <p>The methods of {@link RingRelease} belong to the collector's thread.
 */
final class FlightRecorder implements RingRelease {
    /** Room that is not given back yet: a half of a ring of the usual size. */
    private static final long MOST_HELD_BYTES = 256 << 10;

    private static final System.Logger LOG = System.getLogger("dev.zonecast");
    private static final double WARNED_FROM = 0.9;

    private static final long COLLECTOR_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private final BufferOptions options;
    private final ProgramBuffer program;
    private final FxtRecording recording;

    /** Null: the recording's file is a stream of halves, or there is none. */
    private final Path savedAtEnd;

    private final Snapshots snapshots;
    private int lastWrapped;
    private Collector collector;
    private boolean warned;

    FlightRecorder(Options all) throws IOException {
        options = all.buffer();
        BufferMode mode = options.mode();
        boolean streams = mode == BufferMode.STREAMING;
        if (streams && all.recordFile() == null) {
            throw new IOException("a streaming buffer needs a file to record to (zonecast.record)");
        }
        savedAtEnd = streams ? null : all.recordFile();
        String name = ProgramName.of(all.programName());
        program = new ProgramBuffer(
                RuntimeFolder.open(options.folder()),
                name,
                mode,
                options.bytes(),
                4L * (all.ringBytes() + 4096L),
                streams ? all.recordFile() : null,
                now());
        program.keepNames();
        // Several batches fit into a half: see TraceBuffer.
        recording =
                FxtRecording.into(program.buffer(), all.programName(), (int) Math.min(1 << 20, options.bytes() / 16));
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
        return options.mode();
    }

    /** The rate is not known yet; whoever needs it measures it himself. */
    private static ClockMap.Line now() {
        long nanos = System.nanoTime();
        return Clock.ticksAreNanos() ? new ClockMap.Line(0, 0, 1) : new ClockMap.Line(Clock.ticks(), nanos, 0);
    }

    RingSource rings() {
        return program.rings();
    }

    FxtRecording recording() {
        return recording;
    }

    /** Begins to record. */
    void start(Collector records) {
        collector = records;
        collector.attach(recording);
    }

    // --- the collector's thread

    @Override
    public void passed(ThreadTrack track) {
        if (recording.isFilling() || track.position - track.ring.consumerPosition() >= MOST_HELD_BYTES) {
            commit();
        }
    }

    @Override
    public void between() {
        if (recording.isFilling()) {
            commit();
        }
    }

    @Override
    public void cycleEnd() {
        commit();
        if (!warned && program.buffer().usedUp() >= WARNED_FROM) {
            warned = true;
            LOG.log(Level.WARNING, "the trace buffer is {0} % full; when it is full recording ends", WARNED_FROM * 100);
        }
    }

    @Override
    public double filled() {
        return program.buffer().filled();
    }

    private void commit() {
        if (!recording.hasBegun() && !recording.hasEnded()) {
            // The collector may be faster than the one that attaches the recording.
            return;
        }
        int wrapped = program.buffer().wrapped();
        recording.commit(wrapped != lastWrapped);
        lastWrapped = wrapped;
        long number = program.nextCommit();
        List<ThreadTrack> tracks = collector.tracks();
        for (ThreadTrack track : tracks) {
            if (track.ring == null) {
                continue;
            }
            long position = track.savablePosition();
            long serial = track.firstWaitingPosition();
            if (track.savedPosition != position || track.savedSerialPosition != serial) {
                track.savedPosition = position;
                track.savedSerialPosition = serial;
                track.ring.saved(number, position, serial, track.depth, track.id(), track.unended);
            }
        }
        program.commit(
                collector.clock().line(),
                recording.shiftNanos(),
                !recording.hasEnded(),
                collector.statistics().droppedEvents());
        for (ThreadTrack track : tracks) {
            // Of a ring that overwrites, which there is no room for here, the room has been given back already.
            if (track.ring != null && track.source == track.ring) {
                track.ring.consumed(track.savedSerialPosition);
            }
        }
    }

    // --- any other thread

    /** Writes what the buffer holds now to a file. */
    void save(Path target) throws IOException {
        if (mode() == BufferMode.STREAMING) {
            throw new IOException("a streaming buffer has no snapshots: its recording has all");
        }
        long from = options.keep().isZero()
                ? Long.MIN_VALUE
                : System.nanoTime() + recording.shiftNanos() - TimeUnit.NANOSECONDS.convert(options.keep());
        program.save(this::ends, target, from, System.nanoTime() + recording.shiftNanos() + 60 * NANOS_PER_SECOND);
    }

    private TraceBuffer.Ends ends() throws IOException {
        if (collector.hasStopped()) {
            return program.buffer().ends();
        }
        CompletableFuture<TraceBuffer.Ends> ends = new CompletableFuture<>();
        CompletableFuture<Void> asked = collector.execute(() -> {
            collector.drainOnce();
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

    /** After the end of all sinks: saves what is to be saved, and removes what only a crash would have needed. */
    void close(Duration limit) throws IOException {
        snapshots.close(TimeUnit.NANOSECONDS.convert(limit));
        if (savedAtEnd != null) {
            save(savedAtEnd);
        }
        program.close(Math.max(0, TimeUnit.NANOSECONDS.convert(limit)));
    }
}
