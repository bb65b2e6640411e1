package dev.zonecast.cli.export;

import java.util.Arrays;

/** The zones of a track that are open while time goes on, the outermost first. */
final class OpenZones {
    private final FirefoxTables tables;
    private long[] ends = new long[16];
    private int[] places = new int[16];
    private int[] stacks = new int[16];
    int depth;

    OpenZones(FirefoxTables tables) {
        this.tables = tables;
    }

    /** A zone begins inside those that are open. */
    void begin(long zoneEnd, int place) {
        if (depth == ends.length) {
            ends = Arrays.copyOf(ends, depth * 2);
            places = Arrays.copyOf(places, depth * 2);
            stacks = Arrays.copyOf(stacks, depth * 2);
        }
        // Zones that overlap without nesting are cut off by the one around them.
        ends[depth] = depth == 0 ? zoneEnd : Math.min(zoneEnd, ends[depth - 1]);
        places[depth] = place;
        stacks[depth] = tables.stack(stack(), place);
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

    /** Place in the tables, of the zone that has as many around it. */
    int place(int outer) {
        return places[outer];
    }

    /** The stack of labels of all of them. */
    int stack() {
        return depth == 0 ? FirefoxStacks.NONE : stacks[depth - 1];
    }
}
