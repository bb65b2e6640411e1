package dev.zonecast.core.gpu;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The lanes of a context: one for each target, or one for each thread where there are no targets (OpenGL). A hash table with open
 * addressing, read without a lock. A lane is stored with release when it is complete. Making the table anew removes a lane.
 */
final class ZoneLanes {
    /** A target's lane without a recording for so many passes gives its queries back: its target may be gone. */
    private static final int IDLE_PASSES = 1000;

    private static final int FIRST_CAPACITY = 64;
    private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(ZoneLane[].class);

    private final GpuContextInfo info;
    private final QueryPool pool;
    private final CpuTime cpu;
    private final boolean ofTargets;

    /** Pops the labels of a thread that has ended within zones. */
    private final Consumer<ZoneLane> labels;

    // Written with the lock of this held; the arrays of all lanes are never written.
    private volatile ZoneLane[] all = {};
    private long laneTag;

    /** Targets that {@link #recordReusable} had no queries for: they record nothing, however often they are submitted. */
    private final Set<Long> withoutQueries = new HashSet<>();

    /** At most half full; its length is a power of two. */
    private volatile ZoneLane[] table = new ZoneLane[FIRST_CAPACITY];

    /**
     * The lane looked up last where lanes are threads': a search would be a tenth of a zone. Plain reads and writes: a thread uses only its
     * own, whose owner is final.
     */
    private ZoneLane lastOfThread;

    ZoneLanes(GpuContextInfo info, QueryPool pool, CpuTime cpu, boolean ofTargets, Consumer<ZoneLane> labels) {
        this.info = info;
        this.pool = pool;
        this.cpu = cpu;
        this.ofTargets = ofTargets;
        this.labels = labels;
    }

    /** All lanes; the array is never written. */
    ZoneLane[] all() {
        return all;
    }

    /** The lane for a begin, made if need be; null if there are no queries for one. {@link ZoneLane#leave} follows. */
    ZoneLane enter(long target) {
        ZoneLane lane = find(target);
        return lane != null && lane.enter() ? lane : addLane(key(target), false);
    }

    /** The lane of a target that has one; null else. {@link ZoneLane#leave} follows. */
    ZoneLane enterPresent(long target) {
        ZoneLane lane = find(target);
        return lane != null && lane.enter() ? lane : null;
    }

    /** A target is submitted if the link is 0; else its next submission has a link of {@link Semaphores}. */
    void submit(long target, boolean primary, long link) {
        ZoneLane lane = enterPresent(target);
        if (lane == null) {
            return;
        }
        try {
            if (link == 0) {
                lane.submits(primary);
            } else {
                lane.link(link);
            }
        } finally {
            lane.leave();
        }
    }

    /** The lane in which a zone is open that is to end; null if there is none. {@link ZoneLane#leave} follows. */
    ZoneLane enterOpen(long token, long target) {
        ZoneLane lane = find(target);
        if (lane != null && lane.enterOpen(token)) {
            return lane;
        }
        // A zone may end in another target than it began in.
        if (ofTargets) {
            for (ZoneLane other : all) {
                if (other.isOpen(token) && other.enterOpen(token)) {
                    return other;
                }
            }
        }
        return null;
    }

    private long key(long target) {
        return ofTargets ? target : Thread.currentThread().threadId();
    }

    private ZoneLane find(long target) {
        ZoneLane last = lastOfThread;
        if (last != null && last.owner == Thread.currentThread()) {
            return last;
        }
        ZoneLane lane = search(key(target));
        if (!ofTargets) {
            lastOfThread = lane;
        }
        return lane;
    }

    private ZoneLane search(long key) {
        ZoneLane[] lanes = table;
        for (int i = slot(key, lanes.length); ; i = (i + 1) & (lanes.length - 1)) {
            ZoneLane lane = (ZoneLane) ELEMENT.getAcquire(lanes, i);
            if (lane == null || lane.key == key) {
                return lane;
            }
        }
    }

    private static int slot(long key, int length) {
        // Fibonacci hashing: handles are addresses, or count up.
        return (int) ((key * 0x9E37_79B9_7F4A_7C15L) >>> 40) & (length - 1);
    }

    /** A lane, made if there is none; entered; null if there are no queries. */
    private synchronized ZoneLane addLane(long key, boolean reusable) {
        ZoneLane present = search(key);
        if (present != null && present.enter()) {
            return present;
        }
        QueryChunk chunk = withoutQueries.contains(key) ? null : pool.take();
        if (chunk == null) {
            if (reusable) {
                withoutQueries.add(key);
            }
            return null;
        }
        Thread owner = ofTargets ? null : Thread.currentThread();
        ZoneLane lane = new ZoneLane(owner, key, reusable, nextTag(), chunk, cpu);
        ZoneLane[] more = Arrays.copyOf(all, all.length + 1);
        more[all.length] = lane;
        all = more;
        ZoneLane[] lanes = table;
        if (2 * more.length > lanes.length) {
            tabulate(2 * lanes.length);
        } else {
            put(lanes, lane);
        }
        return lane;
    }

