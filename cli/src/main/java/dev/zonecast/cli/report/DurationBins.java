package dev.zonecast.cli.report;

/** Bins of durations, eight for each power of two. A bin above another has the longer durations. */
final class DurationBins {
    private static final int PARTS_BITS = 3;
    private static final int PARTS = 1 << PARTS_BITS;

    /** Numbers of bins are below it. */
    static final int COUNT = (Long.SIZE - PARTS_BITS) * PARTS;

    private DurationBins() {}

    /** Number of the bin of a duration. */
    static int of(long nanos) {
        if (nanos < PARTS) {
            return (int) nanos;
        }
        int exponent = Long.SIZE - 1 - Long.numberOfLeadingZeros(nanos);
        int within = (int) (nanos >>> (exponent - PARTS_BITS)) & (PARTS - 1);
        return (exponent - PARTS_BITS + 1) * PARTS + within;
    }
}
