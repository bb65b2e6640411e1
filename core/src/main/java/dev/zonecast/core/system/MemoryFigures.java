package dev.zonecast.core.system;

import dev.zonecast.core.Plot;
import dev.zonecast.core.PlotFormat;
import dev.zonecast.core.Zonecast;
import java.util.Arrays;
import java.util.function.LongSupplier;

/**
 * Plots of a driver's figures of its memory, at most ten times a second. After {@link #fail} the driver is not asked again.
 *
 * <p>Thread-safe: two threads that come at once record twice.
 */
public final class MemoryFigures {
    private static final System.Logger LOG = System.getLogger("dev.zonecast");
    private static final long INTERVAL_NANOS = 100_000_000;

    private final String source;
    private final Plot[] plots;
    private final LongSupplier clock;
    private volatile boolean failed;
    private volatile long lastNanos;

    /**
     * Figures in bytes.
     *
     * @param source name of the source, for the log
     * @param names of the plots; none: the source is not asked
     */
    public MemoryFigures(String source, String... names) {
        this(System::nanoTime, source, names);
    }

    /** With a clock in nanoseconds, for tests. */
    MemoryFigures(LongSupplier clock, String source, String... names) {
        this.clock = clock;
        lastNanos = clock.getAsLong() - INTERVAL_NANOS;
        this.source = source;
        plots = Arrays.stream(names)
                .map(name ->
                        Plot.builder(name).format(PlotFormat.MEMORY).step(true).create())
                .toArray(Plot[]::new);
    }

    /** True if the driver is to be asked now. */
    public boolean isDue() {
        if (plots.length == 0 || failed || !Zonecast.isActive()) {
            return false;
        }
        long now = clock.getAsLong();
        boolean isDue = now - lastNanos >= INTERVAL_NANOS;
        lastNanos = isDue ? now : lastNanos;
        return isDue;
    }

    /** Records a figure. */
    public void set(int plot, long bytes) {
        plots[plot].set(bytes);
    }

    /** The driver has the extension, and does not answer: it is not asked again. Logged once. */
    public void fail() {
        if (!failed) {
            failed = true;
            LOG.log(System.Logger.Level.WARNING, "{0} gives no figures, although the driver has it", source);
        }
    }
}
