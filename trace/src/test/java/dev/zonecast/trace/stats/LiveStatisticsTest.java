package dev.zonecast.trace.stats;

import static dev.zonecast.trace.stats.ScriptedTrace.MILLI;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.trace.TraceEvent;
import dev.zonecast.trace.TraceListener;
import dev.zonecast.trace.TraceReader;
import dev.zonecast.trace.TraceZone;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiveStatisticsTest {
    private static final int MAIN = 10;
    private static final int FRAMES = 200;

    @TempDir
    Path folder;

    /** Frame i takes 10 ms: a zone of 8 ms that waits for a lock for 3 ms, with one of 2 ms inside, and a plot. */
    private Path trace() throws IOException {
        ScriptedTrace trace = new ScriptedTrace().thread(MAIN, "main");
        for (int i = 0; i < FRAMES; i++) {
            long begin = i * (10 * MILLI);
            trace.begin(MAIN, "outer", begin);
            trace.zone(MAIN, "inner", begin + MILLI, begin + 3 * MILLI);
            trace.lockWait(MAIN, 3, "assets", begin + 4 * MILLI, begin + 7 * MILLI);
            trace.end(MAIN, begin + 8 * MILLI);
            trace.plot(MAIN, "draw calls", begin + 8 * MILLI, i);
            trace.frame(i, begin, begin + 10 * MILLI);
        }
        return trace.write(folder.resolve("live.fxt"));
    }

    /** Reads, and ends an interval after every so many frames. */
    private static List<TraceStatistics> intervals(Path file, LiveStatistics live, int framesOfInterval)
            throws IOException {
        List<TraceStatistics> ended = new ArrayList<>();
        TraceReader.read(file, new TraceListener() {
            private int frames;

            @Override
            public void session(dev.zonecast.trace.Session session) {
                live.session(session);
            }

            @Override
            public void zone(TraceZone zone) {
                live.zone(zone);
            }

            @Override
            public void event(TraceEvent event) {
                live.event(event);
                if (event instanceof dev.zonecast.trace.TraceFrame && ++frames % framesOfInterval == 0) {
                    ended.add(live.next());
                }
            }
        });
        return ended;
    }

    private static ZoneStatistics zone(TraceStatistics statistics, String name) {
        return statistics.zones().stream()
                .filter(zone -> zone.location().displayName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void shouldHaveTheFiguresOfEachIntervalAlone() throws IOException {
        List<TraceStatistics> intervals = intervals(trace(), new LiveStatistics(1), 50);

        assertEquals(4, intervals.size());
        for (int i = 0; i < 4; i++) {
            TraceStatistics interval = intervals.get(i);
            ZoneStatistics outer = zone(interval, "outer");
            assertEquals(50, outer.total().count());
            assertEquals(50 * 8 * MILLI, outer.total().sum());
            // 8 ms without 2 ms inside and 3 ms of waiting.
            assertEquals(50 * 3 * MILLI, outer.self().sum());
            assertEquals(50 * 3 * MILLI, outer.waitedNanos());
            assertEquals(50 * 2 * MILLI, zone(interval, "inner").self().sum());
            FrameSetStatistics frames = interval.frames().iterator().next();
            assertEquals(50, frames.durations().count());
            assertEquals(100, frames.framesPerSecond(), 1e-9);
            PlotStatistics plot = interval.plots().getFirst();
            assertEquals(50 * i, plot.min());
            assertEquals(50 * i + 49, plot.last());
            assertEquals("game", interval.sessions().iterator().next().program());
        }
    }

    /** One implementation of each figure: an interval of everything has what two readings have. */
    @Test
    void shouldAgreeWithTheStatisticsOfTheWholeTrace() throws IOException {
        Path file = trace();
        FirstReading first = new FirstReading(ZoneFilter.ALL, 0);
        TraceReader.read(file, first);
        TraceStatistics whole = first.statistics(0);
        TraceReader.read(file, whole);

        TraceStatistics live = intervals(file, new LiveStatistics(1), FRAMES).getFirst();

        for (String name : List.of("outer", "inner")) {
            assertEquals(zone(whole, name).self().sum(), zone(live, name).self().sum());
            assertEquals(
                    zone(whole, name).total().percentile(0.99),
                    zone(live, name).total().percentile(0.99));
        }
        FrameSetStatistics frames = whole.frames().iterator().next();
        assertEquals(frames.low(0.01), live.frames().iterator().next().low(0.01));
    }

    /** A zone of the worker came before its first wait: it was taken for a thread that never waits. */
    @Test
    void shouldKnowTheWaitsOfAThreadThatHadZonesBefore() throws IOException {
        int worker = MAIN + 1;
        Path file = new ScriptedTrace()
                .thread(MAIN, "main")
                .thread(worker, "worker")
                .lockWait(MAIN, 3, "assets", 0, MILLI)
                .zone(worker, "before", 2 * MILLI, 3 * MILLI)
                .begin(worker, "waits", 4 * MILLI)
                .lockWait(worker, 3, "assets", 4 * MILLI, 8 * MILLI)
                .end(worker, 9 * MILLI)
                .frame(0, 0, 10 * MILLI)
                .write(folder.resolve("waits.fxt"));

        ZoneStatistics waits = zone(intervals(file, new LiveStatistics(1), 1).getFirst(), "waits");

        assertEquals(4 * MILLI, waits.waitedNanos());
        assertEquals(MILLI, waits.self().sum());
    }

    /** The virtual machine reports the wait of the inner zone when that has ended. */
    @Test
    void shouldLeaveALateWaitInTheZoneThatWaited() throws IOException {
        Path file = new ScriptedTrace()
                .thread(MAIN, "main")
                .begin(MAIN, "outer", 0)
                .zone(MAIN, "inner", MILLI, 5 * MILLI)
                .lockWait(MAIN, 3, "assets", 2 * MILLI, 4 * MILLI)
                .end(MAIN, 8 * MILLI)
                .frame(0, 0, 10 * MILLI)
                .write(folder.resolve("late.fxt"));

        ZoneStatistics outer = zone(intervals(file, new LiveStatistics(1), 1).getFirst(), "outer");

        assertEquals(4 * MILLI, outer.self().sum());
        assertEquals(0, outer.waitedNanos());
    }

    @Test
    void shouldNotKeepIntervalsThatWereTaken() throws IOException {
        LiveStatistics live = new LiveStatistics(1);
        List<WeakReference<TraceStatistics>> taken = new ArrayList<>();
        intervals(trace(), live, 1).forEach(interval -> taken.add(new WeakReference<>(interval)));
        assertEquals(FRAMES, taken.size());

        for (int i = 0; i < 50 && taken.stream().anyMatch(interval -> interval.get() != null); i++) {
            System.gc();
        }

        assertTrue(taken.stream().allMatch(interval -> interval.get() == null), "an ended interval is still reachable");
        assertTrue(live.latestNanos() > 0);
    }
}
