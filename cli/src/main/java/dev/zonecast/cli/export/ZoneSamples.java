package dev.zonecast.cli.export;

import dev.zonecast.cli.export.FirefoxWriter.ThreadData;
import tools.jackson.core.JsonGenerator;

/**
 * Zones as samples: one each time that the innermost zone of a thread changes, with the stack of open zones and as its weight the
 * milliseconds until the next change. The call tree then shows exact times. Each column goes through the zones once.
 *
 * <p>The graph of a thread changes in the middle between two samples. A long stack has a second sample at its end, without weight.
 */
final class ZoneSamples {
    /** Takes samples. */
    private interface SampleConsumer {
        void sample(long time, long nextTime, int stack);
    }

    /** A shorter stack has one sample: a second one of each would make the file larger by a third. */
    private static final long LONG_NANOS = 1_000_000;

    private final Rows zones;
    private final LongColumn frames;
    private final int[] order;
    private final OpenZones open;
    private final long base;

    // The last change, which counts only once the time has gone on.
    private SampleConsumer consumer;
    private long time;
    private int stack;
    private int changes;
    private int count;

    ZoneSamples(FirefoxTables tables, ThreadData thread, long base) {
        this.zones = thread.zones();
        this.frames = thread.frames();
        this.order = zones.order();
        this.open = new OpenZones(tables);
        this.base = base;
    }

    private void change(long newTime, int newStack) {
        // Of several changes at one time the last one counts.
        if (changes++ > 0 && newTime != time) {
            sample(newTime);
        }
        time = newTime;
        stack = newStack;
    }

    /** @param nextTime of the next sample; of the last one its own */
    private void sample(long nextTime) {
        consumer.sample(time, nextTime, stack);
        count++;
        if (nextTime - time >= LONG_NANOS) {
            consumer.sample(nextTime, nextTime, stack);
            count++;
        }
    }

    private void endUntil(long limit) {
        while (open.hasEndedBy(limit)) {
            long end = open.end();
            change(end, open.stack());
        }
    }

    private void sweep(SampleConsumer newConsumer) {
        consumer = newConsumer;
        changes = 0;
        count = 0;
        for (int zone : order) {
            long begin = zones.begin(zone);
            endUntil(begin);
            open.begin(zones.end(zone), zones.category(zone));
            change(begin, open.stack());
        }
        endUntil(Long.MAX_VALUE);
        if (changes > 0) {
            sample(time);
        }
    }

    void write(JsonGenerator json) {
        Millis millis = new Millis(json);
        json.writeName("samples").writeStartObject();
        column(json, "stack", (begin, end, inner) -> FirefoxStacks.number(json, inner));
        column(json, "time", (begin, end, inner) -> millis.write(begin - base));
        column(json, "weight", (begin, end, inner) -> millis.write(inner < 0 ? 0 : end - begin));
        if (frames.count() > 0) {
            EventDelays delays = new EventDelays(json, frames);
            column(json, "eventDelay", (begin, end, inner) -> delays.write(begin));
        }
        json.writeStringProperty("weightType", "tracing-ms");
        json.writeNumberProperty("length", count);
        json.writeEndObject();
    }

    private void column(JsonGenerator json, String name, SampleConsumer value) {
        JsonParts.array(json, name, () -> sweep(value));
    }
}
