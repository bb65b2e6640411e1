package dev.zonecast.core.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.zonecast.core.gpu.contract.PlotValues;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MemoryFiguresTest {
    private static final long INTERVAL_NANOS = 100_000_000;

    private long nanos = Long.MAX_VALUE - INTERVAL_NANOS;
    private final MemoryFigures figures = new MemoryFigures(() -> nanos, "a test", "figures size", "figures use");

    private void record(long bytes) {
        if (figures.isDue()) {
            figures.set(0, bytes);
            figures.set(1, bytes / 2);
        }
    }

    @Test
    void shouldPlotAtMostTenTimesASecond() throws Exception {
        Map<String, List<Long>> values = PlotValues.recorded("figures ", () -> {
            record(10);
            nanos += INTERVAL_NANOS - 1;
            record(20);
            nanos++;
            record(30);
            record(40);
            nanos += 5 * INTERVAL_NANOS;
            record(50);
        });

        assertEquals(Map.of("figures size", List.of(10L, 30L, 50L), "figures use", List.of(5L, 15L, 25L)), values);
    }

    @Test
    void shouldNotAskAgainWhenTheDriverDoesNotAnswer() throws Exception {
        Map<String, List<Long>> values = PlotValues.recorded("figures ", () -> {
            record(10);
            figures.fail();
            nanos += INTERVAL_NANOS;
            record(20);
        });

        assertEquals(List.of(10L), values.get("figures size"));
    }

    @Test
    void shouldNotBeDueWhenNobodyListens() {
        assertFalse(figures.isDue());
    }
}
