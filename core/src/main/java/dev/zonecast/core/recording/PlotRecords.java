package dev.zonecast.core.recording;

import dev.zonecast.core.Plot;
import dev.zonecast.core.PlotFormat;
import dev.zonecast.core.event.MachineEvent;
import dev.zonecast.core.event.PlotValue;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.Term;
import dev.zonecast.fxt.write.Arguments;
import dev.zonecast.fxt.write.Events;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * Values over time: counters with one argument that has the plot's name. Perfetto shows a counter as {@code name:argument:id},
 * Tracy's importer by the argument's name alone.
 */
final class PlotRecords extends Records {
    private static final long COUNTER = Events.header(FxtLayout.COUNTER, 5, 1, Term.PLOT, Term.PLOT.index());

    /** The Firefox Profiler shows this category as power and energy. */
    private static final Plot.Display POWER = new Plot.Display(false, "", "power");

    private static final class Entry {
        private final StringTable.Entry name;

        // As last described.
        private Plot.Config config;
        private int epoch;

        Entry(StringTable.Entry name) {
            this.name = name;
        }
    }

    private final Map<String, Plot> machine = new HashMap<>();
    private final Map<Plot, Entry> entries = new HashMap<>();

    PlotRecords(Records recording) {
        super(recording);
    }

    void event(Track track, long time, PlotValue event) throws IOException {
        if (event.isWhole()) {
            counter(COUNTER, track, time, Arguments.whole(name(event.plot())), event.whole());
        } else {
            decimal(track, time, event.plot(), event.decimal());
        }
    }

    /** The load of the machine, or its power. */
    void event(Track track, long time, MachineEvent event) throws IOException {
        if (event.kind() == EventKind.CPU_LOAD) {
            Plot plot = machine.computeIfAbsent(
                    "CPU usage",
                    name -> Plot.builder(name).format(PlotFormat.PERCENTAGE).create());
            decimal(track, time, plot, event.percent());
        } else {
            String name = "power " + event.power().name() + " (W)";
            decimal(
                    track,
                    time,
                    machine.computeIfAbsent(
                            name, n -> Plot.builder(n).display(POWER).create()),
                    event.power().watts());
        }
    }

    private void decimal(Track track, long time, Plot plot, double value) throws IOException {
        counter(COUNTER, track, time, Arguments.decimal(name(plot)), Double.doubleToRawLongBits(value));
    }

    /** Index of the plot's name, behind a blob about its looks if they have changed or the string table has started over. */
    private int name(Plot plot) throws IOException {
        Entry entry = entries.computeIfAbsent(plot, p -> new Entry(strings.name(p.name())));
        int name = strings.index(entry.name);
        Plot.Config config = plot.config();
        if (entry.config != config || entry.epoch != strings.epoch()) {
            entry.config = config;
            entry.epoch = strings.epoch();
            writeBlob(plot, config, name);
        }
        return name;
    }

    private static int format(PlotFormat format) {
        return switch (format) {
            case NUMBER -> ExtensionLayout.PLOT_NUMBER;
            case MEMORY -> ExtensionLayout.PLOT_MEMORY;
            case PERCENTAGE -> ExtensionLayout.PLOT_PERCENTAGE;
        };
    }

    private void writeBlob(Plot plot, Plot.Config config, int name) throws IOException {
        int flags = (config.step() ? ExtensionLayout.PLOT_STEP : 0)
                | (config.fill() ? ExtensionLayout.PLOT_FILL : 0)
                | (plot.display().rate() ? ExtensionLayout.PLOT_RATE : 0);
        writer.blob(Term.BLOB_PLOT, name, Ids.of(plot))
                .word(format(config.format()) | (long) flags << 8 | (long) config.rgb() << 32)
                .text(plot.display().description())
                .text(plot.display().category());
        boolean ignored = writer.closeBlob(DurableRoom.Share.NAME);
    }
}
