package dev.zonecast.flight.buffer;

import dev.zonecast.core.BufferMode;
import dev.zonecast.fxt.EndReason;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.SavedEnd;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** What a dead program left in its folder, as of its last commit. Its words are believed only after a look at each. */
public final class DeadProgram implements AutoCloseable {
    private final Path folder;
    private final ProgramState state;
    private final ProviderBuffer buffer;
    private final DeadRings rings;

    /**
     * Opens a program's folder.
     *
     * @throws IOException if it cannot be read, or is damaged where nothing can be understood without it
     */
    public DeadProgram(Path folder) throws IOException {
        this.folder = folder;
        state = ProgramState.read(folder.resolve(ProgramState.FILE));
        buffer = ProviderBuffer.ofDead(folder.resolve(ProgramBuffer.BUFFER_FILE), state.lastSaved());
        try {
            rings = new DeadRings(folder, state, !buffer.isFull() && !hasForgottenCommit());
        } catch (IOException | RuntimeException e) {
            buffer.close();
            throw e;
        }
    }

    /** Records that found no room in the buffer, and events that found none in the rings. */
    public long dropped() throws IOException {
        return buffer.dropped() + rings.droppedEvents();
    }

    /**
     * How its recording ended. It may have ended well, with a file that could not be written.
     *
     * @param damaged places at which something was damaged
     */
    public SavedEnd end(long fromRings, long damaged) throws IOException {
        EndReason said = buffer.endReason();
        boolean hasEnded = !said.isEarly() && state.lastCommit().phase() == ProgramState.Phase.ENDED;
        EndReason reason = said.isEarly() || hasEnded ? said : EndReason.DIED;
        return new SavedEnd(
                reason, !hasEnded, buffer.seenNanos(), dropped(), rings.droppedEvents(), damaged, fromRings);
    }

    /** What the rings hold behind the commit. */
    public DeadRings rings() {
        return rings;
    }

    /** Writes all that the buffer holds up to the commit. */
    public void writeTo(SavedTrace trace) throws IOException {
        if (rings.isBeforeFirstCommit()) {
            return;
        }
        ProgramState.Saved saved = state.lastSaved();
        if (buffer.mode() == BufferMode.STREAMING && saved.fileBytes() > 0) {
            try (FileChannel file = StreamedFile.open(new StreamedFile(folder, state).find())) {
                trace.streamed(file, committedBytes(saved));
            }
        } else {
            trace.magic();
        }
        if (buffer.mode() != BufferMode.STREAMING
                || saved.halves() <= rings.commit().wrapped()) {
            buffer.until(rings.commit(), trace);
        }
    }

    /** Of the file; what was saved after the commit comes from the rings. */
    private long committedBytes(ProgramState.Saved saved) {
        ProgramState.Commit commit = state.lastCommit();
        if (saved.halves() <= commit.wrapped() || hasForgottenCommit()) {
            return saved.fileBytes();
        }
        return Math.clamp(state.start(commit.wrapped()) + commit.rollingEnd(), FxtLayout.WORD_BYTES, saved.fileBytes());
    }

    /** True if so many halves have been saved since the commit that its place in the file is not known: the rings are too old. */
    private boolean hasForgottenCommit() {
        return buffer.mode() == BufferMode.STREAMING
                && state.lastSaved().halves() - state.lastCommit().wrapped() >= ProgramState.KNOWN_STARTS;
    }

    @Override
    public void close() throws IOException {
        rings.close();
        buffer.close();
    }
}
