package dev.zonecast.trace.stats;

import static dev.zonecast.trace.stats.ScriptedTrace.MILLI;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.trace.Stack;
import dev.zonecast.trace.StackSample;
import dev.zonecast.trace.TraceListener;
import dev.zonecast.trace.TraceReader;
import dev.zonecast.trace.TraceZone;
import dev.zonecast.trace.Track;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SampleZonesTest {
    private static final int MAIN = 10;
    private static final int NESTED = 512;
    private static final long BEGIN = 5_000_000_000L;

    @TempDir
    Path folder;

    private static List<String> zones(Path file, ZoneFilter filter, long... samplesAt) throws IOException {
        SampleZones zones = new SampleZones(filter);
        TraceReader.read(file, new TraceListener() {
            private boolean isKnown;

            @Override
            public void track(Track track) {
                if (track.koid() == MAIN && !isKnown) {
                    isKnown = true;
                    for (long time : samplesAt) {
                        Stack stack = new Stack(0, List.of());
                        zones.add(new StackSample(track, BEGIN + time, StackSample.Kind.RUNNING, 1, "", stack));
                    }
                }
            }
        });
        TraceReader.read(file, new TraceListener() {
            @Override
            public void zone(TraceZone zone) {
                zones.add(zone, filter.accepts(zone));
            }
        });
        return zones.zones().stream()
                .map(zone -> zone.location().displayName() + " " + zone.self() + " of " + zone.total())
                .toList();
    }

    /** Recordings have zones below depth 512 as whole durations, the inner ones first. */
    @Test
    void shouldCountASampleOncePerPlaceInDeepZones() throws IOException {
        ScriptedTrace trace = new ScriptedTrace().thread(MAIN, "main");
        for (int depth = 1; depth <= NESTED; depth++) {
            trace.begin(MAIN, "nested", depth);
        }
        trace.deepZone(MAIN, "parse", 515, 11 * MILLI, 12 * MILLI);
        trace.deepZone(MAIN, "scan", 514, 10 * MILLI, 14 * MILLI);
        trace.deepZone(MAIN, "parse", 514, 15 * MILLI, 18 * MILLI);
        trace.deepZone(MAIN, "parse", 513, 5 * MILLI, 20 * MILLI);
        trace.deepZone(MAIN, "parse", 513, 30 * MILLI, 33 * MILLI);
        for (int depth = NESTED; depth >= 1; depth--) {
            trace.end(MAIN, 90 * MILLI);
        }
        Path file = trace.write(folder.resolve("deep.fxt"));

        long third = 11 * MILLI + MILLI / 2;
        assertEquals(
                List.of("parse 5 of 6", "nested 1 of 7", "scan 1 of 2"),
                zones(
                        file,
                        ZoneFilter.ALL,
                        6 * MILLI,
                        third,
                        13 * MILLI,
                        16 * MILLI,
                        17 * MILLI,
                        31 * MILLI,
                        40 * MILLI));
    }

    @Test
    void shouldHaveTheSamplesOfAZoneWhoseOuterZoneOfThatPlaceIsLeftOut() throws IOException {
        Path file = new ScriptedTrace()
                .thread(MAIN, "main")
                .begin(MAIN, "task", 0)
                .zone(MAIN, "task", 50 * MILLI, 60 * MILLI)
                .end(MAIN, 100 * MILLI)
                .write(folder.resolve("nested.fxt"));
        ZoneFilter later = new ZoneFilter(null, null, ProgramChoice.ALL, BEGIN + 40 * MILLI, Long.MAX_VALUE);

        assertEquals(List.of("task 1 of 1"), zones(file, later, 55 * MILLI));
        assertEquals(List.of("task 1 of 1"), zones(file, ZoneFilter.ALL, 55 * MILLI));
    }
}
