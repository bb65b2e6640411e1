package dev.zonecast.core.gpu;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * Writes zones in the order in which the GPU went through them, each in a lane of its thread in which it nests.
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
 * two neighbouring events of another is written there, as zones inside that one's (a secondary command buffer inside the primary's zone),
 * unless its submission was announced: it is a primary then.
 * One that overlaps another in part ran at the same time: it goes to the first row of its thread in which it fits, and sinks show a lane
 * for each row. It does not fit behind later events: what began before it is written while its end is not known. An overlap that is
 * shorter than the error of the clocks is none: the begin is moved up to the other's end. So is one that finds {@value #MAX_ROWS} rows in
 * use; a time that is moved by more than the error counts as doubtful. A tree whose end is not known keeps those back that began later.
 *
 * <p>Not thread-safe: guarded by the engine's lock.
 */
final class ZoneMerger {
    /** More is left in the queries: what is staged would be memory without a bound while no ring has room. */
    private static final int MAX_STAGED = 4 * GpuContextOptions.DEFAULT_MAX_OUTSTANDING_ZONES;

    private static final int MAX_IDLE_THREADS = 256;

    /** Command buffers of one thread that are shown beside each other. */
    static final int MAX_ROWS = 8;

    private static final long POLL_NANOS = 1_000_000;

    /** What was written of one thread's zones. */
    private static final class ThreadState {
        private final long threadId;
        private final List<ZoneRow> rows = new ArrayList<>(List.of(new ZoneRow(0)));
        private boolean hasEvents;

        /** Zones that are open, in all rows. */
        private int open;

        ThreadState(long threadId) {
            this.threadId = threadId;
        }

        boolean isIdle() {
            return !hasEvents && open == 0;
        }
    }

    private final ZoneLanes lanes;
    private final GpuCounters counters;
    private final CpuTime cpu;
    private final ClockStatement statement;
    private final GpuZoneWriter writer;
    private final List<ThreadState> threads = new ArrayList<>();
    private final PriorityQueue<ZoneLane> waiting =
            new PriorityQueue<>(Comparator.comparingLong(lane -> lane.staged.gpuTicks()));
    private int staged;
    private boolean full;

    /** False once the API takes no calls. */
    private boolean readable = true;

    private long nowTicks;

    private long zones;
    private long doubtfulTimes;

    ZoneMerger(ZoneLanes lanes, GpuCounters counters, CpuTime cpu, ClockStatement statement, GpuZoneWriter writer) {
        this.lanes = lanes;
        this.counters = counters;
        this.cpu = cpu;
        this.statement = statement;
        this.writer = writer;
    }

    /** Before events are written. */
    void prepare(long passTicks) {
        nowTicks = passTicks;
        statement.prepare(passTicks);
        writer.prepare();
    }

    /**
     * Adds an event to a lane's.
     *
     * @param error of {@link StagedEvents#errorWord}
     */
    void add(
            ZoneLane lane,
            int purpose,
            long cpuTicks,
            long gpuTicks,
            long error,
            long threadId,
            int statistics,
            Object stack) {
        lane.staged.add(purpose, cpuTicks, gpuTicks, error, threadId, statistics, stack);
        staged++;
    }

    /** Writes an event of a thread's lane without counts, or adds it: where there is no room, or others wait. */
    void write(ZoneLane lane, int purpose, long cpuTicks, long gpuTicks, long error, Object stack) {
        if (!writeAtOnce(lane, purpose, cpuTicks, gpuTicks, error, stack)) {
            add(lane, purpose, cpuTicks, gpuTicks, error, lane.key, 0, stack);
        }
    }

    private boolean writeAtOnce(ZoneLane lane, int purpose, long cpuTicks, long gpuTicks, long error, Object stack) {
        boolean hasToWait = !lane.staged.isEmpty() || purpose < -1;
        if (hasToWait || !statement.covers(StagedEvents.errorTicks(error))) {
            return false;
        }
        if (lane.row == null) {
            lane.row = thread(lane.key).rows.getFirst();
        }
        ZoneRow row = lane.row;
        long ticks = row.notBefore(gpuTicks, nowTicks);
        if (purpose > 0) {
            if (!writer.begin(purpose, cpuTicks, ticks, lane.key, row.number, stack)) {
                return false;
            }
            zones++;
        } else if (!writer.end(cpuTicks, ticks, lane.key, row.number)) {
            return false;
        }
        written(row, ticks, StagedEvents.isDoubtful(error));
        return true;
    }

    private void written(ZoneRow row, long ticks, boolean doubtful) {
        row.lastTicks = ticks;
        doubtfulTimes += doubtful ? 1 : 0;
    }

