package dev.zonecast.cli.report;

import dev.zonecast.cli.export.ExportJson;
import dev.zonecast.cli.export.JsonParts;
import dev.zonecast.cli.export.MarkerFormats;
import dev.zonecast.core.CategoryColor;
import dev.zonecast.core.marker.MarkerLocation;
import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.trace.GpuContext;
import dev.zonecast.trace.Location;
import dev.zonecast.trace.LossAccount;
import dev.zonecast.trace.LossKind;
import dev.zonecast.trace.PlotSeries;
import dev.zonecast.trace.RecordedProgram;
import dev.zonecast.trace.RecordingEnd;
import dev.zonecast.trace.Session;
import dev.zonecast.trace.TraceSummary;
import dev.zonecast.trace.Track;
import dev.zonecast.trace.stats.TimeKind;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import tools.jackson.core.JsonGenerator;

/** Writes what the page reads first, as JSON: names, and how many numbers of which kind follow in the columns. */
record ReportMeta(ReportData data, JsonGenerator json) {
    /**
     * Writes all of it.
     *
     * @param tracks that the page has, in the order in which it refers to them
     * @param rows of each track: how many zones they have
     * @param lanes of each track: how many markers they have, and last how many are in none; empty without markers
     * @param base time that all others count from
     */
    static void write(
            ReportData data,
            TraceSummary summary,
            List<Track> tracks,
            List<int[]> rows,
            List<int[]> lanes,
            long base,
            OutputStream out) {
        try (JsonGenerator json = ExportJson.generator(out)) {
            ReportMeta meta = new ReportMeta(data, json);
            json.writeStartObject();
            meta.program(summary, base);
            meta.places();
            meta.tracks(tracks, rows, lanes);
            meta.frames();
            VerdictColumns.names(json);
            meta.plots();
            meta.pictures();
            json.writeNumberProperty("messages", data.messages.size());
            json.writeNumberProperty("locks", data.locks.size());
            json.writeNumberProperty("flows", data.flows.size());
            json.writeNumberProperty("markers", data.markers.count);
            json.writeNumberProperty("markerValues", data.markers.valueCount);
            meta.markerKinds();
            ReportFigures.write(data, json);
            meta.losses(summary);
            meta.strings("texts", data.texts.all.stream());
            json.writeEndObject();
        }
    }

    private void program(TraceSummary summary, long base) {
        JsonParts.objects(json, "processes", data.programs, program -> {
            json.writeNumberProperty("id", program.number());
            json.writeStringProperty("shownId", program.id());
            json.writeStringProperty("name", program.name());
        });
        json.writeNumberProperty("firstNanos", base);
        // Zones of the GPU may lie before the start of the recording.
        long start = data.startNanos(summary);
        json.writeNumberProperty("startNanos", start - base);
        json.writeNumberProperty("earliestStartNanos", earliestStart(summary, start) - base);
        json.writeNumberProperty("lengthNanos", Math.max(1, lastNanos(summary) - base));
        json.writeNumberProperty("recordedNanos", TraceSummary.recordedNanos(data.programs(summary)));
        json.writeNumberProperty("bytes", summary.bytes());
        json.writeNumberProperty(
                "zonesRead",
                data.programs(summary).stream()
                                .mapToLong(RecordedProgram::zones)
                                .sum()
                        + data.losses(summary).of(LossKind.OPEN_ZONES));
        json.writeNumberProperty("zonesLeftOut", data.zonesLeftOut);
        json.writeNumberProperty("zonesTooDeep", data.zonesTooDeep());
        json.writeNumberProperty("shortestNanos", data.shortestNanos);
        json.writeNumberProperty("othersLeftOut", data.othersLeftOut());
        strings(
                "cut",
                data.programs(summary).stream().filter(RecordedProgram::cut).map(RecordedProgram::label));
        strings(
                "ends",
                data.ends(summary).stream().filter(RecordingEnd::isEarly).map(RecordingEnd::text));
        Session session = data.session();
        if (session != null) {
            json.writeName("session").writeStartObject();
            json.writeNumberProperty("epochMillis", session.epochMillis());
            json.writeStringProperty("clock", session.clock());
            json.writeStringProperty("clockReason", session.clockReason());
            json.writeStringProperty("java", session.java());
            json.writeStringProperty("system", session.system());
            json.writeEndObject();
        }
    }

    /** In joined files and archives the first program need not be the earliest. */
    private long earliestStart(TraceSummary summary, long start) {
        return data.programs(summary).stream()
                .mapToLong(RecordedProgram::startNanos)
                .min()
                .orElse(start);
    }

    private long lastNanos(TraceSummary summary) {
        return data.programs(summary).stream()
                .mapToLong(RecordedProgram::lastNanos)
                .max()
                .orElse(summary.lastNanos());
    }

    private void places() {
        JsonParts.objects(json, "places", data.places.keySet(), place -> {
            Location location = place.location();
            json.writeStringProperty("name", location.displayName());
            json.writeStringProperty("function", location.function());
            json.writeStringProperty("file", location.file());
            json.writeNumberProperty("line", location.line());
            json.writeNumberProperty("rgb", location.rgb());
            json.writeStringProperty("on", place.kind().label());
            json.writeStringProperty(
                    "time", TimeKind.of(location, place.kind()).name().toLowerCase(Locale.ROOT));
        });
    }

