package dev.zonecast.cli.odd;

import dev.zonecast.fxt.fixtures.TraceBytes;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** A trace that no program should write, and the figures that every command has to find in it. */
final class OddTrace {
    /** Zones of one name, their time, and their time without the zones inside. */
    record Zones(long count, long totalNanos, long selfNanos) {}

    /** Values of a plot. */
    record Plot(long count, long notFinite, double min, double mean, double max) {}

    private final String name;
    private final Consumer<TraceBytes> content;
    private final Map<String, Zones> zones = new LinkedHashMap<>();
    private final Map<String, Plot> plots = new LinkedHashMap<>();
    private final Map<String, Long> losses = new LinkedHashMap<>();
    private long zoneCount;
    private long openZones;
    private boolean isBig;

    private OddTrace(String name, Consumer<TraceBytes> content) {
        this.name = name;
        this.content = content;
    }

    /** @param zoneCount zones that have ended */
    static OddTrace of(String name, long zoneCount, Consumer<TraceBytes> content) {
        OddTrace trace = new OddTrace(name, content);
        trace.zoneCount = zoneCount;
        return trace;
    }

    OddTrace zones(String zone, long count, long totalNanos, long selfNanos) {
        zones.put(zone, new Zones(count, totalNanos, selfNanos));
        return this;
    }

    OddTrace plot(String plot, long count, long notFinite, double min, double mean, double max) {
        plots.put(plot, new Plot(count, notFinite, min, mean, max));
        return this;
    }

    /** A kind of loss; all others are 0. */
    OddTrace loss(String kind, long count) {
        losses.put(kind, count);
        return this;
    }

    /** Zones that the end of the trace cut off: exports have them, tables have not. */
    OddTrace open(long count) {
        openZones = count;
        return loss("zones open at the end", count);
    }

    /** Outputs are too large to be read again. */
    OddTrace big() {
        isBig = true;
        return this;
    }

    byte[] bytes() {
        TraceBytes trace = TraceBytes.trace();
        content.accept(trace);
        return trace.bytes();
    }

    Map<String, Zones> zones() {
        return zones;
    }

    Map<String, Plot> plots() {
        return plots;
    }

    Map<String, Long> losses() {
        return losses;
    }

    long zoneCount() {
        return zoneCount;
    }

    long openZones() {
        return openZones;
    }

    boolean isBig() {
        return isBig;
    }

    @Override
    public String toString() {
        return name;
    }
}
