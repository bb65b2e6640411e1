package dev.zonecast.flight.buffer;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
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
    private static final Path LOCKS = Path.of("/proc/locks");

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
        assumeTrue(listsLocks(runtime), "a list of locks");
        OwnFolder own = new OwnFolder(RuntimeFolder.open(runtime.resolve("run")), 1 << 16);
        ProgramFolder program = new ProgramFolder(own.path());
        String ofFile = inList(own.path().resolve(ProgramFolder.LOCK_FILE));
        assertTrue(Files.readString(LOCKS).contains(ofFile), ofFile);

        assertTrue(program.isAlive());
        assertTrue(Files.readString(LOCKS).contains(ofFile), "after a look: " + ofFile);

        own.delete();
        assertFalse(Files.readString(LOCKS).contains(ofFile), ofFile);
    }

    /** False where the system has no list of locks, or lists other numbers of files, as on layered file systems. */
    private static boolean listsLocks(Path folder) throws IOException {
        Path file = folder.resolve("control");
        if (!Files.isReadable(LOCKS)) {
            return false;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock held = channel.lock()) {
            return held.isValid() && Files.readString(LOCKS).contains(inList(file));
        }
    }

    private static String inList(Path file) throws IOException {
        return ":" + Files.getAttribute(file, "unix:ino") + " ";
    }

    private ProgramFolder folder() throws Exception {
        Path path = Files.createDirectory(runtime.resolve("4711-1700000000000"));
        Files.createFile(path.resolve(ProgramFolder.LOCK_FILE));
        return new ProgramFolder(path);
    }
}
