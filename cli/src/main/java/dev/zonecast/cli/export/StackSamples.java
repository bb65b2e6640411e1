package dev.zonecast.cli.export;

import dev.zonecast.cli.export.FirefoxTables.CategoryPlace;
import dev.zonecast.cli.export.FirefoxWriter.ThreadData;
import dev.zonecast.trace.StackSample;
import java.io.IOException;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/**
 * Samples of a thread's stack, labelled with the open zones. Their weight is the processor time that they represent; looks at native
 * code and at a thread that fell asleep weigh nothing, but show in the stack chart. The front-end draws a sample until the next one:
 * where a thread did not run, an empty one stands between. Each column goes through the rows once.
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
    private final Rows samples;
    private final int[] order;
    private final int[] zoneOrder;
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
        this.samples = thread.samples();
        this.order = samples.order();
        this.zoneOrder = thread.zones().order();
        this.base = base;
        this.last = last;
        this.asleep = tables.stacks.label("(asleep)", "", 0, new CategoryPlace(FirefoxTables.IDLE, 0));
    }

    /** The shortest time that a sample of any thread represents. */
    static long intervalNanos(List<ThreadData> threads) {
        long least = Long.MAX_VALUE;
        for (ThreadData thread : threads) {
            Rows samples = thread.samples();
            for (int row = 0; row < samples.count(); row++) {
                long period = samples.length(row);
                if (samples.name(row) == RUNNING && period > 0) {
                    least = Math.min(least, period);
                }
            }
        }
        return least == Long.MAX_VALUE ? DEFAULT_INTERVAL_NANOS : least;
    }

    /** Adds a sample that is none of an allocation. */
    static void add(Rows rows, StackSample sample, int stack) throws IOException {
        int kind = switch (sample.kind()) {
            case RUNNING -> RUNNING;
            case SLEEPING -> SLEEPING;
            case NATIVE, ALLOCATION -> NATIVE;
        };
        rows.add(sample.beginNanos(), sample.beginNanos() + Math.max(0, sample.weight()), kind, stack, Rows.NO_DATA);
    }

    private void begin(RowConsumer newConsumer) {
        consumer = newConsumer;
        count = 0;
        weight = 0;
    }

    private void sample(int row, int stack) {
        long time = Math.clamp(samples.begin(row), base, last);
        long periods = slept ? 1 : GAP_PERIODS;
        if (count > 0 && time - before > periods * (until - before)) {
            add(until, FirefoxStacks.NONE, 0);
        }
        int kind = samples.name(row);
        long nanos = samples.length(row);
        slept = kind == SLEEPING;
        add(time, slept ? tables.stacks.on(stack, asleep) : stack, kind == RUNNING ? nanos : 0);
        before = time;
        until = Math.min(last, time + nanos);
    }

    private void add(long time, int stack, long newWeight) {
        consumer.row(time, stack, newWeight, weight);
        weight = newWeight;
        count++;
    }

    private void end() {
        add(until, FirefoxStacks.NONE, 0);
    }

    private void sweep(RowConsumer newConsumer) {
        begin(newConsumer);
        for (int row : order) {
            sample(row, FirefoxStacks.NONE);
        }
        end();
    }

    void write(JsonGenerator json) {
        Millis millis = new Millis(json);
        json.writeName("samples").writeStartObject();
        JsonParts.array(json, "stack", () -> {
            begin((time, stack, weightNanos, usedNanos) -> FirefoxStacks.number(json, stack));
            stacks.label(samples, order, thread.zones(), zoneOrder, this::sample);
            end();
        });
        column(json, "time", (time, stack, weightNanos, usedNanos) -> millis.write(time - base));
        column(json, "weight", (time, stack, weightNanos, usedNanos) -> millis.write(weightNanos));
        column(json, "threadCPUDelta", (time, stack, weightNanos, usedNanos) -> json.writeNumber(usedNanos));
        if (thread.frames().count() > 0) {
            EventDelays delays = new EventDelays(json, thread.frames());
            column(json, "eventDelay", (time, stack, weightNanos, usedNanos) -> delays.write(time));
        }
        json.writeStringProperty("weightType", "tracing-ms");
        json.writeNumberProperty("length", count);
        json.writeEndObject();
    }

    private void column(JsonGenerator json, String name, RowConsumer value) {
        JsonParts.array(json, name, () -> sweep(value));
    }

    /** The format has allocations of JavaScript alone: objects with a class, as here. */
    void writeAllocations(JsonGenerator json) {
        Rows rows = thread.allocations();
        int[] byTime = rows.valueOrder();
        JsonColumns columns = allocations("jsAllocations", rows, byTime, json);
        columns.column("className", i -> json.writeString(tables.text(rows.name(byTime[i]))));
        columns.column("typeName", i -> json.writeString("JSObject"));
        columns.column("coarseType", i -> json.writeString("Object"));
        columns.numbers("weight", i -> rows.length(byTime[i]));
        columns.column("inNursery", i -> json.writeBoolean(true));
        columns.end();
    }

    /** Blocks with their ends. The front-end pairs them by address: the block's number stands there, which a JavaScript number can hold. */
    void writeBlocks(JsonGenerator json) {
        Rows rows = thread.blocks();
        int[] byTime = rows.valueOrder();
        JsonColumns columns = allocations("nativeAllocations", rows, byTime, json);
        columns.numbers("weight", i -> rows.name(byTime[i]) < 0 ? -rows.length(byTime[i]) : rows.length(byTime[i]));
        columns.numbers("memoryAddress", i -> Math.abs(rows.name(byTime[i])));
        columns.numbers("threadId", i -> thread.track().koid());
        columns.end();
    }

    /** Begins a table of rows that have a size for a length and a stack for a category. */
    private JsonColumns allocations(String name, Rows rows, int[] byTime, JsonGenerator json) {
        Millis millis = new Millis(json);
        json.writeName(name).writeStartObject();
        JsonColumns columns = new JsonColumns(json, rows.count());
        columns.column("time", i -> millis.write(Math.clamp(rows.begin(byTime[i]), base, last) - base));
        json.writeStringProperty("weightType", "bytes");
        JsonParts.array(
                json,
                "stack",
                () -> stacks.label(
                        rows, byTime, thread.zones(), zoneOrder, (row, stack) -> FirefoxStacks.number(json, stack)));
        return columns;
    }
}
