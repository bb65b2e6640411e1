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

    private final Delivery delivery;
    private final LossAccount losses;
    private final Map<PlotKey, PlotSeries> plots = new HashMap<>();

    PlotTable(Delivery delivery, LossAccount losses) {
        this.delivery = delivery;
        this.losses = losses;
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

    /** A counter event has a value of a plot. */
    void value(String name, Track track, FxtEvent event, int argument) throws IOException {
        PlotSeries plot = plot(track.program(), name);
        if (plot == null) {
            losses.add(LossKind.TOO_MANY_PLOTS, track.process(), 1);
        } else {
            delivery.event(new PlotValue(
                    plot, track, event.timeNanos(), event.arguments().asDouble(argument)));
        }
    }
}
