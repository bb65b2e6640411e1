package dev.zonecast.core.live;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.FiberEvent;
import dev.zonecast.core.event.Life;
import dev.zonecast.core.event.ZoneRun;
import dev.zonecast.core.registry.Ids;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Fibers, from the collector's calls to what a viewer understands. */
class FiberSessionTest {
    private static final SourceLocation ZONE = SourceLocation.of("of fiber", "f", "F.java", 1, 0);
    private static final SourceLocation OWN = SourceLocation.of("of thread", "f", "F.java", 2, 0);

    private final CollectorStandIn host = new CollectorStandIn();
    private final EventThread main = EventThread.of(1, "main");
    private final EventThread fiber = EventThread.ofFiber(1_900_000_001L, "loader");
    private long base;

    @AfterEach
    void close() {
        host.close();
        assertEquals(List.of(), host.failures());
    }

    private TracyViewer join(int version) throws IOException {
        TracyViewer viewer = host.join(version);
        base = System.nanoTime() - host.originNanos;
        return viewer;
    }

    private long at(long nanos) {
        return host.originNanos + base + nanos;
    }

    @ParameterizedTest
    @ValueSource(ints = {82, 76, 74, 69})
    void shouldShowZonesInTheFibersRowAndWhereItRanWhenAnyVersionConnects(int version) throws IOException {
        TracyViewer viewer = join(version);

        host.feed(s -> {
            s.event(new FiberEvent().entered(fiber, at(100), 1, "main"));
            s.zones(fiber, new ZoneRun().onlyBegin(at(110), Ids.of(ZONE)));
            s.event(new FiberEvent().left(fiber, at(200)));
            // The thread's own, which came before; threads are read one after the other.
            s.zones(main, new ZoneRun().onlyBegin(at(10), Ids.of(OWN)));
            s.zones(main, new ZoneRun().onlyEnd(at(90)));
            s.event(new FiberEvent().entered(fiber, at(300), 7, "worker"));
            s.zones(fiber, new ZoneRun().onlyEnd(at(310)));
            s.zones(fiber, new ZoneRun().onlyBegin(at(320), Ids.of(ZONE)));
        });
        host.feed(s -> {
            s.zones(main, new ZoneRun().onlyBegin(at(210), Ids.of(OWN)));
            s.zones(main, new ZoneRun().onlyEnd(at(220)));
            s.zones(fiber, new ZoneRun().onlyEnd(at(400)));
            s.event(new FiberEvent().left(fiber, at(500)));
        });
        LiveTrace trace = host.finish(viewer);

        LiveTrace.FiberRow row = trace.fibers.get(fiber.id());
        assertEquals(Set.of(1, 7), row.threads);
        assertEquals(100 + 200, row.ranNanos);
        assertEquals("loader", trace.fiberNames.get(fiber.id()));
        assertEquals("worker", trace.threadNames.get(7));
        assertEquals("main", trace.threadNames.get(1));
        List<LiveTrace.Zone> zones = trace.zonesNamed("of fiber");
        assertEquals(2, zones.size());
        assertEquals(List.of(base + 110, base + 310), List.of(zones.get(0).beginNanos, zones.get(0).endNanos));
        assertEquals(1_900_000_001, zones.get(0).thread);
        assertEquals(
                List.of(1, 1),
                trace.zonesNamed("of thread").stream().map(z -> z.thread).toList());
    }

    @Test
    void shouldShowAFiberThatWasEnteredBeforeTheViewerCame() throws IOException {
        host.onAttach = s -> {
            s.thread(fiber, Life.STARTED);
            s.event(new FiberEvent().entered(fiber, host.originNanos - 50, 3, ""));
            s.zones(fiber, new ZoneRun().onlyBegin(host.originNanos - 40, Ids.of(ZONE)));
        };
        TracyViewer viewer = join(82);

        host.feed(s -> {
            s.zones(fiber, new ZoneRun().onlyEnd(at(10)));
            s.event(new FiberEvent().left(fiber, at(20)));
            s.thread(fiber, Life.ENDED);
        });
        LiveTrace trace = host.finish(viewer);

        assertEquals(1, trace.zonesNamed("of fiber").size());
        assertEquals(0, trace.openZones());
        assertEquals("thread 3", trace.threadNames.get(3));
        assertEquals("loader", trace.fiberNames.get(fiber.id()));
    }

    @Test
    void shouldShowNoRunThatIsNotKnown() throws IOException {
        EventThread other = EventThread.ofFiber(1_900_000_002L, "left alone");
        host.onAttach = s -> {
            s.thread(fiber, Life.STARTED);
            // Of an earlier run.
            s.zones(fiber, new ZoneRun().onlyBegin(host.originNanos + 40, Ids.of(ZONE)));
            s.event(new FiberEvent().entered(fiber, host.originNanos + 60, 3, "worker"));
            s.thread(other, Life.STARTED);
        };
        TracyViewer viewer = join(82);

        host.feed(s -> {
            s.zones(fiber, new ZoneRun().onlyEnd(at(10)));
            s.event(new FiberEvent().left(fiber, at(20)));
            s.event(new FiberEvent().left(other, at(30)));
        });
        LiveTrace trace = host.finish(viewer);

        assertEquals(base + 20 - 60, trace.fibers.get(fiber.id()).ranNanos);
        assertEquals(0, trace.fibers.get(other.id()).ranNanos);
        assertEquals(40, trace.zonesNamed("of fiber").getFirst().beginNanos);
    }

    @Test
    void shouldEndZonesThatAFiberLeavesOpenWhenTheSessionEnds() throws IOException {
        TracyViewer viewer = join(82);

        host.feed(s -> {
            s.event(new FiberEvent().entered(fiber, at(100), 1, "main"));
            s.zones(fiber, new ZoneRun().onlyBegin(at(110), Ids.of(ZONE)));
            s.event(new FiberEvent().left(fiber, at(200)));
        });
        LiveTrace trace = host.finish(viewer);

        assertEquals(0, trace.openZones());
        assertEquals(1, trace.zonesNamed("of fiber").size());
    }
}
