package dev.zonecast.core;

import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.core.ring.Gate;
import dev.zonecast.core.ring.Recorder;
import dev.zonecast.core.ring.Switch;

/**
 * Asynchronous spans: work that begins on one thread and may end on another, such as a request or the loading of an asset. Spans may
 * overlap.
 *
 * <pre>{@code
 * private static final SourceLocation LOAD = SourceLocation.here("load");
 * private static final SourceLocation DECODED = SourceLocation.here("decoded");
 *
 * long id = Span.begin(LOAD);   // any thread
 * Span.step(DECODED, id);       // any thread
 * Span.end(id);                 // any thread
 * }</pre>
 *
 * A program may also choose the ids. A begin of an open id ends that span first. Such a begin, and a step or end without a begin, are
 * counted ({@link Statistics#wrongCalls}). Recordings have spans as asynchronous events. Tracy shows each one as a zone on a thread of
 * its own, with a message for each step.
 *
 * <p>Thread-safe.
 */
public final class Span {
    private Span() {}

    /**
     * Begins a span.
     *
     * @param location names the span; null is counted and begins nothing
     * @return id for {@link #step} and {@link #end}, below 0; 0 if nothing was recorded
     */
    public static long begin(SourceLocation location) {
        return Zone.isRecorded(location)
                ? Recorder.current().recordNumbered(EventKind.SPAN_BEGIN, Ids.of(location))
                : 0;
    }

    /**
     * Begins a span with an id of your choice, whatever {@link Option#CATEGORIES} chooses. Null is counted and ignored.
     *
     * @param location names the span
     * @param id above 0; no open span may have it
     */
    public static void begin(SourceLocation location, long id) {
        record(EventKind.SPAN_BEGIN, location, id);
    }

    /**
     * Records a step of an open span. Null is counted and ignored.
     *
     * @param location names the step
     * @param id of {@link #begin}; 0 is ignored
     */
    public static void step(SourceLocation location, long id) {
        if (id != 0) {
            record(EventKind.SPAN_STEP, location, id);
        }
    }

    /**
     * Ends an open span.
     *
     * @param id of {@link #begin}; 0 is ignored
     */
    public static void end(long id) {
        if (Switch.ON && id != 0 && Gate.isOpen()) {
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
