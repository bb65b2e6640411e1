package dev.zonecast.flight.buffer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.core.BufferMode;
import dev.zonecast.core.clock.ClockMap;
import dev.zonecast.core.collect.CollectorPasses;
import dev.zonecast.memory.MemoryScope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProgramStateTest {
    private static final int COMMIT_OFFSET = 32;

    @TempDir
    private Path folder;

    private TraceBuffer buffer() {
        return new TraceBuffer(
                folder.resolve("buffer"), MemoryScope.auto().allocate(1 << 16, 8), BufferMode.CIRCULAR, null);
    }

    private static void commit(ProgramState state, long number, long shiftNanos, TraceBuffer buffer) {
        state.commit(
                number,
                new ClockMap.Line(0, 0, 1),
                shiftNanos,
                ProgramState.Phase.RECORDING,
                buffer,
                new CollectorPasses.Dropped(0, 0));
    }

    /** A recording that joins commits with the number that the last pass had; one may be left out. */
    @ParameterizedTest
    @ValueSource(longs = {4, 5, 6})
    void shouldLeaveTheCommitBeforeWhereItIsWhateverTheNumber(long next) throws IOException {
        OwnFolder own = new OwnFolder(RuntimeFolder.open(folder.resolve("run")), 1 << 16);
        ProgramState state = ProgramState.ofManaged(own, "test");
        Path file = own.path().resolve(ProgramState.MANAGED_FILE);
        TraceBuffer buffer = buffer();
        commit(state, 4, 100, buffer);
        byte[] before = Files.readAllBytes(file);

        commit(state, next, 200, buffer);
        byte[] after = Files.readAllBytes(file);

        assertEquals(next, state.commits());
        assertEquals(200, state.lastCommit().shiftNanos());
        // A death right before the last store.
        System.arraycopy(before, COMMIT_OFFSET, after, COMMIT_OFFSET, Long.BYTES);
        Files.write(folder.resolve("died"), after);
        ProgramState died = ProgramState.read(folder.resolve("died"));
        assertEquals(4, died.commits());
        assertEquals(100, died.lastCommit().shiftNanos());
    }
}
