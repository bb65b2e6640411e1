package dev.zonecast.trace.stats;

import static dev.zonecast.trace.stats.ScriptedTrace.MILLI;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.trace.LossAccount;
import dev.zonecast.trace.LossKind;
import dev.zonecast.trace.TraceListener;
import dev.zonecast.trace.TraceReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How long jobs were queued and ran. The files of these tests have each flow behind the zone that it leads to. */
class FlowTimesTest {
    private static final int MAIN = 10;
    private static final int WORKER = 11;

    @TempDir
    Path folder;

    private final ScriptedTrace trace = new ScriptedTrace().thread(MAIN, "main").thread(WORKER, "worker");
    private LossAccount losses;

    private List<String> read() throws IOException {
        Path file = folder.resolve("trace.fxt");
        TraceStatistics statistics = trace.statistics(file);
        losses = TraceReader.read(file, new TraceListener() {}).losses();
        return statistics.flows().stream()
                .map(flow -> flow.name() + " " + flow.waits().count() + " queued "
                        + flow.waits().sum() / MILLI + " ran " + flow.runs().count() + " x "
                        + flow.runs().sum() / MILLI)
                .toList();
    }

    @Test
    void shouldTakeTheInnermostZoneAroundTheEndAsTheRun() throws IOException {
        trace.begin(WORKER, "loop", 0)
                .zone(WORKER, "cull", 5 * MILLI, 12 * MILLI)
                .zone(WORKER, "cull", 20 * MILLI, 23 * MILLI)
                .end(WORKER, 30 * MILLI)
                .flow("cull", MAIN, MILLI, WORKER, 5 * MILLI, 1)
                .flow("cull", MAIN, 18 * MILLI, WORKER, 20 * MILLI, 2)
                .flow("poll", MAIN, 24 * MILLI, WORKER, 25 * MILLI, 3)
                .flow("late", MAIN, 31 * MILLI, WORKER, 33 * MILLI, 4);

        assertEquals(
                List.of("cull 2 queued 6 ran 2 x 10", "poll 1 queued 1 ran 1 x 30", "late 1 queued 2 ran 0 x 0"),
                read());
        assertEquals(0, losses.of(LossKind.FLOWS_TO_NOWHERE));
    }

    @Test
    void shouldCallNoWaitForAResultARun() throws IOException {
        trace.idle("wait for cull")
                .zone(MAIN, "wait for cull", 2 * MILLI, 9 * MILLI)
                .flow("cull: result", WORKER, 7 * MILLI, MAIN, 8 * MILLI, 1);

        assertEquals(List.of("cull: result 1 queued 1 ran 0 x 0"), read());
    }

    @Test
    void shouldCountBadFlowsAndKeepTheRest() throws IOException {
        trace.flowStep(10, "end alone", WORKER, MILLI, 1)
                .flowStep(8, "used twice", MAIN, MILLI, 2)
                .flow("used twice", MAIN, 2 * MILLI, WORKER, 5 * MILLI, 2)
                .flowStep(8, "nowhere", MAIN, 3 * MILLI, 3)
                .flow("backwards", MAIN, 9 * MILLI, WORKER, 8 * MILLI, 4)
                .flowStep(9, "step alone", WORKER, MILLI, 5);

        assertEquals(List.of("used twice 1 queued 3 ran 0 x 0", "backwards 1 queued 0 ran 0 x 0"), read());
        assertEquals(2, losses.of(LossKind.UNMATCHED_OTHER_ENDS));
        assertEquals(2, losses.of(LossKind.FLOWS_TO_NOWHERE));
        assertEquals(1, losses.of(LossKind.CLAMPED_TIMES));
        assertEquals(Map.of("used twice", 1L, "nowhere", 1L), losses.subjects(LossKind.FLOWS_TO_NOWHERE));
    }

    @Test
    void shouldMakeAnArrowOfEachStep() throws IOException {
        trace.flowStep(8, "way", MAIN, MILLI, 1)
                .flowStep(9, "way", WORKER, 3 * MILLI, 1)
                .flowStep(10, "way", MAIN, 7 * MILLI, 1);

        assertEquals(List.of("way 2 queued 6 ran 0 x 0"), read());
    }

    @Test
    void shouldCountAFlowThatEndsWithAStep() throws IOException {
        trace.flowStep(8, "way", MAIN, MILLI, 1).flowStep(9, "way", WORKER, 3 * MILLI, 1);

        assertEquals(List.of("way 1 queued 2 ran 0 x 0"), read());
        assertEquals(Map.of("way", 1L), losses.subjects(LossKind.FLOWS_TO_NOWHERE));
    }
}
