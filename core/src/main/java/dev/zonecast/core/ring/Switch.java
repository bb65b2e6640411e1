package dev.zonecast.core.ring;

import java.util.Locale;

/** The main switch; apart from {@link Gate}, so that a look at it does not start the profiler. */
public final class Switch {
    /**
     * {@code -Dzonecast.enabled=false} makes every call an empty one: the compiler folds this constant. So do
     * {@code -Dzonecast.mode=off} and another copy of Zonecast that runs in this process.
     */
    public static final boolean ON = !isOff() && mayRun();

    private Switch() {}

    /** True if the options switch the profiler off. */
    public static boolean isOff() {
        return isNo(System.getProperty("zonecast.enabled", ""))
                || System.getProperty("zonecast.mode", "").strip().equalsIgnoreCase("off");
    }

    /** An error here would make every later call of the program fail. */
    private static boolean mayRun() {
        try {
            return RunningCopy.mayRun();
        } catch (RuntimeException | Error e) {
            // Not to the log: the log may be the cause.
            System.err.println("zonecast: off: " + e);
            return false;
        }
    }

    /** The words that {@code Options} takes for false, too. */
    private static boolean isNo(String text) {
        return switch (text.strip().toLowerCase(Locale.ROOT)) {
            case "false", "no", "off", "0" -> true;
            default -> false;
        };
    }
}
