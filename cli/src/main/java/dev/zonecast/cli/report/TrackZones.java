package dev.zonecast.cli.report;

import dev.zonecast.cli.export.ByteColumns;
import dev.zonecast.trace.Track;
import dev.zonecast.trace.stats.BeginOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;

/** The zones of a track; written as columns, row by row, as they lie one below the other in a timeline. */
final class TrackZones {
    /** Attributes that a zone has. */
    private static final int NAME = 1;

    private static final int TEXT = 2;
    private static final int COLOR = 4;
    private static final int CUT_OFF = 8;

    /** Zones that would lie below are left out. */
    static final int MAX_ROWS = 4096;

    /**
     * What few zones have; 0 or -1 is nothing.
     *
     * @param name place in the texts
     * @param text place in the texts
     * @param rgb {@code 0xRRGGBB} or -1
     */
    record Extra(int name, int text, int rgb, boolean cutOff) {
        private int flags() {
            return (name != 0 ? NAME : 0) | (text != 0 ? TEXT : 0) | (rgb >= 0 ? COLOR : 0) | (cutOff ? CUT_OFF : 0);
        }
    }

    /**
     * A zone.
     *
     * @param place of its location in the page
     * @param depth that of the recording; negative of a zone that was written whole around others, which have no depth inside it
     * @param submit when a GPU zone was submitted, 0 = not known
     * @param extra null if it has nothing more
     */
    record Kept(long begin, long end, long self, int place, int depth, long submit, Extra extra) {
        Kept {
            extra = extra.flags() == 0 ? null : extra;
        }

        long nanos() {
            return end - begin;
        }

        /** Whether another zone of the same begin, which was written before, is inside this one. */
        private boolean isAround(Kept earlier) {
            return depth < 0 || depth < Math.abs(earlier.depth);
        }
    }

    private final boolean gpu;
    private final ArrayList<Kept> zones = new ArrayList<>();
    /** Those of each row in the order of their begins, made by {@link #arrange}. */
    private List<List<Kept>> rows;

    TrackZones(Track track) {
        this.gpu = track.kind() == Track.Kind.GPU;
    }

    int count() {
        return zones.size();
    }

    void add(Kept zone) {
        zones.add(zone);
    }

    /** Durations in nanoseconds. */
    LongStream durations() {
        return zones.stream().mapToLong(Kept::nanos);
    }

    /** Drops the other zones. Asks once for each zone, by its duration in nanoseconds. */
    void keep(LongPredicate isKept) {
        zones.removeIf(zone -> !isKept.test(zone.nanos()));
    }

    /** Earliest begin or submission; {@link Long#MAX_VALUE} if there is no zone. */
    long firstNanos() {
        return zones.stream()
                .mapToLong(zone -> gpu && zone.submit != 0 ? Math.min(zone.begin, zone.submit) : zone.begin)
                .min()
                .orElse(Long.MAX_VALUE);
    }

    /**
     * Finds the row of each zone: below that of the zone around it. Durations that another program wrote as a whole name no zone
     * around them, so the times decide. Rows without zones are left out, and so are zones that lie too deep.
     *
     * @return how many zones each row has
     */
    int[] arrange() {
        List<List<Kept>> all = new ArrayList<>();
        // Most tracks of a trace with very many have few rows.
        Kept[] open = new Kept[8];
        int depth = 0;
        for (int i : BeginOrder.of(place -> zones.get(place).begin, zones.size())) {
            Kept zone = zones.get(i);
            while (depth > 0 && open[depth - 1].end <= zone.begin) {
                depth--;
            }
            int outer = depth;
            // It ended before zones beside it began at the same time.
            while (zone.nanos() == 0
                    && outer > 0
                    && open[outer - 1].begin == zone.begin
                    && !open[outer - 1].isAround(zone)) {
                outer--;
            }
            int row = Math.max(outer, Math.abs(zone.depth) - 1);
            if (row >= MAX_ROWS) {
                continue;
            }
            if (row >= open.length) {
                open = Arrays.copyOf(open, Math.min(2 * row, MAX_ROWS));
            }
            while (all.size() <= row) {
                all.add(new ArrayList<>());
            }
            List<Kept> inRow = all.get(row);
            if (outer < depth) {
                boolean isBefore = !inRow.isEmpty() && inRow.getLast().begin == zone.begin;
                inRow.add(inRow.size() - (isBefore ? 1 : 0), zone);
                continue;
            }
            inRow.add(zone);
            Arrays.fill(open, depth, row + 1, zone);
            depth = row + 1;
        }
        all.removeIf(List::isEmpty);
        rows = all;
        return rows.stream().mapToInt(List::size).toArray();
    }

    /** Zones that {@link #arrange} left out. */
    int tooDeep() {
        return zones.size() - rows.stream().mapToInt(List::size).sum();
    }

    /**
     * Writes the columns of all rows; {@link #arrange} comes before.
     *
     * @param base time that the first begin of a row counts from
     */
    void write(ByteColumns out, long base) {
        for (List<Kept> row : rows) {
            long before = base;
            for (Kept zone : row) {
                out.add(zone.begin - before);
                before = zone.begin;
            }
        }
        List<Kept> byRow = rows.stream().flatMap(List::stream).toList();
        byRow.forEach(zone -> out.add(zone.nanos()));
        byRow.forEach(zone -> out.add(zone.nanos() - zone.self));
        byRow.forEach(zone -> out.add(zone.place));
        if (gpu) {
            // 0 is none: the others are one more.
            byRow.forEach(zone -> out.add(zone.submit == 0 ? 0 : Math.max(0, zone.begin - zone.submit) + 1));
        }
        extras(out, byRow);
    }

    /** How many zones have attributes of their own, then each by its distance from the one before it. */
    private static void extras(ByteColumns out, List<Kept> byRow) {
        out.add(byRow.stream().filter(zone -> zone.extra != null).count());
        int before = 0;
        for (int k = 0; k < byRow.size(); k++) {
            Extra extra = byRow.get(k).extra;
            if (extra == null) {
                continue;
            }
            out.add(k - before);
            before = k;
            out.add(extra.flags());
            if (extra.name != 0) {
                out.add(extra.name);
            }
            if (extra.text != 0) {
                out.add(extra.text);
            }
            if (extra.rgb >= 0) {
                out.add(extra.rgb);
            }
        }
    }
}
