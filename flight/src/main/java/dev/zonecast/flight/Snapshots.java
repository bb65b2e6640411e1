package dev.zonecast.flight;

import dev.zonecast.core.Option;
import dev.zonecast.core.Options;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Takes snapshots of the flight recorder, one at a time, on a thread of its own with the lowest priority. Any thread may ask; nobody
 * waits who does not want to.
 */
final class Snapshots {
    private static final System.Logger LOG = System.getLogger("dev.zonecast");
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss-SSS");
    private static final int MOST_WAITING = 8;
    private static final int MOST_REASON_CHARS = 40;

    private final Options options;
    private final FlightRecorder recorder;
    private final String programName;
    private final LongFrames longFrames;
    private final ThreadPoolExecutor thread;
    private long lastNanos;
    private int taken;

    Snapshots(Options options, FlightRecorder recorder, String programName) {
        this.options = options;
        this.recorder = recorder;
        this.programName = programName.replaceAll("[^A-Za-z0-9._-]+", "_");
        this.longFrames = new LongFrames(
                TimeUnit.NANOSECONDS.convert(options.get(Option.SNAPSHOT_FRAME)), options.get(Option.SNAPSHOT_MEDIAN));
        thread = new ThreadPoolExecutor(
                1, 1, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(MOST_WAITING), Snapshots::newThread);
        thread.allowCoreThreadTimeOut(true);
    }

    @SuppressWarnings("ThreadPriorityCheck") // A wish, on which nothing depends.
    private static Thread newThread(Runnable work) {
        Thread made = Thread.ofPlatform().daemon().name("zonecast-snapshot").unstarted(work);
        made.setPriority(Thread.MIN_PRIORITY);
        return made;
    }

    /** A frame of the base set has ended. The collector's thread. */
    void frame(long nanos) {
        String reason = longFrames.reason(nanos);
        if (reason != null) {
            var _ = trigger(reason);
        }
    }

    /** Takes a snapshot that nobody asked for, unless there were enough of them. */
    CompletableFuture<Path> trigger(String reason) {
        synchronized (this) {
            long now = System.nanoTime();
            boolean tooSoon =
                    taken > 0 && now - lastNanos < TimeUnit.NANOSECONDS.convert(options.get(Option.SNAPSHOT_PAUSE));
            if (tooSoon || taken >= options.get(Option.SNAPSHOT_MOST)) {
                return CompletableFuture.failedFuture(
                        new IOException("there was a snapshot just before, or enough of them"));
            }
            taken++;
            lastNanos = now;
        }
        String words = reason.replaceAll("[^A-Za-z0-9._-]+", "_");
        String name = programName + "-" + TIME.format(LocalDateTime.now(java.time.ZoneId.systemDefault())) + "-"
                + words.substring(0, Math.min(words.length(), MOST_REASON_CHARS)) + ".fxt";
        CompletableFuture<Path> done = take(options.get(Option.SNAPSHOT_FOLDER).resolve(name));
        var _ = done.whenComplete((file, failure) -> {
            if (failure == null) {
                LOG.log(Level.INFO, "snapshot ({0}): {1}", reason, file.toAbsolutePath());
            } else {
                LOG.log(Level.WARNING, "no snapshot ({0}): {1}", reason, String.valueOf(failure.getMessage()));
            }
        });
        return done;
    }

    /** Writes what the buffer holds now to a file. */
    CompletableFuture<Path> take(Path target) {
        CompletableFuture<Path> done = new CompletableFuture<>();
        try {
            thread.execute(() -> {
                try {
                    recorder.save(target);
                    done.complete(target);
                } catch (IOException | RuntimeException | Error e) {
                    done.completeExceptionally(e);
                }
            });
        } catch (RejectedExecutionException e) {
            done.completeExceptionally(new IOException("too many snapshots wait", e));
        }
        return done;
    }

    /** Lets those end that were asked for. */
    void close(long limitNanos) {
        thread.shutdown();
        try {
            boolean _ = thread.awaitTermination(limitNanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
