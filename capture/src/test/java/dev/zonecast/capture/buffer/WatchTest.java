package dev.zonecast.capture.buffer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.fxt.fixtures.JavaProgram;
import dev.zonecast.trace.LossKind;
import dev.zonecast.trace.ProfilerStatistics;
import dev.zonecast.trace.RingLoad;
import dev.zonecast.trace.TraceLog;
import dev.zonecast.trace.TraceSummary;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How full the rings are, in the trace. */
class WatchTest {
    @TempDir
    private Path folder;

    private static TraceLog recorded(List<String> flags, Path file, Object... arguments) throws Exception {
        JavaProgram.Result run =
                KilledProgram.program(SnapshotProgram.class, flags).run(arguments);
        assertEquals(0, run.exit(), run.output());
        return TraceLog.of(file);
    }

    @Test
    void shouldKeepTheNewestWhenARingOverwrites() throws Exception {
        Path file = folder.resolve("newest.fxt");
        List<String> flags = List.of(
                "-Dzonecast.ring.policy=other=drop, ma*=overwrite",
                "-Dzonecast.ring.bytes=64K",
                "-Dzonecast.record=" + file);
        TraceLog log = recorded(flags, file, "overwrite");

        TraceSummary summary = log.summary;
        List<Long> steps = new ArrayList<>();
        List<String> wholes = new ArrayList<>();
        for (TraceLog.LoggedZone zone : log.zones) {
            if (zone.name().equals("step")) {
                steps.addAll(zone.values());
            } else {
                wholes.add(zone.name());
            }
        }
        List<ProfilerStatistics> statistics = log.statistics;
        assertTrue(summary.endedWell(), summary::toString);
        assertEquals(
                0,
                summary.losses().of(LossKind.UNMATCHED_ENDS) + summary.losses().of(LossKind.OPEN_ZONES),
                summary::toString);
        assertEquals(List.of(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L), steps.subList(0, 10));
        List<Long> newest = steps.subList(10, steps.size());
        // A zone takes 64 bytes with its value; a quarter may have been given up just before.
        assertTrue(newest.size() >= 65_536 / 64 * 3 / 4 - 1, () -> newest.size() + " zones");
        assertEquals(39_999, newest.getLast());
        assertEquals(newest.size() - 1, newest.getLast() - newest.getFirst());
        // The first one was ended where it was found to be gone, the second has lost its name; so may one step have.
        assertEquals("whole run", wholes.getFirst());
        assertEquals("(overwritten)", wholes.getLast());
        assertTrue(wholes.size() <= 3, wholes::toString);
        assertTrue(
                statistics.getLast().lost().get(LossKind.DROPPED_EVENTS) > 100_000,
                () -> statistics.getLast().toString());
    }

    @Test
    void shouldPlotHowFullTheRingsAreWhenAsked() throws Exception {
        Path file = folder.resolve("watched.fxt");
        List<String> flags = List.of("-Dzonecast.watch=true", "-Dzonecast.ring.bytes=64K", "-Dzonecast.record=" + file);
        TraceLog log = recorded(flags, file, "watch", file);

        Map<String, Double> most = new TreeMap<>();
        log.plotValues.forEach((plot, values) -> most.put(plot, Collections.max(values)));
        double fullest = most.get("Zonecast: fullest ring");
        double ofMain = most.get("Zonecast: ring of main");
        assertTrue(ofMain > 0 && ofMain <= fullest && fullest <= 100, most::toString);
        RingLoad last = log.statistics.getLast().ringUse();
        assertTrue(last.highPercent() >= fullest, () -> last + " " + most);
        // Each time that it is as full as to be told of, it was as full as to be read first.
        assertTrue(last.flushes() >= last.warnings(), last::toString);
        assertEquals(-1, last.bufferPercent());
    }
}
