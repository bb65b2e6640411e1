package dev.zonecast.trace.stats;

import static dev.zonecast.fxt.FxtLayout.STATE_BLOCKED;
import static dev.zonecast.fxt.FxtLayout.STATE_RUNNING;
import static dev.zonecast.trace.stats.ScriptedTrace.MILLI;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.trace.LossAccount;
import dev.zonecast.trace.LossKind;
import dev.zonecast.trace.TraceListener;
import dev.zonecast.trace.TraceReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs of threads on cores. */
class RunStatisticsTest {
    private static final int MAIN = 10;
    private static final int WORKER = 11;

    @TempDir
    Path folder;

    private final ScriptedTrace trace = new ScriptedTrace().thread(MAIN, "main").thread(WORKER, "worker");

    private List<String> threads(TraceStatistics statistics) {
        return statistics.runs().stream()
                .map(thread -> thread.track().name() + " " + thread.runs() + " runs " + thread.runningNanos() / MILLI
                        + " preempted " + thread.preemptedNanos() / MILLI + " waiting " + thread.waitingNanos() / MILLI
                        + " moves " + thread.moves())
                .toList();
    }

    @Test
    void shouldTellPreemptionFromWaiting() throws IOException {
        trace.contextSwitch(0, 0, 0, STATE_RUNNING, MAIN)
                .contextSwitch(0, 10 * MILLI, MAIN, STATE_RUNNING, WORKER)
                .contextSwitch(0, 14 * MILLI, WORKER, STATE_BLOCKED, MAIN)
                .contextSwitch(0, 20 * MILLI, MAIN, STATE_BLOCKED, 0)
                .contextSwitch(1, 25 * MILLI, 0, STATE_RUNNING, MAIN)
                .contextSwitch(1, 26 * MILLI, MAIN, STATE_BLOCKED, 0)
                .zone(MAIN, "update", 5 * MILLI, 26 * MILLI);

        TraceStatistics statistics = trace.statistics(folder.resolve("trace.fxt"));

        assertEquals(
                List.of(
                        "main 3 runs 17 preempted 4 waiting 5 moves 1",
                        "worker 1 runs 4 preempted 0 waiting 0 moves 0"),
                threads(statistics));
        // 5 ms of the first run, and all of the others.
        assertEquals(12 * MILLI, statistics.zones().getFirst().ran().sum());
    }

    /** A recording has a long run in parts: each ends ready to run, and the next one begins there. */
    @Test
    void shouldCountARunInPartsOnce() throws IOException {
        trace.contextSwitch(0, 0, 0, STATE_RUNNING, MAIN)
                .contextSwitch(0, 10 * MILLI, MAIN, STATE_RUNNING, 0)
                .contextSwitch(0, 10 * MILLI, 0, STATE_RUNNING, MAIN)
                .contextSwitch(0, 20 * MILLI, MAIN, STATE_BLOCKED, 0);

        assertEquals(
                List.of("main 1 runs 20 preempted 0 waiting 0 moves 0"),
                threads(trace.statistics(folder.resolve("trace.fxt"))));
    }

    @Test
    void shouldCountAnEndWithoutABegin() throws IOException {
        trace.contextSwitch(3, MILLI, MAIN, STATE_BLOCKED, 0)
                .contextSwitch(3, 2 * MILLI, 0, STATE_RUNNING, MAIN)
                .contextSwitch(3, 3 * MILLI, WORKER, STATE_BLOCKED, 0);
        Path file = folder.resolve("trace.fxt");

        assertEquals(List.of(), threads(trace.statistics(file)));
        LossAccount losses = TraceReader.read(file, new TraceListener() {}).losses();
        assertEquals(2, losses.of(LossKind.UNMATCHED_OTHER_ENDS));
    }
}
