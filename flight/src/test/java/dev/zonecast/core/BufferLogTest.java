package dev.zonecast.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
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
}
