package dev.zonecast.core.event;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.kind.ZoneCounter;

/** A text, name, number, colour or count of the thread's innermost open zone. Has no time. */
public final class ZoneAttribute extends ReusedEvent {
    private Utf8Text text;
    private long value;
    private ZoneCounter counter;

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

    /** Makes this a count. */
    public ZoneAttribute count(EventThread thread, ZoneCounter by, long number) {
        counter = by;
        return value(EventKind.ZONE_COUNT, thread, number);
    }

    /** A copy for later: sources fill an event again. */
    public ZoneAttribute copy() {
        ZoneAttribute copy = new ZoneAttribute();
        copy.set(kind(), thread(), 0);
        copy.text = text == null ? null : Utf8Text.of(text.toString());
        copy.value = value;
        copy.counter = counter;
        return copy;
    }

    @Override
    void read(IdTables ids, int small, int id, long a, long b, long c, Utf8Text words, CallStack stack) {
        text = words;
        value = a;
        counter = kind() == EventKind.ZONE_COUNT ? ZoneCounter.of(small) : null;
    }

    @Override
    void exchange(EventFields fields) {
        text = fields.text(text);
        value = fields.number(value);
        counter = fields.object(counter);
    }

    /** Of {@link EventKind#ZONE_TEXT} and {@link EventKind#ZONE_NAME}. */
    public Utf8Text text() {
        return text;
    }

    /** Of {@link EventKind#ZONE_COUNT}. */
    public ZoneCounter counter() {
        return counter;
    }

    /** Of {@link EventKind#ZONE_VALUE} and {@link EventKind#ZONE_COUNT}. */
    public long value() {
        return value;
    }

    /** 0xRRGGBB, of {@link EventKind#ZONE_COLOR}. */
    public int rgb() {
        return (int) value;
    }
}
