package dev.zonecast.capture.stats;

import dev.zonecast.capture.trace.PlotSeries;

/** All values of a plot. */
public final class PlotStatistics {
    private final PlotSeries plot;
    private long count;
    private double sum;
    private double min = Double.POSITIVE_INFINITY;
    private double max = Double.NEGATIVE_INFINITY;
    private double last;

    PlotStatistics(PlotSeries plot) {
        this.plot = plot;
    }

    void add(double value) {
        count++;
        sum += value;
        min = Math.min(min, value);
        max = Math.max(max, value);
        last = value;
    }

    /** Name and looks. */
    public PlotSeries plot() {
        return plot;
    }

    /** How many values. */
    public long count() {
        return count;
    }

    /** Least value. */
    public double min() {
        return min;
    }

    /** Greatest value. */
    public double max() {
        return max;
    }

    /** Mean of the values, whatever the time between them. */
    public double mean() {
        return sum / count;
    }

    /** The last value of the file. */
    public double last() {
        return last;
    }
}
