package dev.zonecast.flight;

import dev.zonecast.core.BufferMode;
import dev.zonecast.core.Option;
import dev.zonecast.core.Options;
import dev.zonecast.core.clock.Clock;
import dev.zonecast.core.clock.ClockMap;
import dev.zonecast.core.disk.DiskThread;
import dev.zonecast.core.disk.FileErrors;
import dev.zonecast.core.recording.FxtRecording;
import dev.zonecast.core.recording.ProgramName;
import dev.zonecast.core.session.Profiler;
import dev.zonecast.core.session.RecordingLog;
import dev.zonecast.core.session.UncaughtAction;
import dev.zonecast.flight.buffer.OwnFolder;
import dev.zonecast.flight.buffer.ProgramBuffer;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A recording into a trace buffer that outlives the program, as its rings do. Takes snapshots of it, one at a time, on a thread of its own
 * with the lowest priority. Any thread may call; no call has to wait.
 */
final class FlightRecorder {
    private static final System.Logger LOG = System.getLogger("dev.zonecast");
    private static final Duration COLLECTOR_LIMIT = Duration.ofSeconds(10);

    /** A long frame may be due to a pause of the virtual machine, whose events come late. A circular buffer loses older events in this time. */
    private static final Duration LATE_LIMIT = Duration.ofSeconds(1);

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss-SSS", Locale.ROOT);
    private static final int MOST_WAITING = 8;
    private static final long UNCAUGHT_LIMIT_SECONDS = 5;

    private final Options options;
    private final String name;
    private final ProgramBuffer program;
    private final FxtRecording recording;

    /** The recording's file is a stream of halves, and there are no snapshots. */
    private final boolean streams;

    /** Null: none, or a stream. */
    private final Path savedAtEnd;

    private final LongFrames longFrames;
    final ThreadPoolExecutor thread = new ThreadPoolExecutor(
            1, 1, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(MOST_WAITING), FlightRecorder::newThread);
    /** Null if no option names a file. */
    private final RecordingLog log;

    /** Null before the start, without which the buffer is empty. */
    private volatile Profiler profiler;

    private RingCommits commits;

    // Guarded by this. Of snapshots that no call asked for.
    private long lastNanos;
    private int asked;
    private int failed;

    /** @param own folder, which is of no use if this fails */
    FlightRecorder(Options options, OwnFolder own) throws IOException {
        this.options = options;
        BufferMode mode = options.get(Option.BUFFER_MODE);
        long bytes = options.get(Option.BUFFER_BYTES);
        Path file = options.get(Option.RECORD_FILE);
        streams = mode == BufferMode.STREAMING;
        if (streams && file == null) {
            throw new IOException("a streaming buffer needs a file to record to (zonecast.record)");
        }
        savedAtEnd = streams ? null : file;
        name = ProgramName.of(options.get(Option.PROGRAM_NAME));
        // The rate is not known yet; a caller that needs it measures it.
        ClockMap.Line now = Clock.ticksAreNanos()
                ? new ClockMap.Line(0, 0, 1)
                : new ClockMap.Line(Clock.ticks(), System.nanoTime(), 0);
        program = DiskThread.call(() -> new ProgramBuffer(own, name, mode, bytes, streams ? file : null, now));
        // Several batches fit into a half: see TraceBuffer.
        recording = FxtRecording.into(
                program.buffer(), options.get(Option.PROGRAM_NAME), (int) Math.min(1 << 20, bytes / 16));
        if (options.get(Option.RECORD_COMPACT)) {
            recording.makeCompact();
        }
        longFrames = new LongFrames(nanos(Option.SNAPSHOT_FRAME), options.get(Option.SNAPSHOT_MEDIAN));
        log = file == null ? null : new RecordingLog(file, options.get(Option.SHUTDOWN_LIMIT));
        thread.allowCoreThreadTimeOut(true);
    }

    @SuppressWarnings("ThreadPriorityCheck") // A wish, on which nothing depends.
    private static Thread newThread(Runnable work) {
        Thread made = Thread.ofPlatform().daemon().name("zonecast-snapshot").unstarted(work);
        made.setPriority(Thread.MIN_PRIORITY);
        return made;
    }

    private long nanos(Option<Duration> option) {
        return TimeUnit.NANOSECONDS.convert(options.get(option));
    }

    /** Begins to record. */
    void start(Profiler records, RingCommits ringCommits) {
        profiler = records;
        commits = ringCommits;
        commits.add(new RingCommits.Party(recording, program.buffer(), program.state(), () -> {}));
        if (!streams) {
            recording.onFrame(this::frame);
            if (options.get(Option.SNAPSHOT_EXCEPTION)) {
                UncaughtAction.install(this::uncaught);
            }
        }
        records.attach(recording);
        logStart();
    }

