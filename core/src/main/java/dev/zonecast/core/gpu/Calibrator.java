package dev.zonecast.core.gpu;

import java.time.Duration;
import java.util.Arrays;

/**
 * Reads the GPU's clock together with the CPU's and hands what it learns to {@link GpuClockMap}: many readings when the context is
 * made, a few when the next calibration is due.
 *
 * <h2>From a burst of readings to one interval</h2>
 *
 * Reading {@code i} says that the GPU's clock showed {@code g_i} somewhere between {@code before_i} and {@code after_i}. A clock that
 * counts in steps of {@code q} shows up to one step too little, so {@code f(g_i) in [before_i - q, after_i]}. All intervals are moved
 * to the last reading along the slope and intersected: the result is at least as tight as the tightest bracket. If they contradict
 * each other, the clock is noisier than its steps; they are widened by as much as they lack, and that much is added from then on.
 *
 * <h2>When</h2>
 *
 * A reading costs well under a microsecond in some drivers and waits for their worker thread in others, so by default a calibration is due
 * after 1000 times what the last one cost, but not before 100 ms and not after 10 s: at most one thousandth of the time goes into it.
 * The first ones come sooner, because the slope is known badly at first.
 *
 * <p>Not thread-safe: guarded by the engine's lock.
 */
final class Calibrator {
    /** {@code interval} that leaves it to the cost. */
    static final Duration AUTOMATIC = Duration.ofSeconds(-1);

    private static final int FIRST_READINGS = 64;
    private static final int FIRST_READINGS_AT_LEAST = 8;
    private static final double FIRST_BUDGET_NANOS = 5e6;
    private static final int LATER_READINGS = 4;
    private static final double LATER_BUDGET_NANOS = 100e3;

    private static final double FIRST_GAP_NANOS = 10e6;
    private static final double SHORTEST_GAP_NANOS = 100e6;
    private static final double LONGEST_GAP_NANOS = 10e9;
    private static final double GAP_PER_COST = 1000;

    /** A reading of the processor's counter may be taken this much early or late: the instruction is no barrier. */
    private static final double CLOCK_SLACK_NANOS = 10;

    /** Interval where there is nothing to read. */
    private static final double UNREADABLE = Double.POSITIVE_INFINITY;

    private final GpuQueries queries;
    private final CpuTime cpu;
    private final GpuClockMap map;
    private final double nanosPerGpuTick;
    private double intervalNanos;

    private final ClockReading reading;
    private final long[] gpu = new long[FIRST_READINGS];
    private final long[] before = new long[FIRST_READINGS];
    private final long[] after = new long[FIRST_READINGS];
    private int readings;
    private long low;
    private long high;

    private long stepGpuTicks;
    private long noiseTicks;
    private double costNanos;
    private double gapNanos;
    private long lastTicks;
    private long calibrations;

    /**
     * Reads nothing yet.
     *
     * @param interval between calibrations; zero = only {@link #start}, negative = by their cost
     */
    Calibrator(GpuQueries queries, CpuTime cpu, Duration interval) {
        this.queries = queries;
        this.cpu = cpu;
        this.nanosPerGpuTick = queries.nanosPerTick();
        this.map = new GpuClockMap(queries.validBits(), nanosPerGpuTick);
        this.reading = new ClockReading(cpu);
        if (!queries.canReadClock()) {
            this.intervalNanos = UNREADABLE;
        } else if (interval.isNegative()) {
            this.intervalNanos = -1;
        } else {
            this.intervalNanos = Math.min(interval.getSeconds(), 1_000_000) * 1e9 + interval.getNano();
        }
    }

    GpuClockMap map() {
        return map;
    }

    /** Calibrations so far, the first one included. */
    long calibrations() {
        return calibrations;
    }

    /** How much a single time on either clock may be off for reasons of its own, in CPU ticks. */
    long slackTicks() {
        return (long) Math.ceil(CLOCK_SLACK_NANOS / cpu.nanosPerTick()) + stepTicks() + noiseTicks;
    }

    /** How much later than its time the counter may have shown a value, in CPU ticks: the length of its steps. */
    long stepTicks() {
        return (long) Math.ceil(stepGpuTicks * map.rate());
    }

    /** The calibration at creation. */
    void start() {
        cpu.start();
        long begin = cpu.ticks();
        if (intervalNanos != UNREADABLE) {
            read(FIRST_READINGS_AT_LEAST, FIRST_READINGS, FIRST_BUDGET_NANOS);
        }
        cpu.refine(cpu.ticks());
        tellNominal();
        if (intervalNanos != UNREADABLE && queries.readsPairs()) {
            // Now that the length of a tick is known.
            read(FIRST_READINGS_AT_LEAST, FIRST_READINGS, FIRST_BUDGET_NANOS);
        }
        if (intervalNanos != UNREADABLE && readUntilItMoves(begin)) {
            stepGpuTicks = step();
            takeReadings();
            map.realign();
            scheduleAfter(begin);
        } else {
            intervalNanos = UNREADABLE;
            stepGpuTicks = 1;
        }
    }

    /** A counter with long steps has to be seen to take two, or their length stays unknown; false if it stands still. */
    private boolean readUntilItMoves(long beginTicks) {
        int moves = 0;
        for (int i = 1; i < readings; i++) {
            moves += gpu[i] != gpu[i - 1] ? 1 : 0;
        }
        while (moves < 2 && (cpu.ticks() - beginTicks) * cpu.nanosPerTick() < FIRST_BUDGET_NANOS) {
            queries.readClocks(reading);
            long now = map.unwrapNear(reading.gpuTicks, gpu[readings - 1]);
            if (now != gpu[readings - 1]) {
                moves++;
                if (readings == FIRST_READINGS) {
                    readings--;
                    System.arraycopy(gpu, 1, gpu, 0, readings);
                    System.arraycopy(before, 1, before, 0, readings);
                    System.arraycopy(after, 1, after, 0, readings);
                }
                store(now);
            }
        }
        return moves > 0;
    }

