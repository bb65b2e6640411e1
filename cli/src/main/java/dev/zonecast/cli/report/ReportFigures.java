package dev.zonecast.cli.report;

import dev.zonecast.cli.export.ByteColumns;
import dev.zonecast.cli.export.JsonParts;
import dev.zonecast.fxt.Distribution;
import dev.zonecast.trace.TraceFrame;
import dev.zonecast.trace.stats.FrameContents;
import dev.zonecast.trace.stats.FrameSetStatistics;
import dev.zonecast.trace.stats.MemoryUse;
import dev.zonecast.trace.stats.TimeShares;
import dev.zonecast.trace.stats.TraceStatistics;
import dev.zonecast.trace.stats.ZoneStatistics;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

/** Writes the figures of the page's tables, as {@code stats} has them: the page draws them and computes none. */
final class ReportFigures {
    /** Of a frame, in each list. */
    private static final int MAX_PARTS = 8;

    /** In the place of a zone. */
    private static final int OUTSIDE_ZONES = -1;

    private ReportFigures() {}

    /** The figures of zones, locks, plots and memory. {@link #contents} comes before. */
    static void write(ReportData data, JsonGenerator json) {
        json.writeName("figures").writeStartObject();
        zones(data, json);
        locks(data.analysis, json);
        plots(data.analysis, json);
        memory(data.analysis, json);
        memoryZones(data, json);
        gpuClocks(data.analysis, json);
        json.writeEndObject();
    }

    private static void zones(ReportData data, JsonGenerator json) {
        List<ZoneStatistics> zones = data.analysis.zones();
        TimeShares shares = new TimeShares(zones);
        JsonParts.objects(json, "zones", zones, zone -> {
            json.writeNumberProperty("index", data.place(zone.location(), zone.kind()));
            json.writeNumberProperty("self", zone.self().sum());
            JsonParts.number(json, "share", shares.of(zone));
            json.writeNumberProperty("waited", zone.waitedNanos());
            distribution(zone.total(), json);
            if (!zone.counts().isEmpty()) {
                JsonParts.object(
                        json,
                        "counts",
                        () -> zone.counts()
                                .forEach((what, counts) -> JsonParts.number(json, what.displayName(), counts.mean())));
            }
        });
    }

    private static void locks(TraceStatistics analysis, JsonGenerator json) {
        JsonParts.objects(json, "locks", analysis.locks(), lock -> {
            json.writeStringProperty("name", lock.name());
            json.writeNumberProperty("process", lock.program().number());
            json.writeNumberProperty("lock", lock.lock());
            JsonParts.object(json, "held", () -> distribution(lock.holds(), json));
            JsonParts.object(json, "waited", () -> distribution(lock.waits(), json));
        });
    }

    private static void plots(TraceStatistics analysis, JsonGenerator json) {
        JsonParts.objects(json, "plots", analysis.plots(), plot -> {
            json.writeStringProperty("name", plot.plot().name());
            json.writeNumberProperty("process", plot.plot().program().number());
            json.writeStringProperty("format", ReportMeta.format(plot.plot()));
            json.writeNumberProperty("count", plot.count());
            JsonParts.number(json, "min", plot.min());
            JsonParts.number(json, "mean", plot.mean());
            JsonParts.number(json, "max", plot.max());
            JsonParts.number(json, "last", plot.last());
        });
    }

    private static void memory(TraceStatistics analysis, JsonGenerator json) {
        JsonParts.objects(json, "memory", analysis.memory().pools(), pool -> {
            json.writeStringProperty("name", pool.name());
            json.writeNumberProperty("process", pool.program().number());
            json.writeNumberProperty("allocations", pool.allocations());
            json.writeNumberProperty("allocatedBytes", pool.allocatedBytes());
            json.writeNumberProperty("frees", pool.frees());
            json.writeNumberProperty("freedBytes", pool.freedBytes());
            json.writeNumberProperty("peakBytes", pool.peakBytes());
            json.writeNumberProperty("liveBlocks", pool.liveBlocks());
            json.writeNumberProperty("liveBytes", pool.liveBytes());
        });
    }

