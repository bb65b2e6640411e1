package dev.zonecast.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.core.gpu.GpuStatistic;
import org.junit.jupiter.api.Test;

class ZoneArgumentTest {
    @Test
    void shouldKnowAllStatisticsOfAGpuZone() {
        for (GpuStatistic statistic : GpuStatistic.values()) {
            assertEquals(ZoneArgument.GPU_COUNT, ZoneArgument.of(statistic.displayName()));
        }
    }
}
