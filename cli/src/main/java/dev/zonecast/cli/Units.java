package dev.zonecast.cli;

import dev.zonecast.trace.PlotSeries;
import java.util.Locale;

/** Figures for people. */
public final class Units {
    private static final String[] TIMES = {"ns", "us", "ms", "s"};
    private static final String[] BYTES = {"B", "KiB", "MiB", "GiB", "TiB"};

    private Units() {}

    static String duration(long nanos) {
        return duration((double) nanos);
    }

    /** A duration with four digits that matter. */
    public static String duration(double nanos) {
        double value = nanos;
        int unit = 0;
        for (; Math.abs(value) >= 1000 && unit < TIMES.length - 1; unit++) {
            value /= 1000;
        }
        int decimals = Math.abs(value) < 10 ? 3 : Math.abs(value) < 100 ? 2 : 1;
        return unit == 0
                ? Math.round(value) + " ns"
                : String.format(Locale.ROOT, "%." + decimals + "f %s", value, TIMES[unit]);
    }

    static String bytes(long bytes) {
        return bytes((double) bytes);
    }

    static String bytes(double bytes) {
        double value = bytes;
        int unit = 0;
        for (; Math.abs(value) >= 1024 && unit < BYTES.length - 1; unit++) {
            value /= 1024;
        }
        return unit == 0 ? Math.round(value) + " B" : String.format(Locale.ROOT, "%.1f %s", value, BYTES[unit]);
    }

    static String count(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    /** Any number: whole ones as they are, others with three decimals. */
    static String number(double value) {
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            return count((long) value);
        }
        return String.format(Locale.ROOT, Math.abs(value) >= 1e15 ? "%.4g" : "%,.3f", value);
    }

    /** A value of a plot; a dash for none. */
    static String value(PlotSeries.Format format, double value) {
        if (Double.isNaN(value)) {
            return "-";
        }
        return switch (format) {
            case MEMORY -> bytes(value);
            case PERCENTAGE -> number(value) + " %";
            case NUMBER -> number(value);
        };
    }

    /** With sign. */
    public static String percent(double part) {
        return String.format(Locale.ROOT, "%+.1f %%", part * 100);
    }

    /** A time of the trace, in seconds since its start. */
    static String time(long nanosSinceStart) {
        return String.format(Locale.ROOT, "%.6f s", nanosSinceStart / 1e9);
    }
}
