package dev.zonecast.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.fxt.fixtures.JavaProgram;
import java.io.IOException;
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
        JavaProgram.Result run = new JavaProgram(Rehearsal.class)
                .flags("-Djava.io.tmpdir=" + folder)
                .run();

        assertEquals(0, run.exit(), run.output());
        try (Stream<Path> left = Files.list(folder)) {
            assertTrue(left.findAny().isEmpty(), run.output());
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
