package dev.zonecast.core.collect;

import dev.zonecast.core.clock.ClockMap;
import java.util.List;

/** The collector's passes, as commits of rings need them. For the collector's thread. */
public interface CollectorPasses {
    /**
     * Events that were dropped.
     *
     * @param all for any reason
     * @param inRings because a ring was full
     */
    record Dropped(long all, long inRings) {}

    /** Reads the rings; commits at its end. */
    void drainOnce();

    /** Threads that record. */
    List<ThreadTrack> tracks();

    /** The map of the clock. */
    ClockMap clock();

    /** Events dropped since the start. */
    Dropped dropped();
}
