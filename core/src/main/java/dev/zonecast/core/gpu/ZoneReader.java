package dev.zonecast.core.gpu;

import java.util.concurrent.locks.LockSupport;

/**
 * Takes results of timestamp queries, gives them their CPU time, and writes zones.
 *
 * <p>A time lies between submission and the moment when the result was seen, whatever the GPU's clock said; within a lane times do
 * not run backwards; an end is written if and only if its begin was.
 *
 * <p>Not thread-safe: guarded by the engine's lock.
 */
class ZoneReader {
    /** So many results in a row that cannot be true are a clock that has jumped, where no reading may be taken to find out. */
    private static final int JUMP_AFTER = 3;

    private static final double STATEMENT_NANOS = 1e9;

    final GpuQueries queries;
    final QueryPool pool;
    final CpuTime cpu;
    private final Calibrator calibrator;
    private final GpuClockMap map;
    final GpuZoneWriter writer;
    final long[] results = new long[GpuZones.CHUNK_QUERIES];

    private final long[] values = new long[GpuStatistic.count()];

    /** Statistics of the end that is being written which were written before the ring was full. */
    private int valuesWritten;

    boolean prepared;
    private long lastPassTicks = Long.MIN_VALUE;
    private long slackTicks;
    private int impossibleInARow;

    // The time last worked out.
    long gpuTicks;
    long errorTicks;
    boolean doubtful;

    private long statedTicks = -1;
    private long statedSinceTicks;
    private long largestSinceTicks;

    long zones;
    long dropped;
    long doubtfulTimes;
    private long jumps;

    ZoneReader(GpuQueries queries, QueryPool pool, CpuTime cpu, Calibrator calibrator, GpuZoneWriter writer) {
        this.queries = queries;
        this.pool = pool;
        this.cpu = cpu;
        this.calibrator = calibrator;
        this.map = calibrator.map();
        this.writer = writer;
    }

    /** Results that were read and wait for room. */
    int staged() {
        return 0;
    }

    /** Zones whose begin was written. */
    long zones() {
        return zones;
    }

    /** Zones that were begun and will never be written. */
    long dropped() {
        return dropped;
    }

    /** Zones that had no end in a recording that is over. */
    long leftOpen() {
        return 0;
    }

    /** Source location's id of the zone that was left open last. */
    int leftOpenId() {
        return 0;
    }

    /** Why no query is left where all was called that has to be, and what to change; for the log. */
    String reasonOfDrops(ZoneLane[] lanes) {
        return "all " + pool.size()
                + " queries wait for the GPU. Raise maxOutstandingZones, or call collect() more often";
    }

    /** Times that the GPU's clock could not give: they are within submission and sight. */
    long doubtfulTimes() {
        return doubtfulTimes;
    }

    /** Times that the GPU's clock was found to have jumped. */
    long jumps() {
        return jumps;
    }

    /** The error last stated, in nanoseconds; -1 before the first result. */
    long statedErrorNanos() {
        return statedTicks < 0 ? -1 : nanos(statedTicks);
    }

    /** Writes what is ready, lane by lane, until there is no room for more. */
    void read(ZoneLane[] lanes) {
        prepared = false;
        for (ZoneLane lane : lanes) {
            if (!read(lane, lanes)) {
                return;
            }
        }
    }

    private boolean read(ZoneLane lane, ZoneLane[] lanes) {
        long issued = lane.issued();
        while (lane.consumed() < issued) {
            QueryChunk chunk = lane.reading(pool);
            int from = lane.readIndex();
            int to = (int) Math.min(chunk.size(), from + (issued - lane.consumed()));
            int ready = chunk.readyCount(from, to);
            if (ready == 0) {
                return true;
            }
            long seenTicks = cpu.ticks();
            prepare(seenTicks);
            for (int i = 0; i < ready; i++) {
                results[i] = chunk.result(from + i);
            }
            if (!queries.resultsAreValid()) {
                invalidate(lanes);
            }
            for (int i = 0; i < ready; i++) {
                if (!write(lane, chunk, results[i], seenTicks)) {
                    return false;
                }
                lane.advance();
            }
            if (ready < to - from) {
                return true;
            }
        }
        return true;
    }

