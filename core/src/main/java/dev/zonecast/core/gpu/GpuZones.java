package dev.zonecast.core.gpu;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.registry.GpuContextTable;
import dev.zonecast.core.ring.Gate;
import dev.zonecast.core.ring.Switch;
import java.lang.System.Logger.Level;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;

/**
 * The zones of one GPU context: what {@code GpuCtx} and {@code VkGpuCtx} stand on.
 *
 * <p>{@link #begin} and {@link #end} may be called by any thread that the API allows to submit; each thread's zones nest on their own.
 * {@link #collect} may be called by any thread that the API allows to read results; where one is at it already, the others return.
 * None of them throws for the profiler's own state, waits, or allocates (but for the growth of the pool).
 *
 * <p>With {@code -Dzonecast.enabled=false} everything here does nothing; while nobody listens, {@link #begin} costs a load and a branch.
 */
public final class GpuZones {
    /** False if the program was started with {@code -Dzonecast.enabled=false}; constant. */
    public static final boolean ENABLED = Switch.ON;

    /** Zones in a chunk of the pool. */
    public static final int ZONES_PER_CHUNK = 128;

    /** The same where each target has a chunk of its own. */
    private static final int ZONES_PER_TARGET_CHUNK = 32;

    /**
     * Targets' queries are not used by others at once: a result is there before the program has waited for the target that brought it, and
     * only then Vulkan's validation layers know that it is over.
     */
    private static final double TARGET_REST_NANOS = 100e6;

    static final int CHUNK_QUERIES = 2 * ZONES_PER_CHUNK;

    private static final System.Logger LOG = System.getLogger("dev.zonecast");

    /** How long {@link #close} waits for room in a ring, so that zones get their ends. */
    private static final long CLOSE_LIMIT_NANOS = 200_000_000;

    /** Zones of one thread or target that are open at once; deeper, an end is more likely to be missing. */
    private static final int SUSPICIOUS_DEPTH = 256;

    private enum State {
        OPEN,
        CLOSED,
        LOST,
        UNAVAILABLE
    }

    private final ContextLog log;
    private final GpuContextInfo info;
    private final GpuQueries queries;
    private final boolean labels;
    private final boolean statistics;
    private final QueryPool pool;
    private final ReentrantLock collecting = new ReentrantLock();
    private final Calibrator calibrator;
    private final ZoneReader reader;
    private final ContextLosses losses;
    private volatile State state = State.OPEN;

    private final ZoneLanes lanes;

    /** Calls of {@link #collect}; written by the collecting thread. */
    private volatile long passes;

    GpuZones(
            GpuContextInfo info,
            GpuContextOptions options,
            GpuQueries queries,
            CpuTime cpu,
            GpuZoneWriter writer,
            System.Logger logger) {
        this.info = info;
        this.log = new ContextLog(logger, options.name());
        this.losses = new ContextLosses(log);
        this.queries = queries;
        this.labels = options.labels() && queries.hasLabels();
        this.statistics = queries.countsStatistics();
        boolean targets = queries.recordsInTargets();
        int chunkQueries =
                2 * Math.min(targets ? ZONES_PER_TARGET_CHUNK : ZONES_PER_CHUNK, options.maxOutstandingZones());
        int chunks = (2 * options.maxOutstandingZones() + chunkQueries - 1) / chunkQueries;
        this.pool = new QueryPool(queries, chunkQueries, chunks, cpu, targets ? TARGET_REST_NANOS : 0);
        this.calibrator = new Calibrator(queries, cpu, options.recalibrateEvery());
        this.reader = targets
                ? new TargetReader(queries, pool, cpu, calibrator, writer)
                : new ZoneReader(queries, pool, cpu, calibrator, writer);
        calibrator.start();
        this.lanes = targets ? new TargetLanes(info, pool, cpu) : new ThreadLanes(info, pool, cpu);
    }

