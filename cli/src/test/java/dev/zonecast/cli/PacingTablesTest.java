package dev.zonecast.cli;

import static dev.zonecast.trace.stats.ScriptedTrace.MILLI;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.trace.stats.ScriptedTrace;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PacingTablesTest {
    private static final int MAIN = 10;
    private static final int GPU = 600;

    @TempDir
    Path folder;

    private Path trace() throws IOException {
        ScriptedTrace trace = new ScriptedTrace().thread(MAIN, "main").gpu(GPU, "gpu", MAIN);
        long begin = 0;
        for (int i = 0; i < 5; i++) {
            long length = (i == 2 ? 30 : 10) * MILLI;
            trace.zone(MAIN, "glfwPollEvents", begin + MILLI, begin + 2 * MILLI)
                    .gpuZone(GPU, "pass", begin + 3 * MILLI, begin + 4 * MILLI, begin + 7 * MILLI)
                    .zone(MAIN, "glfwSwapBuffers", begin + 8 * MILLI, begin + 9 * MILLI)
                    .markedFrame(MAIN, i, begin, begin + length);
            begin += length;
        }
        return trace.write(folder.resolve("frames.fxt"));
    }

    @Test
    void shouldPrintPacingAndPhases() throws IOException {
        CommandRun run = CommandRun.of("stats", trace(), "--show", "PACING");

        List<String> lines = run.out().lines().toList();
        assertEquals(0, run.exit());
        assertTrue(
                lines.stream().anyMatch(line -> line.matches("Frame +4 +10\\.00 ms +13\\.33 ms +2 +30\\.00 ms .*")),
                run.out());
        assertTrue(lines.stream().anyMatch(line -> line.matches("input to GPU end +5 +6\\.000 ms .*")), run.out());
    }

    @Test
    void shouldWriteARowForEachFrame() throws IOException {
        String json =
                CommandRun.of("stats", trace(), "--show", "PACING", "--json").out();

        List<Object> rows = JsonTree.list(JsonTree.at(JsonTree.of(json), "frameRows"));
        assertEquals(5, rows.size());
        assertEquals(1e6, JsonTree.at(rows.getFirst(), "inputNanos"));
        assertEquals(7e6, JsonTree.at(rows.getFirst(), "gpuEndNanos"));
        assertTrue(json.contains("\"jitterNanos\":13333333"), json);
        assertTrue(json.contains("\"missed\":2"), json);
    }

    /** Files behind each other have programs of one process id. */
    @Test
    void shouldSayWhichProgramARowIsOf() throws IOException {
        byte[] one = Files.readAllBytes(trace());
        ByteBuffer two = ByteBuffer.allocate(2 * one.length).put(one).put(one);
        Path file = Files.write(folder.resolve("two.fxt"), two.array());

        Object all = JsonTree.of(
                CommandRun.of("stats", file, "--show", "PACING", "--json").out());

        assertEquals(List.of("4242#1", "4242#2"), programs(all, "framePacing"));
        assertEquals(List.of("4242#1", "4242#2"), programs(all, "framePhases"));
        assertEquals(List.of("4242#1", "4242#2"), programs(all, "frameRows"));
        assertEquals(10, JsonTree.list(JsonTree.at(all, "frameRows")).size());
    }

    private static List<Object> programs(Object tree, String array) {
        return JsonTree.list(JsonTree.at(tree, array)).stream()
                .map(row -> JsonTree.at(row, "programId"))
                .distinct()
                .toList();
    }
}
