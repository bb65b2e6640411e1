package dev.zonecast.trace;

import dev.zonecast.fxt.FxtEvent;
import dev.zonecast.trace.TraceEvent.PlotValue;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** The plots of a trace by program and name. */
final class PlotTable {
    private static final int MAX_PLOTS = 20_000;

    /** Programs may have plots of one name. */
    private record PlotKey(Program program, String name) {}

    private final TraceReader reader;
    private final Map<PlotKey, PlotSeries> plots = new HashMap<>();

    PlotTable(TraceReader reader) {
        this.reader = reader;
    }

    /** A plot of a program; null if there are too many. */
    PlotSeries plot(Program program, String name) {
        PlotKey key = new PlotKey(program, name);
        PlotSeries plot = plots.get(key);
        if (plot == null && plots.size() < MAX_PLOTS) {
            plot = new PlotSeries(plots.size(), name, program);
            plots.put(key, plot);
        }
        return plot;
    }

    /** A plot has another name from now on, unless a plot of that name has values already. */
    void rename(Program program, String from, String to) {
        PlotSeries plot = plots.get(new PlotKey(program, from));
        if (plot != null && plots.putIfAbsent(new PlotKey(program, to), plot) == null) {
            plots.remove(new PlotKey(program, from));
            plot.rename(to);
        }
    }

    /** A counter event has a value of a plot. */
    void value(String name, Track track, FxtEvent event, int argument) throws IOException {
        double value = event.arguments().asDouble(argument);
        value(plot(track.program(), name), track.process(), track, event.timeNanos(), value);
    }

    /**
     * A plot has a value.
     *
     * @param plot null if there are too many
     * @param track null: none is known
     */
    void value(PlotSeries plot, long process, Track track, long timeNanos, double value) throws IOException {
        if (plot == null) {
            reader.losses.add(LossKind.TOO_MANY_PLOTS, process, 1);
        } else if (track != null) {
            reader.delivery.event(new PlotValue(plot, track, timeNanos, value));
        }
    }
}
