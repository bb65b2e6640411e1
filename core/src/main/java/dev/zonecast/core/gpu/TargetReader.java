package dev.zonecast.core.gpu;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * Reads zones that were recorded in targets (Vulkan's command buffers), and writes them in the order in which the GPU went through them.
 *
 * <h2>Why there is an order to find</h2>
 *
 * Targets run in the order of their submission, which is not that of their recording; a secondary command buffer runs in the midst of
 * another; one that was recorded may never run, or twice. Viewers want the zones of one thread nested, each begin before its end, times
 * not running backwards. So the results are taken from the queries first ({@link StagedEvents}, a lane for each target), and then merged,
 * thread by thread.
 *
 * <h2>The merge</h2>
 *
 * A <b>tree</b> is an outermost zone of a target with all inside it. Trees are taken by the time of their begin. One that lies between
 * two neighbouring events of another is written there, as zones inside that one's (a secondary command buffer inside the primary's zone).
 * One that overlaps another in part waits for that one's next event, and its begin is moved up so far: on a time line of one thread it
 * can only stand behind. A tree whose end is not known keeps those back that began later.
 *
 * <h2>Zones that are left open</h2>
 *
 * A zone may end in another target, so one whose target has run to its last query is given {@value #OPEN_LIMIT_NANOS} nanoseconds for its
 * end to be recorded. It ends at the last time taken in its target, and is counted, when these are over, or as soon as the target is
 * recorded anew.
 *
 * <h2>What never runs</h2>
 *
 * A target is recorded anew only when what was recorded before has run, or never will. So where the last query of a lane has its result
 * and an earlier one has not, the earlier one is dropped.
 *
 * <p>Not thread-safe: guarded by the engine's lock.
 */
final class TargetReader extends ZoneReader {
    /** More is left in the queries: what is staged would be memory without a bound while no ring has room. */
    private static final int MAX_STAGED = 4 * GpuContextOptions.DEFAULT_MAX_OUTSTANDING_ZONES;

    private static final int MAX_IDLE_THREADS = 256;

    private static final long OPEN_LIMIT_NANOS = 100_000_000;

    /** Passes that have to come as well: the collecting thread may be interrupted for longer. */
    private static final int OPEN_PASSES = 2;

    /** A lane that brought no result in so many passes is stale: its target may never be submitted. */
    private static final int STALE_PASSES = 16;

    /** The same where the GPU was seen in a zone. */
    private static final int STALE_PASSES_IN_ZONE = 1024;

    /** Stale lanes that one pass asks: each costs calls of the driver, and there may be thousands. */
    private static final int STALE_AT_ONCE = 64;

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

    private final List<ThreadState> threads = new ArrayList<>();
    private final PriorityQueue<ZoneLane> waiting =
            new PriorityQueue<>(Comparator.comparingLong(lane -> lane.staged.gpuTicks()));
    private int staged;
    private long leftOpen;
    private int leftOpenId;

    /** Index of the lane from which the next pass looks for stale ones. */
    private int nextStale;

    TargetReader(GpuQueries queries, QueryPool pool, CpuTime cpu, Calibrator calibrator, GpuZoneWriter writer) {
        super(queries, pool, cpu, calibrator, writer);
    }

    @Override
    int staged() {
        return staged;
    }

    @Override
    void read(ZoneLane[] lanes) {
        prepared = false;
        int before = staged;
        stageStale(lanes);
        stageAll(lanes, true);
        if (staged != before) {
            // What has begun before something that has just been seen is seen now, if it was asked for too early.
            stageAll(lanes, false);
        }
        write(lanes);
    }

    @Override
    long leftOpen() {
        return leftOpen;
    }

    @Override
    int leftOpenId() {
        return leftOpenId;
    }

    @Override
    String reasonOfDrops(ZoneLane[] lanes) {
        int waiting = 0;
        for (ZoneLane lane : lanes) {
            waiting += isStale(lane) && lane.issued() != lane.consumed() ? 1 : 0;
        }
        return waiting == 0
                ? super.reasonOfDrops(lanes)
                : "of " + pool.size() + " queries many are in " + waiting
                        + " command buffers that have not run for long. Call discard() for command buffers that are"
                        + " reset or freed without a submission";
    }

    /** Writes what is staged: true if nothing is left of what can be written. */
    boolean write(ZoneLane[] lanes) {
        if (staged == 0) {
            return true;
        }
        for (ZoneLane lane : lanes) {
            if (!lane.staged.isEmpty()) {
                thread(lane.staged.threadId()).hasEvents = true;
            }
        }
        boolean room = true;
        for (int i = 0; i < threads.size() && room; i++) {
            ThreadState thread = threads.get(i);
            if (thread.hasEvents) {
                room = write(thread, lanes);
            }
        }
        threads.forEach(thread -> thread.hasEvents = false);
        return room;
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

    // --- from queries to staged events

    private void stageAll(ZoneLane[] lanes, boolean countPass) {
        for (ZoneLane lane : lanes) {
            long issued = lane.issued();
            if (issued != lane.issuedAtPass) {
                lane.issuedAtPass = issued;
                lane.emptyPasses = 0;
            }
            if (!isStale(lane) && (lane.consumed() != issued || lane.begunDepth > 0)) {
                lane.emptyPasses += countPass ? 1 : 0;
                stage(lane);
            }
        }
    }

    private static boolean isStale(ZoneLane lane) {
        return lane.emptyPasses >= (lane.begunDepth == 0 ? STALE_PASSES : STALE_PASSES_IN_ZONE);
    }

    /** Asks some of the stale lanes, in turn: one that has run after all is stale no more. */
    private void stageStale(ZoneLane[] lanes) {
        int from = nextStale;
        int asked = 0;
        for (int i = 0; i < lanes.length && asked < STALE_AT_ONCE; i++) {
            nextStale = (from + i) % lanes.length;
            ZoneLane lane = lanes[nextStale];
            if (isStale(lane) && lane.issued() != lane.consumed()) {
                stage(lane);
                asked++;
            }
        }
        nextStale++;
    }

    /** Takes the results of a lane that are there. */
    void stage(ZoneLane lane) {
        long issued = lane.issued();
        while (lane.consumed() < issued && staged < MAX_STAGED) {
            QueryChunk chunk = lane.reading(pool);
            int from = lane.readIndex();
            int to = (int) Math.min(chunk.size(), from + (issued - lane.consumed()));
            int ready = chunk.readyCount(from, to);
            if (ready == 0 && !dropLost(lane, chunk, issued)) {
                return;
            }
            long seenTicks = cpu.ticks();
            lane.lastResultTicks = seenTicks;
            lane.emptyPasses = 0;
            prepare(seenTicks);
            for (int i = 0; i < ready; i++) {
                results[i] = chunk.result(from + i);
            }
            for (int i = 0; i < ready; i++) {
                place(lane, results[i], chunk.submitTicks[from + i], seenTicks);
                stage(lane, chunk, from + i);
                lane.advance();
            }
        }
    }

    private void stage(ZoneLane lane, QueryChunk chunk, int index) {
        endLeftOpen(lane, chunk.leftOpen[index]);
        int purpose = chunk.purpose[index];
        if (purpose > 0) {
            lane.pushBegun(purpose);
        } else {
            purpose = -popBegun(lane, -purpose);
        }
        if (purpose == 0) {
            queries.freeStatistics(chunk.statistics[index]);
        } else {
            lane.staged.add(
                    purpose,
                    chunk.submitTicks[index],
                    gpuTicks,
                    errorTicks,
                    doubtful,
                    threadOfZone(lane, chunk, index),
                    chunk.statistics[index]);
            staged++;
        }
        lane.lastSeenTicks = Math.max(lane.lastSeenTicks, gpuTicks);
    }

    /** All of a tree belongs to the thread that began it, as viewers want it. */
    private static long threadOfZone(ZoneLane lane, QueryChunk chunk, int index) {
        if (chunk.purpose[index] > 0 && lane.begunDepth == 1) {
            lane.treeThreadId = chunk.threadIds[index];
        }
        return lane.treeThreadId;
    }

    private static int popBegun(ZoneLane lane, int zones) {
        int shown = 0;
        for (int left = Math.min(zones, lane.begunDepth); left > 0; left--) {
            shown += lane.begun[--lane.begunDepth] != 0 ? 1 : 0;
        }
        return shown;
    }

    /** Drops the next query if it will never have a result; false if it may. */
    private boolean dropLost(ZoneLane lane, QueryChunk chunk, long issued) {
        int index = lane.readIndex();
        if (lane.reusable || !lane.isLastReady(issued) || chunk.readyCount(index, index + 1) == 1) {
            return false;
        }
        drop(lane, chunk, index);
        return true;
    }

    /** Drops the next query of a lane: a begin with its zone, an end at the time that the lane was seen last. */
    private void drop(ZoneLane lane, QueryChunk chunk, int index) {
        endLeftOpen(lane, chunk.leftOpen[index]);
        if (chunk.purpose[index] > 0) {
            lane.pushBegun(0);
            dropped++;
        } else {
            queries.freeStatistics(chunk.statistics[index]);
            stageEnd(lane, popBegun(lane, -chunk.purpose[index]), chunk.submitTicks[index]);
        }
        lane.advance();
    }

    private void stageEnd(ZoneLane lane, int zones, long submitTicks) {
        if (zones > 0) {
            lane.staged.add(-zones, submitTicks, lane.lastSeenTicks, 0, true, lane.treeThreadId, 0);
            staged++;
        }
    }

    /** Ends the innermost zones of a recording that is over, and counts them. */
    private void endLeftOpen(ZoneLane lane, int zones) {
        if (zones == 0) {
            return;
        }
        int outermost = Math.max(0, lane.begunDepth - zones);
        for (int i = outermost; i < lane.begunDepth; i++) {
            leftOpenId = lane.begun[i] != 0 ? lane.begun[i] : leftOpenId;
        }
        int shown = popBegun(lane, zones);
        leftOpen += shown;
        stageEnd(lane, shown, lane.lastSeenTicks);
    }

    /** True if zones of a target have waited too long for their ends after the GPU passed all that was issued. */
    boolean isLeftOpen(ZoneLane lane) {
        if (lane.begunDepth == 0 || lane.emptyPasses < OPEN_PASSES || lane.consumed() != lane.issued()) {
            return false;
        }
        long waited = cpu.ticks() - lane.lastResultTicks;
        // Negative: the CPU's counter began anew.
        return waited < 0 || waited * cpu.nanosPerTick() >= OPEN_LIMIT_NANOS;
    }

    /** The recording of a target is over: as {@link #settle}, and zones without an end are counted. */
    void settleOver(ZoneLane lane) {
        settleQueries(lane);
        endLeftOpen(lane, lane.begunDepth);
        endStatistics(lane);
    }

    /** Takes what is there of a lane, and gives the rest up: nothing is outstanding afterwards. */
    void settle(ZoneLane lane) {
        settleQueries(lane);
        stageEnd(lane, popBegun(lane, lane.begunDepth), lane.lastSeenTicks);
    }

    private void settleQueries(ZoneLane lane) {
        stage(lane);
        for (long issued = lane.issued(); lane.consumed() < issued; ) {
            drop(lane, lane.reading(pool), lane.readIndex());
        }
    }

    // --- from staged events to the ring

    private boolean write(ThreadState thread, ZoneLane[] lanes) {
        waiting.clear();
        for (ZoneLane lane : lanes) {
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

    /** Of the lanes that have an open zone, the one whose next event is the first; of two at one time the inner one. */
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
        errorTicks = events.errorTicks();
        if (!stateError(cpu.ticks())) {
            return false;
        }
        long ticks = Math.max(events.gpuTicks(), thread.lastTicks);
        if (events.purpose() > 0) {
            if (!writer.begin(events.purpose(), events.cpuTicks(), ticks, thread.threadId)) {
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
                if (left == 1 && innermost == lane) {
                    if (!writeStatistics(events.statistics(), thread.threadId)) {
                        events.leaveEnds(left);
                        return false;
                    }
                    events.clearStatistics();
                }
                if (!writer.end(events.cpuTicks(), ticks, thread.threadId)) {
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

    // --- the end

    @Override
    boolean abandonAll(ZoneLane[] lanes, long limitNanos) {
        for (ZoneLane lane : lanes) {
            settle(lane);
        }
        long deadlineNanos = System.nanoTime() + limitNanos;
        while (!write(lanes)) {
            if (System.nanoTime() - deadlineNanos >= 0) {
                return false;
            }
            LockSupport.parkNanos(1_000_000);
        }
        return true;
    }
}
