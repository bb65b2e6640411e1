package dev.zonecast.core.event;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.kind.EventKind;

/** A text, name, number or colour of the thread's innermost open zone. Has no time. */
public final class ZoneAttribute extends ReusedEvent {
    private Utf8Text text;
    private long value;

    /** Empty; its source fills it. */
    public ZoneAttribute() {}

    /** Makes this a text or a name, by kind. */
    public ZoneAttribute text(EventKind kind, EventThread thread, Utf8Text words) {
        set(kind, thread, 0);
        text = words;
        return this;
    }

    /** Makes this a number or a colour, by kind. */
    public ZoneAttribute value(EventKind kind, EventThread thread, long number) {
        set(kind, thread, 0);
        text = null;
        value = number;
        return this;
    }

    @Override
    void read(IdTables ids, int small, int id, long a, long b, long c, Utf8Text words, CallStack stack) {
        text = words;
        value = a;
    }

    @Override
    void exchange(EventFields fields) {
        text = fields.text(text);
        value = fields.number(value);
    }

    /** Of {@link EventKind#ZONE_TEXT} and {@link EventKind#ZONE_NAME}. */
    public Utf8Text text() {
        return text;
    }

    /** Of {@link EventKind#ZONE_VALUE}. */
    public long value() {
        return value;
    }

    /** 0xRRGGBB, of {@link EventKind#ZONE_COLOR}. */
    public int rgb() {
        return (int) value;
    }
}
