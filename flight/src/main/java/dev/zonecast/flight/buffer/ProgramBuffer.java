package dev.zonecast.flight.buffer;

import dev.zonecast.core.BufferMode;
import dev.zonecast.core.clock.ClockMap;
import dev.zonecast.core.disk.CutFile;
import dev.zonecast.core.disk.FileErrors;
import dev.zonecast.core.disk.LockedFile;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.SavedEnd;
import dev.zonecast.memory.Memory;
import dev.zonecast.memory.MemoryScope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * The trace buffer of this process in its folder, with its state. The comments name what belongs to the collector's thread; the rest is for
 * any.
 */
public final class ProgramBuffer {
    static final String BUFFER_FILE = "buffer.zc";

    private static final System.Logger LOG = System.getLogger("dev.zonecast");
    /** Times of GPU zones may be ahead. */
    private static final long AHEAD_NANOS = TimeUnit.MINUTES.toNanos(1);

    /** A step of the thread that saves. */
    private interface Step {
        void run() throws IOException;
    }

    private final Path folder;
    private final Path file;
    private final BufferMode mode;
    private final long bytes;
    private final ProgramState state;
    private final TraceBuffer buffer;
    private final Path output;
    private final ExecutorService saver = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("zonecast-saver").factory());

    // Of a streaming buffer. The saver's thread.
    private SavedTrace trace;
    private LockedFile stream;
    private long savedDurableEnd;
    private volatile boolean saverHasFailed;

    /**
     * Makes it. If it fails, nothing of it is in the folder.
     *
     * @param output that a streaming buffer is saved to; else null
     * @param now the clock as it is now
     */
    public ProgramBuffer(OwnFolder own, String programName, BufferMode mode, long bytes, Path output, ClockMap.Line now)
            throws IOException {
        this.mode = mode;
        this.bytes = bytes;
        this.output = output;
        folder = own.path();
        file = folder.resolve(BUFFER_FILE);
        if (mode == BufferMode.STREAMING) {
            openStream(own);
        }
        try {
            Memory whole = MappedFile.create(file, bytes, MemoryScope.global());
            try {
                // Behind it: a folder with a state has a buffer.
                state = ProgramState.ofBuffer(own, programName, output, now);
            } catch (IOException e) {
                Files.deleteIfExists(file);
                throw e;
            }
            buffer = new TraceBuffer(file, whole, mode, this::request);
        } catch (IOException e) {
            if (stream != null) {
                stream.close();
            }
            throw e;
        }
    }

    /** The folder that outlives the program. */
    public Path folder() {
        return folder;
    }

    /** What the recording writes to. */
    public TraceBuffer buffer() {
        return buffer;
    }

    /** Takes the commits. The collector's thread. */
    public ProgramState state() {
        return state;
    }

    // --- saving

    /**
     * Writes what the buffer holds to a file, which is complete or not there. Not the collector's thread, which goes on writing: the
     * buffer is copied first.
     *
     * @param fromNanos earlier events are left out; {@link Long#MIN_VALUE}: none
     * @param nowNanos in the time of the recording
     */
    public void save(Path target, long fromNanos, long nowNanos) throws IOException {
        try (ProviderBuffer held = ProviderBuffer.own(file, mode, bytes);
                UnfinishedFile made = UnfinishedFile.of(target)) {
            SavedTrace trace = new SavedTrace(target, made.channel(), nowNanos + AHEAD_NANOS);
            if (fromNanos != Long.MIN_VALUE) {
                trace.keepFrom(fromNanos);
            }
            trace.magic();
            held.rest(trace);
            trace.endOpen();
            trace.finish(new SavedEnd(held.endReason(), false, nowNanos, held.dropped(), 0, trace.damaged(), 0));
            made.replace();
        }
    }

    // --- streaming

    private void openStream(OwnFolder own) throws IOException {
        stream = LockedFile.toRecord(output);
        try {
            Path died = own.ownerOf(output, stream.channel());
            if (died != null) {
                stream.close();
                CutFile.keep(output, died);
                stream = LockedFile.toRecord(output);
            }
            if (Files.isRegularFile(output)) {
                stream.channel().truncate(0);
            }
            trace = new SavedTrace(output, stream.channel(), Long.MAX_VALUE);
            trace.magic();
            trace.onWritten(stream::written);
        } catch (IOException e) {
            stream.close();
            throw e;
        }
    }

    private void request(int wrapped, long durableEnd) {
        onSaver(() -> saveHalf(wrapped, durableEnd));
    }

    /** After a failure, nothing is saved. */
    private void onSaver(Step step) {
        saver.execute(() -> {
            try {
                if (!saverHasFailed) {
                    step.run();
                }
            } catch (IOException | RuntimeException | Error e) {
                saverHasFailed = true;
                noteFailure();
                // Last: it may throw.
                LOG.log(System.Logger.Level.WARNING, "recording {0} ends: {1}", output, FileErrors.reason(e));
            }
        });
    }

    private void finish(long nowNanos) throws IOException {
        trace.finish(new SavedEnd(buffer.endReason(), false, nowNanos, buffer.dropped(), 0, 0, 0));
        // A pipe has nothing to bring anywhere.
        if (Files.isRegularFile(output)) {
            stream.channel().force(true);
        }
    }

    /** A file that could not be written gets the time of the end, so that its reader knows how much is missing. */
    private void closeStream(long nowNanos) {
        try (LockedFile closed = stream) {
            if (saverHasFailed) {
                SavedEnd.complete(closed.channel(), nowNanos);
            }
        } catch (IOException e) {
            LOG.log(
                    System.Logger.Level.DEBUG,
                    "cannot compute what is missing from {0}: {1}",
                    output,
                    String.valueOf(e));
        }
    }

    /** Ends the file with the last complete half and the reason. */
    private void noteFailure() {
        long whole = Math.max(FxtLayout.WORD_BYTES, state.lastSaved().fileBytes());
        try {
            SavedEnd.writeFailed(stream.channel().position(whole), whole);
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "cannot write to {0} why it ends: {1}", output, String.valueOf(e));
        }
    }

    private void saveHalf(int wrapped, long durableEnd) throws IOException {
        int part = wrapped & 1;
        trace.own(buffer.durable(), savedDurableEnd, durableEnd);
        savedDurableEnd = durableEnd;
        long start = trace.fileBytes();
        trace.own(buffer.rolling(part), 0, buffer.rollingEnd(part));
        state.saved(new ProgramState.Saved(wrapped + 1L, durableEnd, trace.fileBytes()), start);
        buffer.saved(wrapped);
    }

    // --- the end

    /**
     * The recording has ended well: what is left of a streaming buffer is saved. The recording is closed.
     *
     * @param nowNanos in the time of the recording
     * @param limitNanos how long it may take
     * @return false if not all could be saved, or not in time: the folder, which has the rest, has to stay
     */
    public boolean close(long nowNanos, long limitNanos) {
        if (trace != null) {
            // The thread takes them in their order: a half that is on its way comes first.
            request(buffer.wrapped(), buffer.durableEnd());
            onSaver(() -> finish(nowNanos));
            saver.execute(() -> closeStream(nowNanos));
            saver.shutdown();
            if (!awaitSaver(limitNanos) || saverHasFailed) {
                return false;
            }
        }
        state.endedWell();
        return true;
    }

    private boolean awaitSaver(long limitNanos) {
        try {
            return saver.awaitTermination(Math.max(1, limitNanos), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
