package dev.zonecast.core.gpu;

/**
 * Multiplies differences of a counter by a rate, in whole numbers: in doubles the two conversions would take most of the time of a result.
 */
final class TickScale {
    /** Limit of a product: sums stay below 2^63, even of nonsense that a driver writes. */
    static final long HUGE = 1L << 61;

    /** Products are at most so far below the exact ones. */
    static final int ROUNDED_BY = 1;

    private static final int FACTOR_BITS = 62;
    private static final long INFINITE = -1;

    private long factor;
    private int shift;
    private long most;

    /** @param rate 0 or more; infinite or NaN: products are {@link #HUGE} */
    void set(double rate) {
        int exponent = Math.max(Math.getExponent(rate) + 1, FACTOR_BITS - Long.SIZE);
        // The product's upper half is divided by 2 to this power, so the difference is multiplied before.
        shift = exponent + Long.SIZE - FACTOR_BITS;
        if (shift > 32) {
            factor = INFINITE;
            return;
        }
        factor = (long) Math.scalb(rate, FACTOR_BITS - exponent);
        most = (HUGE >> Math.max(0, exponent)) - 1;
    }

    void set(TickScale other) {
        factor = other.factor;
        shift = other.shift;
        most = other.most;
    }

    /** The product, rounded down. */
    long times(long ticks) {
        if (factor == INFINITE) {
            return ticks == 0 ? 0 : ticks < 0 ? -HUGE : HUGE;
        }
        // Not Math.clamp: it also compares its limits, for each result several times.
        return Math.multiplyHigh(Math.max(-most, Math.min(ticks, most)) << shift, factor);
    }
}