    private long nextTag() {
        long context = info == null ? 0 : info.id();
        return laneTag << 16 | (context + 1) << 8 | (laneTag++ & 0xFF);
    }

    private static void put(ZoneLane[] lanes, ZoneLane lane) {
        int i = slot(lane.key, lanes.length);
        while (lanes[i] != null) {
            i = (i + 1) & (lanes.length - 1);
        }
        ELEMENT.setRelease(lanes, i, lane);
    }

    private void tabulate(int length) {
        ZoneLane[] lanes = new ZoneLane[length];
        for (ZoneLane lane : all) {
            if (!lane.released) {
                put(lanes, lane);
            }
        }
        table = lanes;
    }

    // --- recordings; the thread that holds the engine's lock

    /** A recording has begun that will be submitted more than once. */
    void recordReusable(long target, ResultReader reader, boolean canRerun) {
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
    boolean resubmit(long target, ResultReader reader) {
        ZoneLane lane = find(target);
        if (lane == null || !lane.reusable) {
            return hasNoQueries(target);
        }
        reader.settleOver(lane);
        lane.rewind();
        return true;
    }

    private synchronized boolean hasNoQueries(long target) {
        return withoutQueries.contains(target);
    }

    private synchronized void forget(long target) {
        withoutQueries.remove(target);
    }

    /** Recordings are gone. */
    void discard(long[] targets, ResultReader reader) {
        List<ZoneLane> over = new ArrayList<>();
        for (long target : targets) {
            forget(target);
            ZoneLane lane = find(target);
            if (lane != null && !over.contains(lane)) {
                reader.settleOver(lane);
                over.add(lane);
            }
        }
        if (!over.isEmpty()) {
            release(over);
        }
        for (ZoneLane lane : all) {
            reader.loseEnd(lane, targets);
        }
    }

    /** Takes lanes from their targets, with all queries: nothing is outstanding in them, and no thread records in them. */
    private synchronized void release(Collection<ZoneLane> over) {
        for (ZoneLane lane : over) {
            // First: an end that comes late finds no lane.
            lane.end();
            lane.giveBack(pool);
            lane.released = true;
        }
        lastOfThread = null;
        tabulate(table.length);
    }

    /** Takes away lanes that are over; the collecting thread, where the API takes calls. */
    void prune(ResultReader reader) {
        int limit = pool.isExhausted() ? 1 : IDLE_PASSES;
        boolean over = false;
        for (ZoneLane lane : all) {
            boolean busy = lane.issued() != lane.consumed() || !lane.staged.isEmpty();
            lane.idlePasses = busy ? 0 : lane.idlePasses + 1;
            over |= lane.released ? !busy : isOver(lane, limit) || reader.isLeftOpen(lane);
        }
        if (over) {
            removeOver(reader, limit);
        }
    }

    /** An open zone without queries has a label: its end closes that. */
    private static boolean isOver(ZoneLane lane, int limit) {
        if (lane.owner != null) {
            // In this order: a thread that has ended issues nothing more.
            return !lane.owner.isAlive() && lane.issued() == lane.consumed();
        }
        return !lane.reusable
                && lane.begunDepth == 0
                && lane.idlePasses >= (lane.openDepth() == 0 ? limit : IDLE_PASSES);
    }

    /** Under the lock, so that a thread that finds its lane retired makes a new one only when this is over. */
    private synchronized void removeOver(ResultReader reader, int limit) {
        List<ZoneLane> over = new ArrayList<>();
        for (ZoneLane lane : all) {
            if (!lane.released && (reader.isLeftOpen(lane) || isOver(lane, limit)) && lane.retire()) {
                // Asked again: no thread is in the lane, so that all is seen that was recorded.
                boolean leftOpen = reader.isLeftOpen(lane);
                boolean idle = leftOpen || (isOver(lane, limit) && lane.issued() == lane.consumed());
                if (leftOpen) {
                    reader.settleOver(lane);
                } else if (lane.owner != null) {
                    reader.settle(lane);
                    labels.accept(lane);
                }
                if (idle && !lane.reusable) {
                    reader.endStatistics(lane);
                    over.add(lane);
                } else {
                    lane.revive();
                }
            }
        }
        if (!over.isEmpty()) {
            release(over);
        }
        all = Arrays.stream(all)
                .filter(lane -> !lane.released || !lane.staged.isEmpty())
                .toArray(ZoneLane[]::new);
    }
}
