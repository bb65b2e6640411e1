package dev.zonecast.trace.stats;

import dev.zonecast.trace.Track;
import dev.zonecast.trace.Zone;
import java.util.Arrays;

/**
 * Self times: the time of a zone without the zones inside, and without known waits of its thread. It has to see all zones of a reading,
 * each once, a zone after those inside of it.
 */
public final class SelfTimes {
    /** Zones with waits that are inside no reported zone. The older half lies too far back to be enclosed by what comes. */
    private static final int MAX_HELD = 1 << 16;

    /** Zones of a thread with waits, which a later one may enclose: the latest last. */
    private static final class Held {
        private long[] begins = new long[16];
        private long[] waits = new long[16];
        private int count;

        void add(long begin, long nanos) {
            if (count == MAX_HELD) {
                int half = MAX_HELD / 2;
                System.arraycopy(begins, half, begins, 0, half);
                System.arraycopy(waits, half, waits, 0, half);
                count = half;
            } else if (count == begins.length) {
                begins = Arrays.copyOf(begins, count * 2);
                waits = Arrays.copyOf(waits, count * 2);
            }
            begins[count] = begin;
            waits[count++] = nanos;
        }

        long takeSince(long begin) {
            long sum = 0;
            while (count > 0 && begins[count - 1] >= begin) {
                sum += waits[--count];
            }
            return sum;
        }
    }

    private final WaitTimes waits;
    private Held[] held = new Held[64];
    private long selfNanos;
    private long waitedNanos;

    /** Holds zones against what a first reading collected. */
    public SelfTimes(WaitTimes waits) {
        this.waits = waits;
    }

    /** Takes the next zone of the reading. Zones that are waits keep their time: it is what they show. */
    public void take(Zone zone, ZoneKind kind) {
        long waited = ownWaits(zone);
        if (TimeKind.of(zone.location(), kind) == TimeKind.WAIT) {
            selfNanos = zone.selfNanos();
            waitedNanos = selfNanos;
        } else {
            selfNanos = Math.max(0, zone.selfNanos() - waited);
            waitedNanos = waited;
        }
    }

    /** Of the zone that was taken last. */
    public long selfNanos() {
        return selfNanos;
    }

    /** How long the thread waited in the zone that was taken last, and not in a zone inside. */
    public long waitedNanos() {
        return waitedNanos;
    }

    private long ownWaits(Zone zone) {
        ThreadWaits known = waits.of(zone.track());
        if (known == null) {
            return 0;
        }
        long all = known.nanos(zone.beginNanos(), zone.endNanos());
        Held inside = held(zone.track());
        long own = Math.max(0, all - inside.takeSince(zone.beginNanos()));
        if (all > 0 && zone.depth() > 1) {
            inside.add(zone.beginNanos(), all);
        }
        return own;
    }

    private Held held(Track track) {
        if (track.index() >= held.length) {
            held = Arrays.copyOf(held, Math.max(track.index() + 1, held.length * 2));
        }
        if (held[track.index()] == null) {
            held[track.index()] = new Held();
        }
        return held[track.index()];
    }
}
