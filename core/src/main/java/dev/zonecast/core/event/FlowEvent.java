package dev.zonecast.core.event;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.kind.EventKind;

/**
 * A flow begins or ends. It leads from a place on a thread to a later place on any thread. At most one flow of an id is open. An end
 * follows its begin. A begin of an open id replaces that flow, which then has no end.
 */
public final class FlowEvent extends ReusedEvent {
    private SourceLocation location;
    private long id;
    private String from;

    /** Empty; its source fills it. */
    public FlowEvent() {}

    /**
     * Makes this a begin or an end, by kind.
     *
     * @param fromThread name of the thread that began the flow
     */
    public FlowEvent flow(
            EventKind kind, EventThread thread, long nanos, SourceLocation at, long of, String fromThread) {
        set(kind, thread, nanos);
        id = of;
        began(at, fromThread);
        return this;
    }

    /** Adds the data of the flow's begin to an end, whose record lacks it. */
    public void began(SourceLocation at, String fromThread) {
        location = at;
        from = fromThread;
    }

    @Override
    void read(IdTables ids, int small, int locationId, long a, long b, long c, Utf8Text text, CallStack stack) {
        boolean begins = kind() == EventKind.FLOW_BEGIN;
        location = begins ? ids.location(locationId) : null;
        from = begins ? thread().name() : null;
        id = a;
    }

    @Override
    void exchange(EventFields fields) {
        location = fields.object(location);
        id = fields.number(id);
        from = fields.object(from);
    }

    /** Names the flow. */
    public SourceLocation location() {
        return location;
    }

    /** Above 0: chosen by the program. Below 0: by {@link dev.zonecast.core.TracedFlow}. */
    public long id() {
        return id;
    }

    /** Name of the thread that began the flow. */
    public String from() {
        return from;
    }
}