    private void tracks(List<Track> tracks, List<int[]> rows, List<int[]> lanes) {
        json.writeName("tracks").writeStartArray();
        for (int i = 0; i < tracks.size(); i++) {
            Track track = tracks.get(i);
            json.writeStartObject();
            json.writeStringProperty("name", track.name());
            json.writeStringProperty("kind", track.kind().name().toLowerCase(Locale.ROOT));
            json.writeNumberProperty("process", track.process());
            json.writeNumberProperty("id", track.koid());
            json.writeBooleanProperty("virtual", track.isVirtual() || data.fibers.contains(track.name()));
            if (track.kind() == Track.Kind.GPU) {
                json.writeNumberProperty("submitter", track.submitter());
                json.writeNumberProperty("context", track.subject());
                json.writeNumberProperty("lane", track.lane());
                json.writeStringProperty("api", api(track));
            }
            json.writeName("rows").writeArray(rows.get(i), 0, rows.get(i).length);
            json.writeName("lanes").writeArray(lanes.get(i), 0, lanes.get(i).length);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void markerKinds() {
        JsonParts.objects(json, "markerKinds", data.markers.kinds(), kind -> {
            json.writeStringProperty("name", kind.name());
            json.writeStringProperty("category", kind.category().toString());
            json.writeNumberProperty(
                    "rgb", CategoryColor.ofCode(kind.category().colorCode()).rgb());
            json.writeBooleanProperty("inTable", MarkerColumns.isShownIn(kind, MarkerLocation.MARKER_TABLE));
            json.writeStringProperty("chartLabel", kind.chartLabel());
            json.writeStringProperty("tooltipLabel", kind.tooltipLabel());
            json.writeStringProperty("tableLabel", kind.tableLabel());
            json.writeStringProperty("description", kind.description());
            JsonParts.objects(json, "fields", kind.fields(), field -> {
                json.writeStringProperty("key", field.key());
                json.writeStringProperty("label", field.label());
                json.writeStringProperty("format", MarkerFormats.of(field).word());
                json.writeBooleanProperty("searchable", field.searchable());
                json.writeBooleanProperty("hidden", field.hidden());
            });
        });
    }

    private String api(Track track) {
        GpuContext gpu = data.contexts.get(List.of(track.process(), track.subject()));
        return switch (gpu == null ? 0 : gpu.api()) {
            case ExtensionLayout.GPU_CONTEXT_OPENGL -> "OpenGL";
            case ExtensionLayout.GPU_CONTEXT_VULKAN -> "Vulkan";
            case ExtensionLayout.GPU_CONTEXT_OPENCL -> "OpenCL";
            default -> "";
        };
    }

    private void frames() {
        JsonParts.objects(json, "frames", data.frames.values(), set -> {
            json.writeNumberProperty("process", set.program().number());
            json.writeStringProperty("name", set.name());
            json.writeBooleanProperty("base", set.isBase());
            json.writeNumberProperty("count", set.frames().size());
            json.writeNumberProperty("thread", data.analysis.contents().threadOf(set.program()));
            ReportFigures.frames(data.analysis, set, json);
            PhaseColumns.figures(data.analysis.frameTimes(), set, json);
        });
    }

    private void plots() {
        JsonParts.objects(json, "plots", data.plots.values(), plot -> {
            json.writeNumberProperty("process", plot.plot().program().number());
            json.writeStringProperty("name", plot.plot().name());
            json.writeStringProperty("format", format(plot.plot()));
            json.writeBooleanProperty("step", plot.plot().look().step());
            json.writeBooleanProperty("fill", plot.plot().look().filled());
            json.writeNumberProperty("rgb", plot.plot().look().rgb());
            json.writeNumberProperty("count", plot.values().size());
        });
    }

    static String format(PlotSeries plot) {
        return plot.format().name().toLowerCase(Locale.ROOT);
    }

    private void pictures() {
        JsonParts.objects(json, "pictures", data.pictures.kept, picture -> {
            json.writeNumberProperty("frame", picture.frame());
            json.writeNumberProperty("width", picture.width());
            json.writeNumberProperty("height", picture.height());
            json.writeBooleanProperty("bottomUp", picture.bottomUp());
        });
    }

    private void losses(TraceSummary summary) {
        LossAccount losses = data.losses(summary);
        json.writeBooleanProperty(
                "lost", losses.entries().stream().anyMatch(loss -> loss.kind().isOfMissing()));
        List<LossKind> kinds = Arrays.stream(LossKind.values())
                .filter(kind -> losses.of(kind) > 0)
                .toList();
        JsonParts.objects(json, "losses", kinds, kind -> {
            json.writeStringProperty("name", kind.text());
            json.writeStringProperty("meaning", kind.meaning());
            json.writeNumberProperty("count", losses.of(kind));
            JsonParts.object(json, "of", () -> losses.subjects(kind).forEach(json::writeNumberProperty));
        });
    }

    private void strings(String name, Stream<String> texts) {
        JsonParts.array(json, name, () -> texts.forEach(json::writeString));
    }
}
