package dev.zonecast.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RehearsalTest {
    @TempDir
    private Path folder;

    /** In a JVM of its own: a JVM keeps what it learned when it ends. */
    @Test
    void shouldSayNothingAndLeaveNothing() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Djava.io.tmpdir=" + folder,
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path")
                                + File.pathSeparator
                                + System.getProperty("jdk.module.path", ""),
                        Rehearsal.class.getName()))
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertEquals(0, process.waitFor(), said);
        try (Stream<Path> left = Files.list(folder)) {
            assertTrue(left.findAny().isEmpty(), said);
        }
    }

    @Test
    void shouldKnowAllCommandsByTheirNames() {
        String help = CommandRun.of("--help").out();

        for (String name : List.of("stats", "compare", "export", "report", "record", "recover", "manager", "import")) {
            assertTrue(help.contains("  " + name), help);
            CommandRun alone = CommandRun.of(name, "--help");
            assertEquals(0, alone.exit(), alone.err());
            assertTrue(alone.out().contains("zonecast " + name), alone.out());
            assertEquals(CommandRun.of("help", name).out(), alone.out());
        }
    }
}
