package dev.zonecast.cli.report;

import dev.zonecast.cli.export.ByteColumns;
import dev.zonecast.trace.PlotSeries;
import dev.zonecast.trace.stats.BeginOrder;
import java.util.ArrayList;
import java.util.List;

/** The values of a plot. */
record PlotColumns(PlotSeries plot, List<Value> values) {
    /** A value at a time. */
    record Value(long nanos, double value) {}

    PlotColumns(PlotSeries plot) {
        this(plot, new ArrayList<>());
    }

    /** By time: several threads may have set it. */
    void write(ByteColumns out, long base) {
        int[] order = BeginOrder.ofValues(i -> values.get(i).nanos, values.size());
        long before = base;
        for (int i : order) {
            out.add(values.get(i).nanos - before);
            before = values.get(i).nanos;
        }
        for (int i : order) {
            out.addDouble(values.get(i).value);
        }
    }
}