    /** Adds the links of a lane's submission that belong to the query at a position: inside the zone. */
    void addLinks(ZoneLane lane, long position, long gpuTicks, long error, long threadId) {
        for (int i = 0; i < lane.submissions.mostLinks(); i++) {
            long link = lane.submissions.link(i, position);
            if (link != 0) {
                add(lane, 0, link, gpuTicks, error, threadId, 0, null);
            }
        }
    }

    /** After events were written. */
    void flush() {
        writer.flush();
    }

    /** Events that wait for room, or for what comes before them. */
    int staged() {
        return staged;
    }

    boolean takesMore() {
        return readable && staged < MAX_STAGED;
    }

    /** The API takes no calls from here on: results are not read, and counts of staged events are unknown. */
    void readNoMore() {
        readable = false;
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

    /** Writes what can be written; false if the ring has no room for all of it. */
    boolean write() {
        full = false;
        if (staged == 0) {
            return true;
        }
        prepare(cpu.ticks());
        try {
            write(lanes.all());
        } finally {
            flush();
        }
        return !full;
    }

    private void write(ZoneLane[] all) {
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
            threads.removeIf(ThreadState::isIdle);
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
            boolean isAlone = counters == null && thread.open == 0 && from.staged.isOutside();
            if (isAlone ? !writeAlone(thread, from) : !writeFirst(thread, from)) {
                return false;
            }
            await(from, thread);
        }
    }

