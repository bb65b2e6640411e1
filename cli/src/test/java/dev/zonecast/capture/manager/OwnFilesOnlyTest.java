package dev.zonecast.capture.manager;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.cli.CommandRun;
import dev.zonecast.flight.buffer.MappedFile;
import dev.zonecast.flight.buffer.ProgramFolder;
import dev.zonecast.flight.buffer.RuntimeFolder;
import dev.zonecast.fxt.ChecksumRecord;
import dev.zonecast.memory.MemoryScope;
import dev.zonecast.trace.TraceChecksum;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Managers and recoveries remove what Zonecast made, known by its content; files of the user stay, whatever their names are. */
class OwnFilesOnlyTest {
    private static final String TEXT = "of the user";

    @TempDir
    private Path folder;

    private RuntimeFolder runtime;

    @BeforeEach
    void makeFolder() throws IOException {
        runtime = RuntimeFolder.open(folder.resolve("r"));
    }

    private static Path users(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        return Files.writeString(file, TEXT);
    }

    private static void assertStays(Path file) throws IOException {
        assertEquals(TEXT, Files.readString(file), file.toString());
    }

    private Recording recording() {
        return Recording.of(
                "mode = circular", "size = " + FuchsiaProvider.TOTAL, "output = " + folder.resolve("all.fxt"));
    }

    // --- what a manager writes

    @Test
    void shouldKeepAFileThatHasTheNameOfAnUnfinishedArchive() throws Exception {
        Path archive = users(folder.resolve("all.fxt.part"));
        Path snapshot = users(folder.resolve("now.fxt.part"));
        try (Manager manager = new Manager(runtime)) {
            manager.record(recording());
            manager.snapshot(folder.resolve("now.fxt"));
            manager.stop();
        }

        assertStays(archive);
        assertStays(snapshot);
        assertEquals(TraceChecksum.Outcome.GOOD, TraceChecksum.verify(folder.resolve("all.fxt")));
        assertEquals(TraceChecksum.Outcome.GOOD, TraceChecksum.verify(folder.resolve("now.fxt")));
    }

    @Test
    void shouldNotFollowALinkWithTheNameOfAnUnfinishedArchive() throws Exception {
        Path other = users(folder.resolve("other"));
        Files.createSymbolicLink(folder.resolve("all.fxt.part"), other);
        try (Manager manager = new Manager(runtime)) {
            manager.record(recording());
            manager.stop();
        }

        assertStays(other);
        assertTrue(Files.isSymbolicLink(folder.resolve("all.fxt.part")));
    }

    @Test
    void shouldWriteTheArchiveOfAKilledManagerBesideAFileOfItsName() throws Exception {
        SessionFolder left = SessionFolder.create(runtime.path(), recording());
        Path file = users(folder.resolve("all.fxt"));

        Path archive = LeftSession.recover(left.path(), null);

        assertStays(file);
        assertEquals(folder.resolve("all-2.fxt"), archive);
        assertEquals(TraceChecksum.Outcome.GOOD, TraceChecksum.verify(archive));
        assertFalse(Files.exists(left.path()));
    }

    // --- the runtime folder

    @Test
    void shouldKeepAFolderThatIsNoRecordings() throws Exception {
        Path notes = users(runtime.path().resolve("session-notes").resolve("recovered-1.fxt"));
        Path within = users(runtime.path().resolve("session-1234567890123").resolve("list.txt"));
        try (Manager manager = new Manager(runtime)) {
            assertEquals(List.of(), manager.recoverSessions());
        }

        assertStays(notes);
        assertStays(within);
    }

    @Test
    void shouldKeepAFileInTheFolderOfARecording() throws Exception {
        SessionFolder left = SessionFolder.create(runtime.path(), recording());
        Path file = users(left.path().resolve("list.txt"));

        Path _ = LeftSession.recover(left.path(), null);

        assertStays(file);
        assertFalse(SessionFolder.isOne(left.path()));
    }

    @Test
    void shouldKeepAFileThatHasTheNameOfTheSocket() throws Exception {
        Path file = users(runtime.path().resolve("manager.sock"));

        assertThrows(IOException.class, () -> new Manager(runtime).close());

        assertStays(file);
    }

    @Test
    void shouldKeepFilesThatAProgramDidNotMake() throws Exception {
        Path place = runtime.path().resolve("2024-11");
        List<Path> all = List.of(
                users(place.resolve("photo.jpg")),
                users(place.resolve("state.zc")),
                users(place.resolve("names-1.zc")));
        Path outside = users(folder.resolve("outside"));
        Path link = Files.createSymbolicLink(place.resolve("rings-0.zc"), outside);
        ProgramFolder program = new ProgramFolder(place);

        assertFalse(program.isOurs());
        assertFalse(program.delete());

        for (Path each : all) {
            assertStays(each);
        }
        assertTrue(Files.isSymbolicLink(link));
        assertStays(outside);
    }