    private static void memoryZones(ReportData data, JsonGenerator json) {
        JsonParts.objects(json, "memoryZones", data.analysis.memoryUse().zones(), share -> {
            json.writeNumberProperty("place", share.by() == null ? OUTSIDE_ZONES : place(data, share.by()));
            json.writeNumberProperty("allocations", share.allocations());
            json.writeNumberProperty("allocatedBytes", share.allocatedBytes());
            json.writeNumberProperty("stayBlocks", share.stayBlocks());
            json.writeNumberProperty("stayBytes", share.stayBytes());
        });
    }

    private static int place(ReportData data, MemoryUse.Place place) {
        return data.place(place.location(), place.kind());
    }

    private static void gpuClocks(TraceStatistics analysis, JsonGenerator json) {
        JsonParts.objects(json, "gpuClocks", analysis.calibrations(), clock -> {
            json.writeStringProperty("name", clock.context().displayName());
            json.writeNumberProperty("process", clock.context().process());
            json.writeNumberProperty("worstError", clock.errors().max());
            JsonParts.number(json, "leastDrift", clock.leastDriftPpm());
            JsonParts.number(json, "mostDrift", clock.mostDriftPpm());
        });
    }

    /** The figures of a set of frames. */
    static void frames(TraceStatistics analysis, FrameColumns columns, JsonGenerator json) {
        for (FrameSetStatistics set : analysis.frames()) {
            if (set.program() == columns.program()
                    && set.isBase() == columns.isBase()
                    && set.name().equals(columns.name())) {
                json.writeName("figures").writeStartObject();
                json.writeNumberProperty("rate", set.framesPerSecond());
                json.writeNumberProperty("low1", set.low(0.01));
                json.writeNumberProperty("low01", set.low(0.001));
                distribution(set.durations(), json);
                json.writeEndObject();
                return;
            }
        }
    }

    private static void distribution(Distribution values, JsonGenerator json) {
        json.writeNumberProperty("count", values.count());
        json.writeNumberProperty("total", values.sum());
        JsonParts.spread(json, values);
    }

    /** A frame in any reading of the trace. */
    private record Key(long begin, long end, long number) {
        private static Key of(TraceFrame frame) {
            return new Key(frame.beginNanos(), frame.endNanos(), frame.number());
        }
    }

    /** Writes what was in the slowest frames, and gives all places and texts of the figures a number. */
    static void contents(ReportData data, ByteColumns out) {
        FrameContents contents = data.analysis.contents();
        Map<Key, Integer> wanted = new HashMap<>();
        for (int i = 0; i < contents.frames().size(); i++) {
            wanted.put(Key.of(contents.frames().get(i)), i);
        }
        List<TraceFrame> frames = data.frames.values().stream()
                .filter(set -> set.isBase() && set.program().number() == contents.process())
                .findFirst()
                .map(FrameColumns::frames)
                .orElse(List.of());
        Map<Integer, Integer> byPlace = new LinkedHashMap<>();
        for (int place = 0; place < frames.size(); place++) {
            Integer frame = wanted.remove(Key.of(frames.get(place)));
            if (frame != null) {
                byPlace.put(place, frame);
            }
        }
        out.add(byPlace.size());
        byPlace.forEach((place, frame) -> {
            out.add(place);
            contents(data, contents, frame, out);
        });
        data.analysis.zones().forEach(zone -> data.place(zone.location(), zone.kind()));
        data.analysis.memoryUse().zones().stream()
                .map(MemoryUse.Share::by)
                .filter(Objects::nonNull)
                .forEach(place -> place(data, place));
    }

    private static void contents(ReportData data, FrameContents contents, int frame, ByteColumns out) {
        list(out, contents.of(frame, MAX_PARTS), part -> {
            out.add(data.place(part.location(), part.kind()));
            out.add(part.longestNanos());
            out.add(part.threads());
        });
        list(out, contents.longerThanUsual(frame, MAX_PARTS), part -> {
            out.add(data.place(part.location(), part.kind()));
            out.add(part.excessNanos());
        });
        list(out, contents.waitsOf(frame, MAX_PARTS), part -> {
            out.add(data.texts.addName(part.name()));
            out.add(part.nanos());
        });
        list(out, contents.jvmOf(frame, MAX_PARTS), part -> {
            out.add(data.place(part.location(), part.kind()));
            out.add(data.texts.addName(part.track()));
            out.add(part.nanos());
        });
    }

    private static <T> void list(ByteColumns out, List<T> parts, Consumer<T> content) {
        out.add(parts.size());
        parts.forEach(content);
    }
}
