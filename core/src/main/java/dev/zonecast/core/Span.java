package dev.zonecast.core;

import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.core.ring.Gate;
import dev.zonecast.core.ring.Recorder;
import dev.zonecast.core.ring.Switch;

/**
 * Asynchronous spans: work that begins on one thread and may go on and end on others, as a request or the loading of an asset. Spans overlap
 * as they like.
 *
 * <pre>{@code
 * private static final SourceLocation LOAD = SourceLocation.here("load");
 * private static final SourceLocation DECODED = SourceLocation.here("decoded");
 *
 * Span.begin(LOAD, id);     // any thread
 * Span.step(DECODED, id);   // any thread
 * Span.end(id);             // any thread
 * }</pre>
 *
 * The program chooses the ids. A begin of an open id ends its span first. Recordings have spans as asynchronous events. Tracy shows each one
 * as a zone on a thread of its own, with a message for each step.
 *
 * <p>Thread-safe.
 */
public final class Span {
    private Span() {}

    /**
     * A span begins. Null is counted and ignored.
     *
     * @param location names the span
     * @param id of no other span that is open
     */
    public static void begin(SourceLocation location, long id) {
        record(EventKind.SPAN_BEGIN, location, id);
    }

    /**
     * An open span takes a step. Null is counted and ignored.
     *
     * @param location names the step
     */
    public static void step(SourceLocation location, long id) {
        record(EventKind.SPAN_STEP, location, id);
    }

    /** An open span ends. */
    public static void end(long id) {
        if (Switch.ON && Gate.isOpen()) {
            Recorder.current().record(EventKind.SPAN_END, 0, 0, id);
        }
    }

    private static void record(EventKind kind, SourceLocation location, long id) {
        if (!Switch.ON || !Gate.isOpen()) {
            return;
        }
        if (location == null) {
            Recorder.current().countUnmatched();
            return;
        }
        Recorder.current().record(kind, 0, Ids.of(location), id);
    }
}
