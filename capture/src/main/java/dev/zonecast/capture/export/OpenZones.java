package dev.zonecast.capture.export;

import java.util.Arrays;

/** The zones of a track that are open while time goes on, the outermost first. */
final class OpenZones {
    private final FirefoxTables tables;
    private final SpillRows zones;
    private long[] ends = new long[16];
    private int[] places = new int[16];
    private int[] stacks = new int[16];
    private int depth;

    /** @param tables null: which stacks they are is not wanted, only whether there is one */
    OpenZones(FirefoxTables tables, SpillRows zones) {
        this.tables = tables;
        this.zones = zones;
    }

    /** A zone begins inside those that are open. */
    void begin(int row) {
        if (depth == ends.length) {
            ends = Arrays.copyOf(ends, depth * 2);
            places = Arrays.copyOf(places, depth * 2);
            stacks = Arrays.copyOf(stacks, depth * 2);
        }
        int place = (int) (zones.get(row, SpillRows.NAME) >>> 32);
        // Zones that overlap without nesting are cut off by the one around them.
        long end = zones.get(row, SpillRows.END);
        ends[depth] = depth == 0 ? end : Math.min(end, ends[depth - 1]);
        places[depth] = place;
        stacks[depth] = tables == null ? 0 : tables.stack(stack(), place);
        depth++;
    }

    /** True if the innermost one ends at that time or before. */
    boolean hasEndedBy(long time) {
        return depth > 0 && ends[depth - 1] <= time;
    }

    /** Ends the innermost one; returns when it does. */
    long end() {
        return ends[--depth];
    }

    int depth() {
        return depth;
    }

    /** Place in the tables, of the zone that has as many around it. */
    int place(int outer) {
        return places[outer];
    }

    /** The stack of labels of all of them. */
    int stack() {
        return depth == 0 ? FirefoxStacks.NONE : stacks[depth - 1];
    }
}
