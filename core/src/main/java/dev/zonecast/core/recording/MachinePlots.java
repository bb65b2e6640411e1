package dev.zonecast.core.recording;

import dev.zonecast.core.Plot;
import dev.zonecast.core.PlotFormat;
import dev.zonecast.core.event.PowerReading;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** How busy the machine is and what power it draws: plots of the recording's own thread. */
final class MachinePlots {
    private final PlotRecords plots;
    private final SessionRecords session;
    private final Map<String, Plot> power = new HashMap<>();
    private Plot cpuLoad;

    MachinePlots(PlotRecords plots, SessionRecords session) {
        this.plots = plots;
        this.session = session;
    }

    void cpuLoad(long time, double percent) throws IOException {
        if (cpuLoad == null) {
            cpuLoad = Plot.builder("CPU usage").format(PlotFormat.PERCENTAGE).create();
        }
        plots.value(session.track(), time, cpuLoad, percent);
    }

    void power(long time, PowerReading reading) throws IOException {
        Plot plot = power.computeIfAbsent(reading.name(), name -> Plot.of("power " + name + " (W)"));
        plots.value(session.track(), time, plot, reading.watts());
    }
}
