package dev.zonecast.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.FileInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The end of a program whose streaming buffer cannot be saved in time. */
class StreamedEndTest {
    static final class Program {
        /** More than a pipe holds, and less than half a buffer. */
        private static final int ZONES = 20_000;

        private Program() {}

        /** Begins to record, so it waits for the reader of the pipe. */
        static void record() {
            SourceLocation here = SourceLocation.here("zone");
            for (int i = 0; i < ZONES; i++) {
                Zone.end(Zone.begin(here));
            }
            System.out.println("flushed " + Zonecast.flush(Duration.ofSeconds(60)));
        }

        public static void main(String[] arguments) {
            record();
            System.out.println("complete " + Zonecast.shutdown(Duration.ofSeconds(1)));
            System.out.println("complete " + Zonecast.shutdown(Duration.ofSeconds(1)));
        }
    }

    @Test
    void shouldReturnFalseAndKeepTheBufferWhenNobodyReadsTheFile(@TempDir Path folder) throws Exception {
        Path pipe = folder.resolve("pipe.fxt");
        assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0, "there are pipes");
        // Each end waits for the other.
        CompletableFuture<FileInputStream> reader = CompletableFuture.supplyAsync(() -> open(pipe));

        ChildJvm.Result result = streaming(pipe, folder)
                .flags("-Dzonecast.shutdown.limit=1000")
                .run(Program.class)
                .expectSuccess();

        assertEquals(List.of("flushed true", "complete false", "complete false"), result.outLines());
        try (Stream<Path> left = Files.list(folder.resolve("run"))) {
            assertTrue(left.findAny().isPresent());
        }
        reader.join().close();
    }

    private static ChildJvm streaming(Path pipe, Path folder) {
        return new ChildJvm()
                .flags(
                        "-Dzonecast.listen=false",
                        "-Dzonecast.record=" + pipe,
                        "-Dzonecast.buffer=streaming",
                        "-Dzonecast.buffer.bytes=8M",
                        "-Dzonecast.ring.wait=1000000",
                        "-Dzonecast.buffer.folder=" + folder.resolve("run"));
    }

    static final class EndedAgain {
        private EndedAgain() {}

        public static void main(String[] arguments) throws Exception {
            CountDownLatch mayRead = new CountDownLatch(1);
            Thread.ofPlatform().daemon().start(() -> read(Path.of(arguments[0]), mayRead));
            Program.record();
            FutureTask<Boolean> first = new FutureTask<>(() -> Zonecast.shutdown(Duration.ofSeconds(60)));
            Thread.ofPlatform().start(first);
            while (!saves()) {
                LockSupport.parkNanos(1_000_000);
            }
            System.out.println("second " + Zonecast.shutdown(Duration.ofMillis(50)));
            mayRead.countDown();
            System.out.println("third " + Zonecast.shutdown(Duration.ofSeconds(60)));
            System.out.println("first " + first.get());
        }

        private static void read(Path pipe, CountDownLatch mayRead) {
            try (InputStream in = open(pipe)) {
                mayRead.await();
                long ignored = in.transferTo(OutputStream.nullOutputStream());
            } catch (java.io.IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        private static boolean saves() {
            return Thread.getAllStackTraces().values().stream()
                    .flatMap(Arrays::stream)
                    .anyMatch(call -> call.getClassName().endsWith(".ProgramBuffer")
                            && call.getMethodName().equals("close"));
        }
    }

    @Test
    void shouldWaitForTheFirstEndInASecondOne(@TempDir Path folder) throws Exception {
        Path pipe = folder.resolve("pipe.fxt");
        assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0, "there are pipes");

        ChildJvm.Result result =
                streaming(pipe, folder).run(EndedAgain.class, pipe.toString()).expectSuccess();

        assertEquals(List.of("flushed true", "second false", "third true", "first true"), result.outLines());
    }

    /** Its file cannot be written, and its log throws at the line about that. */
    static final class BrokenPipe {
        private BrokenPipe() {}

        public static void main(String[] arguments) throws Exception {
            BrokenLog.from("ends: ");
            FutureTask<FileInputStream> reader = new FutureTask<>(() -> open(Path.of(arguments[0])));
            Thread.ofPlatform().start(reader);
            Program.record();
            reader.get().close();
            System.out.println("complete " + Zonecast.shutdown(Duration.ofSeconds(60)));
        }
    }

    @Test
    void shouldKeepTheBufferWhenTheLogThrowsAtTheLineAboutAFileThatFailed(@TempDir Path folder) throws Exception {
        Path pipe = folder.resolve("pipe.fxt");
        assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0, "there are pipes");

        ChildJvm.Result result =
                streaming(pipe, folder).run(BrokenPipe.class, pipe.toString()).expectSuccess();

        assertEquals(List.of("flushed true", "complete false"), result.outLines(), result.toString());
        try (Stream<Path> left = Files.list(folder.resolve("run"))) {
            assertTrue(left.findAny().isPresent());
        }
    }

    private static FileInputStream open(Path pipe) {
        try {
            return new FileInputStream(pipe.toFile());
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
