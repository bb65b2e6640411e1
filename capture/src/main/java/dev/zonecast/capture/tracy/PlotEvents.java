package dev.zonecast.capture.tracy;

import dev.zonecast.core.Plot;
import dev.zonecast.core.PlotFormat;
import dev.zonecast.core.event.MachineEvent;
import dev.zonecast.core.event.PowerReading;
import dev.zonecast.core.registry.Registry;
import dev.zonecast.tracy.EventType;
import dev.zonecast.tracy.Wire;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** Plots, of the program and of what the client measures of the machine. */
final class PlotEvents extends EventGroup {
    /** Of Zonecast in the program, with {@code zonecast.watch}. */
    private static final String FULLEST_RING = "Zonecast: fullest ring";

    private final SessionTables.Room room;
    private final SessionTables.Room sensors;
    private final Map<Long, Plot> plots = new HashMap<>();

    /** Time of the last report by the name of what it is about. */
    private final Map<Long, Long> lastPower = new HashMap<>();

    PlotEvents(Stream stream, ThreadStates threads, Map<EventType, Handler> on) {
        super(stream, threads);
        room = stream.room(SessionTables.Kind.PLOTS);
        sensors = stream.room(SessionTables.Kind.POWER_SENSORS);
        on.put(EventType.PLOT_CONFIG, this::config);
        on.put(EventType.PLOT_DATA_INT, this::whole);
        on.put(
                EventType.PLOT_DATA_FLOAT,
                (bytes, at) -> decimal(bytes, at, Float.intBitsToFloat(Wire.getInt(bytes, at + 17))));
        on.put(
                EventType.PLOT_DATA_DOUBLE,
                (bytes, at) -> decimal(bytes, at, Double.longBitsToDouble(Wire.getLong(bytes, at + 17))));
        on.put(EventType.SYS_TIME_REPORT, this::systemLoad);
        on.put(EventType.SYS_POWER_REPORT, this::power);
    }

    /** Null if there is no room for it, which is counted. */
    private Plot plot(byte[] bytes, int at) {
        Plot plot = room.get(plots, Wire.getLong(bytes, at + 1), id -> Plot.of(stream.vocabulary.plots.get(id)));
        if (plot == null) {
            stream.counts.add(SessionCount.DROPPED_EVENTS);
        }
        return plot;
    }

    private void config(byte[] bytes, int at) {
        Plot plot = plot(bytes, at);
        if (plot == null) {
            return;
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
    }

    private void whole(byte[] bytes, int at) throws IOException {
        ThreadState thread = threads.use();
        long nanos = stream.afterThread(Wire.getLong(bytes, at + 9));
        Plot plot = plot(bytes, at);
        if (plot == null) {
            return;
        }
        long number = Wire.getLong(bytes, at + 17);
        if (plot.name().equals(FULLEST_RING)) {
            stream.counts.ring(Math.clamp(number, 0, 100));
        }
        stream.counts.add(SessionCount.PLOT_VALUES);
        stream.sink.event(stream.events.plot.whole(thread.track, nanos, plot, number));
    }

    private void decimal(byte[] bytes, int at, double value) throws IOException {
        ThreadState thread = threads.use();
        long nanos = stream.afterThread(Wire.getLong(bytes, at + 9));
        Plot plot = plot(bytes, at);
        if (plot != null && Double.isFinite(value)) {
            stream.counts.add(SessionCount.PLOT_VALUES);
            stream.sink.event(stream.events.plot.decimal(thread.track, nanos, plot, value));
        } else if (plot != null) {
            stream.counts.add(SessionCount.DROPPED_EVENTS);
        }
    }

    private void systemLoad(byte[] bytes, int at) throws IOException {
        long nanos = stream.nanos(Wire.getLong(bytes, at + 1));
        double percent = Float.intBitsToFloat(Wire.getInt(bytes, at + 9));
        if (Double.isFinite(percent)) {
            stream.sink.event(MachineEvent.load(nanos, percent));
        }
    }

    private void power(byte[] bytes, int at) throws IOException {
        long id = Wire.getLong(bytes, at + 17);
        long nanos = stream.nanos(Wire.getLong(bytes, at + 1));
        Long last = lastPower.get(id);
        if (last == null && !sensors.take()) {
            stream.counts.add(SessionCount.DROPPED_EVENTS);
            return;
        }
        lastPower.put(id, nanos);
        if (last != null && nanos > last) {
            String name = stream.vocabulary.strings.get(id);
            int nameId = Registry.INSTANCE.names().intern(name);
            stream.sink.event(MachineEvent.power(
                    nanos, new PowerReading(name, nameId, Wire.getLong(bytes, at + 9), nanos - last)));
        }
    }
}
