package dev.zonecast.trace.stats;

import static dev.zonecast.trace.stats.ScriptedTrace.MILLI;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A zone that is around more zones than the table has. */
class SelfTimesTest {
    private static final int MAIN = 10;
    private static final int TABLE = 1 << 16;

    @TempDir
    Path folder;

    private final ScriptedTrace trace = new ScriptedTrace().thread(MAIN, "main");

    private void zones(int from, int to, boolean wait) {
        for (int i = from; i < to; i++) {
            long begin = i * (10 * MILLI);
            trace.zone(MAIN, "inner", begin + MILLI, begin + 5 * MILLI);
            if (wait) {
                trace.lockWait(MAIN, 3, "assets", begin + 2 * MILLI, begin + 4 * MILLI);
            }
        }
    }

    private ZoneStatistics outer(int end) throws IOException {
        trace.end(MAIN, end * (10 * MILLI));
        return trace.statistics(folder.resolve("zones.fxt")).zones().stream()
                .filter(zone -> zone.location().displayName().equals("outer"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void shouldKeepTheZonesThatWaited() throws IOException {
        trace.begin(MAIN, "outer", 0);
        zones(0, 1000, true);
        zones(1000, 3 * TABLE, false);

        ZoneStatistics outer = outer(3 * TABLE);

        assertEquals(0, outer.waitedNanos());
        assertEquals(6 * MILLI * 3 * TABLE, outer.self().sum());
    }

    @Test
    void shouldDropTheOldestWhenAllWaited() throws IOException {
        trace.begin(MAIN, "outer", 0);
        zones(0, TABLE + 10, true);

        assertEquals(2 * MILLI * (TABLE / 4), outer(TABLE + 10).waitedNanos());
    }
}
