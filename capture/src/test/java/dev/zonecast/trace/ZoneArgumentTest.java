package dev.zonecast.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.core.gpu.GpuStatistic;
import dev.zonecast.core.kind.ZoneCounter;
import dev.zonecast.core.registry.Registry;
import dev.zonecast.fxt.Term;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ZoneArgumentTest {
    @Test
    void shouldKnowAllCountersOfTheSystem() {
        for (ZoneCounter counter : ZoneCounter.values()) {
            String name = Term.count(counter.code()).text();

            assertEquals(ZoneArgument.COUNT, ZoneArgument.of(name));
            assertEquals(counter.displayName(), ZoneCount.of(name).displayName());
        }
    }

    @Test
    void shouldKnowAllStatisticsOfAGpuZone() {
        List<GpuStatistic> all = new ArrayList<>(GpuStatistic.PIPELINE);
        // Named as an argument of another meaning.
        all.add(GpuStatistic.of("text"));
        for (GpuStatistic statistic : all) {
            String name = Registry.INSTANCE.names().text(statistic.nameId());

            assertEquals(ZoneArgument.COUNT, ZoneArgument.of(name));
            assertEquals(statistic.displayName(), ZoneCount.of(name).displayName());
        }
        assertEquals(ZoneArgument.TEXT, ZoneArgument.of("text"));
        assertEquals(ZoneArgument.OTHER, ZoneArgument.of("frames"));
    }
}
