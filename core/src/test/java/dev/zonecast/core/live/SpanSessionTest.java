package dev.zonecast.core.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Statistics;
import dev.zonecast.core.collect.TestProfiler;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.FlowEvent;
import dev.zonecast.core.event.SpanEvent;
import dev.zonecast.core.kind.EventKind;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Asynchronous spans, from the collector's calls to what a viewer understands. */
class SpanSessionTest {
    private static final SourceLocation LOAD = SourceLocation.here("load span");
    private static final SourceLocation SAVE = SourceLocation.here("save span");
    private static final SourceLocation DECODED = SourceLocation.here("decoded step");

    /** Most lanes of a kind. */
    private static final int LANES = 256;

    private final CollectorStandIn host = new CollectorStandIn();
    private final int port = host.listen();
    private final EventThread main = EventThread.of(1, "main");
    private final EventThread worker = EventThread.of(7, "worker");

    @AfterEach
    void close() {
        host.close();
        assertEquals(List.of(), host.failures());
    }

    private SpanEvent span(EventKind kind, EventThread thread, long nanos, SourceLocation location, long id) {
        return new SpanEvent().span(kind, thread, host.originNanos + nanos, location, id);
    }

    @ParameterizedTest
    @ValueSource(ints = {82, 76, 74, 69})
    void shouldShowSpansThatOverlapOnLanesOfTheirOwnWhenAnyVersionConnects(int version) throws IOException {
        TracyViewer viewer = TracyViewer.join(port, version);
        viewer.await("the session", () -> host.liveCount() > 0);

        host.feed(s -> {
            s.event(span(EventKind.SPAN_BEGIN, main, 100, LOAD, 11));
            s.event(span(EventKind.SPAN_BEGIN, worker, 200, SAVE, 12));
            s.event(span(EventKind.SPAN_STEP, worker, 250, DECODED, 11));
            s.event(span(EventKind.SPAN_END, worker, 300, LOAD, 11));
            s.event(span(EventKind.SPAN_BEGIN, main, 400, LOAD, 13));
            s.event(span(EventKind.SPAN_END, main, 500, SAVE, 12));
        });
        LiveTrace trace = host.finish(viewer);

        List<LiveTrace.Zone> loads = trace.zonesNamed("load span");
        LiveTrace.Zone save = trace.zonesNamed("save span").getFirst();
        assertEquals(2, loads.size());
        assertEquals(100, loads.getFirst().beginNanos);
        assertEquals(300, loads.getFirst().endNanos);
        assertEquals(List.of(11L), loads.getFirst().values);
        assertEquals(500, save.endNanos);
        assertNotEquals(loads.getFirst().thread, save.thread);
        assertEquals(loads.getFirst().thread, loads.getLast().thread, "a lane that is free is used again");
        assertEquals("Spans 1", trace.threadNames.get(loads.getFirst().thread));
        assertEquals("Spans 2", trace.threadNames.get(save.thread));
        assertEquals(1, trace.messages.size());
        assertEquals(0, trace.openZones());
    }

    private FlowEvent flow(EventKind kind, EventThread thread, long nanos, long id) {
        return new FlowEvent().flow(kind, thread, host.originNanos + nanos, LOAD, id, "main");
    }

    @ParameterizedTest
    @ValueSource(ints = {82, 76, 74, 69})
    void shouldShowFlowsAsZonesBesideTheirJobsWhenAnyVersionConnects(int version) throws IOException {
        TracyViewer viewer = TracyViewer.join(port, version);
        viewer.await("the session", () -> host.liveCount() > 0);

        host.feed(s -> {
            s.event(flow(EventKind.FLOW_BEGIN, main, 100, 11));
            s.event(flow(EventKind.FLOW_BEGIN, main, 150, 12));
            s.event(flow(EventKind.FLOW_END, worker, 300, 11));
            s.event(flow(EventKind.FLOW_BEGIN, main, 350, 12));
            s.event(flow(EventKind.FLOW_END, worker, 400, 12));
            s.event(flow(EventKind.FLOW_END, worker, 500, 99));
        });
        LiveTrace trace = host.finish(viewer);

        List<LiveTrace.Zone> queued = trace.zonesNamed("load span: queued");
        assertEquals(
                List.of("100 300 [main -> worker]", "150 350 []", "350 400 [main -> worker]"),
                queued.stream()
                        .sorted(Comparator.comparingLong(zone -> zone.beginNanos))
                        .map(zone -> zone.beginNanos + " " + zone.endNanos + " " + zone.texts)
                        .toList());
        assertEquals("Queued 1", trace.threadNames.get(queued.getFirst().thread));
        assertEquals(0, trace.openZones());
    }

    @Test
    void shouldShowTheNewestFlowsWhenTheOldestLeadNowhere() throws IOException {
        TracyViewer viewer = TracyViewer.join(port, 82);
        viewer.await("the session", () -> host.liveCount() > 0);

        host.feed(s -> {
            for (int id = 1; id <= LANES; id++) {
                s.event(flow(EventKind.FLOW_BEGIN, main, id, id));
            }
            s.event(flow(EventKind.FLOW_BEGIN, main, 1000, 999));
            s.event(flow(EventKind.FLOW_END, worker, 1200, 1));
            s.event(flow(EventKind.FLOW_END, worker, 1300, 999));
        });
        LiveTrace trace = host.finish(viewer);

        List<LiveTrace.Zone> queued = trace.zonesNamed("load span: queued");
        assertEquals(LANES + 1, queued.size());
        assertEquals(
                List.of("1 1000 [] Queued 1", "1000 1300 [main -> worker] Queued 1"),
                queued.stream()
                        .filter(zone -> zone.beginNanos == 1 || zone.beginNanos == 1000)
                        .sorted(Comparator.comparingLong(zone -> zone.beginNanos))
                        .map(zone -> zone.beginNanos + " " + zone.endNanos + " " + zone.texts + " "
                                + trace.threadNames.get(zone.thread))
                        .toList());
        assertEquals(0, trace.openZones());
    }

    @Test
    void shouldCountWhatTheViewerDoesNotShowAsDropped() throws IOException {
        Statistics.Losses before = TestProfiler.statistics().losses();
        TracyViewer viewer = TracyViewer.join(port, 82);
        viewer.await("the session", () -> host.liveCount() > 0);

        host.feed(s -> {
            for (int id = 1; id <= LANES + 44; id++) {
                s.event(span(EventKind.SPAN_BEGIN, main, id, LOAD, id));
            }
        });
        host.finish(viewer);

        Statistics.Losses after = TestProfiler.statistics().losses();
        assertEquals(44, refusals(after) - refusals(before));
        assertEquals(44, after.droppedEvents() - before.droppedEvents());
    }

    private static long refusals(Statistics.Losses losses) {
        return losses.refusals().getOrDefault("open spans or flows in a viewer", 0L);
    }
}
