package dev.zonecast.core.gpu;

/**
 * Where the GPU's clock stands on the CPU's: an interval that surely holds the truth, and the line that is used for times.
 *
 * <h2>What is known</h2>
 *
 * Let {@code f} give the CPU ticks at which the GPU's (unwrapped) counter showed {@code g}. Nothing is assumed of {@code f} but its
 * slope, so what is known is a set, not an estimate with a variance:
 *
 * <pre>
 * f(r) in [lo, hi]                  at one reference r
 * f' in [rate - e, rate + e]        around it
 * so f(g) in [lo + rate (g - r) - e |g - r|,  hi + rate (g - r) + e |g - r|]
 * </pre>
 *
 * Every observation is such an interval of its own, and the two are intersected:
 *
 * <ul>
 *   <li>a <b>reading</b> of the GPU's clock between two of the CPU's, {@code f(g) in [before, after]} ({@link Calibrator});
 *   <li>every <b>result</b> of a timestamp query, at no cost: the GPU cannot pass it before it was submitted nor after it was seen
 *       to be ready, {@code f(g) in [submitted, seen]}. An idle GPU takes it up within microseconds, one that has just finished is
 *       seen soon: over many frames both ends get tight, and they follow a drift without a call that could stall.
 * </ul>
 *
 * Between observations the interval widens by {@code e |g - r|}, so the error that is stated grows until something is seen again.
 *
 * <h2>The slope</h2>
 *
 * At first it is the driver's word, give or take {@value #NOMINAL_TOLERANCE}. Two readings at {@code a} and {@code b} bound the
 * mean slope between them by {@code [(lo_b - hi_a) / (b - a), (hi_b - lo_a) / (b - a)]}; {@link #WANDER} is allowed on top for what
 * the slope may change after that. The base {@code b - a} is kept between 2 and 4 seconds: long enough to be exact to less than one
 * part in a million, short enough to follow a crystal that gets warm.
 *
 * <h2>When the set is empty</h2>
 *
 * Then the assumption on the slope did not hold: the counter jumped or was reset, or the driver gave nonsense. {@link #sample} starts
 * again from the reading; {@link #bound} changes nothing and leaves it to the caller to find out by a reading which of them it was.
 * Two readings in a row that contradict what was known by the same slope say that the driver's word on the length of a tick is
 * wrong (a period rounded too far): the slope that they agree on takes its place.
 *
 * <h2>The line</h2>
 *
 * Times come from a straight line within the interval, moved only by {@link #realign} (once a collect): a quarter of the way to the
 * middle each time, so that the noise of readings does not show in the durations of zones. The error of a time is its distance to
 * the far end of the interval.
 *
 * <p>The set-membership view of clocks is that of A. Duda, G. Harrus, Y. Haddad, G. Bernard: "Estimating global time in distributed
 * systems", ICDCS 1987.
 *
 * <p>Not thread-safe: guarded by the engine's lock.
 */
final class GpuClockMap {
    /** How far off the driver's word on the length of a tick may be: crystals are good to 100 ppm each, and there are two. */
    static final double NOMINAL_TOLERANCE = 200e-6;

    /** How far the slope may stray from its last measured mean; a crystal that warms up by 20 degrees strays by less. */
    static final double WANDER = 10e-6;

    private static final double BASE_NANOS = 2e9;

    private final int validBits;
    private final long mask;
    private final double baseGpuTicks;

    private double statedRate;
    private double nominalRate;
    private double nominalError;
    private double correction = 1;
    private double suspectLeast = Double.NaN;
    private double suspectMost = Double.NaN;

    /** After the last reading. */
    private final Mark last = new Mark();

    /** The reference. */
    private final Mark ref = new Mark();

    // The CPU ticks of the value that was located last lie in [low, high]; by the line, if its rate is that of now,
    // they are onLine.
    private long low;
    private long high;
    private long onLine;

    private boolean known;
    private double rate;
    private double rateError;
    private final TickScale byRate = new TickScale();

    // Where the base for the slope begins, and where the next one does.
    private boolean anchored;
    private final Mark old = new Mark();
    private final Mark young = new Mark();

    private boolean aligned;
    private long lineGpu;
    private long lineCpu;
    private double lineRate;
    private final TickScale byLineRate = new TickScale();

