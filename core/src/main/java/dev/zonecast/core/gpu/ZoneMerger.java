package dev.zonecast.core.gpu;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * Writes zones in the order in which the GPU went through them.
 *
 * <h2>Why there is an order to find</h2>
 *
 * Targets run in the order of their submission, which is not that of their recording; a secondary command buffer runs in the midst of
 * another; one that was recorded may never run, or twice. Viewers want the zones of one thread nested, each begin before its end, times
 * not running backwards. So the results are taken from the queries first ({@link StagedEvents}, one for each lane), and then merged,
 * thread by thread. A thread's own lane (OpenGL) is in order, and is written as it is.
 *
 * <h2>The merge</h2>
 *
 * A <b>tree</b> is an outermost zone of a target with all inside it. Trees are taken by the time of their begin. One that lies between
 * two neighbouring events of another is written there, as zones inside that one's (a secondary command buffer inside the primary's zone).
 * One that overlaps another in part waits for that one's next event, and its begin is moved up so far: on a time line of one thread it
 * can only stand behind. A tree whose end is not known keeps those back that began later.
 *
 * <p>Not thread-safe: guarded by the engine's lock.
 */
final class ZoneMerger {
    /** More is left in the queries: what is staged would be memory without a bound while no ring has room. */
    private static final int MAX_STAGED = 4 * GpuContextOptions.DEFAULT_MAX_OUTSTANDING_ZONES;

    private static final int MAX_IDLE_THREADS = 256;
    private static final double STATEMENT_NANOS = 1e9;
    private static final long POLL_NANOS = 1_000_000;

    /** What was written of one thread's zones. */
    private static final class ThreadState {
        private final long threadId;
        private final List<ZoneLane> open = new ArrayList<>();
        private long lastTicks = Long.MIN_VALUE;
        private boolean hasEvents;

        ThreadState(long threadId) {
            this.threadId = threadId;
        }

        ZoneLane innermost() {
            return open.isEmpty() ? null : open.getLast();
        }
    }

    private final ZoneLanes lanes;
    private final GpuCounters counters;
    private final CpuTime cpu;
    private final GpuClockMap map;
    private final GpuZoneWriter writer;
    private final List<ThreadState> threads = new ArrayList<>();
    private final PriorityQueue<ZoneLane> waiting =
            new PriorityQueue<>(Comparator.comparingLong(lane -> lane.staged.gpuTicks()));
    private int staged;
    private boolean full;

    private long nowTicks;
    private long statedTicks = -1;
    private long statedSinceTicks;
    private boolean statementDue;
    private long largestSinceTicks;
    private double driftPpm;

    private long zones;
    private long doubtfulTimes;

    ZoneMerger(ZoneLanes lanes, GpuCounters counters, CpuTime cpu, GpuClockMap map, GpuZoneWriter writer) {
        this.lanes = lanes;
        this.counters = counters;
        this.cpu = cpu;
        this.map = map;
        this.writer = writer;
    }

    /** Adds an event to a lane's. */
    void add(
            ZoneLane lane,
            int purpose,
            long cpuTicks,
            long gpuTicks,
            long errorTicks,
            boolean doubtful,
            long threadId,
            int statistics,
            Object stack) {
        lane.staged.add(purpose, cpuTicks, gpuTicks, errorTicks, doubtful, threadId, statistics, stack);
        staged++;
    }

    /** Events that wait for room, or for what comes before them. */
    int staged() {
        return staged;
    }

    boolean takesMore() {
        return staged < MAX_STAGED;
    }

    /** True if the ring had no room the last time. */
    boolean isFull() {
        return full;
    }

    /** Zones whose begin was written. */
    long zones() {
        return zones;
    }

    /** Times that the GPU's clock could not give: they are within submission and sight. */
    long doubtfulTimes() {
        return doubtfulTimes;
    }

    /** The error last stated, in CPU ticks; -1 before the first result. */
    long statedTicks() {
        return statedTicks;
    }

    /** As {@link #statedTicks}, in nanoseconds. */
    long statedErrorNanos() {
        return statedTicks < 0 ? -1 : nanos(statedTicks);
    }

    /** How much faster the GPU's clock runs than its driver says, in millionths; as last stated. */
    double driftPpm() {
        return driftPpm;
    }

    /** Writes what can be written; false if the ring has no room for all of it. */
    boolean write() {
        full = false;
        if (staged == 0) {
            return true;
        }
        nowTicks = cpu.ticks();
        long sinceTicks = nowTicks - statedSinceTicks;
        statementDue = sinceTicks < 0 || sinceTicks * cpu.nanosPerTick() > STATEMENT_NANOS;
        ZoneLane[] all = lanes.all();
        for (ZoneLane lane : all) {
            if (!lane.staged.isEmpty()) {
                ThreadState thread = thread(lane.staged.threadId());
                thread.hasEvents = lane.owner == null;
                full |= lane.owner != null && !writeInOrder(thread, lane);
            }
        }
        for (int i = 0; i < threads.size() && !full; i++) {
            ThreadState thread = threads.get(i);
            if (thread.hasEvents) {
                full = !write(thread, all);
            }
        }
        threads.forEach(thread -> thread.hasEvents = false);
        return !full;
    }

    /** Writes what can be written, and waits for room. Recordings of a target by different threads take a pass each. */
    void writeAll(long limitNanos) {
        long deadlineNanos = System.nanoTime() + limitNanos;
        int before = staged + 1;
        while (staged > 0 && (staged < before || (full && System.nanoTime() - deadlineNanos < 0))) {
            before = staged;
            if (!write()) {
                LockSupport.parkNanos(POLL_NANOS);
            }
        }
    }

