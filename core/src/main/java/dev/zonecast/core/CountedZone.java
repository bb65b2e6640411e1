package dev.zonecast.core;

import dev.zonecast.core.ring.Switch;
import dev.zonecast.core.system.ThreadCounters;

/**
 * A zone with counts of the operating system: page faults, instructions, cache misses. {@link Option#COUNTERS} chooses them.
 *
 * <pre>{@code
 * try (var zone = CountedZone.open(LOAD)) {
 *     load();
 * }
 * }</pre>
 *
 * <p>The counters are read twice, by calls of the system, which are a part of the zone. The counts are those of the
 * calling thread, with the zones inside. Without {@link Option#COUNTERS}, or where the system does not count, it is an ordinary zone.
 * Zones of virtual threads have no counts; the statistics count them as dropped events.
 */
public final class CountedZone implements AutoCloseable {
    private long token;
    private long[] begin;

    private CountedZone() {}

    /**
     * Begins a zone that {@link #close} ends. Never null.
     *
     * @param location where it stands; null is counted and begins nothing
     */
    public static CountedZone open(SourceLocation location) {
        CountedZone zone = new CountedZone();
        zone.token = Zone.begin(location);
        if (Switch.ON && zone.token != 0) {
            zone.begin = ThreadCounters.read();
        }
        return zone;
    }

    /** For {@link Zone#text}, {@link Zone#value} and the like; 0 if nothing is recorded, or after the end. */
    public long token() {
        return token;
    }

    /** Ends the zone, and those inside it that were left open; a second call does nothing. */
    @Override
    public void close() {
        long ending = token;
        token = 0;
        if (ending != 0) {
            if (begin != null) {
                ThreadCounters.record(ending, begin);
            }
            Zone.end(ending);
        }
    }
}