    /** {@link #cpuTicks} of the reference, from {@link #realign} on. */
    private long lineAtRef;

    /** What is known at one value of the counter: the CPU ticks then lie in [lo, hi]. */
    private static final class Mark {
        long gpu;
        long lo;
        long hi;

        void set(long newGpu, long newLo, long newHi) {
            gpu = newGpu;
            lo = newLo;
            hi = newHi;
        }

        void set(Mark other) {
            set(other.gpu, other.lo, other.hi);
        }
    }

    /**
     * Nothing is known yet.
     *
     * @param validBits of the counter, 1 to 64
     * @param nanosPerGpuTick as the driver states it
     */
    GpuClockMap(int validBits, double nanosPerGpuTick) {
        this.validBits = validBits;
        this.mask = validBits >= 64 ? -1L : (1L << validBits) - 1;
        this.baseGpuTicks = BASE_NANOS / nanosPerGpuTick;
    }

    /**
     * Says what the slope should be.
     *
     * @param rate CPU ticks per GPU tick
     * @param relativeError of the CPU's part in it; the driver's own comes on top
     */
    void nominal(double rate, double relativeError) {
        statedRate = rate;
        nominalRate = rate * correction;
        nominalError = nominalRate * (NOMINAL_TOLERANCE + relativeError);
        learnRate();
    }

    /**
     * The counter as it would be with 64 bits: the value nearest to what is expected around a moment, from a quarter of its period
     * before to three quarters after.
     *
     * @param raw as the GPU wrote it
     * @param aroundCpuTicks when it was submitted or read
     */
    long unwrap(long raw, long aroundCpuTicks) {
        if (validBits >= 64) {
            return raw;
        }
        if (!aligned) {
            return raw & mask;
        }
        long expected = lineGpu + (long) ((aroundCpuTicks - lineCpu) / lineRate);
        long from = expected - (mask >>> 2);
        return from + ((raw - from) & mask);
    }

    /**
     * The counter as it would be with 64 bits: the value nearest to another one.
     *
     * @param raw as the GPU wrote it
     * @param gpuTicks unwrapped
     */
    long unwrapNear(long raw, long gpuTicks) {
        int unused = 64 - validBits;
        return gpuTicks + ((raw - gpuTicks) << unused >> unused);
    }

    /**
     * Takes a reading of the GPU's clock.
     *
     * @param gpuTicks unwrapped
     * @param lower CPU ticks that are surely not later
     * @param upper CPU ticks that are surely not earlier
     * @return false if it contradicts what was known, which is then forgotten
     */
    boolean sample(long gpuTicks, long lower, long upper) {
        boolean agrees = true;
        if (known) {
            locate(gpuTicks);
            agrees = narrow(gpuTicks, lower, upper);
        }
        if (!agrees) {
            suspectRate(gpuTicks, lower, upper);
        }
        if (!known || !agrees) {
            restart(gpuTicks, lower, upper);
        }
        last.set(ref);
        addAnchor();
        learnRate();
        return agrees;
    }

    /**
     * Takes a result of a query.
     *
     * @param gpuTicks unwrapped
     * @param lower CPU ticks when it was submitted
     * @param upper CPU ticks when it was seen
     * @return false if it contradicts what is known; nothing has changed then
     */
    boolean bound(long gpuTicks, long lower, long upper) {
        if (!known) {
            restart(gpuTicks, lower, upper);
            realign();
            low = lower;
            high = upper;
            onLine = lineAtRef;
            return true;
        }
        locate(gpuTicks);
        return (lower <= low && high <= upper) || narrow(gpuTicks, lower, upper);
    }

    /** Drops everything but the slope that was stated. */
    void forget() {
        known = false;
        aligned = false;
        anchored = false;
    }

    /** Drops everything but the driver's word on the slope and starts from one observation. */
    void restart(long gpuTicks, long lower, long upper) {
        known = true;
        ref.set(gpuTicks, lower, upper);
        anchored = false;
        aligned = false;
        learnRate();
    }

