package dev.zonecast.core.event;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.MessageSource;
import dev.zonecast.core.Severity;
import dev.zonecast.core.kind.EventKind;

/** A line of text, or the exception that ends a thread. */
public final class MessageEvent extends ReusedEvent {
    private Severity severity;
    private MessageSource source;
    private int rgb;
    private Utf8Text text;
    private int literalId;
    private CallStack stack;

    /** Empty; its source fills it. */
    public MessageEvent() {}

    /**
     * Makes this a message with a text of its own.
     *
     * @param color 0xRRGGBB, or -1 if the viewer chooses
     * @param calls null: not known
     */
    public MessageEvent message(
            EventThread thread,
            long nanos,
            Severity how,
            MessageSource from,
            int color,
            Utf8Text words,
            CallStack calls) {
        set(EventKind.MESSAGE, thread, nanos);
        fill(how, from, color, words, 0, calls);
        return this;
    }

    /**
     * Makes this a message with a registered text.
     *
     * @param color 0xRRGGBB, or -1 if the viewer chooses
     * @param id in the registry's table of names
     * @param calls null: not known
     */
    public MessageEvent literal(
            EventThread thread, long nanos, Severity how, MessageSource from, int color, int id, CallStack calls) {
        set(EventKind.MESSAGE_LITERAL, thread, nanos);
        fill(how, from, color, null, id, calls);
        return this;
    }

    /** Makes this a thread's end by an exception. */
    public MessageEvent crash(EventThread thread, long nanos, Utf8Text words, CallStack calls) {
        set(EventKind.CRASH, thread, nanos);
        fill(Severity.FATAL, MessageSource.USER, -1, words, 0, calls);
        return this;
    }

    @Override
    void read(IdTables ids, int small, int id, long a, long b, long c, Utf8Text words, CallStack calls) {
        Severity how = Severity.ofCode(small >>> 4);
        MessageSource from = MessageSource.ofCode(small & 15);
        switch (kind()) {
            case MESSAGE -> fill(how, from, id, words, 0, calls);
            case MESSAGE_LITERAL -> fill(how, from, (int) a, null, ids.name(id), calls);
            default -> fill(Severity.FATAL, MessageSource.USER, -1, words, 0, calls);
        }
    }

    @Override
    void exchange(EventFields fields) {
        severity = fields.object(severity);
        source = fields.object(source);
        rgb = (int) fields.number(rgb);
        text = fields.text(text);
        literalId = (int) fields.number(literalId);
        stack = fields.object(stack);
    }

    private void fill(Severity how, MessageSource from, int color, Utf8Text words, int literal, CallStack calls) {
        severity = how;
        source = from;
        rgb = color;
        text = words;
        literalId = literal;
        stack = calls;
    }

    public Severity severity() {
        return severity;
    }

    public MessageSource source() {
        return source;
    }

    /** 0xRRGGBB, or -1 if the viewer chooses. */
    public int rgb() {
        return rgb;
    }

    /** Null for {@link EventKind#MESSAGE_LITERAL}. */
    public Utf8Text text() {
        return text;
    }

    /** Id in the registry's table of names, for {@link EventKind#MESSAGE_LITERAL}. */
    public int literalId() {
        return literalId;
    }

    /** At least one call; null: not known. */
    public CallStack stack() {
        return stack;
    }
}