    private ThreadState thread(long threadId) {
        for (int i = 0; i < threads.size(); i++) {
            if (threads.get(i).threadId == threadId) {
                return threads.get(i);
            }
        }
        if (threads.size() >= MAX_IDLE_THREADS) {
            threads.removeIf(idle -> idle.open.isEmpty() && !idle.hasEvents);
        }
        ThreadState thread = new ThreadState(threadId);
        threads.add(thread);
        return thread;
    }

    private boolean write(ThreadState thread, ZoneLane[] all) {
        waiting.clear();
        for (ZoneLane lane : all) {
            await(lane, thread);
        }
        while (true) {
            ZoneLane from = next(thread);
            if (from == null) {
                return true;
            }
            if (!writeFirst(thread, from)) {
                return false;
            }
            await(from, thread);
        }
    }

    private boolean writeInOrder(ThreadState thread, ZoneLane lane) {
        while (!lane.staged.isEmpty()) {
            if (!writeFirst(thread, lane)) {
                return false;
            }
        }
        return true;
    }

    private void await(ZoneLane lane, ThreadState thread) {
        StagedEvents events = lane.staged;
        if (!events.isEmpty() && !events.isInTree() && events.threadId() == thread.threadId) {
            waiting.add(lane);
        }
    }

    /** The lane whose first event comes next; null if it is not known, or there is none. */
    private ZoneLane next(ThreadState thread) {
        ZoneLane inside = firstInside(thread);
        ZoneLane tree = waiting.peek();
        if (tree == null) {
            return inside;
        }
        boolean fits = tree.staged.isTreeComplete()
                && (inside == null || tree.staged.treeEndTicks() <= inside.staged.gpuTicks());
        return fits ? waiting.poll() : inside;
    }

    /** The lane with the earliest next event, of all lanes with an open zone. At equal times the inner lane. */
    private static ZoneLane firstInside(ThreadState thread) {
        ZoneLane first = null;
        for (int i = thread.open.size() - 1; i >= 0; i--) {
            ZoneLane lane = thread.open.get(i);
            if (lane != first
                    && !lane.staged.isEmpty()
                    && (first == null || lane.staged.gpuTicks() < first.staged.gpuTicks())) {
                first = lane;
            }
        }
        return first;
    }

    private boolean writeFirst(ThreadState thread, ZoneLane lane) {
        StagedEvents events = lane.staged;
        if (!stateError(events.errorTicks())) {
            return false;
        }
        if (thread.lastTicks > nowTicks) {
            // The CPU's counter began anew.
            thread.lastTicks = Long.MIN_VALUE;
        }
        if (counters != null) {
            addCounts(events);
        }
        long ticks = Math.max(events.gpuTicks(), thread.lastTicks);
        if (events.purpose() > 0) {
            if (!writer.begin(events.purpose(), events.cpuTicks(), ticks, thread.threadId, events.stack())) {
                return false;
            }
            events.opened();
            thread.open.add(lane);
            zones++;
        } else if (!writeEnds(thread, lane, ticks)) {
            return false;
        }
        thread.lastTicks = ticks;
        doubtfulTimes += events.isDoubtful() ? 1 : 0;
        events.remove();
        staged--;
        return true;
    }

    private boolean writeEnds(ThreadState thread, ZoneLane lane, long ticks) {
        StagedEvents events = lane.staged;
        for (int left = -events.purpose(); left > 0; left--) {
            while (events.owesEnd()) {
                ZoneLane innermost = thread.innermost();
                boolean hasCounts = counters != null && innermost == lane;
                if ((hasCounts && !writeCounts(events.counts, thread.threadId))
                        || !writer.end(events.cpuTicks(), ticks, thread.threadId)) {
                    events.leaveEnds(left);
                    return false;
                }
                thread.open.removeLast();
                innermost.staged.ended();
            }
            events.close();
        }
        return true;
    }

    /** Adds what was counted before an event; once, also where the event is written at a second try. */
    private void addCounts(StagedEvents events) {
        if (events.counts == null) {
            events.counts = new ZoneCounts(counters);
        }
        events.counts.add(events.statistics());
        events.clearStatistics();
    }

    /** Writes what the GPU counted in the zone that ends next; false if there was no room. Called again with the same then. */
    private boolean writeCounts(ZoneCounts counts, long threadId) {
        for (; counts.written < GpuStatistic.count(); counts.written++) {
            long value = counts.value(counts.written);
            if (value >= 0 && !writer.value(counts.written, value, threadId)) {
                return false;
            }
        }
        return true;
    }

    /**
     * States how far times may be off and how fast the GPU's clock runs: before the first time that may be off further, and once a second.
     *
     * @return false if there was no room
     */
    private boolean stateError(long errorTicks) {
        largestSinceTicks = Math.max(largestSinceTicks, errorTicks);
        if (errorTicks <= statedTicks && !statementDue) {
            return true;
        }
        long stated = statedTicks;
        if (errorTicks > statedTicks || largestSinceTicks < statedTicks / 2) {
            // Half as much again, so that it need not be said at every result while the error grows.
            stated = largestSinceTicks + largestSinceTicks / 2 + 1;
        }
        driftPpm = map.driftPpm();
        if (!writer.error(nanos(stated), driftPpm)) {
            return false;
        }
        statedTicks = stated;
        statedSinceTicks = nowTicks;
        statementDue = false;
        largestSinceTicks = 0;
        return true;
    }

    private long nanos(long ticks) {
        return (long) Math.ceil(ticks * cpu.nanosPerTick());
    }
}
