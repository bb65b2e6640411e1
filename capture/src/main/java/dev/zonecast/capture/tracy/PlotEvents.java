package dev.zonecast.capture.tracy;

import dev.zonecast.core.Plot;
import dev.zonecast.core.PlotFormat;
import dev.zonecast.core.event.MachineEvent;
import dev.zonecast.core.event.PowerReading;
import dev.zonecast.core.registry.Registry;
import dev.zonecast.tracy.EventType;
import dev.zonecast.tracy.Wire;
import java.io.IOException;

/** Plots, of the program and of what the client measures of the machine. Methods return false where a name is missing. */
final class PlotEvents {
    /** Of Zonecast in the program, with {@code zonecast.watch}. */
    private static final String FULLEST_RING = "Zonecast: fullest ring";

    private final Stream stream;
    private final ThreadStates threads;
    private final SessionTables.Room room;
    private final SessionTables.Room sensors;
    private final LongTable<Plot> plots = new LongTable<>();

    /** Time of the last report by the name of what it is about. */
    private final LongTable<Long> lastPower = new LongTable<>();

    PlotEvents(Stream stream, ThreadStates threads) {
        this.stream = stream;
        this.threads = threads;
        room = stream.vocabulary.tables.room(SessionTables.Kind.PLOTS);
        sensors = stream.vocabulary.tables.room(SessionTables.Kind.POWER_SENSORS);
    }

    boolean event(EventType type, byte[] bytes, int at) throws IOException {
        return switch (type) {
            case PLOT_CONFIG -> config(bytes, at);
            case PLOT_DATA_INT, PLOT_DATA_FLOAT, PLOT_DATA_DOUBLE -> value(type, bytes, at);
            case SYS_TIME_REPORT -> systemLoad(bytes, at);
            case SYS_POWER_REPORT -> power(bytes, at);
            default -> throw new IllegalArgumentException(type.toString());
        };
    }

    /** False if the name is not known yet. */
    private boolean isKnown(long id) {
        return plots.get(id) != null || stream.vocabulary.plots.get(id) != null;
    }

    /** The plot whose name is known; null if there is no room for it. */
    private Plot plot(long id) {
        Plot known = plots.get(id);
        if (known == null && room.take()) {
            known = Plot.of(stream.vocabulary.plots.get(id));
            plots.put(id, known);
        }
        return known;
    }

    private boolean config(byte[] bytes, int at) {
        long id = Wire.getLong(bytes, at + 1);
        if (!isKnown(id)) {
            return false;
        }
        Plot plot = plot(id);
        if (plot == null) {
            stream.counts.droppedEvents++;
            return true;
        }
        PlotFormat format = switch (bytes[at + 9]) {
            case 1 -> PlotFormat.MEMORY;
            case 2 -> PlotFormat.PERCENTAGE;
            default -> PlotFormat.NUMBER;
        };
        // The viewer takes the low byte for red, here alone; this is the colour that it shows.
        int rgb = Integer.reverseBytes(Wire.getInt(bytes, at + 12)) >>> 8;
        Plot.builder(plot.name())
                .format(format)
                .step(bytes[at + 10] != 0)
                .fill(bytes[at + 11] != 0)
                .color(rgb)
                .create();
        return true;
    }

    private boolean value(EventType type, byte[] bytes, int at) throws IOException {
        ThreadState thread = threads.use();
        long id = Wire.getLong(bytes, at + 1);
        if (thread == null || !isKnown(id)) {
            return false;
        }
        long nanos = stream.afterThread(Wire.getLong(bytes, at + 9));
        Plot plot = plot(id);
        if (plot == null) {
            stream.counts.droppedEvents++;
            return true;
        }
        stream.counts.plotValues++;
        switch (type) {
            case PLOT_DATA_INT -> {
                long number = Wire.getLong(bytes, at + 17);
                if (plot.name().equals(FULLEST_RING)) {
                    stream.counts.ringPercent = Math.clamp(number, 0, 100);
                    stream.counts.ringHighPercent = Math.max(stream.counts.ringHighPercent, stream.counts.ringPercent);
                }
                stream.sink.event(stream.events.plot.whole(thread.track, nanos, plot, number));
            }
            case PLOT_DATA_FLOAT -> finite(thread, nanos, plot, Float.intBitsToFloat(Wire.getInt(bytes, at + 17)));
            default -> finite(thread, nanos, plot, Double.longBitsToDouble(Wire.getLong(bytes, at + 17)));
        }
        return true;
    }

    private void finite(ThreadState thread, long nanos, Plot plot, double value) throws IOException {
        if (Double.isFinite(value)) {
            stream.sink.event(stream.events.plot.decimal(thread.track, nanos, plot, value));
        } else {
            stream.counts.plotValues--;
            stream.counts.droppedEvents++;
        }
    }

    private boolean systemLoad(byte[] bytes, int at) throws IOException {
        long nanos = stream.nanos(Wire.getLong(bytes, at + 1));
        double percent = Float.intBitsToFloat(Wire.getInt(bytes, at + 9));
        if (Double.isFinite(percent)) {
            stream.sink.event(MachineEvent.load(nanos, percent));
        }
        return true;
    }

    private boolean power(byte[] bytes, int at) throws IOException {
        long id = Wire.getLong(bytes, at + 17);
        String name = stream.vocabulary.strings.get(id);
        if (name == null) {
            return false;
        }
        long nanos = stream.nanos(Wire.getLong(bytes, at + 1));
        Long last = lastPower.get(id);
        if (last == null && !sensors.take()) {
            stream.counts.droppedEvents++;
            return true;
        }
        lastPower.put(id, nanos);
        if (last != null && nanos > last) {
            int nameId = Registry.INSTANCE.names().intern(name);
            stream.sink.event(MachineEvent.power(
                    nanos, new PowerReading(name, nameId, Wire.getLong(bytes, at + 9), nanos - last)));
        }
        return true;
    }
}
