package dev.zonecast.core.live;

import java.lang.System.Logger.Level;
import java.util.function.LongSupplier;

/**
 * Log lines about peers, which a peer can cause as many of as it likes: {@value #BURST} at once, then one a second; what was left out
 * is counted in the next line. Thread-safe.
 */
final class QuietLog {
    static final int BURST = 20;
    private static final long NANOS_PER_LINE = 1_000_000_000;

    private final System.Logger logger;
    private final LongSupplier nanoTime;
    private long creditNanos = BURST * NANOS_PER_LINE;
    private long lastNanos;
    private long leftOut;

    QuietLog(System.Logger logger) {
        this(logger, System::nanoTime);
    }

    QuietLog(System.Logger logger, LongSupplier nanoTime) {
        this.logger = logger;
        this.nanoTime = nanoTime;
        this.lastNanos = nanoTime.getAsLong();
    }

    void log(Level level, String line) {
        long omitted;
        synchronized (this) {
            long now = nanoTime.getAsLong();
            creditNanos = Math.min(BURST * NANOS_PER_LINE, creditNanos + now - lastNanos);
            lastNanos = now;
            if (creditNanos < NANOS_PER_LINE) {
                leftOut++;
                return;
            }
            creditNanos -= NANOS_PER_LINE;
            omitted = leftOut;
            leftOut = 0;
        }
        // The line may contain a peer's text, so it is never a format.
        logger.log(
                level, "{0}", omitted == 0 ? line : line + " (and " + omitted + " lines before it that are left out)");
    }
}
