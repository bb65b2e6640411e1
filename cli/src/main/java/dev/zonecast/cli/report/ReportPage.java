package dev.zonecast.cli.report;

import dev.zonecast.cli.export.ByteColumns;
import dev.zonecast.trace.LockSpan;
import dev.zonecast.trace.RecordedProgram;
import dev.zonecast.trace.TraceEvent;
import dev.zonecast.trace.TraceMessage;
import dev.zonecast.trace.TraceSummary;
import dev.zonecast.trace.Track;
import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/**
 * Writes the page: one file that needs nothing else. Its Content-Security-Policy lets it run its own script and style, known by
 * their hashes, and load nothing.
 */
public final class ReportPage {
    private static final int BUFFER_BYTES = 1 << 16;
    /** Deflater: at higher levels twice the time for some percent less. */
    private static final int LEVEL = 6;

    private final ReportData data;
    private final TraceSummary summary;
    private final List<Track> tracks = new ArrayList<>();
    private final Map<Track, Integer> trackPlaces = new HashMap<>();
    private final ByteColumns columns = new ByteColumns();
    /** Of each track, how many markers its lanes have. */
    private final List<int[]> lanes = new ArrayList<>();

    private ReportPage(ReportData data, TraceSummary summary) {
        this.data = data;
        this.summary = summary;
    }

    /**
     * Writes a page, once the trace has been read.
     *
     * @param title of the page
     */
    public static void write(ReportData data, TraceSummary summary, String title, OutputStream out) throws IOException {
        new ReportPage(data, summary).write(title, out);
    }

    private void write(String title, OutputStream out) throws IOException {
        collectTracks();
        long base = Math.min(data.firstNanos(), firstNanos());
        List<int[]> rows = columns(base);
        data.addTo(summary.losses());
        String style = resource("page.css");
        String script = ScriptBundle.of("main", name -> resource(name + ".js"));
        Map<String, Part> parts = new LinkedHashMap<>();
        parts.put("title", text(escaped(title)));
        parts.put("script-hash", text(hash(script)));
        parts.put("style-hash", text(hash(style)));
        parts.put("style", text(style));
        parts.put(
                "meta", to -> deflated(to, bytes -> ReportMeta.write(data, summary, tracks, rows, lanes, base, bytes)));
        parts.put("columns", to -> deflated(to, columns::writeTo));
        parts.put("pictures", this::pictures);
        parts.put("script", text(script));
        fill(resource("page.html"), parts, out);
    }

    /** Something that goes into the page in place of its name. */
    interface Part {
        void writeTo(OutputStream out) throws IOException;
    }

    private static Part text(String text) {
        return out -> out.write(text.getBytes(StandardCharsets.UTF_8));
    }

    private static void fill(String template, Map<String, Part> parts, OutputStream out) throws IOException {
        int at = 0;
        for (Map.Entry<String, Part> part : parts.entrySet()) {
            String mark = "{{" + part.getKey() + "}}";
            int place = template.indexOf(mark, at);
            if (place < 0) {
                throw new IllegalStateException("page.html has no " + mark + " after the part before it");
            }
            text(template.substring(at, place)).writeTo(out);
            part.getValue().writeTo(out);
            at = place + mark.length();
        }
        text(template.substring(at)).writeTo(out);
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
            columns.add(data.texts.add(message.severity()));
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
            columns.add(data.texts.add(span.name()));
            columns.add(data.texts.add(span.outcome()));
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
            columns.add(data.texts.add(flow.name()));
        }
    }

    /** A line each, so that the page inflates only what it shows. */
    private void pictures(OutputStream out) throws IOException {
        for (FramePictures.Picture picture : data.pictures.kept) {
            out.write((picture.deflated() + "\n").getBytes(StandardCharsets.US_ASCII));
        }
    }

    // --- how it is written

    /** Writes content deflated, in base64. */
    static void deflated(OutputStream out, Part content) throws IOException {
        Deflater deflater = new Deflater(LEVEL, true);
        OutputStream open = new FilterOutputStream(out) {
            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                out.write(bytes, from, length);
            }

            @Override
            public void close() {
                // The page goes on.
            }
        };
        try (OutputStream deflating = new BufferedOutputStream(
                new DeflaterOutputStream(Base64.getEncoder().wrap(open), deflater, BUFFER_BYTES), BUFFER_BYTES)) {
            content.writeTo(deflating);
        } finally {
            deflater.end();
        }
    }

    private static String resource(String name) {
        try (InputStream in = ReportPage.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is not in the program");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String hash(String text) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return Base64.getEncoder().encodeToString(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java has SHA-256", e);
        }
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
