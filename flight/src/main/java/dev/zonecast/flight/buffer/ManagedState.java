package dev.zonecast.flight.buffer;

import java.io.IOException;
import java.nio.file.Path;

/** What a program that a manager records says of that in its own folder: which buffer it records into, and how far it came. */
public final class ManagedState {
    static final String FILE = "managed.zc";

    private final ProgramState state;

    /** Makes the file in a program's folder. */
    public ManagedState(OwnFolder folder, String programName) throws IOException {
        state = ProgramState.create(folder.path().resolve(FILE), programName, null);
        state.start(new ProgramState.Commit(0, 0, 0, 0, 0, 0, 0, RecordingPhase.ENDED, 0, 0));
    }

    /** A recording into a manager's buffer is going to begin; the one before has ended. */
    public CommittedBuffer into(TraceBuffer buffer) {
        Path file = buffer.path();
        state.output(file);
        return new CommittedBuffer(buffer, state);
    }
}
