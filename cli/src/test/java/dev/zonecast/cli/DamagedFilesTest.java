package dev.zonecast.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.zonecast.capture.BoundUser;
import dev.zonecast.fxt.fixtures.JavaProgram;
import dev.zonecast.trace.TraceLog;
import dev.zonecast.trace.TraceReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever is wrong with a file or with the place for another: a command does its work, or says in one line why not, with exit code
 * 2; what it was to write is there as a whole or not at all.
 */
class DamagedFilesTest {
    private static final String OUTPUT = "output";
    private static final String BEFORE = "what was there";
    private static final long FOUR_GIBIBYTES = 4L << 30;

    @TempDir
    Path folder;

    /** As {@code import} reads it. */
    private static final String FOREIGN = "{\"traceEvents\":["
            + "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":1,\"tid\":2,\"args\":{\"name\":\"main\"}},"
            + "{\"ph\":\"X\",\"name\":\"a\",\"cat\":\"c\",\"pid\":1,\"tid\":2,\"ts\":1.5,\"dur\":5,\"args\":{\"k\":[1,2]}},"
            + "{\"ph\":\"B\",\"name\":\"b\",\"pid\":1,\"tid\":2,\"ts\":8},"
            + "{\"ph\":\"s\",\"name\":\"f\",\"pid\":1,\"tid\":2,\"ts\":8,\"id\":7},"
            + "{\"ph\":\"C\",\"name\":\"n\",\"pid\":1,\"tid\":2,\"ts\":9,\"args\":{\"v\":1e3}},"
            + "{\"ph\":\"E\",\"pid\":1,\"tid\":2,\"ts\":10}]}";

    private Path good;
    private Path foreign;

    /** What reads a recording; INPUT and OUTPUT represent the files. */
    static Stream<List<String>> commands() {
        return Stream.of(
                List.of("stats", "INPUT"),
                List.of("stats", "INPUT", "--json"),
                List.of("stats", "INPUT", "--csv"),
                List.of("compare", "INPUT", "INPUT"),
                List.of("report", "INPUT", "-o", "OUTPUT"),
                List.of("export", "INPUT", "--to", "chrome", "-o", "OUTPUT"),
                List.of("export", "INPUT", "--to", "perfetto", "-o", "OUTPUT"),
                List.of("export", "INPUT", "--to", "firefox", "-o", "OUTPUT"),
                List.of("export", "INPUT", "--to", "csv", "-o", "OUTPUT"));
    }

    /** Those, and what reads the formats of others. */
    static Stream<List<String>> readers() {
        return Stream.concat(commands(), Stream.of(List.of("import", "INPUT", "-o", "OUTPUT")));
    }

    static Stream<List<String>> writers() {
        return readers().filter(command -> command.contains("OUTPUT"));
    }

    @BeforeEach
    void writeGood() throws IOException {
        good = SampleTrace.write(folder.resolve("good.fxt"), 500);
        foreign = Files.writeString(folder.resolve("good.json"), FOREIGN);
    }

    /** What the command reads without a complaint. */
    private Path good(List<String> command) {
        return command.contains("import") ? foreign : good;
    }

    private static Object[] filled(List<String> command, Path input, Path output) {
        return command.stream()
                .map(word -> word.equals("INPUT") ? input : word.equals("OUTPUT") ? output : word)
                .toArray();
    }

    private CommandRun run(List<String> command, Path input) {
        return CommandRun.of(filled(command, input, folder.resolve(OUTPUT)));
    }

    private static void assertOneLine(CommandRun run, String about) {
        assertEquals(2, run.exit(), about + ": " + run.err());
        assertEquals(1, run.err().lines().count(), run.err());
        assertTrue(run.err().startsWith("zonecast: "), run.err());
        assertFalse(run.err().contains("Exception"), run.err());
    }

