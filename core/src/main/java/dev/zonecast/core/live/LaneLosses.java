package dev.zonecast.core.live;

import dev.zonecast.core.registry.TableLimit;

/** Spans and flows that a viewer does not show, or not to their end, over all sessions of the process. Thread-safe. */
public final class LaneLosses {
    /** Lanes of a kind. */
    static final int MAX_LANES = 256;

    private static final TableLimit LIMIT = TableLimit.ofEvents(
            "open spans or flows in a viewer",
            MAX_LANES,
            "the viewer does not show further spans, and the oldest flows end there");

    private LaneLosses() {}

    static void count() {
        LIMIT.refuse();
    }

    /** Spans and flows lost so far. */
    public static long total() {
        return LIMIT.refused();
    }
}
