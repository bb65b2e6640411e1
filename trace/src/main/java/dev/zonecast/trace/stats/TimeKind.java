package dev.zonecast.trace.stats;

import dev.zonecast.trace.Location;

/** Kinds of time that are never added up: each has a total of its own, and shares of that. */
public enum TimeKind {
    /** Processors at the program's work, scripts included. */
    WORK("CPU work"),
    /** Graphics processors. */
    GPU("GPU"),
    /** The virtual machine: collections, safepoints, class loading. */
    JVM("JVM"),
    /** Compiler threads of the virtual machine, which work beside the program. */
    COMPILER("JVM compiler"),
    /** Threads that wait: no share of anything. */
    WAIT("waiting");

    private final String title;

    TimeKind(String title) {
        this.title = title;
    }

    /** Heading of a table. */
    public String title() {
        return title;
    }

    /** Of the zones of a place. Zones of a location that {@linkplain Location#isIdle waits} are waits on any track. */
    public static TimeKind of(Location location, ZoneKind kind) {
        if (location.isIdle()) {
            return WAIT;
        }
        return switch (kind) {
            case CPU, LUA -> WORK;
            case GPU -> GPU;
            case JVM -> JVM;
            case JVM_COMPILER -> COMPILER;
            case JVM_WAIT -> WAIT;
        };
    }
}
