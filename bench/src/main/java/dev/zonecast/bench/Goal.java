package dev.zonecast.bench;

import java.util.Locale;
import java.util.function.DoubleFunction;
import java.util.function.DoublePredicate;
import java.util.function.ToDoubleBiFunction;

/**
 * What a comparison comes to, and what it has to.
 *
 * @param text the target, or empty where there is none
 * @param value of subject and baseline, in one round
 * @param shown the value as text
 */
record Goal(String text, ToDoubleBiFunction<Score, Score> value, DoublePredicate isMet, DoubleFunction<String> shown) {

    /** The subject's time is at most so many times the baseline's. */
    static Goal times(double limit) {
        return new Goal(
                String.format(Locale.ROOT, "at most %.3g x", limit),
                Goal::ratio,
                value -> value <= limit,
                Goal::timesText);
    }

    /** Nothing is asked. */
    static Goal information() {
        return new Goal("", Goal::ratio, value -> true, Goal::timesText);
    }

    /** The subject takes at most so long. */
    static Goal nanos(double limit) {
        return new Goal(
                String.format(Locale.ROOT, "at most %.0f ns", limit),
                (subject, baseline) -> subject.nanos(),
                value -> value <= limit,
                Goal::nanosText);
    }

    /** The subject takes at most so much longer than the baseline. */
    static Goal nanosMore(double limit) {
        return new Goal(
                String.format(Locale.ROOT, "at most %.0f ns more", limit),
                (subject, baseline) -> subject.nanos() - baseline.nanos(),
                value -> value <= limit,
                Goal::nanosText);
    }

    /** At least so many operations a second. */
    static Goal perSecond(double limit) {
        return new Goal(
                String.format(Locale.ROOT, "at least %.0f M/s", limit / 1e6),
                (subject, baseline) -> 1e9 / subject.nanos(),
                value -> value >= limit,
                value -> String.format(Locale.ROOT, "%.1f M/s", value / 1e6));
    }

    /**
     * The subject allocates nothing. Its harness does, and so the baseline's is taken off; a byte in ten operations is below the
     * smallest object in a hundred.
     */
    static Goal noAllocation() {
        return new Goal(
                "0 B",
                (subject, baseline) -> subject.bytes() - baseline.bytes(),
                value -> value < 0.1,
                value -> String.format(Locale.ROOT, "%.2f B", value + 0.0));
    }

    private static double ratio(Score subject, Score baseline) {
        return subject.nanos() / baseline.nanos();
    }

    private static String timesText(double value) {
        return String.format(Locale.ROOT, "%.3f x", value);
    }

    private static String nanosText(double value) {
        return String.format(Locale.ROOT, "%.2f ns", value);
    }
}
