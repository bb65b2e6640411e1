package dev.zonecast.core.event;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.registry.Registry;

/** A run of a fiber on a thread begins or ends. */
public final class FiberEvent extends ReusedEvent {
    private long carrierId;
    private String carrierName;

    /** Empty; its source fills it. */
    public FiberEvent() {}

    /** Makes this a begin. The thread may have no events of its own. */
    public FiberEvent entered(EventThread fiber, long nanos, long threadId, String threadName) {
        set(EventKind.FIBER_ENTER, fiber, nanos);
        carrierId = threadId;
        carrierName = threadName;
        return this;
    }

    /** Makes this an end. */
    public FiberEvent left(EventThread fiber, long nanos) {
        set(EventKind.FIBER_LEAVE, fiber, nanos);
        carrierId = 0;
        carrierName = null;
        return this;
    }

    @Override
    void read(IdTables ids, int small, int id, long a, long b, long c, Utf8Text text, CallStack stack) {
        boolean enters = kind() == EventKind.FIBER_ENTER;
        carrierId = enters ? a : 0;
        carrierName = enters ? Registry.INSTANCE.names().text(ids.name(id)) : null;
    }

    @Override
    void exchange(EventFields fields) {
        carrierId = fields.number(carrierId);
        carrierName = fields.object(carrierName);
    }

    /** The thread that runs the fiber now; 0: none. */
    public long carrierId() {
        return carrierId;
    }

    /** Name of that thread; null: none. */
    public String carrierName() {
        return carrierName;
    }
}
