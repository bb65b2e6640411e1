package dev.zonecast.capture.stats;

import dev.zonecast.capture.trace.Location;

/** All zones of one source location. */
public final class ZoneStatistics {
    private final Location location;
    private final ZoneKind kind;
    private final Distribution total = new Distribution();
    private final Distribution self = new Distribution();

    ZoneStatistics(Location location, ZoneKind kind) {
        this.location = location;
        this.kind = kind;
    }

    /** Where they are. */
    public Location location() {
        return location;
    }

    /** Where they were spent. */
    public ZoneKind kind() {
        return kind;
    }

    /** Nanoseconds from begin to end. */
    public Distribution total() {
        return total;
    }

    /** Nanoseconds without the zones inside. */
    public Distribution self() {
        return self;
    }
}
