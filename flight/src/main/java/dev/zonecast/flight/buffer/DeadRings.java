package dev.zonecast.flight.buffer;

import dev.zonecast.memory.MemoryScope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;

/**
 * What the rings of a dead program hold that its last commit did not cover, with the names for it. Everything is a copy, and believed
 * only after a look at each word.
 */
public final class DeadRings implements AutoCloseable {
    private final MemoryScope scope = MemoryScope.shared();
    private final ProgramState state;
    private final ProgramState.Commit commit;
    private final boolean replays;
    private final LeftRing.All rings;
    private final NameJournalReader names;

    /** @param isWanted false: the rings do not go on where the saved records end */
    DeadRings(Path folder, ProgramState state, boolean isWanted) throws IOException {
        this.state = state;
        commit = state.lastCommit();
        replays = isWanted && commit.phase() != ProgramState.Phase.ENDED;
        try {
            rings = replays ? LeftRing.read(folder, state.commits(), scope) : LeftRing.All.NONE;
            names = NameJournalReader.read(folder);
        } catch (IOException | RuntimeException e) {
            scope.close();
            throw e;
        }
    }

    /**
     * Of a program that a manager recorded.
     *
     * @param buffer that it recorded into
     * @return null if it has not died while it recorded there
     * @throws IOException if what it left is damaged
     */
    public static DeadRings ofManaged(ProgramFolder program, Path buffer) throws IOException {
        ProgramState state = recordingState(program, buffer);
        return state != null && !program.isAlive() ? new DeadRings(program.path(), state, true) : null;
    }

    /** The state of a program that records into a manager's buffer, else null. */
    private static ProgramState recordingState(ProgramFolder program, Path buffer) throws IOException {
        Path file = program.path().resolve(ProgramState.MANAGED_FILE);
        if (!program.isProgramFolder() || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return null;
        }
        ProgramState state = ProgramState.read(file);
        String own = buffer.toAbsolutePath().normalize().toString();
        return state.lastCommit().phase() != ProgramState.Phase.ENDED
                        && state.output().equals(own)
                ? state
                : null;
    }

    /** True while a program lives that records into a manager's buffer. */
    public static boolean isRecording(ProgramFolder program, Path buffer) {
        try {
            return recordingState(program, buffer) != null && program.isAlive();
        } catch (IOException e) {
            // Its state is damaged.
            return false;
        }
    }

    public String programName() {
        return state.programName();
    }

    public long pid() {
        return state.pid();
    }

    /** The JVM's report of its crash; null if there is none. */
    public CrashReportFile crashReport() {
        return CrashReportFile.find(names().crashReports(), pid());
    }

    /** True if not even the first records of the recording are in the buffer. */
    public boolean isBeforeFirstCommit() {
        return commit.phase() == ProgramState.Phase.EXPECTED;
    }

    /** Events that were dropped since the program's start: the rings count what came after the last commit too. */
    public long droppedEvents() {
        long atCommit = Math.max(0, commit.dropped().all());
        return replays ? Math.max(atCommit, atCommit - commit.dropped().inRings() + rings.dropped()) : atCommit;
    }

    /** Texts that were cut, as the rings count them; 0 if what they hold is not wanted. */
    public long truncatedTexts() {
        return rings.truncated();
    }

    /** The last complete commit. */
    public ProgramState.Commit commit() {
        return commit;
    }

    public List<LeftRing> rings() {
        return rings.rings();
    }

    public NameJournalReader names() {
        return names;
    }

    @Override
    public void close() {
        scope.close();
    }
}
