package dev.zonecast.trace.stats;

import dev.zonecast.trace.PlotSeries;

/** All values of a plot. */
public final class PlotStatistics {
    private final PlotSeries plot;
    private long count;
    private double mean;
    private double min = Double.POSITIVE_INFINITY;
    private double max = Double.NEGATIVE_INFINITY;
    private double last = Double.NaN;
    private long notFinite;

    PlotStatistics(PlotSeries plot) {
        this.plot = plot;
    }

    void add(double value) {
        if (!Double.isFinite(value)) {
            notFinite++;
            return;
        }
        count++;
        mean += (value - mean) / count;
        min = Math.min(min, value);
        max = Math.max(max, value);
        last = value;
    }

    /** Name and looks. */
    public PlotSeries plot() {
        return plot;
    }

    /** How many finite values. The other figures are of these alone. */
    public long count() {
        return count;
    }

    /** How many values that are NaN or infinite. */
    public long notFinite() {
        return notFinite;
    }

    /** Least value; NaN if there is none. */
    public double min() {
        return count == 0 ? Double.NaN : min;
    }

    /** Greatest value; NaN if there is none. */
    public double max() {
        return count == 0 ? Double.NaN : max;
    }

    /** Mean of the values, whatever the time between them; NaN if there is none. */
    public double mean() {
        return count == 0 ? Double.NaN : mean;
    }

    /** The last value of the file; NaN if there is none. */
    public double last() {
        return last;
    }
}
