package dev.zonecast.core.ring;

/** The main switch; apart from {@link Gate}, so that a look at it does not start the profiler. */
public final class Switch {
    /** {@code -Dzonecast.enabled=false} makes every call an empty one: the compiler folds this constant. */
    public static final boolean ON = !"false".equalsIgnoreCase(System.getProperty("zonecast.enabled"));

    private Switch() {}
}
