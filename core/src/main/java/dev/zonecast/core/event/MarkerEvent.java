package dev.zonecast.core.event;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.marker.MarkerDefinition;
import dev.zonecast.core.marker.MarkerField;
import dev.zonecast.core.marker.MarkerFormat;
import dev.zonecast.core.marker.MarkerPhase;
import dev.zonecast.core.marker.MarkerSchema;
import dev.zonecast.memory.Memory;
import java.util.function.LongUnaryOperator;

/**
 * A marker. Its times are not sorted with other events. An end has the start of its pair, even if the start is older than the sink. A
 * marker of {@link MarkerPhase#SCOPED} is the data of the thread's innermost open zone. {@link #thread} is the marker's subject, not always
 * the recording thread. {@link #nanos} is the moment or the end, never before the begin.
 */
public final class MarkerEvent extends ReusedEvent {
    /** Word of a field of times whose moment was read while nothing was recorded. */
    private static final long NO_TIME = Long.MIN_VALUE;

    private MarkerDefinition definition;
    private MarkerPhase phase;
    private long beginNanos;
    private long pair;
    private CallStack stack;
    private int count;
    private final long[] words = new long[MarkerSchema.MAX_FIELDS];
    private final Utf8Text[] texts = new Utf8Text[MarkerSchema.MAX_FIELDS];

    /** Empty; its source fills it. */
    public MarkerEvent() {}

    /** Makes this a marker at a moment, without data. */
    public void start(MarkerDefinition of, MarkerPhase newPhase, long nanos) {
        set(EventKind.MARKER, null, nanos);
        definition = of;
        phase = newPhase;
        beginNanos = nanos;
        pair = 0;
        stack = null;
        count = 0;
    }

    /**
     * Gives it its thread.
     *
     * @param calls null: not known
     */
    public void about(EventThread thread, CallStack calls) {
        set(EventKind.MARKER, thread, nanos());
        stack = calls;
    }

    /** Makes it one of a pair, 0 for none, that began then. */
    public void interval(long newPair, long newBeginNanos, long endNanos) {
        pair = newPair;
        beginNanos = newBeginNanos;
        at(endNanos);
    }

    /** Takes the data: see {@code MarkerTypes} for the layout. */
    @SuppressWarnings("exports") // For our own modules, which see the memory.
    public void read(Memory memory, long offset, int fields, LongUnaryOperator nanosOfTicks) {
        count = fields;
        long textAt = offset + (long) Long.BYTES * fields;
        for (int i = 0; i < fields; i++) {
            words[i] = memory.getLong(offset + (long) Long.BYTES * i);
            MarkerField field = definition.schema().fields().get(i);
            if (field.isTime()) {
                words[i] = words[i] == 0 ? NO_TIME : nanosOfTicks.applyAsLong(words[i]);
            } else if (field.kind() == MarkerField.Kind.TEXT && words[i] >= 0) {
                if (texts[i] == null) {
                    texts[i] = new Utf8Text();
                }
                texts[i].at(memory, textAt, (int) words[i]);
                textAt += words[i] + 7 & ~7L;
            }
        }
    }

    @Override
    void exchange(EventFields fields) {
        definition = fields.object(definition);
        phase = fields.object(phase);
        beginNanos = fields.number(beginNanos);
        pair = fields.number(pair);
        stack = fields.object(stack);
        count = (int) fields.number(count);
        for (int i = 0; i < count; i++) {
            words[i] = fields.number(words[i]);
            if (definition.schema().fields().get(i).kind() == MarkerField.Kind.TEXT && words[i] >= 0) {
                texts[i] = fields.text(texts[i]);
            }
        }
    }

    public MarkerDefinition definition() {
        return definition;
    }

    public MarkerPhase phase() {
        return phase;
    }

    /** When it began; of an instant and a start the moment itself. */
    public long beginNanos() {
        return beginNanos;
    }

    /** The same for a start and its end, and for no other pair; 0 if it is neither. */
    public long pair() {
        return pair;
    }

    /** The calls that led to it, or null. */
    public CallStack stack() {
        return stack;
    }

    /** How many pieces of data it has: none, or as many as its schema has fields. */
    public int fieldCount() {
        return count;
    }

    /**
     * A field as {@link MarkerField.Kind} says: a whole number, bits of a double, 0 or 1, a constant's place or -1. A time is in
     * nanoseconds of {@link System#nanoTime}.
     */
    public long word(int field) {
        return words[field];
    }

    /** A field of {@link MarkerField.Kind#TEXT}, or null if it is missing. */
    public Utf8Text text(int field) {
        return words[field] < 0 ? null : texts[field];
    }

    /** True if the field is a time that the program did not have. */
    public boolean isMissingTime(int field) {
        return words[field] == NO_TIME
                && definition.schema().fields().get(field).isTime();
    }

    /**
     * A field as an object: {@link Long}, {@link Double}, {@link Boolean} or {@link String}; null if it is missing.
     *
     * @param startNanos times are milliseconds since then
     */
    public Object value(int field, long startNanos) {
        long word = words[field];
        if (definition.schema().fields().get(field).isTime()) {
            return word == NO_TIME ? null : (word - startNanos) / 1e6;
        }
        return switch (definition.schema().fields().get(field).kind()) {
            case WHOLE -> word;
            case DECIMAL -> Double.longBitsToDouble(word);
            case TRUTH -> word != 0;
            case CONSTANT -> definition.constant(field, word);
            case TEXT -> word < 0 ? null : texts[field].toString();
        };
    }

    /**
     * All of it as a line of text, for sinks without overlapping intervals on a thread: such a marker is a line at its end, which
     * says how long it was.
     *
     * @param startNanos times in the data are milliseconds since then
     */
    public String line(long startNanos) {
        StringBuilder line = new StringBuilder(definition.name());
        switch (phase) {
            case START -> line.append(" begins");
            case INTERVAL, END -> {
                double millis = (nanos() - beginNanos) / 1e6;
                line.append(" (").append(MarkerFormat.DURATION.show(millis)).append(')');
            }
            default -> {
                // The name says it.
            }
        }
        String details = details(startNanos);
        if (!details.isEmpty()) {
            line.append(": ").append(details);
        }
        if (stack != null) {
            line.append('\n').append(stack);
        }
        return line.toString();
    }

    /**
     * For viewers that know lines of text alone: the data as the schema's table shows it; empty if there is none.
     *
     * @param startNanos times are milliseconds since then
     */
    public String details(long startNanos) {
        MarkerSchema schema = definition.schema();
        return count == 0
                ? ""
                : schema.fill(schema.tableLabel(), (nanos() - beginNanos) / 1e6, field -> value(field, startNanos));
    }
}
