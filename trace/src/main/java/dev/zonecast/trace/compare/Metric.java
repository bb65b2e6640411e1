package dev.zonecast.trace.compare;

import dev.zonecast.fxt.Distribution;
import java.util.Locale;

/** A figure of a distribution; nanoseconds, but for the count. */
public enum Metric {
    MEAN,
    MIN,
    P50,
    P90,
    P99,
    MAX,
    TOTAL,
    COUNT;

    /** Name in conditions and in JSON. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The figure. */
    public double of(Distribution distribution) {
        return switch (this) {
            case MEAN -> distribution.mean();
            case MIN -> distribution.min();
            case P50 -> distribution.percentile(0.5);
            case P90 -> distribution.percentile(0.9);
            case P99 -> distribution.percentile(0.99);
            case MAX -> distribution.max();
            case TOTAL -> distribution.sum();
            case COUNT -> distribution.count();
        };
    }
}
