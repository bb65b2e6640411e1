package dev.zonecast.trace.stats;

import dev.zonecast.fxt.Distribution;
import dev.zonecast.trace.Location;
import dev.zonecast.trace.TraceZone;
import dev.zonecast.trace.ZoneCount;
import java.util.Map;
import java.util.TreeMap;

/**
 * All zones of one source location.
 *
 * @param location where they are
 * @param kind where they were spent
 * @param total nanoseconds from begin to end
 * @param self nanoseconds without the zones inside, and without known waits unless the zones are waits themselves
 * @param waits known waits of their threads, in nanoseconds, without waits in the zones inside; only zones with waits
 * @param ran how long their threads ran on a core, in nanoseconds, with the zones inside; only zones with runs
 * @param counts what was counted in each of them, with the zones inside
 */
public record ZoneStatistics(
        Location location,
        ZoneKind kind,
        Distribution total,
        Distribution self,
        Distribution waits,
        Distribution ran,
        Map<ZoneCount, Distribution> counts) {
    ZoneStatistics(TraceZone zone) {
        this(
                zone.location(),
                ZoneKind.of(zone),
                new Distribution(),
                new Distribution(),
                new Distribution(),
                new Distribution(),
                new TreeMap<>());
    }

    void add(long totalNanos, long selfNanos, long waitedNanos) {
        total.add(totalNanos);
        self.add(selfNanos);
        if (waitedNanos > 0) {
            waits.add(waitedNanos);
        }
    }

    void addRan(long nanos) {
        if (nanos > 0) {
            ran.add(nanos);
        }
    }

    void addCounts(TraceZone zone) {
        zone.counts()
                .forEach((what, amount) ->
                        counts.computeIfAbsent(what, of -> new Distribution()).add(amount));
    }

    /** Of which total the zones' time is a part. */
    public TimeKind time() {
        return TimeKind.of(location, kind);
    }

    /** Sum of the waits. */
    public long waitedNanos() {
        return waits.sum();
    }
}
