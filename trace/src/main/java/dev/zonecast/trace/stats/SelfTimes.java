package dev.zonecast.trace.stats;

import dev.zonecast.trace.LossAccount;
import dev.zonecast.trace.LossKind;
import dev.zonecast.trace.TraceZone;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Self times: the time of a zone without the zones inside, and without known waits of its thread. It needs all zones of a reading,
 * each once, a zone after those inside of it.
 */
public final class SelfTimes {
    /** Zones with waits that are inside no reported zone. The oldest lies too far back to be enclosed by what comes. */
    private static final int MAX_HELD = 1 << 16;

    private record Waited(long begin, long nanos) {}

    private final WaitTimes waits;

    /** By track: zones with waits, which a later zone may enclose, the latest last. */
    private final Slots<Deque<Waited>> held = new Slots<>();

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
        losses.add(LossKind.LEFT_OUT, "waits that are in self times", waits.beyondLimit());
    }

    private long ownWaits(TraceZone zone) {
        ThreadWaits known = waits.of(zone.track());
        if (known == null) {
            return 0;
        }
        long all = known.nanos(zone.beginNanos(), zone.endNanos());
        Deque<Waited> inside = held.of(zone.track().index(), ArrayDeque::new);
        long own = all;
        while (!inside.isEmpty() && inside.peekLast().begin >= zone.beginNanos()) {
            own -= inside.removeLast().nanos;
        }
        if (all > 0 && zone.depth() > 1) {
            if (inside.size() == MAX_HELD) {
                inside.removeFirst();
            }
            inside.addLast(new Waited(zone.beginNanos(), all));
        }
        return Math.max(0, own);
    }
}
