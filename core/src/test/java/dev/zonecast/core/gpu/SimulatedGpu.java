package dev.zonecast.core.gpu;

import dev.zonecast.core.SourceLocation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A GPU whose counter runs at a rate that tests change, in steps, with as many bits as it has, and that passes queries some time after they
 * were submitted.
 */
final class SimulatedGpu extends GpuQueries {
    private final SimulatedTime time;
    private final Random random;

    int bits = 64;
    double nominalNanosPerTick = 1;

    /** The counter goes forward by this many ticks at a time. */
    long step = 1;

    /** What a reading of the clock costs at most. */
    double readNanos = 600;

    /** How long after its submission a query is passed, at most. */
    double latencyNanos = 3e6;

    /** How long after that its result is there, at most. */
    double noticeNanos = 1e6;

    boolean clockReadable = true;
    boolean usable = true;
    boolean lost;
    boolean disturbed;

    /** Results that are replaced by nonsense, one in so many; 0 = none. */
    int nonsenseOneIn;

    int availabilityCalls;
    int clockReadings;
    int liveChunks;
    boolean closed;
    boolean labels;

    /** Whether zones count; before the context is made. */
    boolean counts;

    /** What the pipeline has done so far. */
    long work;

    /** False while the program counts itself: a zone that begins or ends then has no counts. */
    boolean canCount = true;

    /** Statistics that have begun and not ended. */
    int activeStatistics;

    /** Statistics that were read. */
    int statisticsRead;

    /** What it costs to read statistics. */
    double statisticNanos;

    /** Statistics that were active when their context was closed: their queries were deleted in use. */
    int deletedActive;

    final List<String> labelCalls = new ArrayList<>();

    private Counters counters;
    private long segmentCpu;
    private double segmentGpu = 5e9;
    private double gpuTicksPerCpuTick;
    private long lastPassed;
    private final List<Chunk> chunks = new ArrayList<>();

    /** By the CPU's ticks just before a query was issued: the CPU's ticks when the GPU passed it. */
    final Map<Long, Long> passedBySubmit = new HashMap<>();

    SimulatedGpu(SimulatedTime time, Random random) {
        this.time = time;
        this.random = random;
        this.segmentCpu = time.now();
        driftPpm(0);
    }

    /** From now on the counter runs this much faster than stated. */
    void driftPpm(double ppm) {
        beginSegment();
        gpuTicksPerCpuTick = (1 + ppm * 1e-6) / (nominalNanosPerTick * SimulatedTime.TICKS_PER_NANO);
    }

    /** From now on the counter shows this much more. */
    void jumpTicks(double gpuTicks) {
        beginSegment();
        segmentGpu += gpuTicks;
    }

    /** From now on the counter starts again at zero. */
    void reset() {
        beginSegment();
        segmentGpu = 0;
    }

    /** The CPU's counter begins anew, the GPU's goes on. */
    void restartCpu() {
        double counter = counter(time.now());
        time.restart();
        segmentCpu = time.now();
        segmentGpu = counter;
        lastPassed = 0;
        // What was submitted before has been passed by now.
        chunks.forEach(chunk -> Arrays.fill(chunk.readyAt, 0));
    }

    private void beginSegment() {
        long now = time.now();
        segmentGpu = counter(now);
        segmentCpu = now;
    }

    private double counter(long cpuTicks) {
        return segmentGpu + (cpuTicks - segmentCpu) * gpuTicksPerCpuTick;
    }

    private long raw(long cpuTicks) {
        long exact = (long) Math.floor(counter(cpuTicks));
        long stepped = Math.floorDiv(exact, step) * step;
        // What lies above the valid bits may be anything.
        return bits == 64 ? stepped : (stepped & ((1L << bits) - 1)) | random.nextLong() << bits;
    }

    @Override
    public int validBits() {
        return bits;
    }

    @Override
    public double nanosPerTick() {
        return nominalNanosPerTick;
    }

    @Override
    public boolean isUsable() {
        return usable;
    }

    @Override
    protected boolean canReadClock() {
        return clockReadable;
    }

    @Override
    protected long gpuTicksNow() {
        clockReadings++;
        time.advanceNanos(random.nextDouble() * readNanos / 2);
        long read = raw(time.now());
        time.advanceNanos(random.nextDouble() * readNanos / 2);
        return read;
    }

    @Override
    protected boolean resultsAreValid() {
        boolean valid = !disturbed;
        disturbed = false;
        return valid;
    }

    @Override
    protected GpuCounters counters() {
        if (counts && counters == null) {
            counters = new Counters();
        }
        return counters;
    }

    private final class Counters extends GpuCounters {
        private final long[] done = new long[(1 << 10) + 1];

        Counters() {
            super(1 << 10, List.of(GpuStatistic.VERTICES, GpuStatistic.PRIMITIVES));
        }

        @Override
        protected boolean begin(int slot, long target) {
            if (activeStatistics > 0) {
                throw new AssertionError("two queries count at once");
            }
            if (canCount) {
                activeStatistics++;
                done[slot] = -work;
            }
            return canCount;
        }

        @Override
        protected void end(int slot, long target) {
            activeStatistics--;
            done[slot] += work;
        }

        @Override
        protected boolean read(int slot, long[] values) {
            statisticsRead++;
            time.advanceNanos(statisticNanos);
            Arrays.fill(values, -1);
            values[0] = done[slot];
            return true;
        }
    }

    @Override
    protected GpuLabels labels() {
        return labels ? new Labels() : null;
    }

    private final class Labels implements GpuLabels {
        @Override
        public void push(SourceLocation location, long target) {
            labelCalls.add("push " + location.displayName());
        }

        @Override
        public void pop(long target) {
            labelCalls.add("pop");
        }
    }

    @Override
    protected boolean isLost() {
        return lost;
    }

    @Override
    public QueryChunk createChunk(int queries) {
        liveChunks++;
        Chunk chunk = new Chunk(queries);
        chunks.add(chunk);
        return chunk;
    }

    @Override
    protected void close() {
        closed = true;
        deletedActive = activeStatistics;
    }

    private final class Chunk extends QueryChunk {
        private final long[] raws = new long[size()];
        private final long[] readyAt = new long[size()];
        private final BitSet unread = new BitSet();

        Chunk(int queries) {
            super(queries);
        }

        @Override
        protected void issue(int index, long target) {
            if (unread.get(index)) {
                throw new AssertionError("query " + index + " is issued again before its result was read");
            }
            unread.set(index);
            time.advanceNanos(100 + random.nextInt(200));
            // Mostly soon, sometimes late.
            double latency = latencyNanos * Math.pow(random.nextDouble(), 4);
            long passed = Math.max(lastPassed, time.now() + Math.round(latency * SimulatedTime.TICKS_PER_NANO));
            lastPassed = passed;
            raws[index] = nonsenseOneIn > 0 && random.nextInt(nonsenseOneIn) == 0 ? random.nextLong() : raw(passed);
            readyAt[index] = passed + Math.round(random.nextDouble() * noticeNanos * SimulatedTime.TICKS_PER_NANO);
            passedBySubmit.put(submitTicks[index], passed);
        }

        @Override
        protected int readyCount(int from, int to) {
            availabilityCalls++;
            time.advanceNanos(100);
            int ready = from;
            while (ready < to && readyAt[ready] <= time.now()) {
                ready++;
            }
            return ready - from;
        }

        @Override
        protected long result(int index) {
            unread.clear(index);
            return raws[index];
        }

        @Override
        protected void destroy() {
            liveChunks--;
        }
    }
}
