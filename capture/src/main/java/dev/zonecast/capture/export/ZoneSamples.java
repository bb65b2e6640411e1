package dev.zonecast.capture.export;

import tools.jackson.core.JsonGenerator;

/**
 * Zones as samples: one each time that the innermost zone of a thread changes, with the stack of open zones and as its weight the
 * milliseconds until the next change. The call tree then shows exact times. The zones are gone through once a column.
 */
final class ZoneSamples {
    /** Takes samples in the order of their times. */
    private interface SampleConsumer {
        /**
         * A sample.
         *
         * @param stack -1 is no zone
         * @param nextTime of the next sample; of the last one its own
         */
        void sample(long time, int stack, long nextTime);
    }

    private final SpillRows zones;
    private final OpenZones open;
    private final long base;

    // The last change, which counts only once the time has gone on.
    private long time;
    private int stack;
    private boolean any;
    private int count;
    private SampleConsumer consumer;

    ZoneSamples(FirefoxTables tables, SpillRows zones, long base) {
        this.zones = zones;
        this.open = new OpenZones(tables, zones);
        this.base = base;
    }

    private void change(long newTime, int newStack) {
        // Of several changes at one time the last one counts.
        if (any && newTime != time) {
            consumer.sample(time, stack, newTime);
            count++;
        }
        any = true;
        time = newTime;
        stack = newStack;
    }

    private void endUntil(long limit) {
        while (open.hasEndedBy(limit)) {
            long end = open.end();
            change(end, open.stack());
        }
    }

    private void begin(int row) {
        long begin = zones.get(row, SpillRows.BEGIN);
        endUntil(begin);
        open.begin(row);
        change(begin, open.stack());
    }

    private void sweep(SampleConsumer newConsumer) {
        consumer = newConsumer;
        any = false;
        count = 0;
        zones.inOrder(this::begin);
        endUntil(Long.MAX_VALUE);
        if (any) {
            consumer.sample(time, stack, time);
            count++;
        }
    }

    /** The same samples without their stacks, which other threads may not ask for meanwhile. */
    private ZoneSamples times() {
        return new ZoneSamples(null, zones, base);
    }

    void write(JsonGenerator json) {
        json.writeName("samples").writeStartObject();
        zones.sortRuns();
        JsonArrays arrays = new JsonArrays(json, zones.count());
        arrays.add(
                "stack",
                array -> sweep((at, inner, next) -> {
                    if (inner < 0) {
                        array.nullValue();
                    } else {
                        array.number(inner);
                    }
                }));
        arrays.add("time", array -> times().sweep((at, inner, next) -> array.millis(at - base)));
        arrays.add("weight", array -> times().sweep((at, inner, next) -> array.millis(inner < 0 ? 0 : next - at)));
        arrays.write();
        json.writeStringProperty("weightType", "tracing-ms");
        json.writeNumberProperty("length", count);
        json.writeEndObject();
    }
}
