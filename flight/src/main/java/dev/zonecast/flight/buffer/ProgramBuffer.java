package dev.zonecast.flight.buffer;

import dev.zonecast.core.BufferMode;
import dev.zonecast.core.clock.ClockMap;
import dev.zonecast.core.recording.WrittenPages;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.SavedEnd;
import dev.zonecast.memory.Memory;
import dev.zonecast.memory.MemoryScope;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The trace buffer of this process in its folder, with its state. The comments name what belongs to the collector's thread; the rest is for
 * any.
 */
public final class ProgramBuffer {
    static final String BUFFER_FILE = "buffer.zc";

    private static final System.Logger LOG = System.getLogger("dev.zonecast");
    private static final int TRIES = 3;
    /** Times of GPU zones may be ahead. */
    private static final long AHEAD_NANOS = TimeUnit.MINUTES.toNanos(1);

    /** A half that waits to be saved. */
    private record Request(int wrapped, long durableEnd) {}

    private static final Request END = new Request(-1, 0);

    private final Path folder;
    private final ProgramState state;
    private final TraceBuffer buffer;
    private final CommittedBuffer committed;
    private final Path output;
    private final BlockingQueue<Request> requests = new ArrayBlockingQueue<>(4);
    private Thread saver;
    private volatile long endNanos;

    /**
     * Makes it.
     *
     * @param own folder, which is of no use if this fails
     * @param output that a streaming buffer is saved to; else null
     * @param now the clock as it is now
     */
    public ProgramBuffer(
            OwnFolder own, String programName, BufferMode mode, long bufferBytes, Path output, ClockMap.Line now)
            throws IOException {
        this.output = output;
        folder = own.path();
        state = ProgramState.create(
                folder.resolve(ProgramState.FILE), programName, mode == BufferMode.STREAMING ? output : null);
        state.start(new ProgramState.Commit(
                now.ticks(), now.nanos(), now.nanosPerTick(), 0, 0, 0, 0, RecordingPhase.EXPECTED, 0, 0));
        Path file = folder.resolve(BUFFER_FILE);
        Memory memory = MappedFile.create(file, bufferBytes, MemoryScope.global());
        buffer = new TraceBuffer(file, memory, mode, this::request);
        committed = new CommittedBuffer(buffer, state);
        if (mode == BufferMode.STREAMING) {
            startSaver();
        }
    }

    public Path folder() {
        return folder;
    }

    /** What the recording writes to. */
    public TraceBuffer buffer() {
        return buffer;
    }

    /** With its commits. The collector's thread. */
    public CommittedBuffer committed() {
        return committed;
    }

    // --- saving

    /**
     * Writes what the buffer held at a moment to a file, which is complete or not there. Not the collector's thread.
     *
     * @param moments asks the collector's thread for the ends
     * @param fromNanos earlier events are left out; {@link Long#MIN_VALUE}: none
     * @param nowNanos in the time of the recording
     */
    public void save(Moments moments, Path target, long fromNanos, long nowNanos) throws IOException {
        BufferCopy copy = null;
        TraceBuffer.Ends ends = null;
        try {
            for (int i = 0; i < TRIES && (copy == null || !copy.isComplete()); i++) {
                if (copy != null) {
                    copy.close();
                }
                ends = moments.ends();
                copy = new BufferCopy(buffer.memory(), ends);
            }
            SavedEnd end = new SavedEnd(buffer.memory().endReason(), false, nowNanos, ends.dropped(), 0, 0, 0);
            write(copy, end, target, fromNanos);
        } finally {
            if (copy != null) {
                copy.close();
            }
        }
    }

    /** Asks for the ends of the buffer. */
    @FunctionalInterface
    public interface Moments {
        TraceBuffer.Ends ends() throws IOException;
    }

