package dev.zonecast.flight.buffer;

import dev.zonecast.fxt.EndReason;
import dev.zonecast.fxt.SavedEnd;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** What a dead program left in its folder, as of its last commit. Its words are believed only after a look at each. */
public final class DeadProgram implements AutoCloseable {
    private final ProgramState state;
    private final ProviderBuffer buffer;
    private final DeadRings rings;

    /**
     * Opens a program's folder.
     *
     * @throws IOException if it cannot be read, or is damaged where nothing can be understood without it
     */
    public DeadProgram(Path folder) throws IOException {
        state = ProgramState.read(folder.resolve(ProgramState.FILE));
        buffer = ProviderBuffer.ofDead(folder.resolve(ProgramBuffer.BUFFER_FILE), state.lastSaved());
        try {
            rings = new DeadRings(folder, state, buffer.goesOn(state.lastCommit()));
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
     * How its recording ended.
     *
     * @param damaged places at which something was damaged
     */
    public SavedEnd end(long fromRings, long damaged) throws IOException {
        EndReason reason = buffer.endReason().isEarly() ? buffer.endReason() : EndReason.DIED;
        return new SavedEnd(reason, true, buffer.seenNanos(), dropped(), rings.droppedEvents(), damaged, fromRings);
    }

    /** What the rings hold behind the commit. */
    public DeadRings rings() {
        return rings;
    }

    /** Writes all that was saved, and all that the buffer holds up to the commit. */
    public void writeTo(SavedTrace trace) throws IOException {
        if (rings.isBeforeFirstCommit()) {
            return;
        }
        ProgramState.Saved saved = state.lastSaved();
        if (saved.fileBytes() > 0) {
            Path output = Path.of(state.output());
            try (FileChannel file = FileChannel.open(output, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
                trace.streamed(file, saved.fileBytes());
            }
        } else {
            trace.magic();
        }
        buffer.rest(rings, trace);
    }

    @Override
    public void close() throws IOException {
        rings.close();
        buffer.close();
    }
}
