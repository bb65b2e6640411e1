package dev.zonecast.trace.stats;

import dev.zonecast.fxt.Distribution;
import dev.zonecast.trace.Program;

/**
 * Holds of a lock and waits for it.
 *
 * @param program that has the lock
 * @param lock its id in that program
 * @param name of its track, or of its waits if it was never held
 * @param holds nanoseconds that it was held
 * @param waits nanoseconds that threads waited for it, whether in vain or not
 */
public record LockStatistics(Program program, long lock, String name, Distribution holds, Distribution waits) {
    LockStatistics withName(String newName) {
        return new LockStatistics(program, lock, newName, holds, waits);
    }
}