    /** Nothing but what was there before. */
    private void assertNothingWritten() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            List<String> names =
                    files.map(file -> file.getFileName().toString()).toList();
            assertTrue(
                    names.stream().noneMatch(name -> name.equals(OUTPUT) || name.endsWith(".part")), names.toString());
        }
    }

    @ParameterizedTest
    @MethodSource("readers")
    void shouldSayWhyItCannotReadAFile(List<String> command) throws IOException {
        Path none = folder.resolve("none.fxt");
        Path empty = Files.createFile(folder.resolve("empty.fxt"));
        Path text = Files.writeString(folder.resolve("text.fxt"), "this is no recording\n".repeat(100));
        Path sparse = folder.resolve("sparse.fxt");
        try (RandomAccessFile file = new RandomAccessFile(sparse.toFile(), "rw")) {
            file.setLength(FOUR_GIBIBYTES);
        }
        Path zipped = Files.write(folder.resolve("zipped.fxt.gz"), new byte[] {0x1F, (byte) 0x8B, 8, 0, 1, 2, 3});
        CommandRun missing = run(command, none);
        assertEquals(2, missing.exit());
        assertTrue(missing.err().startsWith("zonecast: " + none + ": no such file"), missing.err());
        assertTrue(missing.err().contains("\nUsage: zonecast "), missing.err());
        assertFalse(missing.err().contains("Exception"), missing.err());
        assertNothingWritten();
        for (Path input : List.of(empty, text, sparse, zipped, folder)) {
            CommandRun run = run(command, input);

            assertOneLine(run, input.toString());
            assertTrue(run.err().contains(input.toString()), run.err());
            assertNothingWritten();
        }
    }

    @ParameterizedTest
    @MethodSource("readers")
    void shouldSayThatItMayNotReadAFile(List<String> command) throws Exception {
        Path input = good(command);
        Files.setPosixFilePermissions(input, PosixFilePermissions.fromString("---------"));
        BoundUser.run(() -> {
            assumeTrue(!Files.isReadable(input), "rights do not bind this user");

            CommandRun run = run(command, input);

            assertOneLine(run, "no rights");
            assertTrue(run.err().contains("permission denied"), run.err());
        });
    }

    @ParameterizedTest
    @MethodSource("writers")
    void shouldSayThatItMayNotWriteThere(List<String> command) throws Exception {
        Path locked = Files.createDirectory(folder.resolve("locked"));
        Files.setPosixFilePermissions(locked, PosixFilePermissions.fromString("r-x------"));
        try {
            BoundUser.run(() -> {
                assumeTrue(!Files.isWritable(locked), "rights do not bind this user");

                CommandRun run = CommandRun.of(filled(command, good(command), locked.resolve(OUTPUT)));

                assertOneLine(run, "no rights");
                assertTrue(run.err().contains("permission denied"), run.err());
            });
        } finally {
            Files.setPosixFilePermissions(locked, PosixFilePermissions.fromString("rwx------"));
        }
    }

    @ParameterizedTest
    @MethodSource("writers")
    void shouldRefuseAFolderAsItsOutput(List<String> command) {
        CommandRun run = CommandRun.of(filled(command, good(command), folder));

        assertOneLine(run, "a folder");
        assertTrue(run.err().contains("is a folder"), run.err());
    }

    @ParameterizedTest
    @MethodSource("writers")
    void shouldNotWriteOverTheFileThatItReads(List<String> command) throws IOException {
        Path input = good(command);
        byte[] before = Files.readAllBytes(input);
        Path link = Files.createSymbolicLink(folder.resolve("link"), input);
        for (Path output : List.of(input, link)) {
            CommandRun run = CommandRun.of(filled(command, input, output));

            assertOneLine(run, output.toString());
            assertTrue(run.err().contains(output + ": is the file that the command reads"), run.err());
            assertArrayEquals(before, Files.readAllBytes(input));
        }
    }

    @ParameterizedTest
    @MethodSource("commands")
    void shouldReadWhatIsThereOfAFileThatWasCut(List<String> command) throws IOException {
        byte[] trace = Files.readAllBytes(good);
        Path cut = folder.resolve("cut.fxt");
        for (int length : new int[] {9, 100, trace.length / 2 + 3, trace.length - 1}) {
            Files.write(cut, Arrays.copyOf(trace, length));

            CommandRun run = run(command, cut);

            assertEquals(0, run.exit(), length + ": " + run.err());
        }
        // A file that was made longer than what is in it.
        try (RandomAccessFile file = new RandomAccessFile(cut.toFile(), "rw")) {
            file.setLength(FOUR_GIBIBYTES);
        }
        assertEquals(0, run(command, cut).exit());
    }

    @Test
    void shouldImportWhatIsThereOrSayWhyNotWhereverAFileIsCut() throws IOException {
        List<String> command = List.of("import", "INPUT", "-o", "OUTPUT");
        int imported = 0;
        for (int length = 0; length < FOREIGN.length(); length++) {
            Path cut = Files.writeString(folder.resolve("cut.json"), FOREIGN.substring(0, length));
            if (run(command, cut).exit() == 0) {
                imported++;
                TraceReader.read(folder.resolve(OUTPUT), new TraceLog());
                Files.delete(folder.resolve(OUTPUT));
            } else {
                assertOneLine(run(command, cut), "cut at " + length);
                assertNothingWritten();
            }
        }
        assertTrue(imported > FOREIGN.length() / 2, imported + " were imported");
    }

    @Test
    void shouldImportOrSayWhyNotWhenAnyByteIsFlipped() throws IOException {
        List<String> command = List.of("import", "INPUT", "-o", "OUTPUT");
        Path damaged = folder.resolve("damaged.json");
        byte[] bytes = FOREIGN.getBytes(StandardCharsets.UTF_8);
        int refused = 0;
        for (int at = 0; at < bytes.length; at++) {
            byte[] flipped = bytes.clone();
            flipped[at] ^= (byte) (1 << at % Byte.SIZE);
            CommandRun run = run(command, Files.write(damaged, flipped));
            if (run.exit() == 0) {
                Files.delete(folder.resolve(OUTPUT));
            } else {
                refused++;
                assertOneLine(run, "byte " + at);
                assertNothingWritten();
            }
        }
        assertTrue(refused > 100, "only " + refused + " were refused");
    }

    @Test
    void shouldWorkOrSayWhyNotWhenAnyByteIsFlipped() throws IOException {
        byte[] trace = Arrays.copyOf(Files.readAllBytes(good), 1200);
        Path damaged = folder.resolve("damaged.fxt");
        List<List<String>> commands = commands().toList();
        int refused = 0;
        for (int at = 0; at < trace.length; at++) {
            byte[] flipped = trace.clone();
            flipped[at] ^= (byte) (1 << at % 8);
            Files.write(damaged, flipped);
            // In turn: all of them share the reader.
            List<String> command = commands.get(at % commands.size());
            Files.deleteIfExists(folder.resolve(OUTPUT));
            CommandRun run = run(command, damaged);
            if (run.exit() != 0) {
                refused++;
                assertOneLine(run, command + ", byte " + at);
                assertNothingWritten();
            }
        }
        assertTrue(refused > 20, "only " + refused + " were refused");
    }

    @ParameterizedTest
    @MethodSource("writers")
    void shouldLeaveWhatWasThereWhenTheDiskIsFull(List<String> command) throws Exception {
        Path disk = Files.createDirectory(folder.resolve("disk"));
        List<String> line = CommandProcess.program()
                .command(filled(command, command.contains("import") ? big() : good, disk.resolve(OUTPUT)));
        JavaProgram.Result run = CommandProcess.runOnSmallDisk(
                disk,
                "16k",
                "printf '" + BEFORE + "' > \"$DISK/output\";",
                line,
                "ls -A \"$DISK\"; cat \"$DISK/output\";");
        String said = run.output();

        assertEquals(2, run.exit(), said);
        List<String> lines =
                said.lines().filter(text -> !text.startsWith("Picked up")).toList();
        assertEquals(3, lines.size(), said);
        assertTrue(lines.getFirst().startsWith("zonecast: ") && said.contains("No space left"), said);
        assertEquals(List.of(OUTPUT, BEFORE), lines.subList(1, 3));
    }

    @ParameterizedTest
    @MethodSource("writers")
    void shouldLeaveNothingHalfDoneWhenInterrupted(List<String> command) throws Exception {
        Path pipe = folder.resolve("pipe.fxt");
        boolean made;
        try {
            made = new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0;
        } catch (IOException e) {
            made = false;
        }
        assumeTrue(made, "pipes have no names here");
        Process process = CommandProcess.startInterruptible(
                CommandProcess.program().command(filled(command, pipe, folder.resolve(OUTPUT))));
        // The recording does not end: the command is in the middle of it.
        try (OutputStream recording = Files.newOutputStream(pipe)) {
            recording.write(beginning(command));
            recording.flush();
            CommandProcess.interrupt(process);
            assertTrue(process.waitFor(60, TimeUnit.SECONDS));
        }

        assertEquals(130, process.exitValue());
        assertNothingWritten();
    }

    /** So much that a recording of it does not fit on the disk. */
    private Path big() throws IOException {
        String event = "{\"ph\":\"X\",\"name\":\"a\",\"pid\":1,\"tid\":2,\"ts\":";
        StringBuilder events = new StringBuilder("[");
        for (int i = 0; i < 1_000; i++) {
            events.append(event).append(i).append(",\"dur\":1},");
        }
        return Files.writeString(folder.resolve("big.json"), events);
    }

    /** So much of a file that the command is in the middle of it. */
    private byte[] beginning(List<String> command) throws IOException {
        return command.contains("import")
                ? FOREIGN.substring(0, FOREIGN.length() / 2).getBytes(StandardCharsets.UTF_8)
                : Files.readAllBytes(good);
    }
}