    /** Writes what is staged of a thread's lane. */
    private boolean writeInOrder(ThreadState thread, ZoneLane lane) {
        lane.row = thread.rows.getFirst();
        while (!lane.staged.isEmpty()) {
            if (counters == null ? !writeAlone(thread, lane) : !writeFirst(thread, lane)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Writes events of a lane while no other has open zones and each begins later, without counts: most come so, and need no search. What
     * is open is noted only where that ends; of a thread's lane, which has its row alone, not at all.
     */
    private boolean writeAlone(ThreadState thread, ZoneLane lane) {
        StagedEvents events = lane.staged;
        ZoneRow row = lane.row;
        ZoneLane other = lane.owner == null ? waiting.peek() : null;
        long limitTicks = other == null ? Long.MAX_VALUE : other.staged.gpuTicks();
        int open = 0;
        try {
            do {
                if (!statement.covers(events.errorTicks())) {
                    return false;
                }
                int purpose = events.purpose();
                long ticks = row.notBefore(events.gpuTicks(), nowTicks);
                if (purpose > 0) {
                    if (!writeBegin(thread, row, events, ticks)) {
                        return false;
                    }
                    open++;
                } else if (purpose == 0 && open > 0 && !writeLink(thread, row, events, ticks)) {
                    return false;
                }
                for (; purpose < 0; purpose++) {
                    if (!writer.end(events.cpuTicks(), ticks, thread.threadId, row.number)) {
                        events.leaveEnds(-purpose);
                        return false;
                    }
                    // Here too: for the other ends there may be no room.
                    row.lastTicks = ticks;
                    open--;
                }
                removeWritten(row, events, ticks);
            } while (!events.isEmpty() && events.gpuTicks() < limitTicks && goesOn(thread, lane, open));
            return true;
        } finally {
            for (; open > 0 && lane.owner == null; open--) {
                opened(thread, lane);
            }
        }
    }

    private static boolean goesOn(ThreadState thread, ZoneLane lane, int open) {
        boolean isFirstRow = lane.row.number == 0;
        return open > 0
                || lane.owner != null
                || (isFirstRow && lane.staged.hasTree() && lane.staged.threadId() == thread.threadId);
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
        if (tree == null || !tree.staged.isTreeComplete() || isBefore(inside, tree.staged)) {
            return inside;
        }
        tree.row = rowFor(thread, tree.staged, tree.primary);
        return tree.row == null ? inside : waiting.poll();
    }

    private static ZoneLane firstInside(ThreadState thread) {
        ZoneLane first = null;
        for (int i = 0; i < thread.rows.size(); i++) {
            ZoneLane ofRow = thread.rows.get(i).first();
            if (ofRow != null && (first == null || ofRow.staged.gpuTicks() < first.staged.gpuTicks())) {
                first = ofRow;
            }
        }
        return first;
    }

    /** At equal times a tree comes first if it has no length. */
    private static boolean isBefore(ZoneLane inside, StagedEvents tree) {
        return inside != null
                && inside.staged.gpuTicks() <= tree.gpuTicks()
                && inside.staged.gpuTicks() < tree.treeEndTicks();
    }

    /** The first row in which a tree fits; null if its begin is moved up behind another's next event. */
    private ZoneRow rowFor(ThreadState thread, StagedEvents tree, boolean isPrimary) {
        long tolerance = Math.max(tree.errorTicks(), statement.errorTicks());
        ZoneRow ahead = null;
        for (int i = 0; i < thread.rows.size(); i++) {
            ZoneRow row = thread.rows.get(i);
            ZoneLane inside = row.first();
            if (row.notBefore(tree.gpuTicks(), nowTicks) - tree.gpuTicks() > tolerance) {
                // Later events were written there.
                ahead = ahead == null && inside == null ? row : ahead;
                continue;
            }
            if (inside == null || (!isPrimary && tree.treeEndTicks() <= inside.staged.gpuTicks())) {
                return row;
            }
            if (inside.staged.gpuTicks() - tree.gpuTicks() <= tolerance) {
                return null;
            }
            boolean endsZones = !isPrimary && inside.staged.purpose() <= 0;
            if (endsZones && tree.treeEndTicks() - inside.staged.gpuTicks() <= tolerance) {
                // It is inside, and ends with the zone around it.
                return row;
            }
        }
        if (thread.rows.size() >= MAX_ROWS) {
            return ahead;
        }
        ZoneRow more = new ZoneRow(thread.rows.size());
        thread.rows.add(more);
        return more;
    }

    private boolean writeFirst(ThreadState thread, ZoneLane lane) {
        StagedEvents events = lane.staged;
        if (!statement.covers(events.errorTicks())) {
            return false;
        }
        ZoneRow row = lane.row;
        if (counters != null) {
            addCounts(events);
        }
        long ticks = row.notBefore(events.gpuTicks(), nowTicks);
        if (events.purpose() > 0) {
            if (!writeBegin(thread, row, events, ticks)) {
                return false;
            }
            opened(thread, lane);
        } else if (events.purpose() == 0) {
            if (events.isInTree() && !writeLink(thread, row, events, ticks)) {
                return false;
            }
        } else if (!writeEnds(thread, lane, ticks)) {
            return false;
        }
        removeWritten(row, events, ticks);
        return true;
    }

    private boolean writeBegin(ThreadState thread, ZoneRow row, StagedEvents events, long ticks) {
        boolean hasRoom =
                writer.begin(events.purpose(), events.cpuTicks(), ticks, thread.threadId, row.number, events.stack());
        zones += hasRoom ? 1 : 0;
        return hasRoom;
    }

    private boolean writeLink(ThreadState thread, ZoneRow row, StagedEvents events, long ticks) {
        return writer.link(events.cpuTicks(), ticks, thread.threadId, row.number);
    }

    private static void opened(ThreadState thread, ZoneLane lane) {
        lane.staged.opened();
        lane.row.push(lane);
        thread.open++;
    }

    private void removeWritten(ZoneRow row, StagedEvents events, long ticks) {
        boolean isMoved = ticks - events.gpuTicks() > statement.errorTicks();
        written(row, ticks, events.purpose() != 0 && (events.isDoubtful() || isMoved));
        events.remove();
        staged--;
    }

    private boolean writeEnds(ThreadState thread, ZoneLane lane, long ticks) {
        StagedEvents events = lane.staged;
        ZoneRow row = lane.row;
        for (int left = -events.purpose(); left > 0; left--) {
            while (events.owesEnd()) {
                ZoneLane innermost = row.innermost();
                boolean hasCounts = counters != null && innermost == lane;
                if ((hasCounts && !writeCounts(events.counts, thread.threadId, row.number))
                        || !writer.end(events.cpuTicks(), ticks, thread.threadId, row.number)) {
                    events.leaveEnds(left);
                    return false;
                }
                row.lastTicks = ticks;
                row.pop();
                thread.open--;
                innermost.staged.ended();
                if (innermost != lane) {
                    await(innermost, thread);
                }
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
        if (events.statistics() != 0) {
            events.counts.add(events.statistics(), readable);
            events.clearStatistics();
            // The driver may have taken long.
            writer.prepare();
        }
    }

    /** Writes what the GPU counted in the zone that ends next; false if there was no room. Called again with the same then. */
    private boolean writeCounts(ZoneCounts counts, long threadId, int row) {
        for (; counts.written < counts.size(); counts.written++) {
            long value = counts.value(counts.written);
            if (value >= 0 && !writer.value(counts.nameId(counts.written), value, threadId, row)) {
                return false;
            }
        }
        return true;
    }
}
