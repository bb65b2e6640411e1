package dev.zonecast.trace.stats;

import static dev.zonecast.fxt.FxtLayout.STATE_BLOCKED;
import static dev.zonecast.fxt.FxtLayout.STATE_RUNNING;
import static dev.zonecast.trace.stats.ScriptedTrace.MILLI;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.trace.LossAccount;
import dev.zonecast.trace.LossKind;
import dev.zonecast.trace.TraceEvent;
import dev.zonecast.trace.TraceEvent.CoreRun;
import dev.zonecast.trace.TraceListener;
import dev.zonecast.trace.TraceReader;
import dev.zonecast.trace.TraceSummary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
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
    void shouldDeliverARunInPartsAsOne() throws IOException {
        trace.contextSwitch(0, 0, 0, STATE_RUNNING, MAIN)
                .contextSwitch(0, 10 * MILLI, MAIN, STATE_RUNNING, 0)
                .contextSwitch(1, 5 * MILLI, 0, STATE_RUNNING, WORKER)
                .contextSwitch(1, 15 * MILLI, WORKER, STATE_RUNNING, 0)
                .contextSwitch(0, 10 * MILLI, 0, STATE_RUNNING, MAIN)
                .contextSwitch(0, 20 * MILLI, MAIN, STATE_RUNNING, 0)
                .contextSwitch(0, 20 * MILLI, 0, STATE_RUNNING, MAIN)
                .contextSwitch(0, 25 * MILLI, MAIN, STATE_BLOCKED, 0)
                .contextSwitch(0, 40 * MILLI, 0, STATE_RUNNING, MAIN)
                .contextSwitch(0, 45 * MILLI, MAIN, STATE_RUNNING, 0)
                // Another core, and another time.
                .contextSwitch(1, 45 * MILLI, 0, STATE_RUNNING, MAIN)
                .contextSwitch(1, 50 * MILLI, MAIN, STATE_RUNNING, 0)
                .contextSwitch(1, 51 * MILLI, 0, STATE_RUNNING, MAIN)
                .contextSwitch(1, 55 * MILLI, MAIN, STATE_RUNNING, 0);
        Path file = folder.resolve("trace.fxt");
        trace.write(file);
        List<String> runs = new ArrayList<>();
        TraceSummary ignored = TraceReader.read(file, new TraceListener() {
            @Override
            public void event(TraceEvent event) {
                if (event instanceof CoreRun run) {
                    runs.add(run.track().name() + " " + (run.endNanos() - run.beginNanos()) / MILLI + " on "
                            + run.core() + (run.preempted() ? " preempted" : ""));
                }
            }
        });

        assertEquals(
                List.of(
                        "main 25 on 0",
                        "main 5 on 0 preempted",
                        "main 5 on 1 preempted",
                        "worker 10 on 1 preempted",
                        "main 4 on 1 preempted"),
                runs);
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
