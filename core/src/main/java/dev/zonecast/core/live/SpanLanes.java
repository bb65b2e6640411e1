package dev.zonecast.core.live;

import dev.zonecast.core.MessageSource;
import dev.zonecast.core.Severity;
import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.MessageEvent;
import dev.zonecast.core.event.SpanEvent;
import dev.zonecast.core.event.Utf8Text;
import dev.zonecast.core.event.ZoneAttribute;
import dev.zonecast.core.event.ZoneRun;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.late.LateTrack;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.core.registry.TableLimit;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;

/**
 * Shows asynchronous spans to a sink that has none: a span is a zone on a lane, which looks like a thread and has one span at a time. A step
 * is a message on the lane; the zone's value is the span's id.
 *
 * <p>Owned by the collector's thread.
 */
final class SpanLanes {
    private static final int MAX_LANES = 256;

    private static final TableLimit LIMIT =
            TableLimit.ofEvents("open spans in a viewer", MAX_LANES, "the viewer does not show further ones");

    private final EventSink sink;
    private final Map<Long, EventThread> open = new HashMap<>();
    private final ArrayDeque<EventThread> free = new ArrayDeque<>();
    private final ZoneRun run = new ZoneRun();
    private final ZoneAttribute value = new ZoneAttribute();
    private final MessageEvent message = new MessageEvent();

    SpanLanes(EventSink sink) {
        this.sink = sink;
    }

    void event(SpanEvent span) throws IOException {
        EventThread lane = span.kind() == EventKind.SPAN_BEGIN ? begun(span) : open.get(span.id());
        if (lane == null) {
            return;
        }
        switch (span.kind()) {
            case SPAN_BEGIN -> {
                sink.zones(lane, run.onlyBegin(span.nanos(), Ids.of(span.location())));
                sink.event(value.value(EventKind.ZONE_VALUE, lane, span.id()));
            }
            case SPAN_STEP -> {
                Utf8Text name = Utf8Text.of(span.location().displayName());
                sink.event(message.message(lane, span.nanos(), Severity.INFO, MessageSource.USER, -1, name, null));
            }
            default -> {
                sink.zones(lane, run.onlyEnd(span.nanos()));
                open.remove(span.id());
                free.push(lane);
            }
        }
    }

    /** The lane of a new span; null if there are too many. */
    private EventThread begun(SpanEvent span) {
        EventThread lane = free.poll();
        if (lane == null && open.size() < MAX_LANES) {
            String name = "Spans " + (open.size() + 1);
            lane = EventThread.of(LateTrack.of(name).id(), name);
        }
        if (lane == null) {
            LIMIT.refuse();
        } else {
            open.put(span.id(), lane);
        }
        return lane;
    }
}
