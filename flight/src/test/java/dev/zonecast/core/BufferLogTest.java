package dev.zonecast.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lines of the log about a trace buffer and its file. */
class BufferLogTest {
    static final class Program {
        private Program() {}

        public static void main(String[] arguments) {
            Zone.end(Zone.begin(SourceLocation.here("zone")));
        }
    }

    @ParameterizedTest
    @CsvSource({"circular, saved at the end to", "streaming, and on to"})
    void shouldNameBufferAndFileAtTheStartAndTheFileAtTheEnd(String mode, String way, @TempDir Path folder)
            throws Exception {
        Path file = folder.resolve("game.fxt");

        ChildJvm.Result result = new ChildJvm()
                .flags(
                        "-Dzonecast.listen=false",
                        "-Dzonecast.record=" + file,
                        "-Dzonecast.buffer=" + mode,
                        "-Dzonecast.buffer.bytes=4M",
                        "-Dzonecast.buffer.folder=" + folder.resolve("run"))
                .run(Program.class)
                .expectSuccess();

        String begin = "recording to a " + mode + " trace buffer of 4 MiB in " + folder.resolve("run");
        assertEquals(
                1,
                result.err()
                        .lines()
                        .filter(line -> line.contains(begin) && line.endsWith(", " + way + " " + file))
                        .count(),
                result.err());
        String end = String.format(
                Locale.ROOT,
                "zonecast: recorded %.1f kB, no losses. Look at it: zonecast report %s",
                Files.size(file) / 1e3,
                file);
        assertEquals(1, result.err().lines().filter(end::equals).count(), result.err());
        assertEquals(
                1,
                result.err()
                        .lines()
                        .filter(line -> line.contains("recording to "))
                        .count(),
                result.err());
    }

    /** An incident before the end, and a snapshot after it. */
    static final class WithoutSnapshots {
        private WithoutSnapshots() {}

        public static void main(String[] arguments) throws Exception {
            Zonecast.alert("lag");
            if (!Zonecast.shutdown(Duration.ofSeconds(60))) {
                throw new AssertionError("not ended");
            }
            try {
                System.out.println(Zonecast.snapshot(Path.of(arguments[0])).get());
            } catch (ExecutionException e) {
                System.out.println(e.getCause().getMessage());
            }
        }
    }

    @Test
    void shouldSayWhyThereIsNoSnapshot(@TempDir Path folder) throws Exception {
        Path noFolder = Files.writeString(folder.resolve("text"), "");

        ChildJvm.Result result = new ChildJvm()
                .flags(
                        "-Dzonecast.listen=false",
                        "-Dzonecast.buffer=circular",
                        "-Dzonecast.buffer.bytes=4M",
                        "-Dzonecast.buffer.folder=" + folder.resolve("run"),
                        "-Dzonecast.snapshot.folder=" + noFolder)
                .run(WithoutSnapshots.class, folder.resolve("late.fxt").toString())
                .expectSuccess();

        assertTrue(
                result.err()
                        .lines()
                        .anyMatch(line -> line.contains("no snapshot (alert lag) " + noFolder)
                                && line.endsWith(".fxt: " + noFolder + " is not a folder")),
                result.err());
        assertEquals("the profiler has ended", result.out().strip());
    }

    /** Snapshots wait when the program ends, and a file is in place of the recording's folder. */
    static final class WithoutFolder {
        private WithoutFolder() {}

        public static void main(String[] arguments) throws Exception {
            Path folder = Path.of(arguments[0]);
            Zone.end(Zone.begin(SourceLocation.here("zone")));
            Files.delete(folder);
            Path noFolder = Files.createFile(folder);
            List<CompletableFuture<Path>> snapshots = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                snapshots.add(Zonecast.snapshot(noFolder.resolveSibling(i + ".fxt")));
            }
            System.out.println("complete " + Zonecast.shutdown(Duration.ofSeconds(60)));
            System.out.println("snapshots "
                    + snapshots.stream().filter(CompletableFuture::isDone).count());
        }
    }

    @Test
    void shouldTakeTheSnapshotsThatWaitWhenTheRecordingCannotBeSaved(@TempDir Path folder) throws Exception {
        Path gone = Files.createDirectory(folder.resolve("gone"));

        ChildJvm.Result result = new ChildJvm()
                .flags(
                        "-Dzonecast.listen=false",
                        "-Dzonecast.record=" + gone.resolve("game.fxt"),
                        "-Dzonecast.buffer=circular",
                        "-Dzonecast.buffer.bytes=4M",
                        "-Dzonecast.buffer.folder=" + folder.resolve("run"))
                .run(WithoutFolder.class, gone.toString())
                .expectSuccess();

        assertEquals(List.of("complete false", "snapshots 8"), result.outLines(), result.toString());
    }

    /** The buffer's file becomes a pipe without a writer. A thread that opens it hangs, as with a disk that hangs. */
    static final class HangingDisk {
        private HangingDisk() {}

        public static void main(String[] arguments) throws Exception {
            Zone.end(Zone.begin(SourceLocation.here("zone")));
            if (!Zonecast.flush(Duration.ofSeconds(60))) {
                throw new AssertionError("not flushed");
            }
            Path buffer = buffer(Path.of(arguments[0]));
            Files.delete(buffer);
            if (new ProcessBuilder("mkfifo", buffer.toString()).start().waitFor() != 0) {
                throw new AssertionError("no pipe");
            }
        }

        static Path buffer(Path run) throws Exception {
            try (Stream<Path> all = Files.walk(run)) {
                return all.filter(file -> file.endsWith("buffer.zc")).findAny().orElseThrow();
            }
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldEndAndNameFileAndFolderWhenTheDiskHangs(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("game.fxt");
        Path run = folder.resolve("run");
        ChildJvm jvm = new ChildJvm()
                .flags(
                        "-Dzonecast.listen=false",
                        "-Dzonecast.record=" + file,
                        "-Dzonecast.buffer=circular",
                        "-Dzonecast.buffer.bytes=4M",
                        "-Dzonecast.buffer.folder=" + run,
                        "-Dzonecast.shutdown.limit=200");
        Process process = new ProcessBuilder(jvm.command(HangingDisk.class, run.toString())).start();
        try {
            assertTrue(process.waitFor(60, TimeUnit.SECONDS), "the program hangs at its end");

            String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(0, process.exitValue(), err);
            String line =
                    "zonecast: " + file + " may be incomplete: it was not saved in time (zonecast.shutdown.limit)."
                            + " Read the rest: zonecast recover "
                            + HangingDisk.buffer(run).getParent();
            assertEquals(1, err.lines().filter(line::equals).count(), err);
        } finally {
            process.destroyForcibly();
        }
    }
}
