package dev.zonecast.flight.buffer;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.zonecast.core.disk.ListedFile;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramFolderTest {
    private static final int LOOKERS = 4;
    private static final int LOOKS = 2_000;

    @TempDir
    Path runtime;

    /** A manager looks for dead programs while it ends the recording of one: it took its own look for the living program. */
    @Test
    void shouldNotTakeAnotherLookForTheProgram() throws Exception {
        ProgramFolder dead = folder();

        try (ExecutorService lookers = Executors.newFixedThreadPool(LOOKERS)) {
            List<Future<Integer>> alive = new ArrayList<>();
            for (int i = 0; i < LOOKERS; i++) {
                alive.add(lookers.submit(() -> {
                    int seen = 0;
                    for (int look = 0; look < LOOKS; look++) {
                        seen += dead.isAlive() ? 1 : 0;
                    }
                    return seen;
                }));
            }
            for (Future<Integer> seen : alive) {
                assertTrue(seen.get() == 0, "a dead program was alive for " + seen.get() + " of " + LOOKS + " looks");
            }
        }
    }

    @Test
    void shouldTakeTheHolderOfTheLockForTheProgram() throws Exception {
        ProgramFolder program = folder();
        try (FileChannel channel =
                        FileChannel.open(program.path().resolve(ProgramFolder.LOCK_FILE), StandardOpenOption.WRITE);
                FileLock held = channel.lock()) {
            assertTrue(held.isValid() && program.isAlive());
        }
        assertFalse(program.isAlive());
    }

    /** A look that opens and closes the file would drop the lock. */
    @Test
    void shouldKeepTheLockOfThisProcessWhenItLooksAtItself() throws Exception {
        assumeTrue(ListedFile.isPossible(runtime), "a list of locks");
        OwnFolder own = new OwnFolder(RuntimeFolder.open(runtime.resolve("run")), 1 << 16);
        ProgramFolder program = new ProgramFolder(own.path());
        ListedFile listed = ListedFile.of(own.path().resolve(ProgramFolder.LOCK_FILE));
        assertTrue(listed.isLocked());

        assertTrue(program.isAlive());
        assertTrue(listed.isLocked(), "after a look");

        own.delete();
        assertFalse(listed.isLocked());
    }

    private ProgramFolder folder() throws Exception {
        Path path = Files.createDirectory(runtime.resolve("4711-1700000000000"));
        Files.createFile(path.resolve(ProgramFolder.LOCK_FILE));
        return new ProgramFolder(path);
    }
}
