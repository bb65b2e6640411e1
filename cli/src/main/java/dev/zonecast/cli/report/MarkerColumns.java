package dev.zonecast.cli.report;

import dev.zonecast.cli.export.ByteColumns;
import dev.zonecast.cli.export.MarkerFormats;
import dev.zonecast.core.marker.MarkerLocation;
import dev.zonecast.trace.DataField;
import dev.zonecast.trace.Marker;
import dev.zonecast.trace.MarkerKind;
import dev.zonecast.trace.Track;
import dev.zonecast.trace.stats.BeginOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The markers of a page, a column a property. Each track has its markers in lanes: those of a lane come one after the other, and what
 * overlaps stands in further lanes. Behind the lanes come those that their schema wants in no chart.
 */
final class MarkerColumns {
    /** Attributes that a marker has. */
    static final int INTERVAL = 1;

    static final int CUT_OFF = 2;

    /** What a value is: nothing, a place in the texts, a number as a double. */
    static final int MISSING = 0;

    static final int TEXT = 1;
    static final int NUMBER = 2;

    /** What overlaps more often lies on top of each other. */
    static final int MAX_LANES = 12;

    /** Beyond it a double has not all whole numbers: such a value is written as the text that is shown. */
    private static final long MAX_EXACT = 1L << 53;

    private static final class OfTrack {
        private long[] begins = new long[16];
        private int[] markers = new int[16];
        private int count;
        private int[] lengths;
        private int[] order;

        void add(long begin, int marker) {
            if (count == begins.length) {
                begins = Arrays.copyOf(begins, count * 2);
                markers = Arrays.copyOf(markers, count * 2);
            }
            begins[count] = begin;
            markers[count++] = marker;
        }
    }

    private final Texts texts;
    private final Map<Track, OfTrack> tracks = new LinkedHashMap<>();
    private final Map<MarkerKind, Integer> kinds = new LinkedHashMap<>();
    private long[] begins = new long[64];
    private long[] ends = new long[64];
    private int[] kindOf = new int[64];
    private byte[] flags = new byte[64];
    private int[] firstValue = new int[64];
    private byte[] valueTypes = new byte[64];
    private long[] values = new long[64];
    private int count;
    private int valueCount;
    private long withoutLane;

    MarkerColumns(Texts texts) {
        this.texts = texts;
    }

    void add(Marker marker) {
        if (count + 1 == begins.length) {
            int length = begins.length * 2;
            begins = Arrays.copyOf(begins, length);
            ends = Arrays.copyOf(ends, length);
            kindOf = Arrays.copyOf(kindOf, length);
            flags = Arrays.copyOf(flags, length);
            firstValue = Arrays.copyOf(firstValue, length);
        }
        MarkerKind kind = marker.kind();
        begins[count] = marker.beginNanos();
        ends[count] = marker.endNanos();
        kindOf[count] = kinds.computeIfAbsent(kind, k -> kinds.size());
        flags[count] = (byte) ((marker.isInterval() ? INTERVAL : 0) | (marker.cutOff() ? CUT_OFF : 0));
        for (int i = 0; i < kind.fields().size(); i++) {
            value(
                    kind.fields().get(i),
                    i < marker.values().size() ? marker.values().get(i) : null);
        }
        tracks.computeIfAbsent(marker.track(), track -> new OfTrack()).add(marker.beginNanos(), count);
        firstValue[++count] = valueCount;
    }

    private void value(DataField field, Object value) {
        if (valueCount == values.length) {
            values = Arrays.copyOf(values, valueCount * 2);
            valueTypes = Arrays.copyOf(valueTypes, valueCount * 2);
        }
        int type = TEXT;
        long bits = 0;
        switch (value) {
            case null -> type = MISSING;
            case Double number -> {
                type = NUMBER;
                bits = Double.doubleToRawLongBits(number);
            }
            case Long number
            when Math.abs(number) <= MAX_EXACT && number != Long.MIN_VALUE -> {
                type = NUMBER;
                bits = Double.doubleToRawLongBits((double) number);
            }
            default -> bits = texts.add(MarkerFormats.of(field).show(value));
        }
        valueTypes[valueCount] = (byte) type;
        values[valueCount++] = bits;
    }

    int count() {
        return count;
    }

    int valueCount() {
        return valueCount;
    }

    /** Markers that lie over another of their lane; once the tracks are arranged. */
    long withoutLane() {
        return withoutLane;
    }

    Collection<Track> tracks() {
        return tracks.keySet();
    }

    /** In the order of their numbers. */
    Collection<MarkerKind> kinds() {
        return kinds.keySet();
    }

    /** Earliest begin; {@link Long#MAX_VALUE} if there is none. */
    long firstNanos() {
        return Arrays.stream(begins, 0, count).min().orElse(Long.MAX_VALUE);
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
        List<List<Integer>> lanes = new ArrayList<>();
        long[] laneEnds = new long[MAX_LANES];
        List<Integer> others = new ArrayList<>();
        for (int place : BeginOrder.of(i -> of.begins[i], of.count)) {
            int marker = of.markers[place];
            if (!onChart[kindOf[marker]]) {
                others.add(marker);
                continue;
            }
            int lane = laneFor(begins[marker], laneEnds, lanes.size());
            if (lane < lanes.size() && laneEnds[lane] > begins[marker]) {
                withoutLane++;
            }
            if (lane == lanes.size()) {
                lanes.add(new ArrayList<>());
            }
            lanes.get(lane).add(marker);
            // Moments at the same time stand one below the other.
            laneEnds[lane] = Math.max(ends[marker], begins[marker] + 1);
        }
        lanes.add(others);
        of.lengths = lanes.stream().mapToInt(List::size).toArray();
        of.order =
                lanes.stream().flatMap(List::stream).mapToInt(Integer::intValue).toArray();
        return of.lengths;
    }

    /** True of any place if the kind has no schema that could say otherwise. */
    static boolean isShownIn(MarkerKind kind, MarkerLocation place) {
        return kind.schema().isEmpty() || (kind.shownIn() & place.bit()) != 0;
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
        List<OfTrack> all =
                ordered.stream().filter(tracks::containsKey).map(tracks::get).toList();
        for (OfTrack track : all) {
            int at = 0;
            for (int length : track.lengths) {
                long before = base;
                for (int end = at + length; at < end; at++) {
                    long begin = begins[track.order[at]];
                    out.add(begin - before);
                    before = begin;
                }
            }
        }
        int[] order =
                all.stream().flatMapToInt(track -> Arrays.stream(track.order)).toArray();
        for (int marker : order) {
            out.add(ends[marker] - begins[marker]);
        }
        for (int marker : order) {
            out.add(kindOf[marker]);
        }
        for (int marker : order) {
            out.add(flags[marker]);
        }
        for (int marker : order) {
            for (int i = firstValue[marker]; i < firstValue[marker + 1]; i++) {
                out.add(valueTypes[i]);
                if (valueTypes[i] == TEXT) {
                    out.add(values[i]);
                } else if (valueTypes[i] == NUMBER) {
                    out.addFixed(values[i]);
                }
            }
        }
    }
}
