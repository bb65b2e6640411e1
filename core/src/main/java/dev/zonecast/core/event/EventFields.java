package dev.zonecast.core.event;

import dev.zonecast.core.kind.EventKind;
import java.util.function.UnaryOperator;

/**
 * Writes or reads the fields of an event. Each class of events lists its fields once, for both. A writer returns its argument. A reader
 * returns the value that was written at this point.
 */
public abstract class EventFields {
    /** For subclasses. */
    protected EventFields() {}

    /** A number, a boolean or bits. */
    protected abstract long number(long value);

    /** An immutable object, or null. The reader returns the same object. */
    protected abstract <T> T object(T value);

    /**
     * An object that its source reuses after the call.
     *
     * @param bytes its approximate size
     */
    protected abstract <T> T copy(T value, UnaryOperator<T> copier, long bytes);

    /** A text, or null. A reader's text is valid until its next read. */
    protected abstract Utf8Text text(Utf8Text text);

    /** The reused event of this kind; null if there is none. */
    protected static ReusedEvent eventOf(EventKind kind) {
        return ReusedEvent.of(kind);
    }

    /** Writes the fields of an event. */
    protected final void write(ReusedEvent event) {
        event.exchange(this);
    }

    /** Reads an event. */
    protected final void read(ReusedEvent event, EventKind kind, EventThread thread, long nanos) {
        event.set(kind, thread, nanos);
        event.exchange(this);
    }
}
