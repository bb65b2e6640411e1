package dev.zonecast.core.collect;

import dev.zonecast.core.event.ZoneRun;

/** Begins and ends for tests of what becomes of them. */
public final class TestZoneRuns {
    private TestZoneRuns() {}

    /** A run of zones at some times, each a begin at {@code location} and an end, alternately. */
    public static ZoneRun alternating(int location, long... nanos) {
        ZoneRun run = new ZoneRun();
        for (int i = 0; i < nanos.length; i++) {
            if (i % 2 == 0) {
                run.begin(nanos[i], location);
            } else {
                run.end(nanos[i]);
            }
        }
        return run;
    }
}
