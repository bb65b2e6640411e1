package dev.zonecast.cli.report;

import dev.zonecast.core.CategoryColor;
import dev.zonecast.core.marker.MarkerFormat;
import dev.zonecast.core.marker.MarkerLocation;
import dev.zonecast.trace.DataField;
import dev.zonecast.trace.MarkerCategory;
import dev.zonecast.trace.MarkerKind;
import dev.zonecast.trace.TraceMarker;
import dev.zonecast.trace.Track;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The page of {@link PageTrace} with markers on its thread, whose times and data are known. */
final class MarkedPage {
    /** Too large for a number of JavaScript's. */
    static final long HUGE = Long.MAX_VALUE - 6;

    /** Nanoseconds from the start of the recording to its first event. */
    private static final long LEAD = 20 * PageTrace.MILLI;

    private static final MarkerCategory STORAGE =
            new MarkerCategory("Storage", "textures", CategoryColor.ORANGE.code());
    private static final MarkerCategory COMBAT = new MarkerCategory("Combat", "", CategoryColor.RED.code());
    private static final int CHART_AND_TABLE = MarkerLocation.MARKER_CHART.bit() | MarkerLocation.MARKER_TABLE.bit();

    private static final MarkerKind LOAD = new MarkerKind(
            "load texture",
            STORAGE,
            "Load",
            List.of(
                    field("path", "file", MarkerFormat.STRING, DataField.Kind.TEXT, true, false),
                    field("size", "size", MarkerFormat.BYTES, DataField.Kind.WHOLE, false, false),
                    field("secret", "secret", MarkerFormat.INTEGER, DataField.Kind.WHOLE, false, true),
                    field("id", "id", MarkerFormat.INTEGER, DataField.Kind.WHOLE, false, false)),
            "{marker.data.path}",
            "{marker.name}: {marker.data.path}",
            "{marker.data.path}, {marker.data.secret ? 'secret' : 'open'}",
            "Textures come from the disk.",
            CHART_AND_TABLE);
    private static final MarkerKind HIT = new MarkerKind("hit", COMBAT, "", List.of(), "", "", "", "", 0);
    private static final MarkerKind LISTED = new MarkerKind(
            "listed",
            COMBAT,
            "Listed",
            List.of(field("due", "due", MarkerFormat.TIME, DataField.Kind.DECIMAL, false, false)),
            "",
            "",
            "",
            "",
            MarkerLocation.MARKER_TABLE.bit());

    private MarkedPage() {}

    private static DataField field(
            String key, String label, MarkerFormat format, DataField.Kind kind, boolean searchable, boolean hidden) {
        return new DataField(key, label, format.word(), kind, searchable, hidden);
    }

    /** Adds markers to a track; times are nanoseconds since the begin of the trace. */
    interface Content {
        void addTo(ReportData data, Track main);
    }

    static void write(Path trace, Path page, Content content) throws IOException {
        Pages.write(PageTrace.write(trace, LEAD), "marked", page, data -> {
            Track main = data.zones.keySet().stream()
                    .filter(track -> track.name().equals("main"))
                    .findFirst()
                    .orElseThrow();
            content.addTo(data, main);
        });
    }

    /** Two lanes: the first texture and a hit after it; a hit and the second texture. And one that is in no chart. */
    static void few(ReportData data, Track main) {
        load(data, main, 2, 6, "stone.png", 4096, 1);
        load(data, main, 4, 9, "grass.png", 0, 0);
        moment(data, main, HIT, 3);
        moment(data, main, HIT, 7);
        // Due 30 ms after the start.
        moment(data, main, LISTED, 8, 30.0);
    }

    /** So many moments, and so many intervals over them, evenly over the trace. */
    static void many(ReportData data, Track main, int count) {
        double millis = 120.0 / count;
        for (int i = 0; i < count; i++) {
            moment(data, main, HIT, i * millis);
            load(data, main, i * millis, (i + 0.9) * millis, "texture " + i % 100 + ".png", i, 0);
        }
    }

    private static void load(
            ReportData data, Track main, double fromMillis, double toMillis, String path, long size, long secret) {
        data.event(new TraceMarker(
                LOAD, main, true, nanos(fromMillis), nanos(toMillis), List.of(path, size, secret, HUGE), null, false));
    }

    private static void moment(ReportData data, Track main, MarkerKind kind, double millis, Object... values) {
        data.event(new TraceMarker(kind, main, false, nanos(millis), nanos(millis), List.of(values), null, false));
    }

    private static long nanos(double millis) {
        return PageTrace.BEGIN + Math.round(millis * PageTrace.MILLI);
    }
}
