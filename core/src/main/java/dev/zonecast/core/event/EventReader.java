package dev.zonecast.core.event;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.ring.RingLayout;
import dev.zonecast.memory.Memory;
import java.util.EnumMap;
import java.util.Map;

/** Decodes the records of rings. It has one reused event of each kind. */
@SuppressWarnings("exports") // For our own modules, which see the memory.
public final class EventReader {
    private final IdTables ids;
    private final Utf8Text text = new Utf8Text();
    private final Map<EventKind, ReusedEvent> views = new EnumMap<>(EventKind.class);

    /**
     * A reader.
     *
     * @param ids resolves the ids of records
     */
    public EventReader(IdTables ids) {
        this.ids = ids;
        for (EventKind kind : EventKind.values()) {
            views.put(kind, ReusedEvent.of(kind));
        }
    }

    /** Resolves the ids of records. */
    public IdTables ids() {
        return ids;
    }

    /** A word of a record's payload; 0 past the end. */
    public static long word(EventKind kind, Memory ring, long offset, int index) {
        return index < kind.words() ? ring.getLong(offset + RingLayout.SLOT_BYTES + (long) Long.BYTES * index) : 0;
    }

    /** The text of a record, a reused object; null if its kind has none. */
    public Utf8Text text(EventKind kind, Memory ring, long offset) {
        long at = offset + RingLayout.SLOT_BYTES;
        return kind.hasText() ? text.at(ring, at + Long.BYTES, (int) ring.getLong(at)) : null;
    }

    /** The event of a record. */
    public Event read(
            EventKind kind,
            EventThread thread,
            long nanos,
            int small,
            int id,
            long a,
            long b,
            long c,
            Utf8Text words,
            CallStack stack) {
        ReusedEvent event = views.get(kind);
        event.set(kind, thread, nanos);
        event.read(ids, small, id, a, b, c, words, stack);
        return event;
    }

    /** Identifies a pair of begin and end among the pairs of its kinds. */
    public static long pairKey(Event event) {
        return event instanceof ReusedEvent reused ? reused.key() : 0;
    }
}
