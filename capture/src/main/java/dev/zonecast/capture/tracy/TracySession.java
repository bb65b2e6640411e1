package dev.zonecast.capture.tracy;

import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.event.ProgramEvent;
import dev.zonecast.core.event.SinkStart;
import dev.zonecast.core.recording.FxtRecording;
import dev.zonecast.core.registry.TableLimit;
import dev.zonecast.trace.LossAccount;
import dev.zonecast.trace.LossKind;
import dev.zonecast.tracy.BlockReader;
import dev.zonecast.tracy.EventBlock;
import dev.zonecast.tracy.EventLengths;
import dev.zonecast.tracy.Questions;
import dev.zonecast.tracy.TracyConnection;
import dev.zonecast.tracy.TracyException;
import dev.zonecast.tracy.Welcome;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * A session with a client, from its welcome to its end. {@link #record} does it all on the calling thread; {@link #stop} may be
 * called by any.
 */
public final class TracySession {
    /** Why a session ended. */
    public enum End {
        /** The program has ended, or closed the session. */
        FINISHED,
        /** The wanted time is over. */
        TIME,
        /** The wanted frames are complete. */
        FRAMES,
        /** {@link TracySession#stop}. */
        STOPPED,
        /** The program is gone without a word: killed, perhaps. */
        GONE,
        /** What came cannot be understood. */
        DAMAGED,
        /** The client sends far more than any program does, or than there is memory for. */
        REFUSED
    }

    /**
     * How long it goes on.
     *
     * @param nanos since the connection, or {@link Long#MAX_VALUE}
     * @param frames of the base set, complete ones, or {@link Long#MAX_VALUE}
     */
    public record Limits(long nanos, long frames) {
        /** Until the program ends. */
        public static final Limits NONE = new Limits(Long.MAX_VALUE, Long.MAX_VALUE);
    }

    /**
     * How it went.
     *
     * @param end why it ended
     * @param failure what was wrong, or null
     * @param nanos of the trace, from the first to the last
     */
    public record Outcome(End end, IOException failure, long nanos) {}

    /** Called a few times a second with the progress. */
    @FunctionalInterface
    public interface Progress {
        /**
         * How far it is.
         *
         * @param keptBytes of events that wait for names
         */
        void update(SessionCounts counts, long keptBytes);
    }

    private static final long POLL_NANOS = 20_000_000;
    private static final long PROGRESS_NANOS = 200_000_000;
    private static final long FLUSH_NANOS = 250_000_000;
    private static final long STATISTICS_NANOS = 1_000_000_000;
    /** How long names are waited for, and how long of a client that has answered nothing for that time. */
    private static final long PATIENCE_NANOS = 5_000_000_000L;

    private static final long NO_PATIENCE_NANOS = 100_000_000;
    /**
     * What may wait for names. A fast client's answer stands behind all that it has sent and nobody has read: what is in the buffers
     * of two sockets, some 10 MiB, is ten times as much when it is decompressed. Beside it in the heap are the tables
     * ({@link SessionTables}).
     */
    private static final long MAX_KEPT_BYTES = Math.clamp(Runtime.getRuntime().maxMemory() / 8, 16L << 20, 1L << 30);

    private static final long DRAIN_NANOS = 1_000_000_000;
    private static final long END_LIMIT_NANOS = 5_000_000_000L;

    private final EventSink sink;
    private final Limits limits;
    private final Progress progress;
    private final BlockReader blocks;
    private final Questions questions;
    private final Vocabulary vocabulary;
    private final Stream stream;
    private final EventDecoder decoder;
    private final Lookahead lookahead;
    private final SessionTables tables;
    private final LongSupplier writtenBytes;
    private final long refusedBefore = TableLimit.refusedNames();
    private final Map<String, Long> refusalsBefore = TableLimit.refusals();

    /** What is not applied yet. If it stalls, all of it has been looked at. */
    private final Deque<EventBlock> backlog = new ArrayDeque<>();

    private long keptBytes;
    private boolean stalled;
    private long stalledNanos;
    private long answersAtAbandon = -1;
    private End draining;
    private long drainDeadlineNanos;
    private IOException failure;
    private End failureEnd = End.DAMAGED;
    private volatile boolean stop;
    private boolean hungUp;
    private long answersAtLook;
    private long answersAtEnd;
    private long lastAnswerNanos;
    private long flushedNanos;
    private long statisticsNanos;
    private long progressNanos;

    /** @param writtenBytes of the recording so far */
    TracySession(
            Welcome welcome,
            InputStream in,
            OutputStream out,
            int sendBufferBytes,
            EventSink sink,
            Limits limits,
            Progress progress,
            SessionTables tables,
            LongSupplier writtenBytes) {
        this.sink = sink;
        this.limits = limits;
        this.progress = progress;
        this.tables = tables;
        this.writtenBytes = writtenBytes;
        blocks = new BlockReader(in);
        questions = new Questions(out, sendBufferBytes);
        vocabulary = new Vocabulary(questions, tables);
        stream = new Stream(welcome, sink, vocabulary);
        EventLengths lengths = new EventLengths(welcome.protocol());
        // A frame is complete when the next one begins.
        long marks = limits.frames() == Long.MAX_VALUE ? Long.MAX_VALUE : limits.frames() + 1;
        decoder = new EventDecoder(stream, lengths, marks);
        lookahead = new Lookahead(stream, lengths);
    }

    /** A session over a connection, which stays the caller's to close. */
    public static TracySession of(TracyConnection connection, FxtRecording sink, Limits limits, Progress progress)
            throws IOException {
        return new TracySession(
                connection.welcome(),
                connection.in(),
                connection.out(),
                connection.sendBufferBytes(),
                sink,
                limits,
                progress,
                SessionTables.real(),
                sink::bytes);
    }

    /** What has come so far. */
    public SessionCounts counts() {
        return stream.counts;
    }

    /** What is missing in the recording so far. */
    public LossAccount losses() {
        LossAccount losses = stream.counts.losses();
        refusals().forEach((table, count) -> losses.add(LossKind.REFUSED, table, count));
        losses.add(LossKind.UNANSWERED_NAMES, unknownNames());
        return losses;
    }

    /** Names and places that the client did not tell in time, or that found no room. */
    long unknownNames() {
        return vocabulary.unknown() + TableLimit.refusedNames() - refusedBefore;
    }

    /** What full tables refused, by table. */
    Map<String, Long> refusals() {
        Map<String, Long> refusals = tables.refusals();
        TableLimit.refusals().forEach((entries, count) -> {
            long more = count - refusalsBefore.getOrDefault(entries, 0L);
            if (more > 0) {
                refusals.merge(entries, more, Long::sum);
            }
        });
        return refusals;
    }

    /** Ends the session soon; what has come is recorded. Any thread. */
    public void stop() {
        stop = true;
    }

    /**
     * Records until the session ends. The sink is begun and ended by this.
     *
     * @throws IOException if the sink fails; a failure of the client is in the outcome
     */
    public Outcome record() throws IOException {
        long firstNanos = stream.lastNanos;
        sink.begin(new SinkStart(firstNanos, stream.marksBefore()));
        for (String line : stream.welcome.hostInfo().lines().toList()) {
            sink.event(ProgramEvent.info(line));
        }
        Thread reader = blocks.start();
        try {
            End end = untilTheEnd();
            decoder.close();
            tellStatistics();
            return new Outcome(end, failure, stream.lastNanos - firstNanos);
        } catch (OutOfMemoryError e) {
            backlog.clear();
            tellStatistics();
            String heap = (Runtime.getRuntime().maxMemory() >> 20) + " MiB";
            failure = new TracyException(
                    "the heap of " + heap + " is too small for what the client sends:"
                            + " set a larger one, such as JAVA_TOOL_OPTIONS=-Xmx4g",
                    e);
            return new Outcome(End.REFUSED, failure, stream.lastNanos - firstNanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Outcome(End.STOPPED, null, stream.lastNanos - firstNanos);
        } finally {
            reader.interrupt();
            sink.end(stream.lastNanos, END_LIMIT_NANOS);
        }
    }

    private End untilTheEnd() throws IOException, InterruptedException {
        long start = System.nanoTime();
        lastAnswerNanos = start;
        while (true) {
            EventBlock block = blocks.take(POLL_NANOS);
            long now = System.nanoTime();
            if (block != null) {
                accept(block, now);
            }
            send(false);
            report(now, block == null);
            if (stop || now - start >= limits.nanos()) {
                drain(stop ? End.STOPPED : End.TIME, now);
            }
            if (stalled && isPatienceOver(now)) {
                abandon(now);
            }
            End end = end(now);
            if (end != null) {
                if (end != End.GONE && end != End.DAMAGED) {
                    send(true);
                }
                return end;
            }
        }
    }

    // --- events

    private void accept(EventBlock block, long now) throws IOException {
        if (failure != null || decoder.hasAllMarks()) {
            blocks.release(block);
            return;
        }
        if (draining != null) {
            look(block);
            blocks.release(block);
            return;
        }
        if (!stalled) {
            backlog.add(block);
            advance(now);
            return;
        }
        look(block);
        keep(block);
        if (vocabulary.answers != answersAtLook) {
            advance(now);
        }
    }

    /** Applies what can be applied. */
    private void advance(long now) throws IOException {
        answersAtLook = vocabulary.answers;
        while (!backlog.isEmpty() && !decoder.hasAllMarks()) {
            EventBlock block = backlog.peek();
            int from = block.next;
            boolean done = apply(block);
            if (block.next > from) {
                stalledNanos = now;
            }
            if (isAbsurd()) {
                return;
            }
            if (done) {
                backlog.remove();
                keptBytes -= block.pooled ? 0 : block.heldBytes();
                blocks.release(block);
            } else if (!decoder.hasAllMarks()) {
                if (block.seen <= block.next) {
                    lookahead.startFrom(stream.slots);
                }
                look(block);
                if (vocabulary.answers == answersAtLook) {
                    stall(now);
                    break;
                }
                answersAtLook = vocabulary.answers;
            }
        }
        stalled &= !backlog.isEmpty();
        sink.cycleEnd(stream.lastNanos);
    }

    /** Ends a session that is made for harm. */
    private boolean isAbsurd() {
        SessionCounts counts = stream.counts;
        String absurdity = StreamRatio.absurdity(
                blocks.receivedBytes(), counts.eventBytes - counts.imageBytes, writtenBytes.getAsLong());
        if (absurdity != null && failure == null) {
            failure = new TracyException(absurdity);
            failureEnd = End.REFUSED;
            backlog.clear();
            keptBytes = 0;
            stalled = false;
        }
        return absurdity != null;
    }

    private boolean apply(EventBlock block) throws IOException {
        try {
            return decoder.apply(block);
        } catch (TracyException e) {
            fail(e, block, block.next);
            return true;
        }
    }

    private void look(EventBlock block) throws IOException {
        try {
            lookahead.read(block);
        } catch (TracyException e) {
            fail(e, block, block.seen);
        }
    }

    /** What lies before the place is good; nothing behind it can be read, answers neither. */
    private void fail(TracyException e, EventBlock block, int at) {
        if (failure == null) {
            failure = e;
            block.end = at;
        }
    }

    private void stall(long now) {
        if (!stalled) {
            stalled = true;
            stalledNanos = now;
        }
        EventBlock head = backlog.peek();
        if (head.pooled) {
            backlog.remove();
            EventBlock copy = head.copy();
            backlog.addFirst(copy);
            keptBytes += copy.heldBytes();
            blocks.release(head);
        }
    }

    private void keep(EventBlock block) {
        EventBlock copy = block.copy();
        blocks.release(block);
        backlog.add(copy);
        keptBytes += copy.heldBytes();
    }

    private boolean isPatienceOver(long now) {
        boolean mute = answersAtAbandon == vocabulary.answers;
        return keptBytes > MAX_KEPT_BYTES
                || now - stalledNanos > (mute ? NO_PATIENCE_NANOS : PATIENCE_NANOS)
                || (draining != null && now > drainDeadlineNanos)
                || failure != null
                || blocks.end() != null;
    }

    /** Goes on without the names that have not come. */
    private void abandon(long now) throws IOException {
        vocabulary.abandon();
        answersAtAbandon = vocabulary.answers;
        stalled = false;
        advance(now);
    }

    // --- the end

    private void drain(End why, long now) {
        if (draining == null) {
            draining = why;
            drainDeadlineNanos = now + DRAIN_NANOS;
            lookahead.stopAsking();
        }
    }

    /** Why it is over, or null. */
    private End end(long now) {
        if (decoder.hasAllMarks()) {
            return End.FRAMES;
        }
        if (stalled) {
            return null;
        }
        if (failure != null) {
            return failureEnd;
        }
        if (draining != null) {
            return draining;
        }
        if (vocabulary.answers != answersAtEnd || questions.unanswered() == 0) {
            answersAtEnd = vocabulary.answers;
            lastAnswerNanos = now;
        }
        if (decoder.terminated && (questions.unanswered() == 0 || now - lastAnswerNanos > PATIENCE_NANOS || hungUp)) {
            return End.FINISHED;
        }
        BlockReader.End streamEnd = blocks.end();
        if (streamEnd == null) {
            return null;
        }
        failure = blocks.failure();
        return switch (streamEnd) {
            case DAMAGED -> End.DAMAGED;
            case FAILED -> throw defect();
            case CLOSED, CUT -> decoder.terminated ? End.FINISHED : End.GONE;
        };
    }

    /** Ends the session here as it ended the reader's thread. */
    private Error defect() {
        Throwable defect = blocks.defect();
        if (defect instanceof RuntimeException e) {
            throw e;
        }
        return (Error) defect;
    }

    private void send(boolean isLast) {
        try {
            if (!hungUp && isLast) {
                questions.sendTerminate();
            } else if (!hungUp) {
                questions.send();
            }
        } catch (IOException e) {
            // Earlier data of the client is still to be read.
            hungUp = true;
        }
    }

    // --- progress lines

    private void report(long now, boolean idle) throws IOException {
        stream.counts.received = blocks.receivedBytes();
        if (idle && now - flushedNanos >= FLUSH_NANOS) {
            flushedNanos = now;
            sink.flush();
        }
        if (now - statisticsNanos >= STATISTICS_NANOS) {
            statisticsNanos = now;
            tellStatistics();
        }
        if (now - progressNanos >= PROGRESS_NANOS) {
            progressNanos = now;
            progress.update(stream.counts, keptBytes);
        }
    }

    private void tellStatistics() throws IOException {
        long nanos = stream.lastNanos;
        sink.event(ProgramEvent.statistics(nanos, stream.counts.statistics(nanos, unknownNames(), refusals())));
    }
}
