package dev.zonecast.fxt;

import java.math.BigInteger;

/** A sum of whole numbers from 0 on, exact below 2^127, in two words: it is added to for each zone of a recording. */
final class WideSum {
    private long high;
    private long low;

    /** Adds a number of 128 bits, which is not below 0. Beyond the range the sum is the greatest number. */
    void add(long addedHigh, long addedLow) {
        low += addedLow;
        // An unsigned sum that is less than a part of it has a carry.
        high += addedHigh + (Long.compareUnsigned(low, addedLow) < 0 ? 1 : 0);
        if (high < 0) {
            high = Long.MAX_VALUE;
            low = -1;
        }
    }

    BigInteger exact() {
        return BigInteger.valueOf(high)
                .shiftLeft(Long.SIZE)
                .add(BigInteger.valueOf(low >>> 1).shiftLeft(1))
                .add(BigInteger.valueOf(low & 1));
    }

    /** At most {@link Long#MAX_VALUE}. */
    long capped() {
        return high > 0 || low < 0 ? Long.MAX_VALUE : low;
    }
}