    /** A context without a GPU. */
    private GpuZones(String name) {
        this.info = null;
        this.log = new ContextLog(LOG, name);
        this.losses = new ContextLosses(log);
        this.queries = null;
        this.labels = false;
        this.statistics = false;
        this.pool = null;
        this.calibrator = null;
        this.reader = null;
        this.lanes = null;
        this.state = State.UNAVAILABLE;
    }

    /**
     * Makes a context, tells viewers of it and calibrates its clock (a few hundred microseconds as a rule, 5 ms at most as far as it is in
     * our hands). On a thread that may make calls to the API.
     *
     * @return never null: where there are no timestamps or too many contexts, one that only counts
     */
    public static GpuZones create(GpuApi api, GpuQueries queries, GpuContextOptions options) {
        if (!Switch.ON) {
            return new GpuZones(options.name());
        }
        if (queries.validBits() <= 0 || !(queries.nanosPerTick() > 0)) {
            queries.close();
            return unavailable(options.name(), "the GPU has no timestamps here");
        }
        GpuContextInfo info = GpuContextTable.of(GpuContextInfo.class)
                .add(id -> new GpuContextInfo(id, api, options.name(), System.nanoTime()));
        if (info == null) {
            queries.close();
            // The limit of the table logs it.
            return new GpuZones(options.name());
        }
        if (options.labels() && !queries.hasLabels()) {
            LOG.log(Level.INFO, "GPU context \"{0}\": no debug groups, the driver does not know them", options.name());
        }
        return new GpuZones(info, options, queries, new CpuTime(), new RingZoneWriter(info.id()), LOG);
    }

    /** A context whose zones are only counted, and a line in the log that says why. */
    public static GpuZones unavailable(String name, String reason) {
        if (Switch.ON) {
            LOG.log(Level.WARNING, "GPU context \"{0}\": no zones are recorded, {1}", name, reason);
        }
        return new GpuZones(name);
    }

    /** What viewers know of it; null if it only counts. */
    public GpuContextInfo info() {
        return info;
    }

    /** True while zones can be recorded: not closed, not lost, and the GPU has timestamps. */
    public boolean isAvailable() {
        return state == State.OPEN;
    }

    // --- zones

    /**
     * Begins a zone at the end of what was submitted so far.
     *
     * @param location where it stands; null is counted and begins nothing
     * @param target what takes the command: a Vulkan command buffer's handle; 0 in OpenGL
     * @return token for {@link #end}, 0 if there is nothing to end
     */
    public long begin(SourceLocation location, long target) {
        if (!Switch.ON || (!Gate.isOpen() && !labels)) {
            return 0;
        }
        if (location == null || state != State.OPEN || !queries.isUsable()) {
            return refuse(location);
        }
        ZoneLane lane = lanes.enter(target);
        if (lane == null) {
            return refuse(location);
        }
        long token = 0;
        boolean isComplete = false;
        try {
            if (lane.unanswered != 0 || lane.strayLabels != 0) {
                settle(lane, target);
            }
            token = begin(lane, location, target);
            lane.unanswered = 0;
            lanes.leave(lane);
            isComplete = true;
        } finally {
            if (!isComplete) {
                lane.unanswered = token == 0 ? lane.unanswered : token;
                lanes.leave(lane);
            }
        }
        return token;
    }

    /** An earlier call threw where the Java stack ended: its zone ends, its labels are popped. */
    private void settle(ZoneLane lane, long target) {
        if (lane.isOpen(lane.unanswered)) {
            end(lane, lane.unanswered, target);
        }
        lane.unanswered = 0;
        popLabels(lane, target);
    }

    private void popLabels(ZoneLane lane, long target) {
        for (; lane.strayLabels > 0; lane.strayLabels--) {
            queries.popLabel(target);
        }
    }

