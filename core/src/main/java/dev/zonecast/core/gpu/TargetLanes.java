package dev.zonecast.core.gpu;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

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
    ZoneLane enterOpen(long token, long target) {
        ZoneLane lane = find(target);
        if (lane != null && entersOpen(lane, token)) {
            return lane;
        }
        for (ZoneLane other : all()) {
            if (other.isOpen(token) && entersOpen(other, token)) {
                return other;
            }
        }
        return null;
    }

    private static boolean entersOpen(ZoneLane lane, long token) {
        if (!lane.enter()) {
            return false;
        }
        if (lane.isOpen(token)) {
            return true;
        }
        lane.leave();
        return false;
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

    // --- recordings; the thread that holds the engine's lock

    /** A recording has begun that will be submitted more than once. */
    void recordReusable(long target, TargetReader reader, boolean canRerun) {
        discard(new long[] {target}, reader);
        ZoneLane made = addLane(target, true);
        if (made != null) {
            if (!canRerun) {
                made.room = 0;
            }
            made.leave();
        }
    }

    /** A run of {@link #recordReusable} is over and another comes; false if there is no such recording. */
    boolean resubmit(long target, TargetReader reader) {
        ZoneLane lane = find(target);
        if (lane == null || !lane.reusable) {
            return false;
        }
        reader.settleOver(lane);
        lane.rewind();
        return true;
    }

    /** Recordings are gone. */
    void discard(long[] targets, TargetReader reader) {
        List<ZoneLane> over = new ArrayList<>();
        for (long target : targets) {
            ZoneLane lane = find(target);
            if (lane != null && !over.contains(lane)) {
                reader.settleOver(lane);
                over.add(lane);
            }
        }
        if (!over.isEmpty()) {
            release(over);
        }
    }

    /** Takes lanes from their targets, with all queries: nothing is outstanding in them, and no thread records in them. */
    private synchronized void release(Collection<ZoneLane> over) {
        for (ZoneLane lane : over) {
            lane.giveBack(pool);
            lane.released = true;
        }
        tabulate(table.length);
    }

    @Override
    void prune(ZoneReader reader) {
        int limit = pool.isExhausted() ? 1 : IDLE_PASSES;
        boolean over = false;
        for (ZoneLane lane : all()) {
            boolean busy = lane.issued() != lane.consumed() || !lane.staged.isEmpty();
            lane.idlePasses = busy ? 0 : lane.idlePasses + 1;
            over |= lane.released ? !busy : isOver(lane, limit) || ((TargetReader) reader).isLeftOpen(lane);
        }
        if (over) {
            removeOver((TargetReader) reader, limit);
        }
    }

    /** An open zone without queries has a label: its end closes that. */
    private static boolean isOver(ZoneLane lane, int limit) {
        return !lane.reusable
                && lane.begunDepth == 0
                && lane.idlePasses >= (lane.openDepth() == 0 ? limit : IDLE_PASSES);
    }

    /** Under the lock, so that a thread that finds its lane retired makes a new one only when this is over. */
    private synchronized void removeOver(TargetReader reader, int limit) {
        List<ZoneLane> over = new ArrayList<>();
        for (ZoneLane lane : all()) {
            if (!lane.released && (reader.isLeftOpen(lane) || isOver(lane, limit)) && lane.retire()) {
                // Asked again: no thread is in the lane, so that all is seen that was recorded.
                boolean leftOpen = reader.isLeftOpen(lane);
                boolean idle = leftOpen || (isOver(lane, limit) && lane.issued() == lane.consumed());
                if (leftOpen) {
                    reader.settleOver(lane);
                }
                if (idle && !lane.reusable) {
                    over.add(lane);
                } else {
                    lane.revive();
                }
            }
        }
        if (!over.isEmpty()) {
            release(over);
        }
        removeIf(lane -> lane.released && lane.staged.isEmpty());
    }
}
