package dev.zonecast.core.gpu;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.registry.Registry;
import dev.zonecast.core.ring.Gate;
import dev.zonecast.core.ring.Recorder;
import dev.zonecast.core.ring.Switch;
import java.lang.System.Logger.Level;
import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;

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

    static final int CHUNK_QUERIES = 2 * ZONES_PER_CHUNK;

    private static final System.Logger LOG = System.getLogger("dev.zonecast");

    /** How long {@link #close} waits for room in a ring, so that zones get their ends. */
    private static final long CLOSE_LIMIT_NANOS = 200_000_000;

    private enum State {
        OPEN,
        CLOSED,
        LOST,
        UNAVAILABLE
    }

    private final String name;
    private final GpuContextInfo info;
    private final GpuQueries queries;
    private final CpuTime cpu;
    private final boolean labels;
    private final QueryPool pool;
    private final ReentrantLock collecting = new ReentrantLock();
    private final Calibrator calibrator;
    private final ZoneReader reader;
    private final LongAdder refused = new LongAdder();
    private final LongAdder wrongCalls = new LongAdder();
    private volatile State state = State.OPEN;

    /** The lane last used; whoever reads another thread's looks for its own. */
    private ZoneLane lastLane;

    // Guarded by this.
    private volatile ZoneLane[] lanes = {};
    private long laneTag;
    private boolean complained;

    /** Dropped zones that {@link GpuLosses} knows of; guarded by {@link #collecting}. */
    private long reportedDrops;

    GpuZones(GpuContextInfo info, GpuContextOptions options, GpuQueries queries, CpuTime cpu, GpuZoneWriter writer) {
        this.info = info;
        this.name = options.name();
        this.queries = queries;
        this.cpu = cpu;
        this.labels = options.labels() && queries.hasLabels();
        int chunkQueries = Math.min(CHUNK_QUERIES, 2 * options.maxOutstandingZones());
        int chunks = (2 * options.maxOutstandingZones() + chunkQueries - 1) / chunkQueries;
        this.pool = new QueryPool(queries, chunkQueries, chunks);
        this.calibrator = new Calibrator(queries, cpu, options.recalibrateEvery());
        this.reader = new ZoneReader(queries, pool, cpu, calibrator, writer);
        calibrator.start();
        addLane(Thread.currentThread());
    }

    /** A context without a GPU. */
    private GpuZones(String name) {
        this.info = null;
        this.name = name;
        this.queries = null;
        this.cpu = null;
        this.labels = false;
        this.pool = null;
        this.calibrator = null;
        this.reader = null;
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
        GpuContextInfo info =
                Registry.INSTANCE.addGpuContext(id -> new GpuContextInfo(id, api, options.name(), System.nanoTime()));
        if (info == null) {
            queries.close();
            return unavailable(options.name(), "there are " + Registry.MAX_GPU_CONTEXTS + " contexts already");
        }
        if (options.labels() && !queries.hasLabels()) {
            LOG.log(Level.INFO, "GPU context \"{0}\": no debug groups, the driver does not know them", options.name());
        }
        return new GpuZones(info, options, queries, new CpuTime(), new RingZoneWriter(info.id()));
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
        ZoneLane lane = lastLane;
        if (location == null || state != State.OPEN || !queries.isUsable()) {
            return refuse(location);
        }
        if (lane == null || lane.owner != Thread.currentThread()) {
            lane = laneOfThread(true);
            if (lane == null) {
                return refuse(location);
            }
        }
        boolean recorded = Gate.isOpen();
        if (recorded && lane.room < 2 && !makeRoom(lane)) {
            countDrop();
            recorded = false;
        }
        if (!recorded && !labels) {
            return 0;
        }
        if (labels) {
            queries.pushLabel(location, target);
        }
        long token = lane.begin(location.id(), recorded, target);
        if (token == 0) {
            tooDeep(recorded, target);
        }
        return token;
    }

    /**
     * Ends a zone, and those inside it that were left open, at the end of what was submitted so far.
     *
     * @param token from {@link #begin}; 0 is ignored, anything but the token of an open zone of this thread is counted
     * @param target as for {@link #begin}
     */
    public void end(long token, long target) {
        if (!Switch.ON || token == 0) {
            return;
        }
        ZoneLane lane = lastLane;
        if (lane == null || lane.owner != Thread.currentThread()) {
            lane = laneOfThread(false);
        }
        if (lane == null || !lane.isOpen(token)) {
            countWrongCall();
            return;
        }
        if (state != State.OPEN) {
            return;
        }
        if (!queries.isUsable()) {
            complain("a zone ended on a thread where the context is not current");
            return;
        }
        int ended = lane.end(token, target);
        if (labels) {
            for (int i = 0; i < ended; i++) {
                queries.popLabel(target);
            }
        }
    }

    private long refuse(SourceLocation location) {
        if (location == null) {
            countWrongCall();
        } else if (state == State.OPEN && !queries.isUsable()) {
            complain("a zone began on a thread where the context is not current");
        } else if (Gate.isOpen()) {
            countDrop();
        }
        return 0;
    }

    private void tooDeep(boolean recorded, long target) {
        if (labels) {
            queries.popLabel(target);
        }
        if (recorded) {
            countDrop();
        }
    }

    private void countDrop() {
        refused.increment();
        GpuLosses.add(1);
    }

    private void countWrongCall() {
        wrongCalls.increment();
        if (Gate.isOpen()) {
            Recorder.current().countUnmatched();
        }
    }

    private void complain(String what) {
        countWrongCall();
        synchronized (this) {
            if (complained) {
                return;
            }
            complained = true;
        }
        LOG.log(Level.WARNING, "GPU context \"{0}\": {1}; such calls are ignored and counted", name, what);
    }

    // --- lanes and chunks

    private ZoneLane laneOfThread(boolean create) {
        Thread thread = Thread.currentThread();
        for (ZoneLane lane : lanes) {
            if (lane.owner == thread) {
                lastLane = lane;
                return lane;
            }
        }
        return create ? addLane(thread) : null;
    }

    private synchronized ZoneLane addLane(Thread thread) {
        QueryChunk chunk = pool.take();
        if (chunk == null) {
            return null;
        }
        long context = info == null ? 0 : info.id();
        ZoneLane lane = new ZoneLane(thread, ((context + 1) << 8) | (laneTag++ & 0xFF), chunk, cpu);
        ZoneLane[] more = Arrays.copyOf(lanes, lanes.length + 1);
        more[lanes.length] = lane;
        lanes = more;
        lastLane = lane;
        return lane;
    }

    private boolean makeRoom(ZoneLane lane) {
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

    /** The lane's thread has ended and the GPU is through with it. */
    private synchronized void removeLane(ZoneLane lane) {
        if (!reader.abandon(lane, 0)) {
            return;
        }
        lane.giveBack(pool);
        ZoneLane[] fewer = new ZoneLane[lanes.length - 1];
        int kept = 0;
        for (ZoneLane other : lanes) {
            if (other != lane) {
                fewer[kept++] = other;
            }
        }
        lanes = fewer;
        if (lastLane == lane) {
            lastLane = null;
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
                complain("collect was called on a thread where the context is not current");
            } else if (hasOutstanding()) {
                collectOutstanding();
            }
            reportDrops();
            removeEndedLanes();
        } finally {
            collecting.unlock();
        }
    }

    private boolean hasOutstanding() {
        for (ZoneLane lane : lanes) {
            if (lane.issued() != lane.consumed()) {
                return true;
            }
        }
        return false;
    }

    private void collectOutstanding() {
        if (queries.isLost()) {
            lose();
            return;
        }
        queries.beginReading();
        try {
            reader.read(lanes);
        } finally {
            queries.endReading();
        }
    }

    private void removeEndedLanes() {
        ZoneLane[] all = lanes;
        if (all.length > 1) {
            for (ZoneLane lane : all) {
                // In this order: a thread that has ended issues nothing more.
                if (!lane.owner.isAlive() && lane.issued() == lane.consumed()) {
                    removeLane(lane);
                }
            }
        }
    }

    private void lose() {
        state = State.LOST;
        LOG.log(Level.WARNING, "GPU context \"{0}\": the context is lost, no more zones are recorded", name);
        for (ZoneLane lane : lanes) {
            reader.abandon(lane, 0);
        }
        queries.close();
    }

    private void reportDrops() {
        if (reader.dropped() != reportedDrops) {
            GpuLosses.add(reader.dropped() - reportedDrops);
            reportedDrops = reader.dropped();
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
            reportDrops();
        } finally {
            collecting.unlock();
        }
    }

    private synchronized void takeApart(boolean usable) {
        for (ZoneLane lane : lanes) {
            reader.abandon(lane, CLOSE_LIMIT_NANOS);
            for (int i = lane.openDepth(); usable && labels && i > 0; i--) {
                queries.popLabel(0);
            }
        }
        if (usable) {
            pool.destroy();
        } else {
            LOG.log(
                    Level.INFO,
                    "GPU context \"{0}\": closed on a thread where it is not current, so that its {1} queries remain",
                    name,
                    pool.size());
        }
        queries.close();
    }

    /** What this context says of itself. Waits while another thread collects. */
    public GpuContextStatistics statistics() {
        if (reader == null) {
            return new GpuContextStatistics(0, 0, refused.sum(), 0, wrongCalls.sum(), 0, 0, 0, -1);
        }
        collecting.lock();
        try {
            long outstanding = 0;
            for (ZoneLane lane : lanes) {
                outstanding += lane.issued() - lane.consumed();
            }
            return new GpuContextStatistics(
                    reader.zones(),
                    outstanding,
                    refused.sum() + reader.dropped(),
                    reader.doubtfulTimes(),
                    wrongCalls.sum(),
                    pool.size(),
                    calibrator.calibrations(),
                    reader.jumps(),
                    reader.statedErrorNanos());
        } finally {
            collecting.unlock();
        }
    }
}
