package dev.zonecast.capture.manager;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.zonecast.flight.buffer.RetainedHalves;
import dev.zonecast.memory.MemoryScope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who gets the room of all programs. */
class MemoryBudgetTest {
    private static final int HALF_BYTES = 1000;
    private static final long LIMIT_BYTES = 10 * HALF_BYTES;

    @TempDir
    private Path folder;

    private final MemoryBudget budget = new MemoryBudget(LIMIT_BYTES);
    private RetainedHalves kept;

    @BeforeEach
    void keepHalves() throws IOException {
        kept = new RetainedHalves(folder, "chunk-1-", Long.MAX_VALUE);
        MemoryBudget.Lease _ = budget.take(4 * HALF_BYTES);
        for (int i = 0; i < 3; i++) {
            budget.released(kept, kept.add(MemoryScope.auto().allocate(HALF_BYTES, Long.BYTES)));
        }
    }

    @Test
    void shouldKeepTheHalvesOfOthersWhenAProgramIsRefused() {
        assertThrows(IOException.class, () -> budget.take(6 * HALF_BYTES + 1));

        assertEquals(0, kept.evicted());
        assertEquals(3 * HALF_BYTES, kept.bytes());
    }

    @Test
    void shouldEvictAsManyHalvesAsABufferNeeds() throws IOException {
        MemoryBudget.Lease _ = budget.take(5 * HALF_BYTES);

        assertEquals(2, kept.evicted());
    }

    @Test
    void shouldKeepTheAccountWhenAHalfCannotBeRemoved() throws IOException {
        Path oldest = folder.resolve("chunk-1-0000000000.zc");
        Files.delete(oldest);
        Path other = Files.createFile(Files.createDirectory(oldest).resolve("other"));

        assertThrows(IOException.class, () -> budget.take(5 * HALF_BYTES));
        assertThrows(
                IOException.class,
                () -> budget.released(kept, kept.add(MemoryScope.auto().allocate(4 * HALF_BYTES, Long.BYTES))));

        assertEquals(0, kept.evicted());
        Files.delete(other);
        // A buffer has 4 of 10. Of the kept 1, 1, 1 and 4 the last has room beside a second buffer of 2.
        MemoryBudget.Lease _ = budget.take(2 * HALF_BYTES);
        assertEquals(3, kept.evicted());
        assertEquals(4 * HALF_BYTES, kept.bytes());
        MemoryBudget.Lease _ = budget.take(4 * HALF_BYTES);
        assertThrows(IOException.class, () -> budget.take(1));
    }

    @Test
    void shouldEvictAHalfWhoseFileIsGone() throws IOException {
        Files.delete(folder.resolve("chunk-1-0000000000.zc"));

        MemoryBudget.Lease _ = budget.take(5 * HALF_BYTES);

        assertEquals(2, kept.evicted());
        assertEquals(HALF_BYTES, kept.bytes());
    }

    @Test
    void shouldHaveTheRoomOfABufferAgainOnce() throws IOException {
        MemoryBudget.Lease lease = budget.take(3 * HALF_BYTES);
        lease.close();
        lease.close();

        assertThrows(IOException.class, () -> budget.take(6 * HALF_BYTES + 1));
        MemoryBudget.Lease _ = budget.take(3 * HALF_BYTES);
        assertEquals(0, kept.evicted());
    }
}
