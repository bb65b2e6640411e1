package dev.zonecast.core.event;

import dev.zonecast.core.CallStack;
import dev.zonecast.memory.Memory;

/** Makes events of the records of rings; one object of each class, filled again for each record. */
@SuppressWarnings("exports") // For our own modules, which see the memory.
public final class EventReader {
    private final IdTables ids;
    private final Utf8Text text = new Utf8Text();
    private final Event[] views = new Event[256];

    /**
     * A reader.
     *
     * @param ids what the records' ids name
     */
    public EventReader(IdTables ids) {
        this.ids = ids;
        add(new ZoneAttribute(), EventKind.ZONE_TEXT, EventKind.ZONE_NAME, EventKind.ZONE_VALUE, EventKind.ZONE_COLOR);
        add(new PlotValue(), EventKind.PLOT_LONG, EventKind.PLOT_DOUBLE);
        add(new MessageEvent(), EventKind.MESSAGE, EventKind.MESSAGE_LITERAL, EventKind.CRASH);
        add(new FiberEvent(), EventKind.FIBER_ENTER, EventKind.FIBER_LEAVE);
        add(new FrameEvent(), EventKind.FRAME_MARK, EventKind.FRAME_START, EventKind.FRAME_END, EventKind.FRAME_VSYNC);
        add(
                new GpuEvent(),
                EventKind.GPU_ZONE_BEGIN,
                EventKind.GPU_ZONE_END,
                EventKind.GPU_ZONE_VALUE,
                EventKind.GPU_CALIBRATION);
        add(new LockChange(), EventKind.LOCK, EventKind.LOCK_MARK);
        add(new MemoryEvent(), EventKind.MEMORY_ALLOCATED, EventKind.MEMORY_FREED, EventKind.MEMORY_DISCARDED);
    }

    private void add(Event view, EventKind... kinds) {
        for (EventKind kind : kinds) {
            views[kind.code()] = view;
        }
    }

    /** What the records' ids name. */
    public IdTables ids() {
        return ids;
    }

    /** A word of a record's payload; 0 behind its last one. */
    public static long word(EventKind kind, Memory ring, long offset, int index) {
        return index < kind.words() ? ring.getLong(offset + EventField.PAYLOAD_OFFSET + (long) Long.BYTES * index) : 0;
    }

    /** The text of a record; the same object for each. */
    public Utf8Text text(Memory ring, long offset) {
        long at = offset + EventField.PAYLOAD_OFFSET;
        return text.at(ring, at + Long.BYTES, (int) ring.getLong(at));
    }

    /** The event of a record. */
    public Event read(
            EventKind kind,
            EventThread thread,
            long nanos,
            Memory ring,
            long offset,
            int small,
            int id,
            CallStack stack) {
        Event event = views[kind.code()];
        event.set(kind, thread, nanos);
        event.read(
                ids,
                small,
                id,
                word(kind, ring, offset, 0),
                word(kind, ring, offset, 1),
                word(kind, ring, offset, 2),
                kind.hasText() ? text(ring, offset) : null,
                stack);
        return event;
    }

    /** The event of a record without text whose words were kept. */
    public Event read(
            EventKind kind,
            EventThread thread,
            long nanos,
            int small,
            int id,
            long a,
            long b,
            long c,
            CallStack stack) {
        Event event = views[kind.code()];
        event.set(kind, thread, nanos);
        event.read(ids, small, id, a, b, c, null, stack);
        return event;
    }
}
