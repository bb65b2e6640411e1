package dev.zonecast.cli.export;

import dev.zonecast.cli.export.FirefoxTables.CategoryPlace;
import dev.zonecast.cli.export.FirefoxWriter.ThreadData;
import dev.zonecast.trace.StackSample;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

/**
 * Samples of a thread's stack, labelled with the open zones. Their weight is the processor time that they stand for; looks at native
 * code and at a thread that fell asleep weigh nothing, but show in the stack chart. The front-end draws a sample until the next one:
 * where a thread did not run, an empty one stands between. The rows are gone through once a column.
 */
final class StackSamples {
    // Names of the rows; those of allocations are strings of classes.

    private static final int RUNNING = 0;
    private static final int NATIVE = 1;
    private static final int SLEEPING = 2;

    /** More than as many periods without a sample: the thread did not run. Less may be the timer's doing. */
    private static final int GAP_PERIODS = 3;

    private static final long DEFAULT_INTERVAL_NANOS = 1_000_000;

    /** Takes rows of the profile. */
    private interface RowConsumer {
        /**
         * A row.
         *
         * @param weightNanos processor time
         * @param usedNanos processor time since the row before
         */
        void row(long time, int stack, long weightNanos, long usedNanos);
    }

    private final FirefoxTables tables;
    private final LabelledStacks stacks;
    private final ThreadData thread;
    private final SpillRows samples;
    private final long base;
    private final long last;
    private final int asleep;

    // The sample before.
    private RowConsumer consumer;
    private int count;
    private long before;
    private long until;
    private boolean slept;
    private long weight;

    /**
     * Of a thread.
     *
     * @param base that the profile's times count from
     * @param last the profile's end
     */
    StackSamples(FirefoxTables tables, LabelledStacks stacks, ThreadData thread, long base, long last) {
        this.tables = tables;
        this.stacks = stacks;
        this.thread = thread;
        this.samples = thread.samples;
        this.base = base;
        this.last = last;
        this.asleep = tables.stacks().label("(asleep)", "", 0, new CategoryPlace(FirefoxTables.IDLE, 0));
    }

    /** The shortest time that a sample of any thread stands for. */
    static long intervalNanos(List<ThreadData> threads) {
        long least = Long.MAX_VALUE;
        for (ThreadData thread : threads) {
            for (SpillRows.Cursor sample = thread.samples.new Cursor(); sample.next(); ) {
                long period = sample.end() - sample.begin();
                if (sample.name() == RUNNING && period > 0) {
                    least = Math.min(least, period);
                }
            }
        }
        return least == Long.MAX_VALUE ? DEFAULT_INTERVAL_NANOS : least;
    }

    /** Adds a sample that is none of an allocation. */
    static void add(SpillRows rows, StackSample sample, int stack) throws IOException {
        int kind = switch (sample.kind()) {
            case RUNNING -> RUNNING;
            case SLEEPING -> SLEEPING;
            case NATIVE, ALLOCATION -> NATIVE;
        };
        rows.add(sample.timeNanos(), sample.timeNanos() + Math.max(0, sample.weight()), kind, stack);
    }

    private void begin(RowConsumer newConsumer) {
        consumer = newConsumer;
        count = 0;
        weight = 0;
    }

    private void sample(SpillRows.Cursor sample, int stack) {
        long time = Math.clamp(sample.begin(), base, last);
        long periods = slept ? 1 : GAP_PERIODS;
        if (count > 0 && time - before > periods * (until - before)) {
            row(until, FirefoxStacks.NONE, 0);
        }
        int kind = sample.name();
        long nanos = sample.end() - sample.begin();
        slept = kind == SLEEPING;
        row(time, slept ? tables.stacks().on(stack, asleep) : stack, kind == RUNNING ? nanos : 0);
        before = time;
        until = Math.min(last, time + nanos);
    }

    private void row(long time, int stack, long newWeight) {
        consumer.row(time, stack, newWeight, weight);
        weight = newWeight;
        count++;
    }

    private void end() {
        row(until, FirefoxStacks.NONE, 0);
    }

    private void sweep(RowConsumer newConsumer) {
        begin(newConsumer);
        forEach(samples, sample -> sample(sample, FirefoxStacks.NONE));
        end();
    }

    void write(JsonGenerator json) {
        json.writeName("samples").writeStartObject();
        JsonArray.write(json, "stack", array -> {
            begin((time, stack, weightNanos, usedNanos) -> stack(array, stack));
            stacks.label(samples, thread.zones, this::sample);
            end();
        });
        JsonArray.write(
                json, "time", array -> sweep((time, stack, weightNanos, usedNanos) -> array.millis(time - base)));
        JsonArray.write(
                json, "weight", array -> sweep((time, stack, weightNanos, usedNanos) -> array.millis(weightNanos)));
        JsonArray.write(
                json,
                "threadCPUDelta",
                array -> sweep((time, stack, weightNanos, usedNanos) -> array.number(usedNanos)));
        json.writeStringProperty("weightType", "tracing-ms");
        json.writeNumberProperty("length", count);
        json.writeEndObject();
    }

    private static void forEach(SpillRows rows, Consumer<SpillRows.Cursor> consumer) {
        for (SpillRows.Cursor row = rows.new Cursor(); row.next(); ) {
            consumer.accept(row);
        }
    }

    private static void stack(JsonArray array, int stack) {
        if (stack == FirefoxStacks.NONE) {
            array.nullValue();
        } else {
            array.number(stack);
        }
    }

    /** The format has allocations of JavaScript alone: objects with a class, as here. */
    void writeAllocations(JsonGenerator json) {
        SpillRows rows = thread.allocations;
        json.writeName("jsAllocations").writeStartObject();
        JsonArray.write(
                json, "time", array -> forEach(rows, row -> array.millis(Math.clamp(row.begin(), base, last) - base)));
        json.writeName("className").writeStartArray();
        forEach(rows, row -> json.writeString(tables.text(row.name())));
        json.writeEndArray();
        json.writeName("typeName").writeStartArray();
        forEach(rows, row -> json.writeString("JSObject"));
        json.writeEndArray();
        json.writeName("coarseType").writeStartArray();
        forEach(rows, row -> json.writeString("Object"));
        json.writeEndArray();
        json.writeName("weight").writeStartArray();
        forEach(rows, row -> json.writeNumber(row.end()));
        json.writeEndArray();
        json.writeStringProperty("weightType", "bytes");
        json.writeName("inNursery").writeStartArray();
        forEach(rows, row -> json.writeBoolean(true));
        json.writeEndArray();
        JsonArray.write(json, "stack", array -> stacks.label(rows, thread.zones, (row, stack) -> stack(array, stack)));
        json.writeNumberProperty("length", rows.count());
        json.writeEndObject();
    }
}