    private void logStart() {
        Path file = options.get(Option.RECORD_FILE);
        LOG.log(
                Level.INFO,
                "recording to a {0} trace buffer of {1} MiB in {2}{3}",
                options.get(Option.BUFFER_MODE).name().toLowerCase(Locale.ROOT),
                Long.toString(options.get(Option.BUFFER_BYTES) >> 20),
                program.folder(),
                file == null ? "" : (streams ? ", and on to " : ", saved at the end to ") + file.toAbsolutePath());
        if (file != null && FxtRecording.compresses(file)) {
            LOG.log(
                    Level.WARNING,
                    "{0} is not compressed: the trace of a buffer is plain. Let the name in {1} end with .fxt",
                    file.toAbsolutePath(),
                    Option.RECORD_FILE);
        }
    }

    /** A frame of the base set has ended. The collector's thread. */
    private void frame(long nanos) {
        String reason = longFrames.reason(nanos);
        if (reason != null) {
            var ignored = trigger(reason);
        }
    }

    // --- any other thread

    /** A thread has ended by an exception. It has nothing else to do, and the program may end with it: it waits for the snapshot. */
    private void uncaught(Throwable thrown) {
        try {
            var ignored = trigger(thrown.getClass().getSimpleName()).get(UNCAUGHT_LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // Logged by the snapshot; the program's own report is what matters.
        }
    }

    /** Takes a snapshot that no call asked for, unless there were enough of them. */
    CompletableFuture<Path> trigger(String reason) {
        synchronized (this) {
            long now = System.nanoTime();
            boolean tooSoon = asked > 0 && now - lastNanos < nanos(Option.SNAPSHOT_PAUSE);
            if (streams || tooSoon || asked - failed >= options.get(Option.SNAPSHOT_MOST)) {
                return CompletableFuture.failedFuture(
                        new IOException("the last snapshot is too recent, or the limit of snapshots is reached"));
            }
            asked++;
            lastNanos = now;
        }
        String time = TIME.format(LocalDateTime.now(ZoneId.systemDefault()));
        Path file = options.get(Option.SNAPSHOT_FOLDER)
                .resolve("%s-%s-%.40s.fxt".formatted(fileName(name), time, fileName(reason)))
                .toAbsolutePath();
        CompletableFuture<Path> done = take(file);
        var ignored = done.whenComplete((target, failure) -> {
            if (failure == null) {
                LOG.log(Level.INFO, "snapshot ({0}): {1}", reason, file);
            } else {
                synchronized (this) {
                    failed++;
                }
                LOG.log(Level.WARNING, "no snapshot ({0}) {1}: {2}", reason, file, FileErrors.reason(failure));
            }
        });
        return done;
    }

    private static String fileName(String text) {
        return text.replaceAll("[^A-Za-z0-9._-]+", "_");
    }

    /** Writes what the buffer holds now to a file. */
    CompletableFuture<Path> take(Path target) {
        CompletableFuture<Path> done = new CompletableFuture<>();
        try {
            thread.execute(() -> {
                try {
                    save(target);
                    done.complete(target);
                } catch (IOException | RuntimeException | Error e) {
                    done.completeExceptionally(e);
                }
            });
        } catch (RejectedExecutionException e) {
            String why = thread.isShutdown() ? "the profiler has ended" : "too many snapshots wait";
            done.completeExceptionally(new IOException(why, e));
        } catch (OutOfMemoryError e) {
            // The collector asks for snapshots too: its recording goes on.
            done.completeExceptionally(new IOException("the system gives no thread (" + e.getMessage() + ")", e));
        }
        return done;
    }

    private void save(Path target) throws IOException {
        if (streams) {
            throw new IOException("a streaming buffer takes no snapshots: its recording contains all events");
        }
        long kept = nanos(Option.BUFFER_KEEP);
        long from = kept == 0 ? Long.MIN_VALUE : nowOfRecording() - kept;
        if (!profiler.hasStopped()) {
            profiler.collectLate(LATE_LIMIT);
            if (!profiler.await(profiler.onCollector(commits::drain), COLLECTOR_LIMIT)) {
                throw new IOException("the collector does not answer");
            }
        }
        program.save(target, from, nowOfRecording());
    }

    private long nowOfRecording() {
        return System.nanoTime() + recording.shiftNanos();
    }

    /**
     * After the end of all sinks: saves what is to be saved, and what was asked for. Waits for the disk as long as that takes.
     *
     * @return false if the folder has to stay
     */
    boolean close() throws IOException {
        thread.shutdown();
        // Before the snapshots: the caller's time may be too short for all.
        try {
            if (savedAtEnd != null && profiler != null) {
                save(savedAtEnd);
            }
        } finally {
            thread.close();
        }
        return program.close(nowOfRecording(), Long.MAX_VALUE);
    }

    /** @param complete as {@link #close} returned */
    void logEnd(boolean complete) throws IOException {
        if (log != null && profiler != null) {
            log.ended(
                    Files.size(options.get(Option.RECORD_FILE)),
                    !complete,
                    complete ? null : program.folder(),
                    profiler.statistics().losses());
        }
    }

    /** Logs that the end failed, or is not reached in time. */
    void logUnsaved(String why) {
        if (log != null) {
            log.unsaved(why, program.folder());
        } else {
            LOG.log(
                    Level.WARNING,
                    "snapshots may be incomplete: {0}. Read the buffer: zonecast recover {1}",
                    why,
                    program.folder());
        }
    }
}
