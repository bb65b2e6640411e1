package dev.zonecast.core.recording;

import dev.zonecast.core.event.SpanEvent;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.Term;
import dev.zonecast.fxt.write.Events;
import java.io.IOException;

/** Asynchronous spans: the format's asynchronous events. */
final class SpanRecords extends Records {
    SpanRecords(Tables tables) {
        super(tables);
    }

    /** A step has its own name; the end has that of the span, as readers expect. */
    void event(Track thread, long time, SpanEvent event) throws IOException {
        int type = switch (event.kind()) {
            case SPAN_BEGIN -> FxtLayout.ASYNC_BEGIN;
            case SPAN_STEP -> FxtLayout.ASYNC_INSTANT;
            default -> FxtLayout.ASYNC_END;
        };
        LocationTable.Entry place = locations.get(event.location());
        long reference = tracks.reference(thread);
        writer.event(Events.header(type, 0, 0, Term.SPAN, 0) | place.nameBits | reference, time)
                .argument(place.locArgument)
                .word(event.id())
                .close();
    }
}
