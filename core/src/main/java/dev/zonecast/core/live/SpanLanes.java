package dev.zonecast.core.live;

import dev.zonecast.core.MessageSource;
import dev.zonecast.core.Severity;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.FlowEvent;
import dev.zonecast.core.event.MessageEvent;
import dev.zonecast.core.event.SpanEvent;
import dev.zonecast.core.event.Utf8Text;
import dev.zonecast.core.event.ZoneAttribute;
import dev.zonecast.core.event.ZoneRun;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.late.LateTrack;
import dev.zonecast.core.registry.Ids;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Shows asynchronous spans, or flows, to a sink that has none: each is a zone on a lane, which looks like a thread and has one of them at a
 * time. A step is a message on the lane. The value of a span's zone is its id. The zone of a flow has the suffix "queued" and a text with
 * the threads of its begin and end.
 *
 * <p>Owned by the collector's thread.
 */
final class SpanLanes {
    /** Lanes of one kind. */
    private static final class Lanes {
        private final String title;
        /** In the order of their begins. */
        private final Map<Long, EventThread> open = new LinkedHashMap<>();

        private final ArrayDeque<EventThread> free = new ArrayDeque<>();

        Lanes(String title) {
            this.title = title;
        }

        boolean isFull() {
            return open.size() == ViewerLosses.MAX_LANES;
        }

        /** Null if there are too many. */
        EventThread take(long id) {
            EventThread lane = free.poll();
            if (lane == null && !isFull()) {
                String name = title + " " + (open.size() + 1);
                lane = EventThread.of(LateTrack.of(name).id(), name);
            }
            if (lane == null) {
                ViewerLosses.countLane();
            } else {
                open.put(id, lane);
            }
            return lane;
        }
    }

    private final EventSink sink;
    private final Lanes spans = new Lanes("Spans");
    private final Lanes flows = new Lanes("Queued");
    private final Map<SourceLocation, SourceLocation> queued = new HashMap<>();
    private final ZoneRun run = new ZoneRun();
    private final ZoneAttribute attribute = new ZoneAttribute();
    private final MessageEvent message = new MessageEvent();

    SpanLanes(EventSink sink) {
        this.sink = sink;
    }

    void event(SpanEvent span) throws IOException {
        switch (span.kind()) {
            case SPAN_BEGIN -> {
                EventThread lane = begun(spans, span.id(), span.nanos(), span.location());
                if (lane != null) {
                    sink.event(attribute.value(EventKind.ZONE_VALUE, lane, span.id()));
                }
            }
            case SPAN_STEP -> {
                EventThread lane = spans.open.get(span.id());
                if (lane != null) {
                    Utf8Text name = Utf8Text.of(span.location().displayName());
                    sink.event(message.message(lane, span.nanos(), Severity.INFO, MessageSource.USER, -1, name, null));
                }
            }
            default -> ended(spans, span.id(), span.nanos());
        }
    }

    void event(FlowEvent flow) throws IOException {
        EventThread lane = flows.open.get(flow.id());
        if (lane != null && flow.kind() == EventKind.FLOW_END) {
            Utf8Text way = Utf8Text.of(flow.from() + " -> " + flow.thread().name());
            sink.event(attribute.text(EventKind.ZONE_TEXT, lane, way));
        }
        ended(flows, flow.id(), flow.nanos());
        if (flow.kind() == EventKind.FLOW_BEGIN) {
            if (flows.isFull()) {
                // A flow may lead nowhere and never end. Such flows would keep all lanes.
                ViewerLosses.countLane();
                ended(flows, flows.open.keySet().iterator().next(), flow.nanos());
            }
            SourceLocation place = queued.computeIfAbsent(flow.location(), SpanLanes::queued);
            EventThread ignored = begun(flows, flow.id(), flow.nanos(), place);
        }
    }

    /** A place of its own: the viewer's statistics of the zone that runs the job are without the time in the queue. */
    private static SourceLocation queued(SourceLocation at) {
        return SourceLocation.of(at.displayName() + ": queued", at.function(), at.file(), at.line(), at.rgb());
    }

    /** The lane on which a zone has begun; null if there are too many. */
    private EventThread begun(Lanes lanes, long id, long nanos, SourceLocation location) throws IOException {
        EventThread lane = lanes.take(id);
        if (lane != null) {
            sink.zones(lane, run.onlyBegin(nanos, Ids.of(location)));
        }
        return lane;
    }

    private void ended(Lanes lanes, long id, long nanos) throws IOException {
        EventThread lane = lanes.open.remove(id);
        if (lane != null) {
            sink.zones(lane, run.onlyEnd(nanos));
            lanes.free.push(lane);
        }
    }
}
