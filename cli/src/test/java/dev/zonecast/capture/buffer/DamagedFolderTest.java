package dev.zonecast.capture.buffer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.zonecast.capture.BoundUser;
import dev.zonecast.cli.CommandProcess;
import dev.zonecast.cli.CommandRun;
import dev.zonecast.flight.buffer.RuntimeFolder;
import dev.zonecast.fxt.fixtures.JavaProgram;
import dev.zonecast.trace.TraceListener;
import dev.zonecast.trace.TraceReader;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever is wrong with what a program left: {@code recover} makes a trace that can be read, or says in one line why not, with exit
 * code 2 and without a file.
 */
class DamagedFolderTest {
    private static final long FOUR_GIBIBYTES = 4L << 30;
    private static final int FLIPS = 60;

    private static Path left;

    @TempDir
    private Path folder;

    private Path damaged;
    private Path output;

    @BeforeAll
    static void killAProgram(@TempDir Path runtime) throws Exception {
        List<String> flags = List.of(
                "-Dzonecast.buffer=circular", "-Dzonecast.buffer.size=1", "-Dzonecast.buffer.folder=" + runtime);
        Process child = KilledProgram.program(ZoneWriter.class, flags).start("2", "20", "100000");
        int _ = child.getInputStream().readNBytes(500).length;
        JavaProgram.kill(child);
        left = RuntimeFolder.open(runtime).programs().getFirst().path();
    }

    @BeforeEach
    void copy() throws IOException {
        damaged = Files.createDirectory(folder.resolve("damaged"));
        output = folder.resolve("output.fxt");
        for (Path file : files()) {
            Files.copy(file, damaged.resolve(file.getFileName()));
        }
    }

    private static List<Path> files() throws IOException {
        try (Stream<Path> all = Files.list(left)) {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }

    private void restore(Path file) throws IOException {
        Files.copy(file, damaged.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
    }

    /** True if there is a trace. */
    private boolean recovers(String about) throws IOException {
        CommandRun run = CommandRun.of("recover", damaged, "-o", output);
        assertTrue(run.err().startsWith("zonecast: "), about + ": " + run.err());
        assertFalse(run.err().contains("Exception"), about + ": " + run.err());
        if (run.exit() == 0) {
            assertTrue(run.err().lines().anyMatch(line -> line.startsWith("losses")), about + ": " + run.err());
            TraceReader.read(output, new TraceListener() {});
            Files.delete(output);
        } else {
            assertEquals(2, run.exit(), about + ": " + run.err());
            assertEquals(1, run.err().lines().count(), about + ": " + run.err());
        }
        try (Stream<Path> all = Files.list(folder)) {
            assertEquals(List.of(damaged), all.toList(), about);
        }
        return run.exit() == 0;
    }

    @Test
    void shouldRecoverWhatIsWhole() throws IOException {
        assertTrue(recovers("whole"));
    }

    @Test
    void shouldNameTheTraceByTheFolderHoweverThatIsGiven() throws Exception {
        JavaProgram.Result run = CommandProcess.program().run("recover", damaged + "/.");

        assertEquals(0, run.exit(), run.output());
        assertTrue(run.output().contains("wrote damaged.fxt: "), run.output());
    }

    @Test
    void shouldSayWhatIsNoFolderOfAProgram() throws IOException {
        Path none = folder.resolve("none");
        Path text = Files.writeString(folder.resolve("text"), "this is no folder\n");
        for (Path given : List.of(none, text)) {
            CommandRun run = CommandRun.of("recover", given);

            assertEquals(2, run.exit(), run.toString());
            // The form of the command follows where there is no such folder.
            assertEquals(given.equals(none) ? 3 : 1, run.err().lines().count(), run.err());
            assertTrue(run.err().contains(given.toString()), run.err());
        }
        assertFalse(Files.exists(none));
        for (Path given : List.of(none, text, folder)) {
            CommandRun run = CommandRun.of("recover", "--verify", given);

            assertEquals(2, run.exit(), run.toString());
            assertTrue((run.out() + run.err()).contains(given.toString()), run.toString());
        }
    }

    @Test
    void shouldRecoverOrSayWhyNotWhenAFileIsEmptyOrCutOrSomethingElse() throws IOException {
        for (Path file : files()) {
            Path copy = damaged.resolve(file.getFileName());
            byte[] bytes = Files.readAllBytes(file);
            for (int length : new int[] {0, 1, 100, bytes.length / 2, Math.max(0, bytes.length - 1)}) {
                Files.write(copy, Arrays.copyOf(bytes, Math.min(length, bytes.length)));
                recovers(file.getFileName() + " cut to " + length);
            }
            Files.writeString(copy, "this is something else\n".repeat(1000));
            recovers(file.getFileName() + " of text");
            try (RandomAccessFile sparse = new RandomAccessFile(copy.toFile(), "rw")) {
                sparse.setLength(0);
                sparse.setLength(FOUR_GIBIBYTES);
            }
            recovers(file.getFileName() + " of zeros");
            Files.delete(copy);
            recovers(file.getFileName() + " missing");
            Files.createDirectory(copy);
            recovers(file.getFileName() + " a folder");
            Files.delete(copy);
            restore(file);
        }
    }

    @Test
    void shouldRecoverOrSayWhyNotWhenBytesAreFlipped() throws IOException {
        Random random = new Random(5);
        int recovered = 0;
        for (Path file : files()) {
            Path copy = damaged.resolve(file.getFileName());
            int length = (int) Files.size(file);
            for (int i = 0; i < FLIPS && length > 0; i++) {
                // Half of them at the front, where the tables are.
                int at = random.nextInt(i % 2 == 0 ? Math.min(length, 512) : length);
                try (RandomAccessFile bytes = new RandomAccessFile(copy.toFile(), "rw")) {
                    bytes.seek(at);
                    int value = bytes.read();
                    bytes.seek(at);
                    bytes.write(value ^ 1 << i % Byte.SIZE);
                    recovered += recovers(file.getFileName() + ", byte " + at) ? 1 : 0;
                    bytes.seek(at);
                    bytes.write(value);
                }
            }
        }
        assertTrue(recovered > 0);
    }

    @Test
    void shouldSayThatItMayNotReadOrWrite() throws Exception {
        for (Path file : files()) {
            Path copy = damaged.resolve(file.getFileName());
            Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("---------"));
            BoundUser.run(() -> {
                assumeTrue(!Files.isReadable(copy), "rights do not bind this user");
                recovers(file.getFileName() + " without rights");
            });
            Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("rw-------"));
        }
    }
}
