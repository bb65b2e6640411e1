package dev.zonecast.core.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.gpu.contract.GpuEvents;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Call stacks and names on their way from a context to sinks. */
class GpuCallStackTest {
    private static final SourceLocation A = SourceLocation.of("a", "f", "A.java", 1, 0);

    private final FakeGpu gpu = new FakeGpu();

    /** As the contexts of the APIs call it. */
    private static long begin(GpuZones zones, int depth) {
        return zones.begin(A, 0, depth);
    }

    private GpuZones create(String name) {
        return GpuZones.create(GpuApi.CUSTOM, gpu, GpuContextOptions.of(name));
    }

    @Test
    void shouldBringTheCallsThatLedToAZoneWhenTheGpuHasPassedIt() {
        try (GpuEvents events = new GpuEvents()) {
            GpuZones zones = create("stacks");
            for (int i = 0; i < 300; i++) {
                zones.end(begin(zones, i % 3 == 0 ? 4 : 0), 0);
            }
            gpu.finish();
            zones.collect();

            List<GpuEvents.Event> begins = events.of(zones.info()).stream()
                    .filter(GpuEvents.Event::isBegin)
                    .toList();
            assertEquals(300, begins.size());
            for (int i = 0; i < begins.size(); i++) {
                CallStack stack = begins.get(i).stack();
                if (i % 3 != 0) {
                    assertNull(stack);
                    continue;
                }
                assertEquals(4, stack.calls().size());
                assertEquals(
                        GpuCallStackTest.class.getName() + ".shouldBringTheCallsThatLedToAZoneWhenTheGpuHasPassedIt",
                        stack.calls().getFirst().function());
            }
            zones.close();
        }
    }

    @Test
    void shouldShowAnotherNameFromTheNextZoneOn() {
        try (GpuEvents events = new GpuEvents()) {
            GpuZones zones = create("before");
            GpuContextInfo before = zones.info();
            long open = zones.begin(A, 0);
            gpu.finish();
            zones.collect();
            assertEquals("before", events.nameOf(before));

            zones.rename("after");
            assertEquals("after", events.nameOf(before), "the name comes while a zone is open");
            zones.rename("");
            zones.rename(null);
            zones.end(open, 0);
            zones.end(zones.begin(A, 0), 0);
            gpu.finish();
            zones.collect();

            assertEquals(before.id(), zones.info().id());
            assertEquals("after", zones.info().name());
            assertEquals("a()a()", events.shapeOf(before));
            assertEquals("after", events.nameOf(before));
            zones.close();
            zones.rename("too late");
            assertEquals("after", zones.info().name());
        }
    }

    @Test
    void shouldTakeNoCallsWhenNobodyListens() {
        GpuZones zones = create("unheard");

        assertEquals(0, begin(zones, 8));
        assertTrue(zones.isAvailable());
        zones.close();
    }
}
