package dev.zonecast.core.ring;

import java.util.Locale;

/** The main switch; apart from {@link Gate}, so that a look at it does not start the profiler. */
public final class Switch {
    /** {@code -Dzonecast.enabled=false} makes every call an empty one: the compiler folds this constant. */
    public static final boolean ON = !isNo(System.getProperty("zonecast.enabled", ""));

    private Switch() {}

    /** The words that {@code Options} takes for false, too. */
    private static boolean isNo(String text) {
        return switch (text.strip().toLowerCase(Locale.ROOT)) {
            case "false", "no", "off", "0" -> true;
            default -> false;
        };
    }
}
