package dev.zonecast.core.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.gpu.contract.GpuEvents;
import dev.zonecast.core.registry.GpuContextTable;
import dev.zonecast.core.registry.TableLimit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** A program that makes contexts again and again. */
class ManyContextsTest {
    private static final SourceLocation ZONE = SourceLocation.of("zone", "f", "T.java", 1, 0);
    private static final int CONTEXTS = 1000;

    private static GpuZones create(FakeGpu gpu, String name) {
        return GpuZones.create(GpuApi.CUSTOM, gpu, GpuContextOptions.of(name));
    }

    private static void zone(GpuZones zones, FakeGpu gpu) {
        zones.end(zones.begin(ZONE, 0), 0);
        gpu.finish();
        zones.collect();
    }

    @RepeatedTest(10) // The collector is at another place each time.
    void shouldTellEachZoneOfAThousandContextsThatAreClosed() {
        try (GpuEvents events = new GpuEvents()) {
            List<GpuContextInfo> infos = new ArrayList<>();
            FakeGpu gpu = new FakeGpu();
            for (int i = 0; i < CONTEXTS; i++) {
                GpuZones zones = create(gpu, "again");
                zone(zones, gpu);
                assertTrue(zones.isAvailable());
                infos.add(zones.info());
                zones.close();
            }

            assertEquals(
                    CONTEXTS, infos.stream().map(GpuContextInfo::id).distinct().count());
            GpuEvents.flush();
            for (GpuContextInfo info : infos) {
                assertEquals("zone()", events.shapeOf(info), info::toString);
            }
        }
    }

    @Test
    void shouldMakeAThousandContextsWhenNobodyListens() {
        FakeGpu gpu = new FakeGpu();
        for (int i = 0; i < CONTEXTS; i++) {
            GpuZones zones = create(gpu, "unheard");
            assertTrue(zones.isAvailable());
            zones.close();
        }
    }

    @Test
    void shouldOnlyCountWhenTooManyAreOpen() {
        try (GpuEvents ignored = new GpuEvents()) {
            long refusedBefore = TableLimit.refusedNames();
            long droppedBefore = GpuLosses.total();
            List<GpuZones> open = new ArrayList<>();
            FakeGpu gpu = new FakeGpu();
            for (int i = 0; i < GpuContextTable.MAX_OPEN + 2; i++) {
                open.add(create(gpu, "open"));
            }
            GpuZones refused = create(gpu, "refused");
            zone(refused, gpu);

            assertFalse(refused.isAvailable());
            assertEquals(1, refused.statistics().droppedZones());
            assertEquals(1, GpuLosses.total() - droppedBefore);
            assertTrue(TableLimit.refusedNames() - refusedBefore >= 3);
            open.forEach(GpuZones::close);

            GpuZones again = create(gpu, "again");
            assertTrue(again.isAvailable());
            again.close();
        }
    }
}