    private long begin(ZoneLane lane, SourceLocation location, long target) {
        if (lane.isOver(passes)) {
            lane.leaveOpen();
            reader.endStatistics(lane);
        }
        boolean recorded = Gate.isOpen() && location.isRecorded();
        if (recorded && lane.room < 2 && !makeRoom(lane)) {
            drop(lane);
            recorded = false;
        }
        if (!recorded && !labels) {
            return 0;
        }
        if (labels) {
            queries.pushLabel(location, target);
            lane.strayLabels++;
        }
        long token = lane.begin(location.id(), recorded, target, passes);
        lane.strayLabels = 0;
        if (ZoneLane.depthOf(token) == SUSPICIOUS_DEPTH) {
            log.nested(SUSPICIOUS_DEPTH, location.displayName());
        }
        if (token == 0) {
            tooDeep(recorded, target);
        } else if (statistics && recorded && ZoneLane.isOutermost(token) && !lane.reusable) {
            lane.statistics = queries.beginStatistics(target);
        }
        return token;
    }

    /**
     * Ends a zone, and those inside it that were left open, at the end of what was submitted so far.
     *
     * @param token from {@link #begin}; 0 is ignored, anything but the token of an open zone of this thread or target is counted
     * @param target as for {@link #begin}; another one if the zone ends there
     */
    public void end(long token, long target) {
        if (!Switch.ON || token == 0) {
            return;
        }
        ZoneLane lane = lanes == null ? null : lanes.enterOpen(token, target);
        if (lane == null) {
            losses.countWrongCall();
            return;
        }
        try {
            if (state == State.OPEN) {
                if (queries.isUsable()) {
                    end(lane, token, target);
                } else {
                    losses.wrongThread("a zone ended");
                }
            }
        } finally {
            lanes.leave(lane);
        }
    }

    private void end(ZoneLane lane, long token, long target) {
        if (lane.statistics != 0 && ZoneLane.isOutermost(token)) {
            queries.endStatistics(lane.statistics, target);
        }
        int ended = lane.end(token, target);
        if (labels) {
            lane.strayLabels += ended;
            popLabels(lane, target);
        }
    }

    private long refuse(SourceLocation location) {
        if (location == null) {
            losses.countWrongCall();
        } else if (state == State.OPEN && !queries.isUsable()) {
            losses.wrongThread("a zone began");
        } else if (Gate.isOpen()) {
            drop(null);
        }
        return 0;
    }

    private void drop(ZoneLane lane) {
        if (state != State.OPEN) {
            losses.countDrop();
        } else if (lane != null && lane.reusable && !queries.canRerunTargets()) {
            losses.drop(() -> "command buffers that are submitted again need hostQueryReset(true)");
        } else {
            losses.drop(this::reasonOfDrops);
        }
    }

    private String reasonOfDrops() {
        String remedy = queries.remedy();
        if (passes == 0) {
            return "collect() has not been called. Call it once a frame" + (remedy == null ? "" : "; " + remedy);
        }
        return remedy != null ? remedy : reader.reasonOfDrops(lanes.all());
    }

    private void tooDeep(boolean recorded, long target) {
        if (labels) {
            queries.popLabel(target);
        }
        if (recorded) {
            losses.countDrop();
        }
    }

    // --- lanes and chunks

    private boolean makeRoom(ZoneLane lane) {
        if (lane.reusable && !queries.canRerunTargets()) {
            return false;
        }
        if (lane.restart()) {
            return true;
        }
        QueryChunk more = pool.take();
        if (more == null) {
            return false;
        }
        lane.add(more);
        return true;
    }

    // --- targets

    /**
     * The recording of a target has begun that will be submitted more than once: its queries stay its own. Zones that were recorded in it
     * before are settled as by {@link #discard}.
     */
    public void recordReusable(long target) {
        change((own, results) -> own.recordReusable(target, results, queries.canRerunTargets()));
    }

    /**
     * A target of {@link #recordReusable} is about to be submitted again; the GPU is through with it. Takes the times of the last run; zones
     * of which there are none are counted as dropped.
     */
    public void resubmit(long target) {
        change((own, results) -> {
            if (!own.resubmit(target, results)) {
                losses.countWrongCall();
            }
        });
    }

    /**
     * Targets were reset or freed: zones that have run are written, those that have not are counted as dropped. A target without zones
     * is ignored.
     */
    public void discard(long... targets) {
        change((own, results) -> own.discard(targets, results));
    }

