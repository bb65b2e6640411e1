package dev.zonecast.capture.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever is wrong with a file: a command does its work, or says in one line why not. */
class DamagedFilesTest {
    /** Prime, so that all places of a word come up. */
    private static final int STEP = 61;

    @TempDir
    Path folder;

    @Test
    void shouldWorkOrSayWhyNotWhenAByteIsFlipped() throws IOException {
        byte[] trace = Arrays.copyOf(Files.readAllBytes(SampleTrace.write(folder.resolve("a.fxt"), 500)), 6000);
        Path damaged = folder.resolve("damaged.fxt");
        Path output = folder.resolve("output");
        int refused = 0;
        for (int at = 0; at < trace.length; at += STEP) {
            byte[] flipped = trace.clone();
            flipped[at] ^= (byte) (1 << at % 8);
            Files.write(damaged, flipped);
            for (List<Object> command : List.<List<Object>>of(
                    List.of("stats", damaged),
                    List.of("stats", damaged, "--json"),
                    List.of("compare", damaged, damaged),
                    List.of("export", damaged, "--to", "chrome", "-o", output),
                    List.of("export", damaged, "--to", "firefox", "-o", output),
                    List.of("export", damaged, "--to", "csv", "-o", output))) {
                refused += run(command, at) ? 0 : 1;
            }
        }
        assertTrue(refused > 6, "only " + refused + " were refused");
    }

    private static boolean run(List<Object> command, int at) {
        CommandRun run = CommandRun.of(command.toArray());
        if (run.exit() == 0) {
            return true;
        }
        assertEquals(2, run.exit(), command + ", byte " + at + ": " + run.err());
        assertEquals(1, run.err().lines().count(), run.err());
        assertTrue(run.err().startsWith("zonecast: "), run.err());
        return false;
    }
}
