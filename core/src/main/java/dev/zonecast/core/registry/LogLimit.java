package dev.zonecast.core.registry;

import java.util.LinkedHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Limits lines of the log that programs and viewers cause: one line a name and {@value #MOST_LINES} lines in all in ten seconds. The next line has
 * the number of omitted lines. A log that throws does no harm: see {@link SafeLog}. Thread-safe.
 */
public final class LogLimit {
    static final int MOST_LINES = 10;
    static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final int MOST_NAMES = 256;

    private final System.Logger logger;
    private final LongSupplier clock;

    // Guarded by this.
    private final LinkedHashMap<String, Long> lastByName = new LinkedHashMap<>();
    private long intervalBegin;
    private int lines;
    private long leftOut;

    /** Nothing is logged yet. */
    public LogLimit(System.Logger logger) {
        this(logger, System::nanoTime);
    }

    /** @param clock in nanoseconds */
    LogLimit(System.Logger logger, LongSupplier clock) {
        this.logger = logger;
        this.clock = clock;
        intervalBegin = clock.getAsLong();
    }

    /** Logs a line that is its own name, unless there were enough. */
    public void log(System.Logger.Level level, String line) {
        log(level, line, line, null);
    }

    /** Logs a line, unless there were enough. */
    public void log(System.Logger.Level level, String name, String line) {
        log(level, name, line, null);
    }

    /**
     * Logs a line, unless there were enough.
     *
     * @param failure null: none
     */
    public void log(System.Logger.Level level, String name, String line, Throwable failure) {
        long before = permit(name);
        if (before >= 0) {
            String omitted = before == 0 ? "" : " (" + before + " similar lines were left out before it)";
            SafeLog.log(logger, level, () -> line + omitted, failure);
        }
    }

    /** Logs how many lines were left out since the last one, if any were. */
    public void logRest(String what) {
        long rest;
        synchronized (this) {
            rest = leftOut;
            leftOut = 0;
        }
        if (rest > 0) {
            SafeLog.log(logger, System.Logger.Level.INFO, () -> what + ": " + rest + " further lines were left out");
        }
    }

    /** Lines that were left out since the last one; -1: this one is left out too. */
    synchronized long permit(String name) {
        long now = clock.getAsLong();
        if (now - intervalBegin >= INTERVAL_NANOS) {
            intervalBegin = now;
            lines = 0;
        }
        Long last = lastByName.get(name);
        if (lines >= MOST_LINES || (last != null && now - last < INTERVAL_NANOS)) {
            leftOut++;
            return -1;
        }
        lines++;
        lastByName.remove(name);
        lastByName.put(name, now);
        if (lastByName.size() > MOST_NAMES) {
            lastByName.pollFirstEntry();
        }
        long before = leftOut;
        leftOut = 0;
        return before;
    }
}
