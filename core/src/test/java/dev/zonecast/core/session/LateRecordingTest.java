package dev.zonecast.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.zonecast.core.ChildJvm;
import dev.zonecast.core.Zonecast;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The profiler ends while a thread makes the file of a recording. */
class LateRecordingTest {
    static final class Program {
        private Program() {}

        private static void start(Path file) {
            try {
                Zonecast.startRecording(file);
                System.out.println("recording " + Zonecast.recordingFile());
            } catch (IOException e) {
                System.out.println(e.getMessage());
            }
        }

        private static boolean isMakingAFile() {
            return Thread.getAllStackTraces().values().stream()
                    .flatMap(Arrays::stream)
                    .anyMatch(frame -> frame.getClassName().endsWith(".LockedFile"));
        }

        /** The file is a pipe, which cannot be opened before it has a reader. */
        public static void main(String[] arguments) throws Exception {
            Path pipe = Path.of(arguments[0]);
            System.out.println("started " + Zonecast.start());
            Thread starter = Thread.ofPlatform().start(() -> start(pipe));
            while (!isMakingAFile()) {
                LockSupport.parkNanos(1_000_000);
            }
            System.out.println("ended " + Zonecast.shutdown(Duration.ofSeconds(60)));
            try (InputStream ignored = new FileInputStream(pipe.toFile())) {
                starter.join();
            }
        }
    }

    @Test
    void shouldRefuseTheRecording(@TempDir Path folder) throws Exception {
        Path pipe = folder.resolve("game.fxt");
        assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0, "there are pipes");

        ChildJvm.Result result = new ChildJvm()
                .flags("-Dzonecast.listen=false")
                .run(Program.class, pipe.toString())
                .expectSuccess();

        assertEquals(
                List.of("started true", "ended true", "cannot record to " + pipe + ": the profiler has been shut down"),
                result.outLines(),
                result.toString());
    }
}
