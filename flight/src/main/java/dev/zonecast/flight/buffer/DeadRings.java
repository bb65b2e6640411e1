package dev.zonecast.flight.buffer;

import dev.zonecast.core.clock.ClockMap;
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
    private final MemoryScope arena;
    private final ProgramState state;
    private final ProgramState.Commit commit;
    private final boolean replays;
    private final LeftRing.All rings;
    private final NameJournalReader names;

    private DeadRings(Path folder, ProgramState state, boolean isWanted, MemoryScope arena) throws IOException {
        this.arena = arena;
        this.state = state;
        commit = state.lastCommit();
        replays = isWanted && commit.phase() != RecordingPhase.ENDED;
        rings = replays ? LeftRing.read(folder, state.commits(), arena) : LeftRing.All.NONE;
        names = NameJournalReader.read(folder);
    }

    /**
     * Of a program that had a buffer of its own.
     *
     * @param isWanted false: the rings say nothing that goes on with what is saved
     */
    static DeadRings of(Path folder, ProgramState state, boolean isWanted, MemoryScope arena) throws IOException {
        return new DeadRings(folder, state, isWanted, arena);
    }

    /**
     * Of a program that a manager recorded.
     *
     * @param buffer that it recorded into
     * @return null if it has not died while it recorded there
     * @throws IOException if what it left says nonsense
     */
    public static DeadRings ofManaged(ProgramFolder program, Path buffer) throws IOException {
        MemoryScope arena = MemoryScope.shared();
        boolean isKept = false;
        try {
            ProgramState state = recordingState(program, buffer, arena);
            if (state != null && !program.isAlive()) {
                DeadRings left = new DeadRings(program.path(), state, true, arena);
                isKept = true;
                return left;
            }
            return null;
        } finally {
            if (!isKept) {
                arena.close();
            }
        }
    }

    /** The state of a program that says that it records into a manager's buffer, else null. */
    private static ProgramState recordingState(ProgramFolder program, Path buffer, MemoryScope arena)
            throws IOException {
        Path file = program.path().resolve(ManagedState.FILE);
        if (!program.isProgramFolder() || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return null;
        }
        ProgramState state = ProgramState.read(file, arena);
        String own = buffer.toAbsolutePath().normalize().toString();
        return state.lastCommit().phase() != RecordingPhase.ENDED
                        && state.output().equals(own)
                ? state
                : null;
    }

    /** True while a program lives that records into a manager's buffer. */
    public static boolean isRecording(ProgramFolder program, Path buffer) {
        try (MemoryScope arena = MemoryScope.confined()) {
            return recordingState(program, buffer, arena) != null && program.isAlive();
        } catch (IOException e) {
            // It says nonsense.
            return false;
        }
    }

    public String programName() {
        return state.programName();
    }

    public long pid() {
        return state.pid();
    }

    /** True if not even the first records of the recording are in the buffer. */
    public boolean isBeforeFirstCommit() {
        return commit.phase() == RecordingPhase.EXPECTED;
    }

    /** The map of the clock; a rate of 0 is not known. */
    public ClockMap.Line clock() {
        return new ClockMap.Line(commit.ticks(), commit.nanos(), commit.nanosPerTick());
    }

    /** What was added to nanoseconds for the times of the recording. */
    public long shiftNanos() {
        return commit.shiftNanos();
    }

    /** Events that were dropped since the program's start: the rings count what came after the last commit too. */
    public long droppedEvents() {
        long atCommit = Math.max(0, commit.droppedEvents());
        return replays ? Math.max(atCommit, atCommit - commit.droppedInRings() + rings.dropped()) : atCommit;
    }

    /** Texts that were cut, as the rings count them; 0 if what they hold is not wanted. */
    public long truncatedTexts() {
        return rings.truncated();
    }

    ProgramState.Commit commit() {
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
        arena.close();
    }
}