    /** At the first result of a pass: a look at the clocks. */
    final void prepare(long nowTicks) {
        if (prepared) {
            return;
        }
        prepared = true;
        if (nowTicks < lastPassTicks) {
            calibrator.startAgain();
            statedSinceTicks = nowTicks;
        }
        lastPassTicks = nowTicks;
        calibrator.refine(nowTicks);
        if (calibrator.isDue(nowTicks)) {
            recalibrate();
        } else {
            map.realign();
        }
        slackTicks = calibrator.slackTicks();
    }

    private void recalibrate() {
        if (!calibrator.recalibrate()) {
            jumps++;
        }
        map.realign();
        slackTicks = calibrator.slackTicks();
    }

    /** The GPU's clock was disturbed: nothing that was issued so far can be trusted. */
    final void invalidate(ZoneLane[] lanes) {
        for (ZoneLane lane : lanes) {
            lane.invalidBelow = lane.issued();
        }
        calibrator.hurry();
    }

    private boolean write(ZoneLane lane, QueryChunk chunk, long raw, long seenTicks) {
        int index = lane.readIndex();
        long submitTicks = chunk.submitTicks[index];
        boolean isBegin = chunk.purpose[index] > 0;
        if (lane.consumed() >= lane.invalidBelow) {
            place(lane, raw, submitTicks, seenTicks);
            if (!stateError(seenTicks)) {
                return false;
            }
        } else if (isBegin) {
            lane.pushBegun(0);
            dropped++;
            return true;
        } else {
            gpuTicks = Math.max(submitTicks, lane.lastGpuTicks);
            doubtful = true;
        }
        return isBegin ? writeBegin(lane, chunk, index) : writeEnds(lane, chunk, index);
    }

    private boolean writeBegin(ZoneLane lane, QueryChunk chunk, int index) {
        if (!writer.begin(chunk.purpose[index], chunk.submitTicks[index], gpuTicks, lane.threadId)) {
            return false;
        }
        lane.pushBegun(chunk.purpose[index]);
        zones++;
        written(lane);
        return true;
    }

    /**
     * Writes what the GPU counted in the zone that ends next.
     *
     * @param slot 0 if nothing was
     * @return false if there was no room; called again with the same then
     */
    final boolean writeStatistics(int slot, long threadId) {
        if (slot == 0) {
            return true;
        }
        if (queries.readStatistics(slot, values)) {
            for (; valuesWritten < values.length; valuesWritten++) {
                if (values[valuesWritten] >= 0 && !writer.value(valuesWritten, values[valuesWritten], threadId)) {
                    return false;
                }
            }
        }
        valuesWritten = 0;
        queries.freeStatistics(slot);
        return true;
    }

    /**
     * Ends the counting in a zone that will have no end. On a thread where the API takes calls. A target's counting ends with the
     * recording of its commands: the target may be gone.
     */
    final void endStatistics(ZoneLane lane) {
        if (lane.statistics == 0) {
            return;
        }
        if (lane.owner != null) {
            queries.endStatistics(lane.statistics, 0);
        }
        queries.freeStatistics(lane.statistics);
        lane.statistics = 0;
    }

    private boolean writeEnds(ZoneLane lane, QueryChunk chunk, int index) {
        boolean any = false;
        for (int left = -chunk.purpose[index]; left > 0; left--) {
            if (lane.begun[lane.begunDepth - 1] != 0) {
                if (left == 1) {
                    if (!writeStatistics(chunk.statistics[index], lane.threadId)) {
                        chunk.purpose[index] = -left;
                        return false;
                    }
                    chunk.statistics[index] = 0;
                }
                if (!writer.end(chunk.submitTicks[index], gpuTicks, lane.threadId)) {
                    // Those that were ended are done; the next pass goes on with the rest.
                    chunk.purpose[index] = -left;
                    return false;
                }
                any = true;
            } else if (left == 1 && chunk.statistics[index] != 0) {
                queries.freeStatistics(chunk.statistics[index]);
            }
            lane.begunDepth--;
        }
        if (any) {
            written(lane);
        }
        return true;
    }

    private void written(ZoneLane lane) {
        lane.lastGpuTicks = gpuTicks;
        if (doubtful) {
            doubtfulTimes++;
        }
    }

