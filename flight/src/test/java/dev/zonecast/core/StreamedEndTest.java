package dev.zonecast.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.FileInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The end of a program whose streaming buffer cannot be saved in time. */
class StreamedEndTest {
    static final class Program {
        /** More than a pipe holds, and less than half a buffer. */
        private static final int ZONES = 20_000;

        private Program() {}

        public static void main(String[] arguments) {
            SourceLocation here = SourceLocation.here("zone");
            for (int i = 0; i < ZONES; i++) {
                Zone.end(Zone.begin(here));
            }
            System.out.println("flushed " + Zonecast.flush(Duration.ofSeconds(60)));
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

        ChildJvm.Result result = new ChildJvm()
                .flags(
                        "-Dzonecast.listen=false",
                        "-Dzonecast.record=" + pipe,
                        "-Dzonecast.buffer=streaming",
                        "-Dzonecast.buffer.bytes=8M",
                        "-Dzonecast.ring.wait=1000000",
                        "-Dzonecast.buffer.folder=" + folder.resolve("run"))
                .run(Program.class)
                .expectSuccess();

        assertEquals(List.of("flushed true", "complete false", "complete false"), result.outLines());
        try (Stream<Path> left = Files.list(folder.resolve("run"))) {
            assertTrue(left.findAny().isPresent());
        }
        reader.join().close();
    }

    private static FileInputStream open(Path pipe) {
        try {
            return new FileInputStream(pipe.toFile());
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
