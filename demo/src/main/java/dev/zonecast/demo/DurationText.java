package dev.zonecast.demo;

import java.util.Locale;

/** Durations for people: three decimals in the unit that fits, in ASCII for any terminal. */
final class DurationText {
    private DurationText() {}

    static String of(long nanos) {
        if (nanos < 1_000) {
            return nanos + " ns";
        }
        if (nanos < 1_000_000) {
            return String.format(Locale.ROOT, "%.3f us", nanos / 1e3);
        }
        if (nanos < 1_000_000_000) {
            return String.format(Locale.ROOT, "%.3f ms", nanos / 1e6);
        }
        return String.format(Locale.ROOT, "%.3f s", nanos / 1e9);
    }
}
