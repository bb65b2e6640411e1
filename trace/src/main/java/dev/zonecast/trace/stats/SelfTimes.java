package dev.zonecast.trace.stats;

import dev.zonecast.trace.LossAccount;
import dev.zonecast.trace.StatisticsLimit;
import dev.zonecast.trace.TraceZone;

/**
 * Self times: the time of a zone without the zones inside, and without known waits of its thread. It needs all zones of a reading,
 * each once, a zone after those inside of it.
 */
public final class SelfTimes {
    private final WaitTimes waits;

    /** By track. Those without waits too: a wait may become known after the zone that it is in. */
    private final Slots<UntakenZones> untaken = new Slots<>();

    private long selfNanos;
    private long waitedNanos;

    /** Subtracts the waits of a first reading. */
    public SelfTimes(WaitTimes waits) {
        this.waits = waits;
    }

    /** Takes the next zone of the reading. Zones that are waits keep their time: it is what they show. */
    public void take(TraceZone zone, ZoneKind kind) {
        long waited = ownWaits(zone);
        boolean isWait = TimeKind.of(zone.location(), kind) == TimeKind.WAIT;
        selfNanos = isWait ? zone.selfNanos() : Math.max(0, zone.selfNanos() - waited);
        waitedNanos = isWait ? selfNanos : waited;
    }

    /** Of the last zone. */
    public long selfNanos() {
        return selfNanos;
    }

    /** How long the thread waited in the last zone, and not in a zone inside. */
    public long waitedNanos() {
        return waitedNanos;
    }

    /** Adds the waits that the first reading had no room for. */
    public void addTo(LossAccount losses) {
        StatisticsLimit.SELF_TIMES.addTo(losses, waits.beyondLimit());
    }

    private long ownWaits(TraceZone zone) {
        ThreadWaits known = waits.of(zone.track());
        UntakenZones zones = untaken.of(zone.track().index(), UntakenZones::new);
        int first = zones.firstInside(zone.beginNanos());
        long own = known == null ? 0 : known.nanos(zone.beginNanos(), zone.endNanos());
        if (own > 0) {
            for (int i = first; i < zones.count(); i++) {
                own -= known.nanos(zones.begin(i), zones.end(i));
            }
        }
        zones.removeFrom(first);
        if (zone.depth() > 1) {
            if (zones.isFull()) {
                zones.makeRoom((begin, end) -> known != null && known.nanos(begin, end) > 0);
            }
            zones.add(zone);
        }
        return Math.max(0, own);
    }
}
