package dev.zonecast.core.gpu;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A lane for each target: a hash table with open addressing, read without a lock. A lane is stored with release when it is complete; one
 * is taken out by making the table anew.
 */
final class TargetLanes extends ZoneLanes {
    /** A lane where nothing was recorded for so many passes gives its queries back: its target may be gone. */
    private static final int IDLE_PASSES = 1000;

    private static final int FIRST_CAPACITY = 64;
    private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(ZoneLane[].class);

    /** At most half full; its length is a power of two. */
    private volatile ZoneLane[] table = new ZoneLane[FIRST_CAPACITY];

    TargetLanes(GpuContextInfo info, QueryPool pool, CpuTime cpu) {
        super(info, pool, cpu);
    }

    @Override
    ZoneLane enter(long target) {
        ZoneLane lane = find(target);
        return lane != null && lane.enter() ? lane : addLane(target, false);
    }

    @Override
    void leave(ZoneLane lane) {
        lane.leave();
    }

    /** A zone may end in another target than it began in. */
    @Override
    ZoneLane of(long token, long target) {
        ZoneLane lane = find(target);
        if (lane != null && lane.isOpen(token)) {
            return lane;
        }
        for (ZoneLane other : all()) {
            if (other.isOpen(token)) {
                return other;
            }
        }
        return null;
    }

    /** The lane of a target; null if it has none. */
    ZoneLane find(long target) {
        ZoneLane[] lanes = table;
        for (int i = slot(target, lanes.length); ; i = (i + 1) & (lanes.length - 1)) {
            ZoneLane lane = (ZoneLane) ELEMENT.getAcquire(lanes, i);
            if (lane == null || lane.target == target) {
                return lane;
            }
        }
    }

    private static int slot(long target, int length) {
        // Fibonacci hashing: handles are addresses, or count up.
        return (int) ((target * 0x9E37_79B9_7F4A_7C15L) >>> 40) & (length - 1);
    }

    /** The lane of a target, made if it has none; entered; null if there are no queries. */
    synchronized ZoneLane addLane(long target, boolean reusable) {
        ZoneLane present = find(target);
        if (present != null && present.enter()) {
            return present;
        }
        QueryChunk chunk = pool.take();
        if (chunk == null) {
            return null;
        }
        ZoneLane lane = new ZoneLane(target, reusable, laneNumber() << 16 | nextTag(), chunk, cpu);
        add(lane);
        ZoneLane[] lanes = table;
        if (2 * all().length > lanes.length) {
            tabulate(2 * lanes.length);
        } else {
            put(lanes, lane);
        }
        return lane;
    }

    private static void put(ZoneLane[] lanes, ZoneLane lane) {
        int i = slot(lane.target, lanes.length);
        while (lanes[i] != null) {
            i = (i + 1) & (lanes.length - 1);
        }
        ELEMENT.setRelease(lanes, i, lane);
    }

    private void tabulate(int length) {
        ZoneLane[] lanes = new ZoneLane[length];
        for (ZoneLane lane : all()) {
            if (!lane.released) {
                put(lanes, lane);
            }
        }
        table = lanes;
    }

    /** Takes a lane from its target, with all queries: nothing is outstanding in it, and nobody records in it. */
    synchronized void release(ZoneLane lane) {
        lane.giveBack(pool);
        lane.released = true;
        tabulate(table.length);
    }

    @Override
    void prune(ZoneReader reader) {
        int limit = pool.isExhausted() ? 1 : IDLE_PASSES;
        for (ZoneLane lane : all()) {
            boolean busy = lane.reusable || lane.issued() != lane.consumed() || !lane.staged.isEmpty();
            lane.idlePasses = busy ? 0 : lane.idlePasses + 1;
            if (lane.released && lane.staged.isEmpty()) {
                forget(lane);
            } else if (lane.idlePasses >= limit) {
                releaseIdle(lane);
            }
        }
    }

    private synchronized void forget(ZoneLane lane) {
        remove(lane);
    }

    /** Under the lock, so that whoever finds the lane retired makes a new one only when this is over. */
    private synchronized void releaseIdle(ZoneLane lane) {
        if (lane.released || !lane.retire()) {
            return;
        }
        if (lane.issued() == lane.consumed()) {
            release(lane);
            remove(lane);
        } else {
            lane.revive();
        }
    }
}
