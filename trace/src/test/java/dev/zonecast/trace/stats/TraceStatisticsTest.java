package dev.zonecast.trace.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.fixtures.ProviderRecords;
import dev.zonecast.fxt.fixtures.TraceBytes;
import dev.zonecast.trace.LossAccount;
import dev.zonecast.trace.LossKind;
import dev.zonecast.trace.TraceReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceStatisticsTest {
    @TempDir
    Path folder;

    private static final int MOST = 100_000;
    private static final int SEVERITIES = 1000;
    private static final String FURTHER = "further markers, locks, severities, pools, blocks, fibers and GPU clocks";

    /** Other tracers name spans by what they load: names have no end. */
    @Test
    void shouldCountTheMarkersBeyondItsTable() throws IOException {
        TraceBytes trace = TraceBytes.trace().string(1, "work").thread(1, 7, 1);
        for (int i = 0; i < MOST + 2; i++) {
            trace.string(2, "load " + i);
            trace.event(FxtLayout.ASYNC_INSTANT, 0, 1, 1, 2, 1000).word(i).end();
        }
        trace.string(2, "load 0")
                .event(FxtLayout.ASYNC_INSTANT, 0, 1, 1, 2, 1000)
                .word(1)
                .end();
        TraceStatistics statistics = new FirstReading(ZoneFilter.ALL, 0).statistics(0);

        LossAccount losses = TraceReader.read(trace.stream(), statistics).losses();

        assertEquals(MOST, statistics.markers().size());
        assertEquals(2, statistics.markers().getFirst().count());
        assertEquals(2L, losses.subjects(LossKind.LEFT_OUT).get(FURTHER));
    }

    @Test
    void shouldCountTheLocksAndSeveritiesBeyondItsTables() throws IOException {
        TraceBytes trace = TraceBytes.trace();
        ProviderRecords records =
                new ProviderRecords(trace, 1, 7, "game").track(1, ExtensionLayout.TRACK_THREAD, 1, 0, "main");
        for (int i = 0; i < MOST + 2; i++) {
            records.lockWait(1, i, 1000, 2000);
        }
        int category = records.string("message");
        int name = records.string("severity");
        for (int i = 0; i < SEVERITIES + 3; i++) {
            trace.string(1000, "level " + i);
            trace.event(FxtLayout.INSTANT, 1, 1, category, name, 1000)
                    .word(6 | 1L << 4 | (long) name << 16 | 1000L << 32)
                    .end();
        }
        TraceStatistics statistics = new FirstReading(ZoneFilter.ALL, 0).statistics(0);

        LossAccount losses = TraceReader.read(trace.stream(), statistics).losses();

        assertEquals(MOST, statistics.locks().size());
        assertEquals(SEVERITIES, statistics.messageCounts().size());
        assertEquals(5L, losses.subjects(LossKind.LEFT_OUT).get(FURTHER));
    }

    @Test
    void shouldHaveTheLastNameOfALockThatIsOnlyWaitedFor() throws IOException {
        ScriptedTrace trace = new ScriptedTrace()
                .thread(10, "main")
                .lockWait(10, 3, "Game.java:7", 100, 200)
                .lockWait(10, 3, "assets", 300, 400);

        assertEquals(
                List.of("assets"),
                trace.statistics(folder.resolve("trace.fxt")).locks().stream()
                        .map(LockStatistics::name)
                        .toList());
    }

    @Test
    void shouldHaveThePlotsOfARenamedContextUnderItsLastName() throws IOException {
        ScriptedTrace trace = new ScriptedTrace()
                .thread(10, "main")
                .zone(10, "work", 0, 50)
                .gpuContext(3, "OpenGL")
                .gpuContext(4, "OpenGL")
                .gpuContext(5, "compute")
                .gpuCalibration(3, 100, 10, 1)
                .gpuCalibration(5, 200, 20, 2)
                .gpuContext(5, "particles")
                .gpuCalibration(5, 300, 30, 2)
                .gpuContext(4, "second window")
                .gpuCalibration(4, 400, 40, 1);

        List<String> plots = trace.statistics(folder.resolve("trace.fxt")).plots().stream()
                .map(plot -> plot.plot().name() + ": " + plot.count())
                .filter(text -> text.startsWith("GPU clock error"))
                .toList();

        // Another context has the name "OpenGL": that plot keeps it.
        assertEquals(
                List.of(
                        "GPU clock error: OpenGL (ns): 1",
                        "GPU clock error: particles (ns): 2",
                        "GPU clock error: second window (ns): 1"),
                plots);
    }
}
