package dev.zonecast.core.gpu;

/**
 * Takes results from the queries of all lanes, gives them their CPU time ({@link ResultTimes}), and passes them to the
 * {@link ZoneMerger}. An end is passed on if and only if its begin was.
 *
 * <h2>Zones that are left open</h2>
 *
 * A zone may end in another target. When its own target has run to the last query, its end may come for {@value #OPEN_LIMIT_NANOS}
 * nanoseconds more, unless the target is recorded anew before. Then the zone ends at the last time taken in its target, and is counted.
 *
 * <h2>What never runs</h2>
 *
 * A target is recorded anew only when what was recorded before has run, or never will. So where the last query of a lane has its result
 * and an earlier one has not, the earlier one is dropped.
 *
 * <p>Not thread-safe: guarded by the engine's lock.
 */
final class ResultReader {
    private static final long OPEN_LIMIT_NANOS = 100_000_000;

    /** Passes that have to come as well: the collecting thread may be interrupted for longer. */
    private static final int OPEN_PASSES = 2;

    /** Minutes by any counter: a command is not known to take longer. */
    private static final long LONGEST_COMMAND_TICKS = 1L << 40;

    /** A lane that brought no result in so many passes is stale: its target may never be submitted, unless that was announced. */
    private static final int STALE_PASSES = 16;

    /** The same where the GPU was seen in a zone. */
    private static final int STALE_PASSES_IN_ZONE = 1024;

    /** Stale lanes that one pass asks: each costs calls of the driver, and there may be thousands. */
    private static final int STALE_AT_ONCE = 64;

    /** The same once one of them has a new result. */
    private static final int STALE_AT_ONCE_AFTER_RESULT = 512;

    private final GpuQueries queries;
    private final GpuCounters counters;
    private final QueryPool pool;
    private final ZoneLanes lanes;
    private final CpuTime cpu;
    private final Calibrator calibrator;
    private final ResultTimes times;
    private final ZoneMerger merger;
    private final long[] results = new long[GpuZones.CHUNK_QUERIES];

    /** By result: as {@link StagedEvents#errorWord} has it. */
    private final long[] errors = new long[GpuZones.CHUNK_QUERIES];

    private long dropped;
    private long leftOpen;
    private int leftOpenId;

    /** Index of the lane from which the next pass looks for stale ones. */
    private int nextStale;

    ResultReader(
            GpuQueries queries,
            QueryPool pool,
            ZoneLanes lanes,
            CpuTime cpu,
            Calibrator calibrator,
            ClockStatement statement,
            ZoneMerger merger) {
        this.queries = queries;
        this.counters = queries.counters();
        this.pool = pool;
        this.lanes = lanes;
        this.cpu = cpu;
        this.calibrator = calibrator;
        this.merger = merger;
        times = new ResultTimes(calibrator, statement);
    }

    /** Zones that were begun and will never be written. */
    long dropped() {
        return dropped;
    }

    /** Times that the GPU's clock was found to have jumped. */
    long jumps() {
        return times.jumps();
    }

    /** Zones that had no end in a recording that is over. */
    long leftOpen() {
        return leftOpen;
    }

    /** Source location's id of the zone that was left open last. */
    int leftOpenId() {
        return leftOpenId;
    }

    /** Why no query is left where all was called that has to be, and what to change; for the log. */
    String reasonOfDrops() {
        int waiting = 0;
        for (ZoneLane lane : lanes.all()) {
            waiting += isStale(lane) && lane.owner == null && lane.issued() != lane.consumed() ? 1 : 0;
        }
        return waiting == 0
                ? "all " + pool.size()
                        + " queries wait for the GPU. Raise maxOutstandingZones, or call collect() more often"
                : "of " + pool.size() + " queries many are in " + waiting
                        + " command buffers that have not run for long. Call discard() for command buffers that are"
                        + " reset or freed without a submission";
    }

