package dev.zonecast.core.event;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.kind.EventKind;

/**
 * Begin, step or end of an asynchronous span, on any thread. At most one span of an id is open. Steps and the end follow the begin.
 */
public final class SpanEvent extends ReusedEvent {
    private SourceLocation location;
    private long id;

    /** Empty; its source fills it. */
    public SpanEvent() {}

    /** Makes this a begin, step or end, by kind. */
    public SpanEvent span(EventKind kind, EventThread thread, long nanos, SourceLocation at, long of) {
        set(kind, thread, nanos);
        location = at;
        id = of;
        return this;
    }

    @Override
    void read(IdTables ids, int small, int locationId, long a, long b, long c, Utf8Text text, CallStack stack) {
        location = ids.location(locationId);
        id = a;
    }

    @Override
    void exchange(EventFields fields) {
        location = fields.object(location);
        id = fields.number(id);
    }

    @Override
    long key() {
        return id;
    }

    /** Names the span; of a step, the step. */
    public SourceLocation location() {
        return location;
    }

    /** Given by the program. */
    public long id() {
        return id;
    }
}
