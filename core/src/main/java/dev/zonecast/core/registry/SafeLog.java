package dev.zonecast.core.registry;

import java.util.function.Supplier;

/** Lines of a log that may throw, as a program's own can, where the caller has steps left to do. Thread-safe. */
public final class SafeLog {
    private SafeLog() {}

    /**
     * Logs a line. Never throws: a line that cannot be made or logged is lost.
     *
     * @param line without placeholders
     */
    public static void log(System.Logger log, System.Logger.Level level, Supplier<String> line) {
        log(log, level, line, null);
    }

    /**
     * As {@link #log(System.Logger, System.Logger.Level, Supplier)}, with a failure.
     *
     * @param failure null: none
     */
    public static void log(System.Logger log, System.Logger.Level level, Supplier<String> line, Throwable failure) {
        try {
            if (failure == null) {
                log.log(level, line.get());
            } else {
                log.log(level, line.get(), failure);
            }
        } catch (RuntimeException | Error e) {
            // The program's log is broken, or there is no memory.
        }
    }
}
