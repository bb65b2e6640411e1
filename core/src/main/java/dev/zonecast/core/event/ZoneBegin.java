package dev.zonecast.core.event;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.kind.EventKind;

/** A zone begins, with its call stack. Begins without a stack are in a {@link ZoneRun}. */
public final class ZoneBegin extends ReusedEvent {
    private SourceLocation location;
    private CallStack stack;

    /** Empty; its source fills it. */
    public ZoneBegin() {}

    /** Makes this a begin. */
    public ZoneBegin begin(EventThread thread, long nanos, SourceLocation at, CallStack calls) {
        set(EventKind.ZONE_BEGIN, thread, nanos);
        location = at;
        stack = calls;
        return this;
    }

    @Override
    void exchange(EventFields fields) {
        location = fields.object(location);
        stack = fields.object(stack);
    }

    public SourceLocation location() {
        return location;
    }

    /** At least one call. */
    public CallStack stack() {
        return stack;
    }
}
