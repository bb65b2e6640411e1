package dev.zonecast.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.core.gpu.GpuStatistic;
import dev.zonecast.core.registry.Registry;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ZoneArgumentTest {
    @Test
    void shouldKnowAllStatisticsOfAGpuZone() {
        List<GpuStatistic> all = new ArrayList<>(GpuStatistic.PIPELINE);
        // Named as an argument of another meaning.
        all.add(GpuStatistic.of("text"));
        for (GpuStatistic statistic : all) {
            String name = Registry.INSTANCE.names().text(statistic.nameId());

            assertEquals(ZoneArgument.GPU_COUNT, ZoneArgument.of(name));
            assertEquals(statistic.displayName(), GpuCount.of(name).displayName());
        }
        assertEquals(ZoneArgument.TEXT, ZoneArgument.of("text"));
        assertEquals(ZoneArgument.OTHER, ZoneArgument.of("frames"));
    }
}
