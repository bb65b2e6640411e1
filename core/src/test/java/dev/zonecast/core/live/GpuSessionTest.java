package dev.zonecast.core.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.GpuEvent;
import dev.zonecast.core.event.ZoneRun;
import dev.zonecast.core.gpu.GpuApi;
import dev.zonecast.core.gpu.GpuContextInfo;
import dev.zonecast.core.registry.Ids;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** GPU contexts, from the collector's calls to what a viewer understands. */
class GpuSessionTest {
    private static final SourceLocation PASS = SourceLocation.of("pass", "draw", "Renderer.java", 7, 0);

    private final CollectorStandIn host = new CollectorStandIn();
    private final EventThread main = EventThread.of(1, "main");

    @AfterEach
    void close() {
        host.close();
        assertEquals(List.of(), host.failures());
    }

    @ParameterizedTest
    @ValueSource(ints = {82, 76, 74, 69})
    void shouldShowCallStacksNamesAndClocksWhenAnyVersionConnects(int version) throws IOException {
        long now = System.nanoTime();
        GpuContextInfo before = new GpuContextInfo(3, GpuApi.VULKAN, "before", now);
        GpuContextInfo after = new GpuContextInfo(3, GpuApi.VULKAN, "after", now);
        CallStack calls = new CallStack(List.of(new CallStack.Call("Game.draw", "Game.java", 12)));
        TracyViewer viewer = host.join(version);

        host.feed(s -> {
            s.zones(main, new ZoneRun().onlyBegin(now, Ids.of(PASS)));
            s.event(new GpuEvent().context(before));
            s.event(new GpuEvent().begin(before, 1, PASS, now + 10, now + 20, calls));
            s.event(new GpuEvent().calibration(before, now + 30, 20_000, -3.25));
            s.event(new GpuEvent().context(after));
            s.event(new GpuEvent().end(after, 1, now + 40, now + 50));
            s.event(new GpuEvent().begin(after, 1, PASS, now + 60, now + 70));
            s.event(new GpuEvent().calibration(after, now + 75, 4_000, -3));
            s.event(new GpuEvent().end(after, 1, now + 80, now + 90));
            s.zones(main, new ZoneRun().onlyEnd(now + 100));
        });
        LiveTrace trace = host.finish(viewer);

        assertEquals(1, trace.gpuContexts.size());
        assertEquals("after", trace.gpuNames.get(0));
        assertEquals(2, trace.gpuZones.size());
        assertEquals(1, trace.gpuZones.getFirst().calls.size());
        assertNull(trace.gpuZones.get(1).calls);
        List<LiveTrace.PlotValue> errors = trace.plot("GPU clock error: before (ns)");
        assertEquals(
                List.of(20_000.0, 4_000.0),
                errors.stream().map(LiveTrace.PlotValue::value).toList());
        assertEquals(45, errors.get(1).nanos() - errors.getFirst().nanos());
        List<LiveTrace.PlotValue> drifts = trace.plot("GPU clock drift: before (ppm)");
        assertEquals(
                List.of(-3.25, -3.0),
                drifts.stream().map(LiveTrace.PlotValue::value).toList());
        assertEquals(errors.get(1).nanos(), drifts.get(1).nanos());
    }

    @ParameterizedTest
    @ValueSource(ints = {82, 76, 74, 69})
    void shouldShowEachLaneAsAContextOfItsOwn(int version) throws IOException {
        long now = System.nanoTime();
        GpuContextInfo graphics = new GpuContextInfo(3, GpuApi.VULKAN, "graphics", now);
        TracyViewer viewer = host.join(version);

        host.feed(s -> {
            s.zones(main, new ZoneRun().onlyBegin(now, Ids.of(PASS)));
            s.event(new GpuEvent().context(graphics));
            s.event(new GpuEvent().begin(graphics, 1, PASS, now + 10, now + 20));
            s.event(new GpuEvent().begin(graphics, 1, PASS, now + 11, now + 30).inLane(1));
            s.event(new GpuEvent().end(graphics, 1, now + 12, now + 40));
            s.event(new GpuEvent().end(graphics, 1, now + 13, now + 50).inLane(1));
            s.event(new GpuEvent().context(new GpuContextInfo(3, GpuApi.VULKAN, "queue", now)));
            s.event(new GpuEvent().closed(graphics));
            s.zones(main, new ZoneRun().onlyEnd(now + 100));
        });
        LiveTrace trace = host.finish(viewer);

        assertEquals(2, trace.gpuContexts.size());
        assertEquals("queue", trace.gpuNames.get(0));
        assertEquals("queue, lane 2", trace.gpuNames.get(1));
        assertEquals(2, trace.gpuZones.size());
    }
}
