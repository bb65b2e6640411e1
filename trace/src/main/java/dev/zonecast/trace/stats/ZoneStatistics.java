package dev.zonecast.trace.stats;

import dev.zonecast.trace.Location;

/** All zones of one source location. */
public final class ZoneStatistics {
    private final Location location;
    private final ZoneKind kind;
    private final Distribution total = new Distribution();
    private final Distribution self = new Distribution();
    private long waitedNanos;

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

    void add(long totalNanos, long selfNanos, long waited) {
        total.add(totalNanos);
        self.add(selfNanos);
        waitedNanos += waited;
    }

    /** Of which total the zones' time is a part. */
    public TimeKind time() {
        return TimeKind.of(location, kind);
    }

    /** Known waits of their threads, in nanoseconds, without waits in the zones inside. */
    public long waitedNanos() {
        return waitedNanos;
    }

    /** Nanoseconds from begin to end. */
    public Distribution total() {
        return total;
    }

    /** Nanoseconds without the zones inside, and without known waits unless the zones are waits themselves. */
    public Distribution self() {
        return self;
    }
}