    @Test
    void shouldNotCleanAFolderThatNoProgramMade() throws Exception {
        Path photo = users(runtime.path().resolve("2024-11").resolve("photo.jpg"));
        Files.setLastModifiedTime(photo, FileTime.fromMillis(1_000_000));
        Files.createFile(photo.resolveSibling("alive"));

        CommandRun run = CommandRun.of("recover", "--clean", "--older", "0", "--keep", "0", runtime.path());

        assertEquals(0, run.exit(), run.err());
        assertStays(photo);
    }

    /** A limit that cannot be would select every folder. */
    @Test
    void shouldKeepAFolderWhenALimitOfItsRemovalIsImpossible() throws Exception {
        Path program = Files.createDirectory(runtime.path().resolve("12-34"));
        Path file = Files.writeString(program.resolve("state.zc"), "ZONESTAT and more");

        for (List<String> limit : List.of(
                List.of("--keep", "-1"),
                List.of("--keep", "8796093022208"),
                List.of("--older", "-1"),
                List.of("--older", "NaN"))) {
            CommandRun run = CommandRun.of("recover", "--clean", limit.getFirst(), limit.getLast(), runtime.path());

            assertEquals(2, run.exit(), limit.toString());
            assertTrue(run.err().contains(limit.getFirst() + ": "), run.err());
            assertTrue(Files.exists(file), limit.toString());
        }
        for (List<String> limit :
                List.of(List.of("--older", "Infinity", "--keep", "8796093022207"), List.of("--older", "1e300"))) {
            List<Object> words = new ArrayList<>(List.of("recover", "--clean", runtime.path()));
            words.addAll(limit);
            assertEquals(0, CommandRun.of(words.toArray()).exit(), limit.toString());
            assertTrue(Files.exists(file), limit.toString());
        }
        assertEquals(
                0,
                CommandRun.of("recover", "--clean", "--keep", "0", runtime.path())
                        .exit());
        assertFalse(Files.exists(file));
    }

    @Test
    void shouldNotRemoveTheFilesOfAFolderThroughALink() throws Exception {
        Path place = Files.createDirectory(folder.resolve("elsewhere"));
        Files.createFile(place.resolve("alive"));
        Path link = Files.createSymbolicLink(runtime.path().resolve("12-34"), place);

        assertThrows(IOException.class, () -> new ProgramFolder(link).delete());

        assertTrue(Files.exists(place.resolve("alive")));
    }

    @Test
    void shouldNotRemoveAFileThatExistsWhenABufferIsToBeMade() throws Exception {
        Path file = users(folder.resolve("buffer.zc"));

        assertThrows(FileAlreadyExistsException.class, () -> MappedFile.create(file, 4096, MemoryScope.auto()));

        assertStays(file);
    }

    // --- recovered traces

    private Path trace(String name, byte content) throws IOException {
        byte[] bytes = new byte[800];
        java.util.Arrays.fill(bytes, content);
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        long[] record = ChecksumRecord.words(crc.getValue(), bytes.length);
        ByteBuffer whole = ByteBuffer.allocate(bytes.length + record.length * 8).order(ByteOrder.LITTLE_ENDIAN);
        whole.put(bytes).asLongBuffer().put(record);
        return Files.write(folder.resolve(name), whole.array());
    }

    @Test
    void shouldRemoveTheOldestTracesThatItMade() throws Exception {
        RecoveredTraces traces = new RecoveredTraces(folder);
        Path users = users(folder.resolve("my-game.fxt"));
        Path oldest = trace("1-1.fxt", (byte) 1);
        traces.add(oldest);
        Path newer = trace("2-2.fxt", (byte) 2);
        traces.add(newer);
        // Another manager knows it by the list.
        new RecoveredTraces(folder).removeOldest(Files.size(newer));

        assertFalse(Files.exists(oldest));
        assertTrue(Files.exists(newer));
        assertStays(users);
    }

    @Test
    void shouldKeepATraceThatWasChangedAfterItWasMade() throws Exception {
        RecoveredTraces traces = new RecoveredTraces(folder);
        Path replaced = trace("1-1.fxt", (byte) 1);
        traces.add(replaced);
        Path damaged = trace("2-2.fxt", (byte) 2);
        traces.add(damaged);
        Path linked = trace("3-3.fxt", (byte) 3);
        traces.add(linked);
        traces.add(trace("4-4.fxt", (byte) 4));
        trace("1-1.fxt", (byte) 5);
        byte[] bytes = Files.readAllBytes(damaged);
        bytes[100]++;
        Files.write(damaged, bytes);
        Path moved = Files.move(linked, folder.resolve("moved.fxt"));
        Files.createSymbolicLink(linked, moved);

        traces.removeOldest(1);

        for (Path each : List.of(replaced, damaged, linked, moved)) {
            assertTrue(Files.exists(each), each.toString());
        }
    }

    @Test
    void shouldRemoveNothingWhenTheListIsNotItsOwn() throws Exception {
        Path list = users(folder.resolve(RecoveredTraces.LIST));
        RecoveredTraces traces = new RecoveredTraces(folder);
        Path first = trace("1-1.fxt", (byte) 1);
        traces.add(first);
        traces.add(trace("2-2.fxt", (byte) 2));

        traces.removeOldest(1);

        assertTrue(Files.exists(first));
        assertStays(list);
    }
}