    /** Takes all available results. The merger writes them while the ring has room. */
    void read() {
        times.beginPass();
        if (merger.isFull() && !merger.write()) {
            return;
        }
        int before = merger.staged();
        stageStale();
        stageAll(true);
        if (merger.staged() != before && queries.recordsInTargets()) {
            // What has begun before something that has just been seen is seen now, if it was asked for too early.
            stageAll(false);
        }
        boolean ignored = merger.write();
    }

    // --- from queries to staged events

    private void stageAll(boolean countPass) {
        for (ZoneLane lane : lanes.all()) {
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
        return lane.emptyPasses >= (lane.begunDepth == 0 ? STALE_PASSES : STALE_PASSES_IN_ZONE)
                && !lane.awaitsAnnounced();
    }

    /**
     * Asks some of the stale lanes, in turn; more of them once one has a new result, with which it is no longer stale: others may have run
     * at the same time, and zones are written in order.
     */
    private void stageStale() {
        ZoneLane[] all = lanes.all();
        int from = nextStale;
        int most = STALE_AT_ONCE;
        int asked = 0;
        for (int i = 0; i < all.length && asked < most; i++) {
            nextStale = (from + i) % all.length;
            ZoneLane lane = all[nextStale];
            if (isStale(lane) && lane.issued() != lane.consumed()) {
                stage(lane);
                asked++;
                most = isStale(lane) ? most : STALE_AT_ONCE_AFTER_RESULT;
            }
        }
        nextStale++;
    }

    /** Takes the results of a lane that are there. */
    private void stage(ZoneLane lane) {
        long issued = lane.issued();
        while (lane.consumed() < issued && merger.takesMore()) {
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
            times.prepare(seenTicks);
            for (int i = 0; i < ready; i++) {
                results[i] = chunk.result(from + i);
            }
            if (!queries.resultsAreValid()) {
                invalidate();
            }
            int taken = 0;
            while (taken < ready && lane.consumed() < lane.invalidBelow) {
                drop(lane, chunk, from + taken);
                taken++;
            }
            while (taken < ready) {
                taken = take(lane, chunk, from, taken, ready, seenTicks);
            }
            if (ready < to - from && lane.owner != null) {
                return;
            }
        }
    }

    /**
     * Takes results of one submission.
     *
     * @param from index in the chunk of the first result
     * @param first the first one to take; {@code end}: the last one, exclusive
     * @return the last one taken, exclusive
     */
    private int take(ZoneLane lane, QueryChunk chunk, int from, int first, int end, long seenTicks) {
        TargetSubmissions submission = lane.nextSubmission();
        if (lane.owner != null && counters == null) {
            place(lane, chunk, from, first, end, seenTicks);
            merger.prepare(seenTicks);
            write(lane, chunk, from, first, end);
            return end;
        }
        int last = end;
        if (submission != null) {
            last = (int) Math.min(end, first + submission.end() - lane.consumed());
        } else if (lane.submissions != null) {
            // Behind a submission that was not kept there may be one that was.
            last = first + 1;
        }
        stage(lane, chunk, from, first, last, submission, seenTicks);
        return last;
    }

    /**
     * Works out the CPU times of results, in a loop of its own: publications to the ring between two results would keep the processor from
     * working at several.
     */
    private void place(ZoneLane lane, QueryChunk chunk, int from, int first, int end, long seenTicks) {
        for (int i = first; i < end; i++) {
            times.place(lane, results[i], submittedAfter(chunk, from + i, chunk.submitTicks[from + i]), seenTicks);
            long ticks = times.cpuTicks();
            lane.lastSeenTicks = Math.max(lane.lastSeenTicks, ticks);
            results[i] = ticks;
            errors[i] = times.errorWord();
        }
    }

    /** Writes events of a thread's lane: they come in order, and nothing was counted. */
    private void write(ZoneLane lane, QueryChunk chunk, int from, int first, int end) {
        int i = first;
        try {
            for (; i < end; i++) {
                int purpose = chunk.purpose[from + i];
                Object stack = null;
                if (purpose > 0) {
                    stack = chunk.takeStack(from + i, false);
                    lane.pushBegun(purpose);
                } else {
                    purpose = -popBegun(lane, -purpose);
                }
                if (purpose != 0) {
                    merger.write(lane, purpose, chunk.submitTicks[from + i], results[i], errors[i], stack);
                }
            }
        } finally {
            // Once: each publishes.
            lane.advance(i - first);
            merger.flush();
        }
    }

    private static long submittedAfter(QueryChunk chunk, int index, long ticks) {
        return ticks - (chunk.isOfEarlierCommand(index) ? LONGEST_COMMAND_TICKS : 0);
    }

    /** The GPU's clock was disturbed: nothing that was issued so far can be trusted. */
    private void invalidate() {
        for (ZoneLane lane : lanes.all()) {
            lane.invalidBelow = lane.issued();
        }
        calibrator.hurry();
    }

    /**
     * Adds the events of results.
     *
     * @param submission null if it was not announced: the recording counts then
     */
    private void stage(
            ZoneLane lane,
            QueryChunk chunk,
            int from,
            int first,
            int end,
            TargetSubmissions submission,
            long seenTicks) {
        int i = first;
        try {
            for (; i < end; i++) {
                stage(lane, chunk, from + i, lane.consumed() + i - first, results[i], submission, seenTicks);
            }
        } finally {
            lane.advance(i - first);
        }
    }

    /**
     * Adds the event of a result.
     *
     * @param position of its query in the lane
     * @param raw what the GPU wrote
     */
    private void stage(
            ZoneLane lane,
            QueryChunk chunk,
            int index,
            long position,
            long raw,
            TargetSubmissions submission,
            long seenTicks) {
        long submitTicks = Math.max(chunk.submitTicks[index], submission == null ? Long.MIN_VALUE : submission.ticks());
        times.place(lane, raw, submittedAfter(chunk, index, submitTicks), seenTicks);
        long ticks = times.cpuTicks();
        long error = times.errorWord();
        int purpose = chunk.purpose[index];
        Object stack = null;
        if (purpose > 0) {
            endLeftOpen(lane, chunk.leftOpen(index));
            stack = chunk.takeStack(index, lane.reusable);
            lane.pushBegun(purpose);
        } else {
            purpose = -popBegun(lane, -purpose);
        }
        int ticket = chunk.statistics(index);
        if (lane.lostCounts) {
            ticket = ZoneCounts.lost(ticket);
            lane.lostCounts = false;
        }
        if (purpose != 0) {
            boolean hasLinks = submission != null && submission.mostLinks() > 0;
            if (purpose > 0 && lane.owner == null && isOutermost(lane)) {
                // All of a tree belongs to the thread that began it, as viewers want it.
                lane.treeThreadId = submission == null ? chunk.threadIds[index] : submission.threadId();
            }
            if (hasLinks && purpose < 0) {
                merger.addLinks(lane, position, ticks, error, lane.treeThreadId);
            }
            merger.add(lane, purpose, submitTicks, ticks, error, lane.treeThreadId, ticket, stack);
            if (hasLinks && purpose > 0) {
                merger.addLinks(lane, position, ticks, error, lane.treeThreadId);
            }
        } else if (ticket != 0) {
            loseCounts(lane, ticket);
        }
        lane.lastSeenTicks = Math.max(lane.lastSeenTicks, ticks);
    }

    /** True if there is no zone around the innermost one, or all of them were dropped. */
    private static boolean isOutermost(ZoneLane lane) {
        int around = lane.begunDepth - 2;
        while (around >= 0 && lane.begun[around] == 0) {
            around--;
        }
        return around < 0;
    }

    private static int popBegun(ZoneLane lane, int zones) {
        int left = Math.min(zones, lane.begunDepth);
        if (left == 1) {
            // As a rule: a loop of one turn costs more than what it does.
            return popBegun(lane);
        }
        int shown = 0;
        for (; left > 0; left--) {
            shown += popBegun(lane);
        }
        return shown;
    }

    private static int popBegun(ZoneLane lane) {
        return lane.begun[--lane.begunDepth] != 0 ? 1 : 0;
    }

    /** Drops the next query if it will never have a result; false if it may. */
    private boolean dropLost(ZoneLane lane, QueryChunk chunk, long issued) {
        int index = lane.readIndex();
        if (lane.owner != null
                || lane.reusable
                || !(lane.consumed() == lane.lostAt || lane.isLastReady(issued))
                || chunk.readyCount(index, index + 1) == 1) {
            return false;
        }
        drop(lane, chunk, index);
        return true;
    }

    /**
     * Targets are gone. The end of a zone that began in another one may have been there: it will have no result, and would hold up what
     * comes behind it.
     */
    void loseEnd(ZoneLane lane, long[] targets) {
        long issued = lane.issued();
        if (lane.elsewhere == 0 || lane.reusable || lane.elsewhereAt < lane.consumed() || lane.elsewhereAt >= issued) {
            return;
        }
        for (long target : targets) {
            if (target == lane.elsewhere) {
                lane.lostAt = lane.elsewhereAt;
                stage(lane);
            }
        }
    }

    /** Drops the next query of a lane: a begin with its zone, an end at the time that the lane was seen last. */
    private void drop(ZoneLane lane, QueryChunk chunk, int index) {
        if (chunk.statistics(index) != 0) {
            loseCounts(lane, chunk.statistics(index));
        }
        if (chunk.purpose[index] > 0) {
            endLeftOpen(lane, chunk.leftOpen(index));
            chunk.takeStack(index, lane.reusable);
            lane.pushBegun(0);
            dropped++;
        } else {
            lane.lastSeenTicks = Math.max(lane.lastSeenTicks, chunk.submitTicks[index]);
            stageEnd(lane, popBegun(lane, -chunk.purpose[index]), chunk.submitTicks[index]);
        }
        lane.advance(1);
    }

    /** Without a query of its own, so that what was counted last is not known. */
    private void stageEnd(ZoneLane lane, int zones, long endSubmitTicks) {
        if (zones > 0) {
            merger.add(
                    lane,
                    -zones,
                    endSubmitTicks,
                    lane.lastSeenTicks,
                    StagedEvents.errorWord(0, true),
                    lane.treeThreadId,
                    counters == null ? 0 : ZoneCounts.LOST,
                    null);
        }
    }

    /** What was counted there belongs to no event: the zones around it have no counts. */
    private void loseCounts(ZoneLane lane, int ticket) {
        counters.freeAll(ZoneCounts.slot(ticket));
        lane.lostCounts = true;
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
        if (lane.owner != null
                || lane.begunDepth == 0
                || lane.emptyPasses < OPEN_PASSES
                || lane.consumed() != lane.issued()) {
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
            // What comes behind may have run.
            stage(lane);
        }
    }

    /**
     * Gives up all queries without a result. A zone without a known begin is dropped; an open zone ends at the last time of its target.
     *
     * @param limitNanos how long to wait for room
     * @param usable false if the API takes no calls here: results that are there are given up too
     */
    void abandonAll(long limitNanos, boolean usable) {
        if (usable) {
            queries.beginReading();
        } else {
            merger.readNoMore();
        }
        try {
            for (ZoneLane lane : lanes.all()) {
                settle(lane);
            }
            merger.writeAll(limitNanos);
        } finally {
            if (usable) {
                queries.endReading();
            }
        }
        for (ZoneLane lane : lanes.all()) {
            dropped += lane.staged.countBegins();
        }
    }

    /**
     * Ends the counting in a zone that will have no end. On a thread where the API takes calls. A target's counting ends with the
     * recording of its commands: the target may be gone.
     */
    void endStatistics(ZoneLane lane) {
        if (counters == null) {
            return;
        }
        if (lane.statistics != 0) {
            if (lane.owner != null) {
                counters.end(lane.statistics, 0);
            }
            counters.follow(lane.statistics, lane.counted);
            lane.counted = lane.statistics;
            lane.statistics = 0;
        }
        counters.freeAll(lane.counted);
        lane.counted = 0;
        lane.uncounted = true;
    }
}
