package dev.zonecast.core.event;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.FrameName;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.registry.Ids;

/**
 * A frame of a set. A set has either marks, or begins and ends in turn. The thread of {@link EventKind#FRAME_VSYNC} has no meaning.
 */
public final class FrameEvent extends ReusedEvent {
    private FrameName name;
    private long number;
    private int display;

    /** Empty; its source fills it. */
    public FrameEvent() {}

    /** Makes this a mark: the frame of the base set before {@code frame} ends, {@code frame} begins. */
    public FrameEvent mark(EventThread thread, long nanos, long frame) {
        set(EventKind.FRAME_MARK, thread, nanos);
        name = null;
        number = frame;
        return this;
    }

    /** Makes this a mark, start or end in a named set, by kind. */
    public FrameEvent named(EventKind kind, EventThread thread, long nanos, FrameName of) {
        set(kind, thread, nanos);
        name = of;
        return this;
    }

    /** Makes this a display's vertical synchronisation. */
    public FrameEvent vsync(long nanos, int of) {
        return shown(nanos, of, 0);
    }

    /** Makes this the time when a display showed a frame. Numbers of 0 or less are unknown frames. */
    public FrameEvent shown(long nanos, int onDisplay, long frame) {
        set(EventKind.FRAME_VSYNC, null, nanos);
        display = onDisplay;
        number = frame;
        return this;
    }

    @Override
    void read(IdTables ids, int small, int id, long a, long b, long c, Utf8Text text, CallStack stack) {
        boolean isVsync = kind() == EventKind.FRAME_VSYNC;
        name = isVsync || id == 0 ? null : ids.frame(id);
        number = a;
        display = id;
        if (isVsync && number > 0) {
            at(b);
        }
    }

    @Override
    void exchange(EventFields fields) {
        name = fields.object(name);
        number = fields.number(number);
        display = (int) fields.number(display);
    }

    @Override
    long key() {
        return name == null ? 0 : Ids.of(name);
    }

    /** Null: the base set. */
    public FrameName name() {
        return name;
    }

    /** Number of the frame that the mark begins, or that a display showed; 0 or less: unknown. */
    public long number() {
        return number;
    }

    /** Of {@link EventKind#FRAME_VSYNC}. */
    public int display() {
        return display;
    }
}
