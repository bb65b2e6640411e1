package dev.zonecast.core.session;

import dev.zonecast.core.Mode;
import dev.zonecast.core.Option;
import dev.zonecast.core.Options;
import dev.zonecast.core.RecordingException;
import dev.zonecast.core.collect.Collector;
import dev.zonecast.core.disk.DiskThread;
import dev.zonecast.core.recording.FxtRecording;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The program's recording to a file: at most one at a time. Thread-safe. Its lock guards its fields alone: no file is touched and no
 * code of the program runs under it.
 */
final class OwnRecording {
    private final Profiler profiler;
    private final Collector collector;
    private final String programName;
    private final Mode mode;
    private final boolean isCompact;
    private final Duration printLimit;

    /** File that is being made, or null. */
    private Path starting;

    private FxtRecording running;

    /** Of the running recording; null once its end is logged. */
    private RecordingLog log;

    private boolean closed;

    OwnRecording(Profiler profiler, Collector collector, Options options) {
        this.profiler = profiler;
        this.collector = collector;
        programName = options.get(Option.PROGRAM_NAME);
        mode = options.get(Option.MODE);
        isCompact = options.get(Option.RECORD_COMPACT);
        printLimit = options.get(Option.SHUTDOWN_LIMIT);
    }

    /**
     * Starts it.
     *
     * @throws IOException if the file cannot be made; the message names it
     * @throws IllegalStateException if one runs already
     */
    void start(Path file) throws IOException {
        if (!mode.records()) {
            throw new RecordingException(file, "cannot record to " + file + ": " + Option.MODE + "=" + mode, null);
        }
        reserve(file);
        FxtRecording made = null;
        RecordingLog lines = new RecordingLog(file, printLimit);
        try {
            made = FxtRecording.create(file, programName);
            if (isCompact) {
                made.makeCompact();
            }
        } finally {
            made(made, lines);
        }
        lines.began();
        collector.tellOpened();
    }

    private synchronized void reserve(Path file) throws RecordingException {
        Path other = starting != null ? starting : path();
        if (other != null) {
            throw new IllegalStateException("a recording runs already: " + other);
        }
        if (closed) {
            throw new RecordingException(file, "cannot record to " + file + ": the profiler has been shut down", null);
        }
        starting = file;
    }

    /** Under the lock, so that a stop that sees the recording comes behind its attachment. */
    private synchronized void made(FxtRecording recording, RecordingLog lines) throws IOException {
        starting = null;
        if (recording != null) {
            running = recording;
            log = lines;
            if (!collector.announce(recording)) {
                recording.end(System.nanoTime(), 0);
            }
        }
    }

    /** File of the running recording, or null. */
    synchronized Path path() {
        return running == null || running.hasEnded() ? null : running.path();
    }

    private synchronized FxtRecording running() {
        return running;
    }

    private synchronized FxtRecording take() {
        FxtRecording taken = running;
        running = null;
        return taken;
    }

    /** Ends it and closes its file; nothing happens if there is none. */
    void stop(Duration limit) {
        FxtRecording ending = take();
        if (ending != null) {
            long deadline = System.nanoTime() + nanos(limit);
            profiler.collectLate(limit);
            boolean ended = profiler.await(profiler.detach(ending, limit), limit);
            if (ended) {
                boolean ignored = awaitClosed(ending, deadline);
            }
        }
    }

    /**
     * Waits until the file has all events that the collector passed to it.
     *
     * @return false if the time was not enough
     */
    boolean awaitWritten(Duration limit) {
        FxtRecording recording = running();
        if (recording == null) {
            return true;
        }
        long deadline = System.nanoTime() + nanos(limit);
        while (!recording.hasEnded()) {
            AtomicReference<CompletableFuture<Boolean>> written = new AtomicReference<>();
            CompletableFuture<Void> asked = collector.execute(() -> written.set(written(recording)));
            if (!profiler.await(asked, Duration.ofNanos(deadline - System.nanoTime())) || written.get() == null) {
                return collector.hasStopped();
            }
            if (!profiler.await(written.get(), Duration.ofNanos(deadline - System.nanoTime()))) {
                return false;
            }
            if (written.get().join()) {
                return true;
            }
        }
        return recording.awaitClosed(deadline - System.nanoTime());
    }

    /** On the collector's thread. */
    private static CompletableFuture<Boolean> written(FxtRecording recording) {
        try {
            recording.flush();
            return recording.written();
        } catch (IOException e) {
            // The collector's next call sees it too, and ends the recording.
            return CompletableFuture.completedFuture(true);
        }
    }

    /** No further one starts. */
    synchronized void close() {
        closed = true;
    }

    /**
     * Waits until the file of a recording that the collector has ended is closed.
     *
     * @return false if the time was not enough
     */
    boolean awaitClosed(long limitNanos) {
        FxtRecording recording = running();
        return recording == null || awaitClosed(recording, System.nanoTime() + limitNanos);
    }

    /** A file that ended early gets the time of the end, by which its reader knows how much is missing. */
    private boolean awaitClosed(FxtRecording recording, long deadlineNanos) {
        boolean closed = recording.awaitClosed(deadlineNanos - System.nanoTime());
        if (closed && recording.hasEndedEarly()) {
            long endNanos = System.nanoTime();
            CompletableFuture<Void> completed = new CompletableFuture<>();
            try {
                DiskThread.start(() -> {
                    recording.completeEarlyEnd(endNanos);
                    completed.complete(null);
                });
            } catch (IOException e) {
                completed.complete(null);
            }
            boolean ignored = profiler.await(completed, Duration.ofNanos(deadlineNanos - System.nanoTime()));
        }
        if (closed) {
            logEnd(recording);
        }
        return closed;
    }

    /** Once for each recording. */
    private void logEnd(FxtRecording recording) {
        RecordingLog lines;
        synchronized (this) {
            lines = log;
            log = null;
        }
        if (lines != null) {
            lines.ended(
                    recording.fileBytes(),
                    recording.hasEndedEarly(),
                    null,
                    profiler.statistics().losses());
        }
    }

    private static long nanos(Duration limit) {
        return Math.max(0, TimeUnit.NANOSECONDS.convert(limit));
    }
}
