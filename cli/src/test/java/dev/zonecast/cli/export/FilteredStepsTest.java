package dev.zonecast.cli.export;

import static dev.zonecast.cli.JsonTree.at;
import static dev.zonecast.cli.JsonTree.list;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.cli.CommandRun;
import dev.zonecast.cli.JsonTree;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.trace.stats.ScriptedTrace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A span or flow that is partly in the selection. */
class FilteredStepsTest {
    private static final long MILLI = ScriptedTrace.MILLI;
    private static final int MAIN = 10;
    private static final int WORKER = 11;

    @TempDir
    Path folder;

    private String phases(ScriptedTrace trace, String... options) throws IOException {
        Path file = trace.write(folder.resolve("steps.fxt"));
        Path target = folder.resolve("steps.json");
        List<Object> arguments = new ArrayList<>(List.of("export", file, "--to", "chrome", "-o", target));
        arguments.addAll(List.of(options));
        CommandRun run = CommandRun.of(arguments.toArray());
        assertEquals(0, run.exit(), run.err());
        return list(at(JsonTree.of(target), "traceEvents")).stream()
                .map(event -> at(event, "ph").toString())
                .filter("besf"::contains)
                .reduce("", String::concat);
    }

    private static ScriptedTrace trace() {
        return new ScriptedTrace().thread(MAIN, "main").thread(WORKER, "worker").message(MAIN, "begin", 0);
    }

    @ParameterizedTest
    @CsvSource({"--until, bsef", "--since, ''"})
    void shouldBeWholeOrMissingWhenItCrossesTheEdge(String option, String phases) throws IOException {
        ScriptedTrace trace = trace().flowStep(FxtLayout.ASYNC_BEGIN, "span", MAIN, MILLI, 1)
                .flowStep(FxtLayout.FLOW_BEGIN, "flow", MAIN, MILLI, 2)
                .flowStep(FxtLayout.ASYNC_END, "span", MAIN, 3 * MILLI, 1)
                .flowStep(FxtLayout.FLOW_END, "flow", WORKER, 3 * MILLI, 2)
                .message(MAIN, "end", 4 * MILLI);

        assertEquals(phases, phases(trace, option, "0.002"));
    }

    @Test
    void shouldGoByItsOwnBeginWhenSpansOfOneIdNest() throws IOException {
        ScriptedTrace trace = trace().flowStep(FxtLayout.ASYNC_BEGIN, "outer", MAIN, MILLI, 1)
                .flowStep(FxtLayout.ASYNC_BEGIN, "inner", WORKER, 2 * MILLI, 1)
                .flowStep(FxtLayout.ASYNC_END, "inner", MAIN, 3 * MILLI, 1)
                .flowStep(FxtLayout.ASYNC_END, "outer", WORKER, 4 * MILLI, 1);

        assertEquals("be", phases(trace, "--thread", "main"));
    }
}