    private void change(BiConsumer<TargetLanes, TargetReader> change) {
        if (!Switch.ON || !(lanes instanceof TargetLanes own) || !(reader instanceof TargetReader results)) {
            return;
        }
        collecting.lock();
        try {
            if (state == State.OPEN) {
                change.accept(own, results);
            }
        } finally {
            collecting.unlock();
        }
    }

    // --- results

    /**
     * Takes what the GPU has finished. Never waits; a context where nothing is outstanding costs no call to the driver, one where
     * nothing is ready one or two. Once a frame is right. Zones for which there is no room in the ring stay for the next time.
     */
    public void collect() {
        if (!Switch.ON || state != State.OPEN || !collecting.tryLock()) {
            return;
        }
        try {
            if (!queries.isUsable()) {
                losses.wrongThread("collect() was called");
                return;
            }
            countPass();
            if (hasOutstanding()) {
                collectOutstanding();
            }
            if (state == State.OPEN) {
                lanes.prune(reader);
            }
            losses.report(reader);
        } finally {
            collecting.unlock();
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // One thread at a time: collecting is held.
    private void countPass() {
        passes++;
    }

    private boolean hasOutstanding() {
        for (ZoneLane lane : lanes.all()) {
            if (lane.issued() != lane.consumed()) {
                return true;
            }
        }
        return reader.staged() > 0;
    }

    private void collectOutstanding() {
        if (queries.isLost()) {
            lose();
            return;
        }
        queries.beginReading();
        try {
            reader.read(lanes.all());
        } finally {
            queries.endReading();
        }
    }

    private void lose() {
        state = State.LOST;
        log.lost();
        boolean _ = reader.abandonAll(lanes.all(), 0);
        queries.close();
        leaveRegistry();
    }

    private void leaveRegistry() {
        if (info != null) {
            GpuContextTable.of(GpuContextInfo.class).close(info);
        }
    }

    /**
     * Takes what is ready, counts the rest as dropped, and deletes the queries. Zones that the GPU was seen to begin get an end. On a
     * thread that may make calls to the API; elsewhere the queries are left to the API. Later calls do nothing.
     */
    public void close() {
        if (!Switch.ON) {
            return;
        }
        collecting.lock();
        try {
            if (state != State.OPEN) {
                return;
            }
            boolean usable = queries.isUsable();
            if (usable && hasOutstanding()) {
                collectOutstanding();
            }
            if (state == State.OPEN) {
                state = State.CLOSED;
                takeApart(usable);
            }
            losses.report(reader);
        } finally {
            collecting.unlock();
        }
    }

    private synchronized void takeApart(boolean usable) {
        boolean _ = reader.abandonAll(lanes.all(), CLOSE_LIMIT_NANOS);
        if (usable) {
            for (ZoneLane lane : lanes.all()) {
                for (int i = lane.openDepth(); labels && i > 0; i--) {
                    queries.popLabel(0);
                }
                reader.endStatistics(lane);
            }
            pool.destroy();
        } else {
            losses.countWrongCall();
            log.closedElsewhere(pool.size());
        }
        queries.close();
        leaveRegistry();
    }

    /** What this context says of itself. Waits while another thread collects. */
    public GpuContextStatistics statistics() {
        if (reader == null) {
            return new GpuContextStatistics(0, 0, losses.refused(), 0, losses.wrongCalls(), 0, 0, 0, -1);
        }
        collecting.lock();
        try {
            losses.report(reader);
            long outstanding = 0;
            for (ZoneLane lane : lanes.all()) {
                outstanding += lane.issued() - lane.consumed();
            }
            outstanding += reader.staged();
            return new GpuContextStatistics(
                    reader.zones(),
                    outstanding,
                    losses.refused() + reader.dropped(),
                    reader.doubtfulTimes(),
                    losses.wrongCalls(),
                    pool.size(),
                    calibrator.calibrations(),
                    reader.jumps(),
                    reader.statedErrorNanos());
        } finally {
            collecting.unlock();
        }
    }
}
