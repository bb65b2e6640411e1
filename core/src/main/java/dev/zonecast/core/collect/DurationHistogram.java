package dev.zonecast.core.collect;

/**
 * Counts durations in buckets of which 64 divide each power of two, so that a percentile is exact to 1/64 of its value; below 64 ns
 * it is exact. 32 KiB at most.
 */
final class DurationHistogram {
    private static final int SUB_BITS = 6;
    private static final int SUB = 1 << SUB_BITS;

    private long[] buckets = new long[SUB * 8];
    private long count;
    private long total;
    private long max;

    void add(long nanos) {
        int bucket = bucket(nanos);
        if (bucket >= buckets.length) {
            buckets = java.util.Arrays.copyOf(buckets, Math.max(bucket + 1, buckets.length * 2));
        }
        buckets[bucket]++;
        count++;
        total += nanos;
        max = Math.max(max, nanos);
    }

    long count() {
        return count;
    }

    long total() {
        return total;
    }

    long max() {
        return max;
    }

    /**
     * The duration that a share of all do not exceed (nearest rank), as the middle of its bucket.
     *
     * @param share 0 to 1
     */
    long percentile(double share) {
        long rank = Math.max(1, (long) Math.ceil(share * count));
        long seen = 0;
        for (int bucket = 0; bucket < buckets.length; bucket++) {
            seen += buckets[bucket];
            if (seen >= rank) {
                return Math.min(max, middle(bucket));
            }
        }
        return max;
    }

    private static int bucket(long nanos) {
        if (nanos < SUB) {
            return (int) nanos;
        }
        int shift = 63 - Long.numberOfLeadingZeros(nanos) - SUB_BITS;
        return (shift << SUB_BITS) + (int) (nanos >>> shift);
    }

    private static long middle(int bucket) {
        if (bucket < 2 * SUB) {
            return bucket;
        }
        int shift = (bucket >>> SUB_BITS) - 1;
        long low = (long) (bucket - (shift << SUB_BITS)) << shift;
        return low + (1L << shift) / 2;
    }
}