    private void store(long gpuTicks) {
        gpu[readings] = gpuTicks;
        before[readings] = reading.beforeTicks;
        after[readings] = reading.afterTicks;
        readings++;
    }

    /** Improves what is known of the CPU's clock; cheap, and hardly ever does anything. */
    void refine(long nowTicks) {
        if (cpu.refine(nowTicks)) {
            tellNominal();
        }
    }

    /** True if it is time for {@link #recalibrate}. */
    boolean isDue(long nowTicks) {
        return !isOff() && (nowTicks - lastTicks) * cpu.nanosPerTick() >= gapNanos;
    }

    /** True if a reading may be taken out of turn, to tell a clock that jumped from a result that is wrong. */
    boolean mayCheck(long nowTicks) {
        return !isOff()
                && (nowTicks - lastTicks) * cpu.nanosPerTick() >= Math.max(FIRST_GAP_NANOS, GAP_PER_COST * costNanos);
    }

    /** The CPU's counter began anew (the machine slept, or moved): all that was known is void. */
    void startAgain() {
        cpu.start();
        map.forget();
        if (!isOff()) {
            boolean ignored = recalibrate();
        }
    }

    /** What was known may not hold any more: the next calibration is due at once. */
    void hurry() {
        gapNanos = 0;
    }

    /** True if nothing is read after {@link #start}. */
    boolean isOff() {
        return intervalNanos == 0 || intervalNanos == UNREADABLE;
    }

    /**
     * Reads the clocks anew; {@link GpuClockMap#realign} follows it.
     *
     * @return false if what was known before cannot be true: the GPU's clock has jumped
     */
    boolean recalibrate() {
        long begin = cpu.ticks();
        read(1, LATER_READINGS, LATER_BUDGET_NANOS);
        boolean agrees = takeReadings();
        scheduleAfter(begin);
        return agrees;
    }

    private void tellNominal() {
        map.nominal(nanosPerGpuTick / cpu.nanosPerTick(), cpu.relativeError());
    }

    private void read(int atLeast, int atMost, double budgetNanos) {
        long begin = cpu.ticks();
        readings = 0;
        while (readings < atMost && (readings < atLeast || (cpu.ticks() - begin) * cpu.nanosPerTick() < budgetNanos)) {
            queries.readClocks(reading);
            store(
                    readings == 0
                            ? map.unwrap(reading.gpuTicks, reading.beforeTicks)
                            : map.unwrapNear(reading.gpuTicks, gpu[readings - 1]));
        }
    }

    private void scheduleAfter(long beginTicks) {
        lastTicks = cpu.ticks();
        calibrations++;
        costNanos = (lastTicks - beginTicks) * cpu.nanosPerTick();
        double byCost = GAP_PER_COST * costNanos;
        double wanted = intervalNanos > 0 ? intervalNanos : Math.clamp(byCost, SHORTEST_GAP_NANOS, LONGEST_GAP_NANOS);
        if (calibrations == 1) {
            // What the first one costs says nothing of the others: drivers set much up in it.
            gapNanos = Math.min(wanted, FIRST_GAP_NANOS);
        } else {
            gapNanos = Math.min(wanted, Math.max(4 * gapNanos, byCost));
        }
    }

    /** Makes one interval of the readings and gives it to the map. */
    private boolean takeReadings() {
        int last = readings - 1;
        noiseTicks -= noiseTicks / 16;
        if (intersect(last)) {
            return map.sample(gpu[last], low, high);
        }
        long lacking = low - high;
        if (lacking <= widestBracket()) {
            noiseTicks += lacking;
            intersect(last);
            return map.sample(gpu[last], low, high);
        }
        // More than noise: a jump between two readings, or nonsense. The newest alone.
        return map.sample(gpu[last], before[last] - slackTicks(), after[last] + slackTicks());
    }

    private boolean intersect(int last) {
        long slack = slackTicks();
        low = Long.MIN_VALUE;
        high = Long.MAX_VALUE;
        for (int i = 0; i < readings; i++) {
            double dg = gpu[last] - gpu[i];
            double spread = map.rateError() * Math.abs(dg);
            low = Math.max(low, before[i] - slack + (long) Math.floor(map.rate() * dg - spread));
            high = Math.min(high, after[i] + slack + (long) Math.ceil(map.rate() * dg + spread));
        }
        return low <= high;
    }

    private long widestBracket() {
        long widest = 0;
        for (int i = 0; i < readings; i++) {
            widest = Math.max(widest, after[i] - before[i]);
        }
        return widest;
    }

    /**
     * The step in which the GPU's clock counts, from above: differences of readings are multiples of it, and so are the differences
     * between those. What differs by no more than one is the same number, rounded to nanoseconds twice.
     */
    private long step() {
        long[] differences = new long[readings];
        for (int i = 1; i < readings; i++) {
            differences[i] = Math.abs(gpu[i] - gpu[i - 1]);
        }
        Arrays.sort(differences);
        long smallest = Long.MAX_VALUE;
        for (int i = 1; i < readings; i++) {
            long difference = differences[i] - differences[i - 1];
            if (difference > 1) {
                smallest = Math.min(smallest, difference);
            }
        }
        return smallest == Long.MAX_VALUE ? 1 : smallest + 1;
    }
}
