package dev.zonecast.agent;

import dev.zonecast.core.Plot;
import dev.zonecast.core.PlotFormat;
import java.util.function.Supplier;

/** A value of each frame as a plot, which exists from the first frame on whose value is not 0. One thread at a time. */
final class FrameCounter {
    private final Supplier<String> name;
    private final PlotFormat format;
    private Plot plot;

    /** @param name asked for when the plot comes */
    FrameCounter(Supplier<String> name, PlotFormat format) {
        this.name = name;
        this.format = format;
    }

    /** The frame ends here. */
    void publish(long value) {
        if (plot == null && value != 0) {
            plot = Plot.builder(name.get()).format(format).step(true).create();
        }
        if (plot != null) {
            plot.set(value);
        }
    }
}
