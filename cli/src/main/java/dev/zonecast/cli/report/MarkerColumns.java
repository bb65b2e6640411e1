package dev.zonecast.cli.report;

import dev.zonecast.cli.export.ByteColumns;
import dev.zonecast.cli.export.MarkerFormats;
import dev.zonecast.core.marker.MarkerLocation;
import dev.zonecast.trace.DataField;
import dev.zonecast.trace.MarkerKind;
import dev.zonecast.trace.TraceEvent;
import dev.zonecast.trace.TraceMarker;
import dev.zonecast.trace.Track;
import dev.zonecast.trace.stats.BeginOrder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The markers of a page. Each track has its markers in lanes: those of a lane come one after the other, and overlapping markers use
 * further lanes. Markers that their schema hides from the chart come behind the lanes.
 */
final class MarkerColumns {
    /** Attributes that a marker has. */
    private static final int INTERVAL = 1;

    private static final int CUT_OFF = 2;

    /** Types of a value: none, a place in the texts, a number as a double. */
    private static final int MISSING = 0;

    private static final int TEXT = 1;
    private static final int NUMBER = 2;

    /** Further overlapping markers share the lanes. */
    static final int MAX_LANES = 12;

    /** Beyond it a double has not all whole numbers: such a value is written as the text that is shown. */
    private static final long MAX_EXACT = 1L << 53;

    private static final class Kept {
        private final long begin;
        private final long end;
        private final int flags;
        private final int kind;
        /** Types and values of all fields, as the page has them. */
        private final byte[] values;

        private Kept(TraceMarker marker, int kind, byte[] values) {
            begin = marker.beginNanos();
            end = marker.endNanos();
            flags = (marker.isInterval() ? INTERVAL : 0) | (marker.cutOff() ? CUT_OFF : 0);
            this.kind = kind;
            this.values = values;
        }
    }

    /** The markers of a track, and those of each lane once they are arranged. */
    private record OfTrack(List<Kept> markers, List<List<Kept>> lanes) {}

    private final Texts texts;
    private final Map<Track, OfTrack> tracks = new LinkedHashMap<>();
    private final Map<MarkerKind, Integer> kinds = new LinkedHashMap<>();
    private final ByteColumns encoded = new ByteColumns();
    long firstNanos = Long.MAX_VALUE;
    int count;
    int valueCount;
    long withoutLane;

    MarkerColumns(Texts texts) {
        this.texts = texts;
    }

    /** @param values data of the marker, with times of the page */
    void add(TraceMarker marker, List<Object> values) {
        MarkerKind kind = marker.kind();
        encoded.clear();
        for (int i = 0; i < kind.fields().size(); i++) {
            value(kind.fields().get(i), i < values.size() ? values.get(i) : null);
        }
        tracks.computeIfAbsent(marker.track(), track -> new OfTrack(new ArrayList<>(), new ArrayList<>()))
                .markers
                .add(new Kept(marker, kinds.computeIfAbsent(kind, k -> kinds.size()), encoded.toArray()));
        firstNanos = Math.min(firstNanos, marker.beginNanos());
        count++;
        valueCount += kind.fields().size();
    }

    private void value(DataField field, Object value) {
        switch (value) {
            case null -> encoded.add(MISSING);
            case Double number -> number(number);
            case Long number when Math.abs(number) <= MAX_EXACT && number != Long.MIN_VALUE -> number(number);
            default -> {
                encoded.add(TEXT);
                encoded.add(texts.add(MarkerFormats.of(field).show(value)));
            }
        }
    }

    private void number(double value) {
        encoded.add(NUMBER);
        encoded.addDouble(value);
    }

    Collection<Track> tracks() {
        return tracks.keySet();
    }

    /** In the order of their numbers. */
    Collection<MarkerKind> kinds() {
        return kinds.keySet();
    }

    /**
     * Puts the markers of a track into lanes.
     *
     * @return how many each lane has, and last how many are in none
     */
    int[] arrange(Track track) {
        OfTrack of = tracks.get(track);
        if (of == null) {
            return new int[0];
        }
        boolean[] onChart = new boolean[kinds.size()];
        kinds.forEach((kind, i) -> onChart[i] = isShownIn(kind, MarkerLocation.MARKER_CHART));
        long[] laneEnds = new long[MAX_LANES];
        boolean[] isRun = new boolean[kinds.size()];
        kinds.forEach((kind, i) -> isRun[i] = isRun(kind));
        List<Kept> runs = new ArrayList<>();
        List<Kept> others = new ArrayList<>();
        for (int place : BeginOrder.of(i -> of.markers.get(i).begin, of.markers.size())) {
            Kept marker = of.markers.get(place);
            if (isRun[marker.kind]) {
                // A lane of their own: they do not overlap.
                runs.add(marker);
                continue;
            }
            if (!onChart[marker.kind]) {
                others.add(marker);
                continue;
            }
            int lane = laneFor(marker.begin, laneEnds, of.lanes.size());
            if (lane == of.lanes.size()) {
                of.lanes.add(new ArrayList<>());
            } else if (laneEnds[lane] > marker.begin) {
                withoutLane++;
            }
            of.lanes.get(lane).add(marker);
            // Moments at the same time stand one below the other.
            laneEnds[lane] = Math.max(marker.end, marker.begin + 1);
        }
        if (!runs.isEmpty()) {
            of.lanes.add(runs);
        }
        of.lanes.add(others);
        return of.lanes.stream().mapToInt(List::size).toArray();
    }

    /** True of any place if the kind has no schema that could say otherwise. Runs on cores are in the chart alone. */
    static boolean isShownIn(MarkerKind kind, MarkerLocation place) {
        return kind.schema().isEmpty()
                ? place == MarkerLocation.MARKER_CHART || !isRun(kind)
                : (kind.shownIn() & place.bit()) != 0;
    }

    private static boolean isRun(MarkerKind kind) {
        return kind.schema().isEmpty() && kind.category().name().equals(TraceEvent.CoreRun.CATEGORY);
    }

    private static int laneFor(long begin, long[] ends, int used) {
        int earliest = 0;
        for (int lane = 0; lane < used; lane++) {
            if (ends[lane] <= begin) {
                return lane;
            }
            earliest = ends[lane] < ends[earliest] ? lane : earliest;
        }
        return used < MAX_LANES ? used : earliest;
    }

    /**
     * Writes the columns, track after track and lane after lane; {@link #arrange} comes before for each track.
     *
     * @param base time that the first begin of a lane counts from
     */
    void write(ByteColumns out, List<Track> ordered, long base) {
        List<List<Kept>> lanes = ordered.stream()
                .filter(tracks::containsKey)
                .flatMap(track -> tracks.get(track).lanes.stream())
                .toList();
        for (List<Kept> lane : lanes) {
            long before = base;
            for (Kept marker : lane) {
                out.add(marker.begin - before);
                before = marker.begin;
            }
        }
        List<Kept> all = lanes.stream().flatMap(List::stream).toList();
        all.forEach(marker -> out.add(marker.end - marker.begin));
        all.forEach(marker -> out.add(marker.kind));
        all.forEach(marker -> out.add(marker.flags));
        all.forEach(marker -> out.addBytes(marker.values, marker.values.length));
    }
}