    /** Lays the line anew for what is mapped from here on. */
    void realign() {
        if (!known) {
            return;
        }
        learnRate();
        long middle = ref.lo + (ref.hi - ref.lo) / 2;
        long at = middle;
        if (aligned) {
            long inside = Math.clamp(cpuTicks(ref.gpu), ref.lo, ref.hi);
            at = inside + (middle - inside) / 4;
        }
        lineGpu = ref.gpu;
        lineCpu = at;
        lineRate = rate;
        byLineRate.set(byRate);
        lineAtRef = at;
        aligned = true;
    }

    /** CPU ticks at a value of the unwrapped counter, by the line. */
    long cpuTicks(long gpuTicks) {
        return lineCpu + byLineRate.times(byLineRate.scaled(gpuTicks - lineGpu));
    }

    /**
     * CPU ticks of the value that {@link #bound} took last, by the line: {@link #cpuTicks} up to a tick of rounding, without another
     * multiplication. Only if the rate has not been learned anew since {@link #realign}.
     */
    long cpuTicks() {
        return onLine;
    }

    /**
     * How far a time may be off at most, in CPU ticks.
     *
     * @param cpuTicks of the value that {@link #bound} took last
     */
    long errorTicks(long cpuTicks) {
        return Math.max(high - cpuTicks, cpuTicks - low);
    }

    /** CPU ticks per GPU tick. */
    double rate() {
        return rate;
    }

    /** How far {@link #rate} may be off. */
    double rateError() {
        return rateError;
    }

    /** How much faster the GPU's clock runs than the driver says, in millionths. */
    double driftPpm() {
        return (statedRate / rate - 1) * 1e6;
    }

    /** Sets {@link #low}, {@link #high} and {@link #onLine} by the reference. */
    private void locate(long gpuTicks) {
        long since = byRate.scaled(gpuTicks - ref.gpu);
        long distance = byRate.times(since);
        long spread = byRate.errorOf(since);
        low = ref.lo + distance - spread;
        high = ref.hi + distance + TickScale.ROUNDED_BY + spread;
        onLine = lineAtRef + distance;
    }

    /** The value is the new reference, unless what is known of it is a contradiction. */
    private boolean narrow(long gpuTicks, long lower, long upper) {
        low = Math.max(low, lower);
        high = Math.min(high, upper);
        if (low > high) {
            return false;
        }
        ref.set(gpuTicks, low, high);
        lineAtRef = cpuTicks(gpuTicks);
        return true;
    }

    /** Would another slope explain the contradiction, and the one before? */
    private void suspectRate(long gpuTicks, long lower, long upper) {
        double base = gpuTicks - last.gpu;
        double least = (lower - last.hi) / base;
        double most = (upper - last.lo) / base;
        double bothLeast = Math.max(least, suspectLeast);
        double bothMost = Math.min(most, suspectMost);
        suspectLeast = least;
        suspectMost = most;
        double agreed = (bothLeast + bothMost) / 2;
        // False for NaN: no contradiction before this one.
        if (base > 0
                && bothLeast > 0
                && bothLeast <= bothMost
                && (bothMost - bothLeast) / agreed <= NOMINAL_TOLERANCE) {
            correction *= agreed / nominalRate;
            nominalError = agreed * (nominalError / nominalRate);
            nominalRate = agreed;
        }
    }

    private void addAnchor() {
        if (!anchored) {
            anchored = true;
            old.set(ref);
            young.set(ref);
        } else if (ref.gpu - young.gpu >= baseGpuTicks) {
            old.set(young);
            young.set(ref);
        }
    }

    private void learnRate() {
        double least = nominalRate - nominalError;
        double most = nominalRate + nominalError;
        double base = ref.gpu - old.gpu;
        if (anchored && base > 0) {
            double measuredLeast = (ref.lo - old.hi) / base * (1 - WANDER);
            double measuredMost = (ref.hi - old.lo) / base * (1 + WANDER);
            if (measuredLeast > most || measuredMost < least) {
                // The driver's word is wrong; what was measured is not.
                least = measuredLeast;
                most = measuredMost;
            } else {
                least = Math.max(least, measuredLeast);
                most = Math.min(most, measuredMost);
            }
        }
        rate = (least + most) / 2;
        rateError = (most - least) / 2;
        byRate.set(rate, rateError);
    }
}
