package dev.zonecast.core.gpu;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.registry.GpuContextTable;
import dev.zonecast.core.ring.Gate;
import dev.zonecast.core.ring.StackCapture;
import dev.zonecast.core.ring.Switch;
import java.lang.System.Logger.Level;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

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

    static final int CHUNK_QUERIES = 2 * ZONES_PER_CHUNK;

    private static final System.Logger LOG = System.getLogger("dev.zonecast");

    /** How long {@link #close} waits for room in a ring, so that zones get their ends. */
    private static final long CLOSE_LIMIT_NANOS = 200_000_000;

    private volatile GpuContextInfo info;
    private final GpuQueries queries;

    /** Null if there are to be none. */
    private final GpuLabels labels;

    private final QueryPool pool;
    private final ReentrantLock collecting = new ReentrantLock();
    private final Calibrator calibrator;
    private final ZoneLanes lanes;
    private final ResultReader reader;
    private final ClockStatement statement;
    private final ZoneMerger merger;
    private final ContextLosses losses;
    private final LaneZones zonesOfLanes;

    /** False once it is closed or lost, and without a GPU. */
    private volatile boolean open;

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
        this.losses = new ContextLosses(logger, options.name());
        this.queries = queries;
        if (queries == null) {
            this.labels = null;
            this.pool = null;
            this.calibrator = null;
            this.lanes = null;
            this.statement = null;
            this.merger = null;
            this.reader = null;
            this.zonesOfLanes = null;
            return;
        }
        this.labels = options.labels() ? queries.labels() : null;
        boolean targets = queries.recordsInTargets();
        int chunkQueries =
                2 * Math.min(targets ? ZONES_PER_TARGET_CHUNK : ZONES_PER_CHUNK, options.maxOutstandingZones());
        int chunks = (2 * options.maxOutstandingZones() + chunkQueries - 1) / chunkQueries;
        this.pool = new QueryPool(queries, chunkQueries, chunks, cpu, targets, () -> passes);
        this.calibrator = new Calibrator(queries, cpu, options.recalibrateEvery());
        this.lanes = new ZoneLanes(info, pool, cpu, targets, this::popLabels);
        this.statement = new ClockStatement(cpu, calibrator.map(), writer);
        this.merger = new ZoneMerger(lanes, queries.counters(), cpu, statement, writer);
        this.reader = new ResultReader(queries, pool, lanes, cpu, calibrator, statement, merger);
        this.zonesOfLanes = new LaneZones(queries, labels, pool, reader, losses, this::drop);
        calibrator.start();
        open = true;
    }

    /** A context without a GPU. */
    private static GpuZones counting(String name) {
        return new GpuZones(null, GpuContextOptions.of(name), null, null, null, LOG);
    }

    /**
     * Makes a context, tells viewers of it and calibrates its clock (a few hundred microseconds as a rule, 5 ms at most as far as it is in
     * our hands). On a thread that may make calls to the API.
     *
     * @return never null: where there are no timestamps or too many contexts, one that only counts
     */
    public static GpuZones create(GpuApi api, GpuQueries queries, GpuContextOptions options) {
        if (!Switch.ON) {
            return counting(options.name());
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
            return counting(options.name());
        }
        if (options.labels() && queries.labels() == null) {
            LOG.log(Level.INFO, "GPU context \"{0}\": no debug groups, the driver does not know them", options.name());
        }
        return new GpuZones(info, options, queries, new CpuTime(), new RingZoneWriter(info.id()), LOG);
    }

    /** A context whose zones are only counted, and a line in the log that says why. */
    public static GpuZones unavailable(String name, String reason) {
        if (Switch.ON) {
            LOG.log(Level.WARNING, "GPU context \"{0}\": no zones are recorded, {1}", name, reason);
        }
        return counting(name);
    }

    /** What viewers know of it; null if it only counts. */
    public GpuContextInfo info() {
        return info;
    }

    /**
     * Gives the context another name, which viewers and recordings show from now on. Any thread; a closed context keeps its name.
     *
     * @param name null or empty changes nothing
     */
    public synchronized void rename(String name) {
        GpuContextInfo before = info;
        if (!Switch.ON || before == null || !open || name == null || name.isEmpty()) {
            return;
        }
        GpuContextInfo renamed = before.withName(name);
        if (GpuContextTable.of(GpuContextInfo.class).replace(before, renamed)) {
            info = renamed;
        }
    }

    /** True while zones can be recorded: not closed, not lost, and the GPU has timestamps. */
    public boolean isAvailable() {
        return open;
    }

    /**
     * Begins a zone at the end of what was submitted so far.
     *
     * @param location where it stands; null is counted and begins nothing
     * @param target what takes the command: a Vulkan command buffer's handle; 0 in OpenGL
     * @return token for {@link #end}, 0 if there is nothing to end
     */
    public long begin(SourceLocation location, long target) {
        return begin(location, target, null);
    }

    /**
     * As {@link #begin(SourceLocation, long)}, with the calls that led there.
     *
     * @param stackDepth how many calls, from the caller of the caller on: 1 to {@value CallStack#MAX_CALLS}; 0 or less: none
     */
    public long begin(SourceLocation location, long target, int stackDepth) {
        boolean recorded = Switch.ON && Gate.isOpen() && open && location != null && location.isRecorded();
        return begin(location, target, recorded ? StackCapture.take(stackDepth, 2) : null);
    }

    private long begin(SourceLocation location, long target, Object stack) {
        if (!Switch.ON || (!Gate.isOpen() && labels == null)) {
            return 0;
        }
        if (location == null || !open || !queries.isUsable()) {
            return refuse(location);
        }
        ZoneLane lane = lanes.enter(target);
        if (lane == null) {
            return refuse(location);
        }
        long token = 0;
        boolean isComplete = false;
        try {
            token = zonesOfLanes.begin(lane, location, target, stack, passes);
            lane.unanswered = 0;
            lane.leave();
            isComplete = true;
        } finally {
            if (!isComplete) {
                lane.unanswered = token == 0 ? lane.unanswered : token;
                lane.leave();
            }
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
            if (open) {
                if (queries.isUsable()) {
                    zonesOfLanes.end(lane, token, target);
                } else {
                    losses.wrongThread("a zone ended");
                }
            }
        } finally {
            lane.leave();
        }
    }

    /**
     * What the GPU counts in the open zones of a target is not counted from here on, until {@link #resumeStatistics} or the next begin or end
     * of a zone: for APIs where such a query cannot last from here to there.
     */
    public void pauseStatistics(long target) {
        inLane(target, lane -> zonesOfLanes.pause(lane, target));
    }

    /** Ends a pause. */
    public void resumeStatistics(long target) {
        inLane(target, lane -> zonesOfLanes.resume(lane, target));
    }

    private void inLane(long target, Consumer<ZoneLane> work) {
        ZoneLane lane = !Switch.ON || !open || queries.counters() == null ? null : lanes.enterPresent(target);
        if (lane == null) {
            return;
        }
        try {
            if (queries.isUsable()) {
                work.accept(lane);
            }
        } finally {
            lane.leave();
        }
    }

    private long refuse(SourceLocation location) {
        if (location == null) {
            losses.countWrongCall();
        } else if (open && !queries.isUsable()) {
            losses.wrongThread("a zone began");
        } else if (Gate.isOpen() && location.isRecorded()) {
            drop(null);
        }
        return 0;
    }

    private void drop(ZoneLane lane) {
        if (!open) {
            losses.countDrop();
        } else if (lane != null && lane.reusable && !queries.canRerunTargets()) {
            losses.drop(() -> "command buffers that are submitted again need hostQueryReset(true)");
        } else {
            losses.drop(this::reasonOfDrops);
        }
    }

    private String reasonOfDrops() {
        if (pool.isRefused()) {
            return "the driver makes no more than " + pool.size() + " queries. Free some of the GPU's memory";
        }
        String remedy = queries.remedy();
        if (passes == 0) {
            return "collect() has not been called. Call it once a frame" + (remedy == null ? "" : "; " + remedy);
        }
        return remedy != null ? remedy : reader.reasonOfDrops();
    }

    /**
     * The recording of a target has begun that will be submitted more than once: its queries stay its own. Zones that were recorded in it
     * before are settled as by {@link #discard}.
     */
    public void recordReusable(long target) {
        change(() -> lanes.recordReusable(target, reader, queries.canRerunTargets()));
    }

    /**
     * A target is about to be submitted by this thread. Its zones get that time and thread in place of those of the recording.
     *
     * @param primary true if it is submitted itself: its zones never lie inside another target's
     */
    public void submit(long target, boolean primary) {
        if (Switch.ON && open) {
            lanes.submit(target, primary, 0);
        }
    }

    /**
     * The next submission of a target signals a semaphore or waits for it. Recordings have an arrow from the end of the signalling
     * submission's zones to the begin of the waiting one's. Before {@link #submit(long, boolean)} or {@link #resubmit}.
     *
     * @param value of a timeline semaphore; 0: it is a binary one
     */
    public void link(long target, long semaphore, long value, boolean signals) {
        long link = Switch.ON && open ? Semaphores.link(semaphore, value, signals) : 0;
        if (link != 0) {
            lanes.submit(target, false, link);
        }
    }

    /**
     * A target of {@link #recordReusable} is about to be submitted again; the GPU is through with it. Takes the times of the last run; zones
     * of which there are none are counted as dropped.
     */
    public void resubmit(long target) {
        change(() -> {
            if (!lanes.resubmit(target, reader)) {
                losses.countWrongCall();
            }
        });
    }

    /**
     * Targets were reset or freed: zones that have run are written, those that have not are counted as dropped. A target without zones
     * is ignored.
     */
    public void discard(long... targets) {
        change(() -> lanes.discard(targets, reader));
    }

    private void change(Runnable change) {
        if (!Switch.ON) {
            return;
        }
        collecting.lock();
        try {
            if (open) {
                change.run();
            }
        } finally {
            collecting.unlock();
        }
    }

    /**
     * Takes what the GPU has finished. Never waits; a context where nothing is outstanding costs no call to the driver, one where
     * nothing is ready one or two. Once a frame is right. Zones for which there is no room in the ring stay for the next time.
     */
    public void collect() {
        if (!Switch.ON || !open || !collecting.tryLock()) {
            return;
        }
        try {
            if (!queries.isUsable()) {
                losses.wrongThread("collect() was called");
                return;
            }
            long pass = passes;
            passes = pass + 1;
            if (outstanding() > 0) {
                collectOutstanding();
            }
            if (open) {
                lanes.prune(reader);
            }
            report();
        } finally {
            collecting.unlock();
        }
    }

    private void report() {
        losses.report(reader);
        losses.report(queries.counters());
    }

    private long outstanding() {
        long outstanding = merger.staged();
        for (ZoneLane lane : lanes.all()) {
            outstanding += lane.issued() - lane.consumed();
        }
        return outstanding;
    }

    private void collectOutstanding() {
        if (queries.isLost()) {
            lose();
            return;
        }
        queries.beginReading();
        try {
            reader.read();
        } finally {
            queries.endReading();
        }
    }

    private void lose() {
        open = false;
        losses.log(Level.WARNING, "the context is lost, no more zones are recorded");
        reader.abandonAll(0, false);
        release();
    }

    private synchronized void release() {
        queries.close();
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
            if (!open) {
                return;
            }
            boolean usable = queries.isUsable();
            if (usable && outstanding() > 0) {
                collectOutstanding();
            }
            if (open) {
                open = false;
                takeApart(usable);
            }
            report();
        } finally {
            collecting.unlock();
        }
    }

    /** Of the zones that are open in a thread's lane, which nobody records in any more. */
    private void popLabels(ZoneLane lane) {
        for (int i = lane.openDepth() + lane.strayLabels; labels != null && lane.owner != null && i > 0; i--) {
            labels.pop(0);
        }
    }

    private synchronized void takeApart(boolean usable) {
        reader.abandonAll(CLOSE_LIMIT_NANOS, usable);
        if (usable) {
            for (ZoneLane lane : lanes.all()) {
                popLabels(lane);
                reader.endStatistics(lane);
            }
            pool.destroy();
        } else {
            losses.countWrongCall();
            losses.log(
                    Level.INFO,
                    "closed on a thread where it is not current, so that its " + pool.size() + " queries remain");
        }
        release();
    }

    /** What this context says of itself. Waits while another thread collects. */
    public GpuContextStatistics statistics() {
        if (reader == null) {
            return new GpuContextStatistics(0, 0, losses.refused(), 0, losses.wrongCalls(), 0, 0, 0, -1, 0);
        }
        collecting.lock();
        try {
            report();
            return new GpuContextStatistics(
                    merger.zones(),
                    outstanding(),
                    losses.refused() + reader.dropped(),
                    merger.doubtfulTimes(),
                    losses.wrongCalls(),
                    pool.size(),
                    calibrator.calibrations(),
                    reader.jumps(),
                    statement.errorNanos(),
                    statement.driftPpm());
        } finally {
            collecting.unlock();
        }
    }
}
