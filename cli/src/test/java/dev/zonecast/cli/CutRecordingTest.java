package dev.zonecast.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.ZstdInputStream;
import dev.zonecast.capture.Waiting;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.fxt.fixtures.JavaProgram;
import dev.zonecast.trace.TraceLog;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CutRecordingTest {
    @TempDir
    Path folder;

    /** Records zones, and stays. A test that waits for long must not find a file without bounds. */
    static final class Busy {
        private static final int ZONES = 1_000_000;
        private static final SourceLocation WORK = SourceLocation.here("work");

        private Busy() {}

        public static void main(String[] args) throws InterruptedException {
            for (int i = 0; i < ZONES; i++) {
                long zone = Zone.begin(WORK);
                Thread.onSpinWait();
                Zone.end(zone);
            }
            Thread.sleep(Duration.ofMinutes(10));
        }
    }

    private Path killed(String ending) throws Exception {
        Path file = folder.resolve("game.fxt" + ending);
        Process process = new JavaProgram(Busy.class)
                .flags("-Dzonecast.record=" + file, "-Dzonecast.listen=false")
                .startInto(folder.resolve("output.txt"));
        try {
            Waiting.until(
                    () -> "nothing is recorded",
                    () -> !process.isAlive() || (Files.exists(file) && Files.size(file) >= 200_000));
        } finally {
            process.destroyForcibly().waitFor();
        }
        assertTrue(Files.size(file) >= 200_000, Files.readString(folder.resolve("output.txt")));
        return file;
    }

    @ParameterizedTest
    @ValueSource(strings = {".gz", ".zst"})
    void shouldMakeAWholeFileOfAKilledProgramsRecording(String ending) throws Exception {
        Path whole = killed(ending);
        Path cut = folder.resolve("cut.fxt" + ending);
        byte[] bytes = Files.readAllBytes(whole);
        Files.write(cut, Arrays.copyOf(bytes, bytes.length * 3 / 4 + 5));

        CommandRun run = CommandRun.of("recover", cut);

        assertEquals(0, run.exit(), run.err());
        Path recovered = folder.resolve("recovered-cut.fxt" + ending);
        List<Long> all = TraceLog.of(whole).begins();
        List<Long> kept = TraceLog.of(recovered).begins();
        // What is open at a cut ends there.
        assertTrue(kept.size() > all.size() / 2, kept.size() + " of " + all.size());
        assertEquals(all.subList(0, kept.size() - 1), kept.subList(0, kept.size() - 1));
        assertTrue(isWhole(recovered, ending), "as the usual tool finds");
        assertFalse(isWhole(cut, ending), "as the usual tool finds");
    }

    /** By programs that others wrote. */
    private boolean isWhole(Path file, String ending) throws Exception {
        if (ending.equals(".zst")) {
            try (ZstdInputStream in = new ZstdInputStream(Files.newInputStream(file))) {
                return in.transferTo(OutputStream.nullOutputStream()) > 0;
            } catch (IOException e) {
                return false;
            }
        }
        return new ProcessBuilder("gzip", "-t", file.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("tool.txt").toFile())
                        .start()
                        .waitFor()
                == 0;
    }

    @Test
    void shouldTakeTheCompressionFromTheNameOfTheOutput() throws IOException {
        Path plain = SampleTrace.write(folder.resolve("plain.fxt"), 100);
        byte[] bytes = Files.readAllBytes(plain);
        Files.write(plain, Arrays.copyOf(bytes, bytes.length - 5));
        Path small = folder.resolve("small.fxt.gz");

        CommandRun run = CommandRun.of("recover", plain, "-o", small);

        assertEquals(0, run.exit(), run.err());
        assertEquals(TraceLog.of(plain).begins(), TraceLog.of(small).begins());
        assertTrue(Files.size(small) < bytes.length / 2, "compressed");
    }

    @Test
    void shouldOverwriteNothingAndLeaveNothingWhereThereIsNothing() throws IOException {
        Path plain = SampleTrace.write(folder.resolve("plain.fxt"), 100);
        Path there = Files.writeString(folder.resolve("there.fxt"), "something");
        Path empty = Files.createFile(folder.resolve("empty.fxt"));

        CommandRun over = CommandRun.of("recover", plain, "-o", there);
        CommandRun nothing = CommandRun.of("recover", empty);

        assertEquals(2, over.exit());
        assertEquals("zonecast: " + there + ": exists already", over.err().strip());
        assertEquals("something", Files.readString(there));
        assertEquals(2, nothing.exit());
        assertTrue(nothing.err().contains("no whole record can be read"), nothing.err());
        assertFalse(Files.exists(folder.resolve("recovered-empty.fxt")));
    }

    @Test
    void shouldNameTheFileThatTheDiskHasNoRoomFor() throws Exception {
        Path plain = SampleTrace.write(folder.resolve("plain.fxt"), 5000);
        Path disk = Files.createDirectory(folder.resolve("disk"));
        Path output = disk.resolve("output.fxt");

        JavaProgram.Result run = CommandProcess.runOnSmallDisk(
                disk,
                "16k",
                "",
                CommandProcess.program().command("recover", plain, "-o", output),
                "echo \"left: $(ls -A \"$DISK\")\";");

        assertEquals(2, run.exit(), run.output());
        assertTrue(run.output().contains("zonecast: " + output + ": No space left on device"), run.output());
        assertTrue(run.output().endsWith("left: \n"), run.output());
    }
}
