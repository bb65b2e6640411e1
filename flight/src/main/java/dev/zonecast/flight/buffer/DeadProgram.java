package dev.zonecast.flight.buffer;

import dev.zonecast.core.BufferMode;
import dev.zonecast.fxt.EndReason;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.SavedEnd;
import dev.zonecast.memory.MemoryScope;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** What a dead program left in its folder, as of its last commit. Its words are believed only after a look at each. */
public final class DeadProgram implements AutoCloseable {
    private final MemoryScope arena = MemoryScope.shared();
    private final Path folder;
    private final ProgramState state;
    private final ProgramState.Commit commit;
    private final BufferMemory buffer;
    private final DeadRings rings;

    /**
     * Opens a program's folder.
     *
     * @throws IOException if it cannot be read, or is damaged where nothing can be understood without it
     */
    public DeadProgram(Path folder) throws IOException {
        this.folder = folder;
        try {
            state = ProgramState.read(folder.resolve(ProgramState.FILE), arena);
            commit = state.lastCommit();
            buffer = BufferMemory.of(MappedFile.read(folder.resolve(ProgramBuffer.BUFFER_FILE), arena));
            // A oneshot buffer that is full has ended the recording.
            boolean full = buffer.mode() == BufferMode.ONESHOT && buffer.dropped() > 0;
            rings = DeadRings.of(folder, state, !full && !hasForgottenCommit(), arena);
        } catch (IOException | RuntimeException e) {
            arena.close();
            throw e;
        }
    }

    /** Records that found no room in the buffer, and events that found none in the rings. */
    public long dropped() {
        return buffer.dropped() + rings.droppedEvents();
    }

    /** How its recording ended; nothing is known of damage yet. */
    public SavedEnd end(long fromRings) {
        boolean isFull = buffer.mode() == BufferMode.ONESHOT && buffer.dropped() > 0;
        EndReason reason =
                buffer.endReason().isEarly() ? buffer.endReason() : isFull ? EndReason.BUFFER_FULL : EndReason.DIED;
        return new SavedEnd(
                reason, true, Math.max(0, buffer.seenNanos()), dropped(), rings.droppedEvents(), 0, fromRings);
    }

    /** What the rings hold behind the commit. */
    public DeadRings rings() {
        return rings;
    }

    /** The file that the recording streamed to, or null. */
    public Path output() {
        return state.output().isEmpty() ? null : Path.of(state.output());
    }

    /** Writes all that the buffer holds up to the commit. */
    public void writeTo(SavedTrace trace) throws IOException {
        if (rings.isBeforeFirstCommit()) {
            return;
        }
        if (buffer.mode() == BufferMode.STREAMING) {
            writeStreamed(trace);
            return;
        }
        trace.magic();
        trace.durable(buffer.durable(), 0, commit.durableEnd());
        int part = commit.wrapped() & 1;
        int ahead = buffer.wrapped() - commit.wrapped();
        if (ahead == 0 && commit.wrapped() > 0) {
            trace.half(buffer.rolling(1 - part), buffer.rollingEnd(1 - part));
        }
        // What is further ahead has overwritten what was committed; all of it is in the rings as well.
        if (ahead <= 1) {
            trace.half(buffer.rolling(part), commit.rollingEnd());
        }
    }

    /** The file holds halves below a count; of the others, at most one is full. */
    private void writeStreamed(SavedTrace trace) throws IOException {
        ProgramState.Saved saved = state.lastSaved();
        if (saved.fileBytes() > 0) {
            try (FileChannel file = FileChannel.open(output(), StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
                trace.streamed(file, committedBytes(saved));
            }
        } else {
            trace.magic();
        }
        trace.durable(buffer.durable(), Math.min(saved.durableEnd(), commit.durableEnd()), commit.durableEnd());
        for (long count = Math.max(saved.halves(), commit.wrapped() - 1L); count <= commit.wrapped(); count++) {
            int part = (int) count & 1;
            if (count >= 0) {
                trace.half(
                        buffer.rolling(part),
                        count == commit.wrapped() ? commit.rollingEnd() : buffer.rollingEnd(part));
            }
        }
    }

    /** Of the file; what was saved after the commit comes from the rings. */
    private long committedBytes(ProgramState.Saved saved) {
        if (saved.halves() <= commit.wrapped() || hasForgottenCommit()) {
            return saved.fileBytes();
        }
        return Math.clamp(state.start(commit.wrapped()) + commit.rollingEnd(), FxtLayout.WORD_BYTES, saved.fileBytes());
    }

    /** True if so many halves have been saved since the commit that nobody knows where it is in the file: the rings are too old. */
    private boolean hasForgottenCommit() {
        return buffer.mode() == BufferMode.STREAMING
                && state.lastSaved().halves() - commit.wrapped() >= ProgramState.KNOWN_STARTS;
    }

    Path folder() {
        return folder;
    }

    @Override
    public void close() {
        arena.close();
    }
}
