package dev.zonecast.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.zonecast.flight.buffer.RuntimeFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A profiler with a trace buffer that cannot start, because the program ends. */
class LateStartTest {
    static final class Program {
        private Program() {}

        public static void main(String[] arguments) {
            Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(() -> {
                Zone.end(Zone.begin(SourceLocation.here("zone")));
                System.out.println("ended " + Zonecast.shutdown(Duration.ofSeconds(60)));
            }));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"circular", "streaming"})
    void shouldEndAndLeaveNothingBehindWhenItCannotStart(String mode, @TempDir Path folder) throws Exception {
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

        assertEquals(List.of("ended true"), result.outLines(), result.toString());
        assertFalse(result.err().contains("recover"), result.err());
        assertEquals(List.of(), RuntimeFolder.open(folder.resolve("run")).programs());
        assertEquals(mode.equals("streaming"), Files.exists(file));
    }
}