    private static void write(BufferCopy copy, SavedEnd end, Path target, long fromNanos) throws IOException {
        try (UnfinishedFile file = UnfinishedFile.of(target)) {
            SavedTrace trace = new SavedTrace(target, file.channel(), end.endNanos() + AHEAD_NANOS);
            if (fromNanos != Long.MIN_VALUE) {
                trace.keepFrom(fromNanos);
            }
            trace.magic();
            copy.writeTo(trace);
            trace.endOpen();
            trace.finish(end);
            file.replace();
        }
    }

    // --- streaming

    private void startSaver() throws IOException {
        Path parent = output.toAbsolutePath().getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        FileChannel channel = FileChannel.open(
                output, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
        SavedTrace trace = new SavedTrace(output, channel, Long.MAX_VALUE);
        trace.magic();
        WrittenPages pages = WrittenPages.of(output, 0);
        trace.leave(pages);
        saver = Thread.ofPlatform().daemon().name("zonecast-saver").unstarted(() -> {
            try {
                saveHalves(channel, trace);
            } finally {
                pages.close();
            }
        });
        saver.start();
    }

    private void request(int wrapped, long durableEnd) {
        // There is never more than one, and the end.
        requests.add(new Request(wrapped, durableEnd));
    }

    private void saveHalves(FileChannel channel, SavedTrace trace) {
        long durableEnd = 0;
        try (channel) {
            for (Request next = requests.take(); next != END; next = requests.take()) {
                saveHalf(trace, durableEnd, next);
                durableEnd = next.durableEnd;
            }
            trace.finish(new SavedEnd(buffer.memory().endReason(), false, endNanos, buffer.dropped(), 0, 0, 0));
            channel.force(true);
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "recording {0} ends: {1}", output, String.valueOf(e.getMessage()));
            noteFailure();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A file that could not be written to its end tells when the program ended, so that its reader knows how much is missing. */
    private void completeEarlyEnd() {
        try {
            SavedEnd.complete(output, endNanos);
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "{0} does not tell how much is missing: {1}", output, String.valueOf(e));
        }
    }

    /** The file ends with the last whole half, and says why. */
    private void noteFailure() {
        long whole = Math.max(FxtLayout.WORD_BYTES, state.lastSaved().fileBytes());
        try (FileChannel file = FileChannel.open(output, StandardOpenOption.WRITE)) {
            SavedEnd.writeFailed(file.position(whole), whole);
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "{0} does not say why it ends: {1}", output, String.valueOf(e));
        }
    }

    private void saveHalf(SavedTrace trace, long durableFrom, Request next) throws IOException {
        int part = next.wrapped & 1;
        BufferMemory memory = buffer.memory();
        trace.own(memory.durable(), durableFrom, next.durableEnd);
        long start = trace.fileBytes();
        trace.own(memory.rolling(part), 0, memory.rollingEnd(part));
        state.saved(new ProgramState.Saved(next.wrapped + 1L, next.durableEnd, trace.fileBytes()), start);
        buffer.saved(next.wrapped);
    }

    // --- the end

    /**
     * The recording has ended well: what is left of a streaming buffer is saved. The recording is closed.
     *
     * @param nowNanos in the time of the recording
     * @param limitNanos how long it may take
     * @return false if that was not enough: the folder has to stay
     */
    public boolean close(long nowNanos, long limitNanos) {
        endNanos = nowNanos;
        long deadline = System.nanoTime() + limitNanos;
        if (saver != null) {
            boolean idle = buffer.awaitIdle(limitNanos);
            if (idle) {
                request(buffer.wrapped(), buffer.durableEnd());
            }
            requests.add(END);
            try {
                idle &= saver.join(java.time.Duration.ofNanos(Math.max(1, deadline - System.nanoTime())));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                idle = false;
            }
            if (!saver.isAlive()) {
                completeEarlyEnd();
            }
            if (!idle) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "recording {0} is not complete in {1} ms; what is left is in {2}",
                        output,
                        TimeUnit.NANOSECONDS.toMillis(limitNanos),
                        folder);
                return false;
            }
        }
        state.endedWell();
        return true;
    }
}