    /** Works out the CPU time of a result. */
    final void place(ZoneLane lane, long raw, long submitTicks, long seenTicks) {
        if (submitTicks > seenTicks) {
            // The CPU's counter began anew in between.
            gpuTicks = Math.max(submitTicks, lane.lastGpuTicks);
            errorTicks = 0;
            doubtful = true;
            return;
        }
        if (lane.lastGpuTicks > seenTicks) {
            lane.lastGpuTicks = Long.MIN_VALUE;
        }
        long gpu = map.unwrap(raw, submitTicks);
        boolean possible = map.bound(gpu, submitTicks - slackTicks, seenTicks + slackTicks);
        if (possible) {
            impossibleInARow = 0;
        } else {
            findOut(gpu, submitTicks, seenTicks);
            gpu = map.unwrap(raw, submitTicks);
            possible = map.bound(gpu, submitTicks - slackTicks, seenTicks + slackTicks);
        }
        long byClock = map.cpuTicks(gpu);
        gpuTicks = Math.max(Math.clamp(byClock, submitTicks, seenTicks), lane.lastGpuTicks);
        errorTicks = possible ? map.errorTicks(gpu) + calibrator.stepTicks() : 0;
        long moved = Math.abs(gpuTicks - byClock);
        doubtful = !possible || moved > Math.max(errorTicks, statedTicks) + slackTicks;
    }

    /** A result cannot be true: either it is wrong, or the GPU's clock has jumped. */
    private void findOut(long gpu, long submitTicks, long seenTicks) {
        impossibleInARow++;
        if (calibrator.mayCheck(seenTicks)) {
            recalibrate();
        } else if (calibrator.isOff() && impossibleInARow >= JUMP_AFTER) {
            jumps++;
            map.restart(gpu, submitTicks - slackTicks, seenTicks + slackTicks);
            map.realign();
        }
    }

    /**
     * Says how far times may be off, before the first time that may be off further; and at most once a second, that they are better.
     *
     * @return false if there was no room
     */
    final boolean stateError(long nowTicks) {
        largestSinceTicks = Math.max(largestSinceTicks, errorTicks);
        boolean late = (nowTicks - statedSinceTicks) * cpu.nanosPerTick() > STATEMENT_NANOS;
        if (errorTicks <= statedTicks && !late) {
            return true;
        }
        if (errorTicks > statedTicks || largestSinceTicks < statedTicks / 2) {
            // Half as much again, so that it need not be said at every result while the error grows.
            long stated = largestSinceTicks + largestSinceTicks / 2 + 1;
            if (!writer.error(nanos(stated), map.driftPpm())) {
                return false;
            }
            statedTicks = stated;
        }
        statedSinceTicks = nowTicks;
        largestSinceTicks = 0;
        return true;
    }

    private long nanos(long ticks) {
        return (long) Math.ceil(ticks * cpu.nanosPerTick());
    }

    /** Gives up what all lanes still wait for, as {@link #abandon}; false if there was no room for all of it. */
    boolean abandonAll(ZoneLane[] lanes, long limitNanos) {
        boolean all = true;
        for (ZoneLane lane : lanes) {
            all &= abandon(lane, limitNanos);
        }
        return all;
    }

    /**
     * Gives up what a lane still waits for: zones that the GPU was not seen to begin are dropped; those that it was in end where they were
     * last seen.
     *
     * @param limitNanos how long to wait for room
     * @return false if there was no room for all ends; may be called again
     */
    boolean abandon(ZoneLane lane, long limitNanos) {
        long deadlineNanos = System.nanoTime() + limitNanos;
        for (long issued = lane.issued(); lane.consumed() < issued; lane.advance()) {
            QueryChunk chunk = lane.reading(pool);
            int index = lane.readIndex();
            int purpose = chunk.purpose[index];
            if (purpose > 0) {
                lane.pushBegun(0);
                dropped++;
                continue;
            }
            lane.lastGpuTicks = Math.max(lane.lastGpuTicks, chunk.submitTicks[index]);
            int downTo = lane.begunDepth + purpose;
            if (!endUnseen(lane, downTo, deadlineNanos)) {
                chunk.purpose[index] = downTo - lane.begunDepth;
                return false;
            }
        }
        return endUnseen(lane, 0, deadlineNanos);
    }

    private boolean endUnseen(ZoneLane lane, int downTo, long deadlineNanos) {
        for (; lane.begunDepth > downTo; lane.begunDepth--) {
            if (lane.begun[lane.begunDepth - 1] != 0) {
                while (!writer.end(lane.lastGpuTicks, lane.lastGpuTicks, lane.threadId)) {
                    if (System.nanoTime() - deadlineNanos >= 0) {
                        return false;
                    }
                    LockSupport.parkNanos(1_000_000);
                }
                doubtfulTimes++;
            }
        }
        return true;
    }
}
