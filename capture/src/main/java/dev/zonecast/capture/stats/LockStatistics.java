package dev.zonecast.capture.stats;

/** Holds of a lock and waits for it. */
public final class LockStatistics {
    private final long process;
    private final long lock;
    private final Distribution holds = new Distribution();
    private final Distribution waits = new Distribution();
    private String name = "";

    LockStatistics(long process, long lock) {
        this.process = process;
        this.lock = lock;
    }

    /** Koid of the process whose lock it is. */
    public long process() {
        return process;
    }

    /** Id of the lock in its process. */
    public long lock() {
        return lock;
    }

    void setName(String newName) {
        name = newName;
    }

    /** As its track is named, or its waits if it was never held. */
    public String name() {
        return name;
    }

    /** Nanoseconds that somebody had it. */
    public Distribution holds() {
        return holds;
    }

    /** Nanoseconds that somebody waited for it, whether in vain or not. */
    public Distribution waits() {
        return waits;
    }
}
