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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The program's recording to a file: at most one at a time. Thread-safe. Its lock guards its fields alone: no file is touched and no
 * code of the program runs under it.
 */
final class OwnRecording {
    /**
     * A recording with its lines in the log.
     *
     * @param completing its file is closed, and a thread logs its end
     * @param completed its end is logged
     */
    private record Run(
            FxtRecording recording, RecordingLog lines, AtomicBoolean completing, CompletableFuture<Void> completed) {
        Run(FxtRecording recording, RecordingLog lines) {
            this(recording, lines, new AtomicBoolean(), new CompletableFuture<>());
        }
    }

    private final Profiler profiler;
    private final Collector collector;
    private final String programName;
    private final Mode mode;
    private final boolean isCompact;
    private final Duration printLimit;

    /** File that is being made, or null. */
    private Path starting;

    private Run running;

    /** Stopped recordings whose files may still be open, because the disk is slow. Oldest first. */
    private final List<Run> ending = new ArrayList<>();

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
        boolean attached;
        RecordingLog lines = new RecordingLog(file, printLimit);
        try {
            made = FxtRecording.create(file, programName);
            if (isCompact) {
                made.makeCompact();
            }
        } finally {
            attached = made(made, lines);
        }
        if (!attached) {
            // The profiler has ended since.
            made.end(System.nanoTime(), 0);
            throw ended(file);
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
            throw ended(file);
        }
        starting = file;
    }

    private static RecordingException ended(Path file) {
        return new RecordingException(file, "cannot record to " + file + ": the profiler has been shut down", null);
    }

    /**
     * Under the lock, so that a stop that sees the recording comes behind its attachment.
     *
     * @param recording null: none could be made
     * @return false if nothing is recorded
     */
    private synchronized boolean made(FxtRecording recording, RecordingLog lines) {
        starting = null;
        boolean attached = recording != null && collector.announce(recording);
        if (attached) {
            if (running != null) {
                // It has ended by itself.
                ending.add(running);
            }
            // A file that is written again gets nothing from its former recording.
            ending.removeIf(
                    former -> former.recording.path().equals(recording.path()) && former.recording.awaitClosed(0));
            running = new Run(recording, lines);
        }
        return attached;
    }

    /** File of the running recording, or null. */
    synchronized Path path() {
        return running == null || running.recording.hasEnded() ? null : running.recording.path();
    }

    /** All whose files may be open. */
    private synchronized List<Run> open() {
        List<Run> open = new ArrayList<>(ending);
        if (running != null) {
            open.add(running);
        }
        return open;
    }

    private synchronized List<Run> stopped() {
        return List.copyOf(ending);
    }

    private synchronized Run startEnding() {
        Run taken = running;
        if (taken != null) {
            ending.add(taken);
            running = null;
        }
        return taken;
    }

    private synchronized boolean isEnding(Run run) {
        return ending.contains(run);
    }

    /** Ends it and closes its file. If none runs, waits for the files that an earlier call left open. */
    void stop(Duration limit) {
        long deadline = System.nanoTime() + nanos(limit);
        Run stopped = startEnding();
        if (stopped != null) {
            profiler.collectLate(limit);
            boolean ended = profiler.await(profiler.detach(stopped.recording, limit), limit);
            if (ended) {
                boolean ignored = awaitClosed(stopped, deadline);
            }
        } else if (!collector.isOwnThread()) {
            for (Run run : stopped()) {
                boolean ignored = awaitClosed(run, deadline);
            }
        }
    }

    /**
     * Waits until the file has all events that the collector passed to it. Files of stopped recordings count too.
     *
     * @return false if the time was not enough
     */
    boolean awaitWritten(Duration limit) {
        long deadline = System.nanoTime() + nanos(limit);
        boolean written = true;
        for (Run run : open()) {
            written &= awaitWritten(run, deadline);
        }
        return written;
    }

    private boolean awaitWritten(Run run, long deadline) {
        FxtRecording recording = run.recording;
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
        return isEnding(run) ? awaitClosed(run, deadline) : recording.awaitClosed(deadline - System.nanoTime());
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
     * Waits until the files of all recordings that have ended are closed.
     *
     * @return false if the time was not enough
     */
    boolean awaitClosed(long limitNanos) {
        long deadline = System.nanoTime() + limitNanos;
        boolean closed = true;
        for (Run run : open()) {
            closed &= awaitClosed(run, deadline);
        }
        return closed;
    }

    private boolean awaitClosed(Run run, long deadlineNanos) {
        if (!run.recording.awaitClosed(deadlineNanos - System.nanoTime())) {
            return false;
        }
        if (run.completing.compareAndSet(false, true)) {
            try {
                complete(run, deadlineNanos);
            } finally {
                run.completed.complete(null);
            }
        } else if (!profiler.await(run.completed, Duration.ofNanos(deadlineNanos - System.nanoTime()))) {
            // Another thread completes it: a program that ends before that would lose the log's last line.
            return false;
        }
        synchronized (this) {
            ending.remove(run);
        }
        return true;
    }

    private void complete(Run run, long deadlineNanos) {
        if (run.recording.hasEndedEarly()) {
            completeEarlyEnd(run.recording, deadlineNanos);
        }
        run.lines.ended(
                run.recording.fileBytes(),
                run.recording.hasEndedEarly(),
                null,
                profiler.statistics().losses());
    }

    /** A file that ended early gets the time of the end, by which its reader knows how much is missing. */
    private void completeEarlyEnd(FxtRecording recording, long deadlineNanos) {
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

    private static long nanos(Duration limit) {
        return Math.max(0, TimeUnit.NANOSECONDS.convert(limit));
    }
}
