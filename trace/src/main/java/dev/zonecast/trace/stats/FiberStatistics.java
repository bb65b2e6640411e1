package dev.zonecast.trace.stats;

import dev.zonecast.trace.Program;
import java.util.BitSet;

/** Runs of the fibers of one name. */
public final class FiberStatistics {
    private final Program program;
    private final String name;
    private final Distribution runs = new Distribution();
    private final BitSet carriers = new BitSet();

    FiberStatistics(Program program, String name) {
        this.program = program;
        this.name = name;
    }

    /** @param carrier index of the track of the thread that ran it */
    void add(int carrier, long nanos) {
        carriers.set(carrier);
        runs.add(nanos);
    }

    /** The program it belongs to. */
    public Program program() {
        return program;
    }

    /** As the program named it. */
    public String name() {
        return name;
    }

    /** Nanoseconds of each run. */
    public Distribution runs() {
        return runs;
    }

    /** How many threads ran it. */
    public int carriers() {
        return carriers.cardinality();
    }
}
