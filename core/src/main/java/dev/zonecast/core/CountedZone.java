package dev.zonecast.core;

import dev.zonecast.core.ring.Switch;
import dev.zonecast.core.state.ZoneCounts;

/**
 * A zone with counts of the operating system: page faults, instructions, cache misses. {@link Option#COUNTERS} chooses them.
 *
 * <pre>{@code
 * try (var zone = CountedZone.open(LOAD)) {
 *     load();
 * }
 * }</pre>
 *
 * <p>A zone reads the counters twice by system calls, which take most of an empty zone's time. The counts are the calling thread's, with the
 * zones inside. Without {@link Option#COUNTERS}, or if the system refuses, it is an ordinary zone. Zones of virtual threads have no
 * counts, nor have zones of a {@link Fiber} that end on another thread; the statistics count them as dropped events.
 */
public final class CountedZone implements AutoCloseable {
    private long token;
    private long[] begin;

    private CountedZone() {}

    /**
     * Begins a zone that {@link #close} ends. Never null.
     *
     * @param location place of the zone; null is counted and begins nothing
     */
    public static CountedZone open(SourceLocation location) {
        CountedZone zone = new CountedZone();
        zone.token = Zone.begin(location);
        ZoneCounts counts = Switch.ON && zone.token != 0 ? ZoneCounts.running() : null;
        zone.begin = counts == null ? null : counts.read();
        return zone;
    }

    /** Token for {@link Zone#text}, {@link Zone#value} and other attributes; 0 if the zone is not recorded or has ended. */
    public long token() {
        return token;
    }

    /** Ends the zone and all zones inside it that are still open. A second call does nothing. */
    @Override
    public void close() {
        long ending = token;
        token = 0;
        if (ending != 0) {
            ZoneCounts counts = begin == null ? null : ZoneCounts.running();
            if (counts != null) {
                counts.record(ending, begin);
            }
            Zone.end(ending);
        }
    }
}
