package dev.zonecast.trace.stats;

import dev.zonecast.fxt.Distribution;
import dev.zonecast.trace.Program;
import dev.zonecast.trace.Track;
import java.util.HashSet;
import java.util.Set;

/**
 * Runs of the fibers of one name.
 *
 * @param program the program it belongs to
 * @param name as the program named it
 * @param runs nanoseconds of each run
 * @param threads that ran it
 */
public record FiberStatistics(Program program, String name, Distribution runs, Set<Track> threads) {
    FiberStatistics(Program program, String name) {
        this(program, name, new Distribution(), new HashSet<>());
    }

    /** How many threads ran it. */
    public int carriers() {
        return threads.size();
    }
}
