package dev.zonecast.capture.export;

import java.util.Arrays;
import tools.jackson.core.JsonGenerator;

/**
 * Zones as samples: one each time that the innermost zone of a thread changes, with the stack of open zones and as its weight the
 * milliseconds until the next change. The call tree then shows exact times.
 */
final class FirefoxSamples {
    private final FirefoxTables tables;
    private final ZoneColumns zones;
    private final int[] order;
    private final long base;

    // A sample each time that the stack changes; -1 is no zone.
    private int[] stacks;
    private long[] times;
    private int count;

    // Open zones: their ends and their stacks.
    private long[] ends = new long[16];
    private int[] open = new int[16];
    private int depth;

    FirefoxSamples(FirefoxTables tables, ZoneColumns zones, int[] order, long base) {
        this.tables = tables;
        this.zones = zones;
        this.order = order;
        this.base = base;
        stacks = new int[2 * order.length];
        times = new long[2 * order.length];
    }

    private void sample(long time, int stack) {
        // Of several changes at one time the last one counts.
        if (count > 0 && times[count - 1] == time) {
            count--;
        }
        times[count] = time;
        stacks[count] = stack;
        count++;
    }

    private void endUntil(long time) {
        while (depth > 0 && ends[depth - 1] <= time) {
            depth--;
            sample(ends[depth], depth == 0 ? -1 : open[depth - 1]);
        }
    }

    private void sweep() {
        for (int i : order) {
            endUntil(zones.begin(i));
            int stack = tables.stack(depth == 0 ? -1 : open[depth - 1], zones.location(i));
            if (depth == ends.length) {
                ends = Arrays.copyOf(ends, depth * 2);
                open = Arrays.copyOf(open, depth * 2);
            }
            // Zones that overlap without nesting are cut off by the one around them.
            ends[depth] = depth == 0 ? zones.end(i) : Math.min(zones.end(i), ends[depth - 1]);
            open[depth] = stack;
            depth++;
            sample(zones.begin(i), stack);
        }
        endUntil(Long.MAX_VALUE);
    }

    void write(JsonGenerator json) {
        sweep();
        json.writeName("samples").writeStartObject();
        JsonColumns columns = new JsonColumns(json, count);
        columns.orNull("stack", i -> stacks[i] >= 0, i -> stacks[i]);
        columns.millis("time", i -> times[i] - base);
        columns.millis("weight", i -> stacks[i] < 0 || i + 1 == count ? 0 : times[i + 1] - times[i]);
        json.writeStringProperty("weightType", "tracing-ms");
        columns.end();
    }
}
