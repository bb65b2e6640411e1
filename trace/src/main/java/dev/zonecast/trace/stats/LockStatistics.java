package dev.zonecast.trace.stats;

import dev.zonecast.trace.Program;

/** Holds of a lock and waits for it. */
public final class LockStatistics {
    private final Program program;
    private final long lock;
    private final Distribution holds = new Distribution();
    private final Distribution waits = new Distribution();
    private String name = "";

    LockStatistics(Program program, long lock) {
        this.program = program;
        this.lock = lock;
    }

    /** The program that has the lock. */
    public Program program() {
        return program;
    }

    /** Number of that program: {@link Program#number}. */
    public long process() {
        return program.number();
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

    /** Nanoseconds that it was held. */
    public Distribution holds() {
        return holds;
    }

    /** Nanoseconds that threads waited for it, whether in vain or not. */
    public Distribution waits() {
        return waits;
    }
}
