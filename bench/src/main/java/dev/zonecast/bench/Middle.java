package dev.zonecast.bench;

import java.util.Collection;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * The median of some values in percent, and an interval that has the median of all that could have been measured in it with a
 * probability of 95 % at least: from the k-th least to the k-th greatest value, where k is the greatest for which that holds. It
 * asks nothing of how the values are spread (the sign test's interval; W. J. Conover, Practical Nonparametric Statistics, 3.2). Below
 * six values there is none that is sure to 95 %: then it is from the least to the greatest.
 */
record Middle(double median, double low, double high, boolean isSure) {
    static final String MISSED = "MISSED";

    private static final double DOUBT = 0.05;

    static <T> Middle of(Collection<T> all, ToDoubleFunction<T> part) {
        double[] sorted = all.stream().mapToDouble(part).sorted().toArray();
        int count = sorted.length;
        int cut = 0;
        // Both tails of the binomial distribution with one half.
        double term = Math.pow(0.5, count);
        double tail = term;
        boolean sure = 2 * tail <= DOUBT;
        for (int k = 1; k < count / 2; k++) {
            term *= (double) (count - k + 1) / k;
            tail += term;
            if (2 * tail > DOUBT) {
                break;
            }
            cut = k;
        }
        double median = (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
        return new Middle(median, sorted[cut], sorted[count - 1 - cut], sure);
    }

    /** Met or missed only if the whole interval is on one side of the target. */
    String verdict(double most) {
        if (!isSure) {
            return "open: too few rounds";
        }
        return low > most ? MISSED : high <= most ? "met" : "open: noise";
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%+.2f %% (%+.2f to %+.2f%s)", median, low, high, isSure ? "" : ", all");
    }
}
