package dev.zonecast.core.event;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.kind.EventKind;

/** An event that its source fills again for the next one. */
public abstract sealed class ReusedEvent implements Event
        permits ZoneBegin,
                ZoneAttribute,
                PlotValue,
                MessageEvent,
                FiberEvent,
                MarkerEvent,
                FrameEvent,
                SpanEvent,
                FlowEvent,
                GpuEvent,
                LockChange,
                MemoryEvent,
                ImageEvent {
    private EventKind kind;
    private EventThread thread;
    private long nanos;

    ReusedEvent() {}

    /** An empty event; null if none of this class has this kind. */
    static ReusedEvent of(EventKind kind) {
        return switch (kind) {
            case ZONE_BEGIN -> new ZoneBegin();
            case ZONE_TEXT, ZONE_NAME, ZONE_VALUE, ZONE_COLOR, ZONE_COUNT -> new ZoneAttribute();
            case FRAME_MARK, FRAME_START, FRAME_END, FRAME_VSYNC -> new FrameEvent();
            case PLOT_LONG, PLOT_DOUBLE -> new PlotValue();
            case MESSAGE, MESSAGE_LITERAL, CRASH -> new MessageEvent();
            case GPU_ZONE_BEGIN, GPU_ZONE_END, GPU_CALIBRATION, GPU_ZONE_VALUE, GPU_CONTEXT, GPU_CONTEXT_CLOSED ->
                new GpuEvent();
            case LOCK, LOCK_MARK, LOCK_CREATED, LOCK_DESTROYED -> new LockChange();
            case MEMORY_ALLOCATED, MEMORY_FREED, MEMORY_DISCARDED, MEMORY_STANDS -> new MemoryEvent();
            case FIBER_ENTER, FIBER_LEAVE -> new FiberEvent();
            case SPAN_BEGIN, SPAN_STEP, SPAN_END -> new SpanEvent();
            case FLOW_BEGIN, FLOW_END -> new FlowEvent();
            case MARKER -> new MarkerEvent();
            case FRAME_IMAGE -> new ImageEvent();
            default -> null;
        };
    }

    @Override
    public final EventKind kind() {
        return kind;
    }

    @Override
    public final EventThread thread() {
        return thread;
    }

    @Override
    public final long nanos() {
        return nanos;
    }

    final void set(EventKind newKind, EventThread newThread, long newNanos) {
        kind = newKind;
        thread = newThread;
        nanos = newNanos;
    }

    final void at(long newNanos) {
        nanos = newNanos;
    }

    /** Tells pairs of a begin and an end apart. */
    long key() {
        return 0;
    }

    /** Takes the fields of a record: see the declaration of its kind. */
    void read(IdTables ids, int small, int id, long a, long b, long c, Utf8Text text, CallStack stack) {
        throw new IllegalStateException("in no ring: " + kind);
    }

    /** Writes the fields of this kind of event, or reads them. */
    abstract void exchange(EventFields fields);
}
