package dev.zonecast.core.gpu;

/**
 * Multiplies differences of a counter by a rate and by how far that may be off, in whole numbers: in doubles the conversions would take
 * most of the time of a result.
 */
final class TickScale {
    /** Limit of a product: sums stay below 2^63, even of nonsense that a driver writes. */
    static final long HUGE = 1L << 61;

    /** Products are at most so far below the exact ones. */
    static final int ROUNDED_BY = 1;

    private static final int FACTOR_BITS = 62;
    private static final int MAX_SHIFT = 32;

    private long factor;
    private long errorFactor;
    private int shift;
    private long most;

    /**
     * Sets the rate. Where one of the two is too large to be true, infinite or NaN, products are {@link #HUGE}.
     *
     * @param rate 0 or more
     * @param error how far it may be off; 0 or more
     */
    void set(double rate, double error) {
        int exponent = Math.max(Math.getExponent(Math.max(rate, error)) + 1, FACTOR_BITS - Long.SIZE);
        // The product's upper half is divided by 2 to this power, so the difference is multiplied before.
        shift = exponent + Long.SIZE - FACTOR_BITS;
        if (shift > MAX_SHIFT) {
            shift = FACTOR_BITS;
            most = 1;
            factor = Long.MAX_VALUE;
            errorFactor = Long.MAX_VALUE;
            return;
        }
        factor = (long) Math.scalb(rate, FACTOR_BITS - exponent);
        errorFactor = (long) Math.ceil(Math.scalb(error, FACTOR_BITS - exponent));
        most = (HUGE >> Math.max(0, exponent)) - 1;
    }

    void set(TickScale other) {
        factor = other.factor;
        errorFactor = other.errorFactor;
        shift = other.shift;
        most = other.most;
    }

    /** A difference as the products take it. */
    long scaled(long ticks) {
        // Not Math.clamp: it also compares its limits, for each result several times.
        return Math.max(-most, Math.min(ticks, most)) << shift;
    }

    /** The product with the rate, rounded down. */
    long times(long scaled) {
        return Math.multiplyHigh(scaled, factor);
    }

    /** How far the product may be off; at least the exact value. */
    long errorOf(long scaled) {
        return Math.abs(Math.multiplyHigh(scaled, errorFactor)) + ROUNDED_BY;
    }
}
