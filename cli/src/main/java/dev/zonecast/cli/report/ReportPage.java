package dev.zonecast.cli.report;

import dev.zonecast.cli.export.ByteColumns;
import dev.zonecast.cli.export.ExportJson;
import dev.zonecast.trace.LockSpan;
import dev.zonecast.trace.RecordedProgram;
import dev.zonecast.trace.TraceEvent;
import dev.zonecast.trace.TraceMessage;
import dev.zonecast.trace.TraceSummary;
import dev.zonecast.trace.Track;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

/** Writes the page of a recording, and the page that compares two. */
public final class ReportPage {
    private final ReportData data;
    private final TraceSummary summary;
    private final List<Track> tracks = new ArrayList<>();
    private final Map<Track, Integer> trackPlaces = new HashMap<>();
    private final ByteColumns columns = new ByteColumns();
    /** Of each track, how many markers its lanes have. */
    private final List<int[]> lanes = new ArrayList<>();

    /** A recording that has been read for a page. */
    public record Recording(ReportData data, TraceSummary summary) {}

    private ReportPage(Recording recording) {
        data = recording.data;
        summary = recording.summary;
    }

    /**
     * Writes a page, once the trace has been read.
     *
     * @param title of the page
     */
    public static void write(Recording recording, String title, OutputStream out) throws IOException {
        new ReportPage(recording).write(title, out);
    }

    private void write(String title, OutputStream out) throws IOException {
        Map<String, PageFile.Part> parts = new LinkedHashMap<>();
        addTo(parts, "");
        parts.put("pictures", this::pictures);
        PageFile.write(PageFile.class, "page", "main", title, parts, out);
    }

    /** Adds the data of the recording under the names {@code meta} and {@code columns}, each with a suffix. */
    private void addTo(Map<String, PageFile.Part> parts, String suffix) {
        collectTracks();
        long base = Math.min(data.firstNanos(), firstNanos());
        List<int[]> rows = columns(base);
        data.addTo(summary.losses());
        parts.put(
                "meta" + suffix,
                to -> PageFile.deflated(
                        to, bytes -> ReportMeta.write(data, summary, tracks, rows, lanes, base, bytes)));
        parts.put("columns" + suffix, to -> PageFile.deflated(to, columns::writeTo));
    }

    /**
     * Writes a page that compares two recordings.
     *
     * @param differences writes properties of the page's JSON: the titles of both, and the zones, the largest difference first
     */
    public static void compare(
            Recording a, Recording b, String title, Consumer<JsonGenerator> differences, OutputStream out)
            throws IOException {
        Map<String, PageFile.Part> parts = new LinkedHashMap<>();
        new ReportPage(a).addTo(parts, "-a");
        new ReportPage(b).addTo(parts, "-b");
        parts.put(
                "differences",
                to -> PageFile.deflated(to, bytes -> {
                    try (JsonGenerator json = ExportJson.generator(bytes)) {
                        json.writeStartObject();
                        differences.accept(json);
                        json.writeEndObject();
                    }
                }));
        PageFile.write(PageFile.class, "comparison", "comparison", title, parts, out);
    }

    // --- what is in it

    /** Start of the programs that are shown. */
    private long firstNanos() {
        return data.programs(summary).stream()
                .mapToLong(RecordedProgram::firstNanos)
                .min()
                .orElse(summary.firstNanos());
    }

    private void collectTracks() {
        Set<Track> used = new LinkedHashSet<>(data.zones.keySet());
        data.messages.forEach(message -> used.add(message.track()));
        data.locks.forEach(span -> used.add(span.track()));
        data.flows.forEach(flow -> used.addAll(List.of(flow.track(), flow.to())));
        used.addAll(data.markers.tracks());
        used.addAll(data.samples.tracks());
        used.addAll(data.memory.tracks());
        tracks.addAll(used);
        tracks.sort(Comparator.comparingInt(Track::index));
        for (Track track : tracks) {
            trackPlaces.put(track, trackPlaces.size());
        }
    }

    /** Writes all columns, and returns for each track how many zones its rows have. */
    private List<int[]> columns(long base) {
        List<int[]> rows = new ArrayList<>();
        for (Track track : tracks) {
            TrackZones zones = data.zones.get(track);
            rows.add(zones == null ? new int[0] : zones.arrange());
            lanes.add(data.markers.arrange(track));
            if (zones != null) {
                zones.write(columns, base);
            }
        }
        data.frames.values().forEach(set -> set.write(columns, base));
        data.plots.values().forEach(plot -> plot.write(columns, base));
        messages(base);
        locks(base);
        flows(base);
        data.markers.write(columns, tracks, base);
        ReportFigures.contents(data, columns);
        VerdictColumns.write(data, columns);
        PhaseColumns.write(data, columns);
        data.stacks.write(columns);
        data.samples.write(columns, tracks, base);
        data.memory.write(columns, data.texts, trackPlaces, base);
        return rows;
    }

    private void messages(long base) {
        long before = base;
        data.messages.sort(Comparator.comparingLong(TraceMessage::beginNanos));
        for (TraceMessage message : data.messages) {
            columns.add(message.beginNanos() - before);
            before = message.beginNanos();
            columns.add(trackPlaces.get(message.track()));
            columns.add(data.texts.add(message.text()));
            columns.add(data.texts.addName(message.severity()));
            columns.add(message.ofProfiler() ? 1 : 0);
            columns.addSigned(message.rgb());
        }
    }

    private void locks(long base) {
        long before = base;
        data.locks.sort(Comparator.comparingLong(LockSpan::beginNanos));
        for (LockSpan span : data.locks) {
            columns.add(span.beginNanos() - before);
            before = span.beginNanos();
            columns.add(span.durationNanos());
            columns.add(trackPlaces.get(span.track()));
            columns.addSigned(span.lock());
            columns.add(span.hold() ? 1 : 0);
            columns.add(data.texts.addName(span.name()));
            columns.add(data.texts.addName(span.outcome()));
        }
    }

    private void flows(long base) {
        long before = base;
        data.flows.sort(Comparator.comparingLong(TraceEvent.Flow::beginNanos));
        for (TraceEvent.Flow flow : data.flows) {
            columns.add(flow.beginNanos() - before);
            before = flow.beginNanos();
            columns.add(flow.endNanos() - flow.beginNanos());
            columns.add(trackPlaces.get(flow.track()));
            columns.add(trackPlaces.get(flow.to()));
            columns.add(data.texts.addName(flow.name()));
        }
    }

    /** A line each, so that the page inflates only what it shows. */
    private void pictures(OutputStream out) throws IOException {
        for (FramePictures.Picture picture : data.pictures.kept) {
            out.write((picture.deflated() + "\n").getBytes(StandardCharsets.US_ASCII));
        }
    }
}
