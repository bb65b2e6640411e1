package dev.zonecast.cli.report;

import dev.zonecast.cli.export.ByteColumns;
import dev.zonecast.trace.Track;
import dev.zonecast.trace.stats.BeginOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The zones of a track, a column a property; written row by row, as they lie one below the other in a timeline. */
final class TrackZones {
    /** Attributes that a zone has. */
    static final int NAME = 1;

    static final int TEXT = 2;
    static final int COLOR = 4;
    static final int CUT_OFF = 8;

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

    /** Zones that would lie below are left out. */
    static final int MAX_ROWS = 4096;

    private final Track track;
    private final boolean gpu;
    private long[] begins = new long[64];
    private long[] ends = new long[64];
    private long[] selfNanos = new long[64];
    private int[] places = new int[64];
    private int[] depths = new int[64];
    /** Places in {@link #extras}, -1 = none. */
    private int[] extraOf = new int[64];
    /** When a GPU zone was submitted, 0 = not known; empty on other tracks. */
    private long[] submits;

    private List<Extra> extras = new ArrayList<>();
    private int count;

    // Made by arrange().
    private int[] order;
    private int[] rows;
    private int[] rowLengths;

    TrackZones(Track track) {
        this.track = track;
        this.gpu = track.kind() == Track.Kind.GPU;
        this.submits = new long[gpu ? 64 : 0];
    }

    Track track() {
        return track;
    }

    int count() {
        return count;
    }

    void add(long begin, long end, long self, int place, int depth, long submit, Extra extra) {
        if (count == begins.length) {
            grow();
        }
        begins[count] = begin;
        ends[count] = end;
        selfNanos[count] = self;
        places[count] = place;
        depths[count] = Math.min(depth, MAX_ROWS + 1);
        extraOf[count] = -1;
        if (gpu) {
            submits[count] = submit;
        }
        if (extra.flags() != 0) {
            extraOf[count] = extras.size();
            extras.add(extra);
        }
        count++;
    }

    private void grow() {
        int length = count * 2;
        begins = Arrays.copyOf(begins, length);
        ends = Arrays.copyOf(ends, length);
        selfNanos = Arrays.copyOf(selfNanos, length);
        places = Arrays.copyOf(places, length);
        depths = Arrays.copyOf(depths, length);
        extraOf = Arrays.copyOf(extraOf, length);
        submits = gpu ? Arrays.copyOf(submits, length) : submits;
    }

    /** Adds to {@code counts[b]} the zones whose duration has {@code b} bits. */
    void countByBits(long[] counts) {
        for (int i = 0; i < count; i++) {
            counts[Long.SIZE - Long.numberOfLeadingZeros(ends[i] - begins[i])]++;
        }
    }

    /** Drops what is shorter. Zones around others are longer than those, and stay. */
    void dropShorterThan(long nanos) {
        List<Extra> kept = new ArrayList<>();
        int to = 0;
        for (int i = 0; i < count; i++) {
            if (ends[i] - begins[i] < nanos) {
                continue;
            }
            begins[to] = begins[i];
            ends[to] = ends[i];
            selfNanos[to] = selfNanos[i];
            places[to] = places[i];
            depths[to] = depths[i];
            if (gpu) {
                submits[to] = submits[i];
            }
            int extra = extraOf[i];
            extraOf[to] = extra < 0 ? -1 : kept.size();
            if (extra >= 0) {
                kept.add(extras.get(extra));
            }
            to++;
        }
        extras = kept;
        count = to;
    }

    /** Earliest begin or submission; {@link Long#MAX_VALUE} if there is no zone. */
    long firstNanos() {
        long first = Long.MAX_VALUE;
        for (int i = 0; i < count; i++) {
            first = Math.min(first, begins[i]);
            if (gpu && submits[i] != 0) {
                first = Math.min(first, submits[i]);
            }
        }
        return first;
    }

    /**
     * Finds the row of each zone: below that of the zone around it. Durations that another program wrote as a whole say nothing of
     * those around them, so that this goes by the times. Rows without zones are left out, and so are zones that lie too deep.
     *
     * @return how many zones each row has
     */
    int[] arrange() {
        int[] byBegin = BeginOrder.of(i -> begins[i], count);
        rows = new int[count];
        long[] open = new long[16];
        int depth = 0;
        int[] lengths = new int[0];
        int shown = 0;
        for (int i : byBegin) {
            while (depth > 0 && open[depth - 1] <= begins[i]) {
                depth--;
            }
            int row = Math.max(depth, depths[i] - 1);
            if (row >= MAX_ROWS) {
                continue;
            }
            if (row >= open.length) {
                open = Arrays.copyOf(open, row * 2);
            }
            Arrays.fill(open, depth, row, ends[i]);
            open[row] = ends[i];
            depth = row + 1;
            rows[i] = row;
            if (row >= lengths.length) {
                lengths = Arrays.copyOf(lengths, row + 1);
            }
            lengths[row]++;
            byBegin[shown++] = i;
        }
        order = Arrays.copyOf(byBegin, shown);
        closeGaps(lengths);
        return rowLengths;
    }

    /** Zones that {@link #arrange} left out. */
    int tooDeep() {
        return count - order.length;
    }

    private void closeGaps(int[] lengths) {
        int[] newRows = new int[lengths.length];
        int used = 0;
        for (int row = 0; row < lengths.length; row++) {
            newRows[row] = used;
            if (lengths[row] > 0) {
                lengths[used++] = lengths[row];
            }
        }
        rowLengths = Arrays.copyOf(lengths, used);
        for (int i : order) {
            rows[i] = newRows[rows[i]];
        }
    }

    /**
     * Writes the columns of all rows, in the order of begins within each; {@link #arrange} comes before.
     *
     * @param base time that the first begin of a row counts from
     */
    void write(ByteColumns out, long base) {
        int[] byRow = byRow();
        int from = 0;
        for (int length : rowLengths) {
            long before = base;
            for (int k = from; k < from + length; k++) {
                out.add(begins[byRow[k]] - before);
                before = begins[byRow[k]];
            }
            from += length;
        }
        for (int i : byRow) {
            out.add(ends[i] - begins[i]);
        }
        for (int i : byRow) {
            out.add(ends[i] - begins[i] - selfNanos[i]);
        }
        for (int i : byRow) {
            out.add(places[i]);
        }
        if (gpu) {
            for (int i : byRow) {
                // 0 is none: the others are one more.
                out.add(submits[i] == 0 ? 0 : Math.max(0, begins[i] - submits[i]) + 1);
            }
        }
        extras(out, byRow);
    }

    /** How many zones have attributes of their own, then each by its distance from the one before it. */
    private void extras(ByteColumns out, int[] byRow) {
        out.add(Arrays.stream(byRow).filter(i -> extraOf[i] >= 0).count());
        int before = 0;
        for (int k = 0; k < byRow.length; k++) {
            int place = extraOf[byRow[k]];
            if (place < 0) {
                continue;
            }
            Extra extra = extras.get(place);
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

    private int[] byRow() {
        int[] next = new int[rowLengths.length];
        for (int row = 1; row < next.length; row++) {
            next[row] = next[row - 1] + rowLengths[row - 1];
        }
        int[] byRow = new int[order.length];
        for (int i : order) {
            byRow[next[rows[i]]++] = i;
        }
        return byRow;
    }
}
