package dev.zonecast.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.ChildJvm;
import dev.zonecast.core.Zonecast;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The JVM has no memory for a recording's buffers. */
class ScarceMemoryTest {
    static final class Program {
        private Program() {}

        public static void main(String[] arguments) {
            System.out.println("started " + Zonecast.start());
            System.out.println(
                    "crash reports " + (Thread.getDefaultUncaughtExceptionHandler() instanceof UncaughtAction));
            for (int i = 0; i < 2; i++) {
                // The first one leaves the file to the second one.
                try {
                    Zonecast.startRecording(Path.of(arguments[0]));
                } catch (IOException e) {
                    System.out.println(e.getMessage().contains("memory"));
                }
            }
        }
    }

    @Test
    void shouldStartWithoutTheRecordingAndReleaseItsFile(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("game.fxt");

        ChildJvm.Result result = new ChildJvm()
                .flags("-Dzonecast.listen=false", "-Dzonecast.record=" + file, "-XX:MaxDirectMemorySize=512K")
                .run(Program.class, file.toString())
                .expectSuccess();

        assertEquals(
                List.of("started true", "crash reports true", "true", "true"), result.outLines(), result.toString());
        assertTrue(result.err().contains("no recording: cannot record to " + file), result.err());
    }
}
