package dev.zonecast.cli.export;

import java.io.IOException;
import tools.jackson.core.JsonGenerator;

/**
 * Zones as samples: one each time that the innermost zone of a thread changes, with the stack of open zones and as its weight the
 * milliseconds until the next change. The call tree then shows exact times. The zones are gone through once: the samples become rows,
 * of which each column is then written by several threads.
 */
final class ZoneSamples {

    private final JsonBlocks blocks;
    private final SpillRows zones;
    private final SpillRows samples;
    private final RowSpill spill;
    private final OpenZones open;
    private final long base;

    // The last change, which counts only once the time has gone on.
    private long time;
    private int stack;
    private boolean any;

    ZoneSamples(FirefoxTables tables, RowSpill spill, JsonBlocks blocks, SpillRows zones, long base) {
        this.blocks = blocks;
        this.zones = zones;
        this.spill = spill;
        this.open = new OpenZones(tables);
        this.samples = new SpillRows(spill, false);
        this.base = base;
    }

    private void change(long newTime, int newStack) throws IOException {
        // Of several changes at one time the last one counts.
        if (any && newTime != time) {
            sample(newTime);
        }
        any = true;
        time = newTime;
        stack = newStack;
    }

    /** @param nextTime of the next sample; of the last one its own */
    private void sample(long nextTime) throws IOException {
        samples.add(time, nextTime, Integer.toUnsignedLong(stack), 0);
    }

    private void endUntil(long limit) throws IOException {
        while (open.hasEndedBy(limit)) {
            long end = open.end();
            change(end, open.stack());
        }
    }

    private void sweep() throws IOException {
        for (SpillRows.Cursor zone = zones.new Cursor(); zone.next(); ) {
            long begin = zone.begin();
            endUntil(begin);
            open.begin(zone.end(), zone.category());
            change(begin, open.stack());
        }
        endUntil(Long.MAX_VALUE);
        if (any) {
            sample(time);
        }
        samples.seal();
        spill.settle();
    }

    void write(JsonGenerator json) throws IOException {
        sweep();
        json.writeName("samples").writeStartObject();
        column(json, "stack", ZoneSamples::stacks);
        column(json, "time", this::times);
        column(json, "weight", ZoneSamples::weights);
        json.writeStringProperty("weightType", "tracing-ms");
        json.writeNumberProperty("length", samples.count());
        json.writeEndObject();
    }

    /** Makes the values of some rows. */
    private interface RowsMaker {
        void make(RowChunk rows, int count, JsonArray array);
    }

    private void column(JsonGenerator json, String name, RowsMaker maker) {
        int count = Math.ceilDiv(samples.chunks(), JsonBlocks.ROW_CHUNKS);
        blocks.write(
                json,
                name,
                count,
                samples.count(),
                (block, array) -> samples.forChunks(
                        block * JsonBlocks.ROW_CHUNKS,
                        JsonBlocks.ROW_CHUNKS,
                        (rows, rowCount) -> maker.make(rows, rowCount, array)));
    }

    private static void stacks(RowChunk rows, int count, JsonArray array) {
        for (int i = 0; i < count; i++) {
            int inner = rows.name(i);
            if (inner < 0) {
                array.nullValue();
            } else {
                array.number(inner);
            }
        }
    }

    private void times(RowChunk rows, int count, JsonArray array) {
        for (int i = 0; i < count; i++) {
            array.millis(rows.begin(i) - base);
        }
    }

    private static void weights(RowChunk rows, int count, JsonArray array) {
        for (int i = 0; i < count; i++) {
            array.millis(rows.name(i) < 0 ? 0 : rows.length(i));
        }
    }
}
