package dev.zonecast.cli.report;

import dev.zonecast.cli.export.ByteColumns;
import dev.zonecast.trace.PlotSeries;
import dev.zonecast.trace.stats.BeginOrder;
import java.util.Arrays;

/** The values of a plot. */
final class PlotColumns {
    private final PlotSeries plot;
    private long[] times = new long[64];
    private double[] values = new double[64];
    private int count;

    PlotColumns(PlotSeries plot) {
        this.plot = plot;
    }

    PlotSeries plot() {
        return plot;
    }

    int count() {
        return count;
    }

    void add(long time, double value) {
        if (count == times.length) {
            times = Arrays.copyOf(times, count * 2);
            values = Arrays.copyOf(values, count * 2);
        }
        times[count] = time;
        values[count] = value;
        count++;
    }

    long firstNanos() {
        return Arrays.stream(times, 0, count).min().orElse(Long.MAX_VALUE);
    }

    /** By time: several threads may have set it. */
    void write(ByteColumns out, long base) {
        int[] order = BeginOrder.of(i -> times[i], count);
        long before = base;
        for (int i : order) {
            out.add(times[i] - before);
            before = times[i];
        }
        for (int i : order) {
            out.addDouble(values[i]);
        }
    }
}
