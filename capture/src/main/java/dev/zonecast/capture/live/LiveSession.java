package dev.zonecast.capture.live;

import dev.zonecast.capture.tracy.ClientFacts;
import dev.zonecast.capture.tracy.TracySession;
import dev.zonecast.core.recording.FxtRecording;
import dev.zonecast.trace.LossAccount;
import dev.zonecast.trace.TraceReader;
import dev.zonecast.trace.stats.LiveStatistics;
import dev.zonecast.tracy.TracyConnection;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.function.LongSupplier;

/** A session with a client whose events become figures of each interval. The connection stays the caller's to close. */
public final class LiveSession {
    private static final int KEPT_MESSAGES = 3;

    private final RecordPipe pipe = new RecordPipe();
    private final LiveStatistics statistics = new LiveStatistics(KEPT_MESSAGES);
    private final TracySession session;
    private final long intervalNanos;
    private final Thread recorder;
    private final Thread reader;

    private final LongSupplier clock;

    // The reader's.
    private long beganNanos;
    private long latestNanos;

    private volatile LossAccount losses = new LossAccount();

    // Guarded by the lock.
    private final Object lock = new Object();
    private LiveInterval latest;
    private boolean ended;

    // Written by the recorder and the reader before they end.
    private TracySession.Outcome outcome;
    private Throwable recorderFailure;
    private Throwable readerFailure;

    private LiveSession(TracyConnection connection, Duration interval, LongSupplier clock) throws IOException {
        intervalNanos = interval.toNanos();
        this.clock = clock;
        beganNanos = clock.getAsLong();
        FxtRecording recording = FxtRecording.of(
                pipe, ClientFacts.of(connection.welcome()), ClientFacts.beginMillis(connection.welcome()));
        session = TracySession.of(connection, recording, TracySession.Limits.NONE, (counts, kept) -> noteLosses());
        recorder = Thread.ofPlatform().daemon().name("zonecast-watch-recorder").unstarted(this::record);
        reader = Thread.ofPlatform().daemon().name("zonecast-watch-reader").unstarted(this::read);
    }

    /** Begins the session. */
    public static LiveSession start(TracyConnection connection, Duration interval) throws IOException {
        return start(connection, interval, System::nanoTime);
    }

    /** @param clock in nanoseconds */
    static LiveSession start(TracyConnection connection, Duration interval, LongSupplier clock) throws IOException {
        LiveSession live = new LiveSession(connection, interval, clock);
        live.reader.start();
        live.recorder.start();
        return live;
    }

    /** Ends the session soon. Any thread. */
    public void stop() {
        session.stop();
    }

    /** Waits for the end of an interval; null after the last one. One that is not taken in time is replaced by the next. */
    public LiveInterval next() throws InterruptedException {
        synchronized (lock) {
            while (latest == null && !ended) {
                lock.wait();
            }
            LiveInterval taken = latest;
            latest = null;
            return taken;
        }
    }

    /**
     * Waits for the end of the session.
     *
     * @throws IOException if the figures could not be made; a failure of the client is in the outcome
     */
    public TracySession.Outcome outcome() throws IOException, InterruptedException {
        reader.join();
        recorder.join();
        // A reader that fails makes the recorder fail.
        Throwable failure = readerFailure != null ? readerFailure : recorderFailure;
        if (failure instanceof IOException e) {
            throw e;
        }
        if (failure instanceof RuntimeException e) {
            throw e;
        }
        if (failure instanceof Error e) {
            throw e;
        }
        return outcome;
    }

    // --- the recorder

    @SuppressWarnings("CatchingUnchecked") // Thrown again by outcome().
    private void record() {
        try {
            outcome = session.record();
        } catch (IOException | RuntimeException | Error e) {
            recorderFailure = e;
            // The recording has not closed the pipe if its begin failed.
            closePipe();
        }
    }

    private void closePipe() {
        try {
            pipe.close(0);
        } catch (IOException e) {
            // The reader has ended.
            recorderFailure.addSuppressed(e);
        }
    }

    private void noteLosses() {
        losses = session.losses();
    }

    // --- the reader

    @SuppressWarnings("CatchingUnchecked") // Thrown again by outcome().
    private void read() {
        try (InputStream in = pipe.in(this::endIntervalInTime)) {
            TraceReader.read(in, statistics);
        } catch (IOException | RuntimeException | Error e) {
            readerFailure = e;
        } finally {
            pipe.endReading();
        }
        try {
            if (readerFailure == null) {
                // The recorder has written all.
                noteLosses();
            }
            endInterval(true);
        } catch (RuntimeException | Error e) {
            readerFailure = readerFailure == null ? e : readerFailure;
            show(null, true);
        }
    }

    private void endIntervalInTime() {
        // Before the trace begins there is nothing to show.
        if (statistics.latestNanos() > 0 && clock.getAsLong() - beganNanos >= intervalNanos) {
            endInterval(false);
        }
    }

    private void endInterval(boolean isLast) {
        long now = clock.getAsLong();
        long from = latestNanos == 0 ? statistics.startNanos() : latestNanos;
        // What a recording has no place for is in the figures.
        LossAccount shown = losses.ofTrace();
        statistics.end(shown);
        LiveInterval interval =
                new LiveInterval(statistics.next(), now - beganNanos, statistics.latestNanos() - from, shown, isLast);
        beganNanos = now;
        latestNanos = statistics.latestNanos();
        show(interval, isLast);
    }

    private void show(LiveInterval interval, boolean isLast) {
        synchronized (lock) {
            latest = interval;
            ended = isLast;
            lock.notifyAll();
        }
    }
}
