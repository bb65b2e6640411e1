package dev.zonecast.fxt;

import java.math.BigInteger;
import java.util.Arrays;

/**
 * How values (durations in nanoseconds, mostly) are distributed. Count, sum, least and greatest value are exact. Up to
 * 256 values are kept as they are and so are percentiles; beyond that they go into bins whose width is at most
 * 1/128 of their value (256 for each power of two of the lowest, then 128: the layout that HdrHistogram describes), and a percentile
 * is the middle of its bin.
 */
public final class Distribution {
    /** As many values are kept one by one. */
    public static final int EXACT_VALUES = 256;

    private static final int LINEAR_BINS = 256;
    private static final int LINEAR_BITS = 8;
    private static final int BINS_PER_OCTAVE = 128;
    private static final int OCTAVE_BITS = 7;

    /** Numbers of bins are below it. */
    public static final int MAX_BINS = LINEAR_BINS + (63 - LINEAR_BITS) * BINS_PER_OCTAVE;

    private long count;
    private long first;
    private long last;
    private final WideSum sum = new WideSum();

    /** Of the squared distances from the first value: a sum of the squares themselves has no digits left for a small deviation. */
    private final WideSum squares = new WideSum();

    private long min = Long.MAX_VALUE;
    private long max = Long.MIN_VALUE;
    private long[] exact = new long[8];
    private long[] bins;

    /** Without values. */
    public Distribution() {}

    /** Takes the bins of a distribution. */
    @FunctionalInterface
    public interface BinConsumer {
        /**
         * Takes a bin.
         *
         * @param bin its number, which is the same in every distribution
         * @param count how many values it has, at least one
         */
        void take(int bin, long count);
    }

    /** Passes on each bin that has values, the lowest first. Distributions merge by the sums of equal bins. */
    public void bins(BinConsumer consumer) {
        if (bins != null) {
            for (int bin = 0; bin < bins.length; bin++) {
                if (bins[bin] > 0) {
                    consumer.take(bin, bins[bin]);
                }
            }
            return;
        }
        Arrays.sort(exact, 0, (int) count);
        int from = 0;
        for (int to = 1; to <= count; to++) {
            if (to == count || bin(exact[to]) != bin(exact[from])) {
                consumer.take(bin(exact[from]), to - from);
                from = to;
            }
        }
    }

    /** Adds a value; one below 0 counts as 0. */
    public void add(long value) {
        long v = Math.max(0, value);
        if (bins != null) {
            addToBin(v);
        } else if (count < EXACT_VALUES) {
            if (count == exact.length) {
                exact = Arrays.copyOf(exact, exact.length * 2);
            }
            exact[(int) count] = v;
        } else {
            bin();
            addToBin(v);
        }
        first = count == 0 ? v : first;
        last = v;
        count++;
        sum.add(0, v);
        long distance = v - first;
        squares.add(Math.multiplyHigh(distance, distance), distance * distance);
        min = Math.min(min, v);
        max = Math.max(max, v);
    }

    private void bin() {
        bins = new long[LINEAR_BINS];
        for (int i = 0; i < count; i++) {
            addToBin(exact[i]);
        }
        exact = null;
    }

    private void addToBin(long value) {
        int bin = bin(value);
        if (bin >= bins.length) {
            bins = Arrays.copyOf(bins, (bin / BINS_PER_OCTAVE + 1) * BINS_PER_OCTAVE);
        }
        bins[bin]++;
    }

    /** The bin of a value of 0 or more. A bin above another has the greater values. */
    public static int bin(long value) {
        if (value < LINEAR_BINS) {
            return (int) value;
        }
        int exponent = 63 - Long.numberOfLeadingZeros(value);
        int within = (int) (value >>> (exponent - OCTAVE_BITS)) & (BINS_PER_OCTAVE - 1);
        return LINEAR_BINS + (exponent - LINEAR_BITS) * BINS_PER_OCTAVE + within;
    }

    private static long lowestOf(int bin) {
        if (bin < LINEAR_BINS) {
            return bin;
        }
        int exponent = (bin - LINEAR_BINS) / BINS_PER_OCTAVE + LINEAR_BITS;
        int within = (bin - LINEAR_BINS) % BINS_PER_OCTAVE;
        return (long) (BINS_PER_OCTAVE + within) << (exponent - OCTAVE_BITS);
    }

    private long middleOf(int bin) {
        long lowest = lowestOf(bin);
        return Math.clamp(lowest + (lowestOf(bin + 1) - lowest) / 2, min, max);
    }

    /** How many values. */
    public long count() {
        return count;
    }

    /** Sum of all values, at most {@link Long#MAX_VALUE}. */
    public long sum() {
        return sum.capped();
    }

    /** Sum of the squared distances of all values from a centre. */
    public double squaredDeviations(double centre) {
        double offset = first - centre + meanDistance();
        return squaredDeviations() + offset * offset * count;
    }

    /** From the mean: no digit is lost before the quotient. */
    private double squaredDeviations() {
        BigInteger distances = distances();
        BigInteger number = BigInteger.valueOf(count);
        BigInteger scaled = squares.exact().multiply(number).subtract(distances.multiply(distances));
        return count == 0 ? 0 : Math.max(0, scaled.doubleValue() / count);
    }

    private double meanDistance() {
        return count == 0 ? 0 : distances().doubleValue() / count;
    }

    /** Sum of the distances from the first value. */
    private BigInteger distances() {
        return sum.exact().subtract(BigInteger.valueOf(first).multiply(BigInteger.valueOf(count)));
    }

    /** Least value; 0 if there is none. */
    public long min() {
        return count == 0 ? 0 : min;
    }

    /** Greatest value; 0 if there is none. */
    public long max() {
        return count == 0 ? 0 : max;
    }

    /** The value that was added last; 0 if there is none. */
    public long last() {
        return last;
    }

    /** 0 if there is none. */
    public double mean() {
        return count == 0 ? 0 : sum.exact().doubleValue() / count;
    }

    /** Standard deviation of the sample; 0 of fewer than two values. */
    public double standardDeviation() {
        return count < 2 ? 0 : Math.sqrt(squaredDeviations() / (count - 1));
    }

    /**
     * The value that as large a part of all values does not exceed.
     *
     * @param part 0 to 1
     */
    public long percentile(double part) {
        if (count == 0) {
            return 0;
        }
        long rank = Math.clamp((long) Math.ceil(part * count), 1, count);
        if (bins == null) {
            Arrays.sort(exact, 0, (int) count);
            return exact[(int) rank - 1];
        }
        if (rank == count) {
            return max;
        }
        long seen = 0;
        int bin = -1;
        while (seen < rank) {
            seen += bins[++bin];
        }
        return middleOf(bin);
    }

    /**
     * Mean of the largest values.
     *
     * @param part of all values, 0 to 1; it is one value at least
     */
    public double meanOfLargest(double part) {
        if (count == 0) {
            return 0;
        }
        long wanted = Math.clamp((long) Math.ceil(part * count), 1, count);
        double total = 0;
        long left = wanted;
        if (bins == null) {
            Arrays.sort(exact, 0, (int) count);
            for (int i = (int) (count - wanted); i < count; i++) {
                total += exact[i];
            }
            return total / wanted;
        }
        for (int bin = bins.length - 1; left > 0; bin--) {
            long taken = Math.min(left, bins[bin]);
            total += (double) taken * middleOf(bin);
            left -= taken;
        }
        return total / wanted;
    }
}
