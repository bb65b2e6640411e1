package dev.zonecast.trace.compare;

/**
 * One zone or set of frames in both recordings.
 *
 * @param subject what it is
 * @param a in the first; without durations if it is not there
 * @param b in the second
 * @param verdict what the test says
 * @param probability of a difference as large as this if there were none, adjusted for the number of tests; 1 if none was made
 */
public record Difference(Subject subject, Sample a, Sample b, Verdict verdict, double probability) {
    /** What is to be said of the second recording beside the first. */
    public enum Verdict {
        SLOWER,
        FASTER,
        /** No difference that chance would not make. */
        SAME,
        /** Not often enough in one of both for any answer. */
        TOO_FEW,
        ONLY_IN_A,
        ONLY_IN_B
    }

    /** How much larger the second is, as a part of the first: 0.05 is 5 % slower. */
    public double change(Metric metric) {
        double before = metric.of(a.durations());
        double after = metric.of(b.durations());
        return before == 0 ? (after == 0 ? 0 : Double.POSITIVE_INFINITY) : after / before - 1;
    }

    /** Nanoseconds that the second recording spent more on as many calls as the first had. */
    double effectNanos() {
        return (b.durations().mean() - a.durations().mean()) * a.durations().count();
    }
}
