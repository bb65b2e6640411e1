package dev.zonecast.core.event;

import dev.zonecast.core.kind.EventKind;
import java.util.function.UnaryOperator;

/**
 * Writes the fields of an event, or reads them into one. Each class of events names its fields once, for both ways. A writer returns
 * what it gets; a reader returns what was written in its place.
 */
public abstract class EventFields {
    /** Neither writes nor reads by itself. */
    protected EventFields() {}

    /** A number, a truth or bits. */
    protected abstract long number(long value);

    /** An object that does not change, or null. The reader gets the same object. */
    protected abstract <T> T object(T value);

    /**
     * An object that its source changes after the call.
     *
     * @param bytes about as many does it take
     */
    protected abstract <T> T copy(T value, UnaryOperator<T> copier, long bytes);

    /** A text, or null. The reader's is valid until it reads on. */
    protected abstract Utf8Text text(Utf8Text text);

    /** An event to read into; null if there is no reused one of this kind. */
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
