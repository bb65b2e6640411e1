package dev.zonecast.core.gpu;

import java.util.Arrays;
import java.util.function.Predicate;

/** The lanes of a context. Submitting threads find theirs without a lock; the collecting thread takes away those that are over. */
abstract class ZoneLanes {
    final GpuContextInfo info;
    final QueryPool pool;
    final CpuTime cpu;

    // Written with the lock of this held.
    private volatile ZoneLane[] all = {};
    private long laneTag;

    ZoneLanes(GpuContextInfo info, QueryPool pool, CpuTime cpu) {
        this.info = info;
        this.pool = pool;
        this.cpu = cpu;
    }

    /** The lane for a begin, made if need be; null if there are no queries for one. {@link #leave} follows. */
    abstract ZoneLane enter(long target);

    /** After a zone was begun or ended. */
    abstract void leave(ZoneLane lane);

    /** The lane in which a zone is open that is to end; null if there is none. {@link #leave} follows. */
    abstract ZoneLane enterOpen(long token, long target);

    /** Takes away lanes that are over; the collecting thread, where the API takes calls. */
    abstract void prune(ZoneReader reader);

    /** All lanes; the array is never written. */
    final ZoneLane[] all() {
        return all;
    }

    final long nextTag() {
        long context = info == null ? 0 : info.id();
        return ((context + 1) << 8) | (laneTag++ & 0xFF);
    }

    final long laneNumber() {
        return laneTag;
    }

    final void add(ZoneLane lane) {
        ZoneLane[] more = Arrays.copyOf(all, all.length + 1);
        more[all.length] = lane;
        all = more;
    }

    final void removeIf(Predicate<ZoneLane> over) {
        all = Arrays.stream(all).filter(over.negate()).toArray(ZoneLane[]::new);
    }
}
