package dev.zonecast.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.zonecast.core.Plot;
import java.util.List;
import org.junit.jupiter.api.Test;

class ThreadPlotsTest {
    private static final double BUSY = 0.5;

    private final ThreadPlots plots = new ThreadPlots();

    @Test
    void shouldKeepLivingThreadsOfOneNameApart() {
        Plot first = plots.of(1, "twin", BUSY, 0);
        Plot second = plots.of(2, "twin", BUSY, 0);

        assertEquals("CPU: twin", first.name());
        assertEquals("CPU: twin #2", second.name());
        assertSame(first, plots.of(1, "twin", 0, 1_000));
        assertSame(second, plots.of(2, "twin", 0, 1_000));
    }

    @Test
    void shouldGoOnInOnePlotWhenAThreadIsReplacedByOneOfItsName() {
        Plot first = plots.of(1, "again", BUSY, 0);

        assertSame(first, plots.of(2, "again", BUSY, 10_000));
        assertNotSame(first, plots.of(1, "again", BUSY, 10_000));
    }

    @Test
    void shouldKnowOnceWhoseReportsHaveStopped() {
        Plot first = plots.of(1, "first", BUSY, 0);
        Plot second = plots.of(2, "second", BUSY, 0);
        assertSame(second, plots.of(2, "second", 0.001, 1_000));

        assertEquals(List.of(), plots.becameIdle(1_000));
        assertEquals(List.of(first), plots.becameIdle(2_000));
        assertEquals(List.of(second), plots.becameIdle(3_000));
        assertEquals(List.of(), plots.becameIdle(4_000));

        assertSame(first, plots.of(1, "first", BUSY, 5_000));
        assertSame(second, plots.of(2, "second", 0, 5_000));
        assertEquals(List.of(first), plots.becameIdle(7_000), "the other one is at 0");
    }

    @Test
    void shouldGiveThePlaceOfAnIdleThreadToABusyOne() {
        for (int id = 0; id < ThreadPlots.MAX_THREADS; id++) {
            assertEquals("CPU: t" + id, plots.of(id, "t" + id, BUSY, 0).name());
        }
        assertNull(plots.of(1_000, "later", BUSY, 0));
        for (int id = 1; id < ThreadPlots.MAX_THREADS; id++) {
            assertEquals("CPU: t" + id, plots.of(id, "t" + id, 0, 10_000).name());
        }

        assertNull(plots.of(1_000, "later", 0, 10_000));
        assertEquals("CPU: later", plots.of(1_000, "later", BUSY, 10_000).name());
        assertNull(plots.of(1_001, "latest", BUSY, 10_000));
        assertNull(plots.of(0, "t0", BUSY, 10_000));
    }
}
