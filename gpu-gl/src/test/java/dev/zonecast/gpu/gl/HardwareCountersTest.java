package dev.zonecast.gpu.gl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.gpu.GpuApi;
import dev.zonecast.core.gpu.GpuContextOptions;
import dev.zonecast.core.gpu.GpuStatistic;
import dev.zonecast.core.gpu.GpuZones;
import dev.zonecast.core.gpu.HardwareCounter;
import dev.zonecast.core.gpu.contract.GpuEvents;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.lwjgl.opengl.GL;
import org.lwjgl.opengl.GL11C;

/** Hardware counters: with drivers that are played function by function, because Mesa's software driver has none. */
@EnabledForJreRange(min = JRE.JAVA_22) // The drivers are functions of java.lang.foreign.
class HardwareCountersTest {
    private static final SourceLocation OUTER = SourceLocation.here("outer");
    private static final SourceLocation INNER = SourceLocation.here("inner");

    private final PlayedAmdDriver amd = new PlayedAmdDriver();
    private final PlayedIntelDriver intel = new PlayedIntelDriver();

    @AfterEach
    void close() {
        amd.close();
        intel.close();
    }

    private static GlCounters count(CounterDriver driver, String... wanted) {
        List<Integer> chosen = HardwareCounter.choose("test", driver.counters(), List.of(wanted));
        return driver.count("test", chosen, () -> false);
    }

    private static List<String> names(GlCounters counters) {
        return counters.counted().stream().map(GpuStatistic::displayName).toList();
    }

    @Test
    void shouldListTheCountersOfMonitors() {
        List<HardwareCounter> all = new AmdMonitors(amd).counters();

        assertEquals(
                List.of(
                        new HardwareCounter("GRBM", "GPU cycles", "count", "", true),
                        new HardwareCounter("GRBM", "busy", "percent", "", false),
                        new HardwareCounter("L2", "L2 misses", "count", "", true)),
                all.subList(0, 3));
        assertEquals(5, all.size());
    }

    @Test
    void shouldListTheCountersOfQueryTypes() {
        assertEquals(
                List.of(
                        new HardwareCounter("Render", "cycles", "count", "counts cycles", true),
                        new HardwareCounter("Render", "pixels", "count", "counts pixels", true),
                        new HardwareCounter("Render", "busy", "share of the time", "counts busy", false),
                        new HardwareCounter("Memory", "reads", "count", "counts reads", true)),
                new IntelQueries(intel).counters());
    }

    @Test
    void shouldLeaveOutWhatAMonitorCannotCount() {
        AmdMonitors driver = new AmdMonitors(amd);

        assertNull(count(driver, "no such counter", "busy"));
        assertEquals(
                List.of("GPU cycles", "L2 misses", "L2 hits"),
                names(count(driver, "GPU cycles", "L2/L2 misses", "L2 hits", "L2 misses", "L2 writes")));
    }

    /** Zones tell counts apart by name. */
    @Test
    void shouldRefuseACounterWhenAnotherHasItsName() {
        List<HardwareCounter> offered = List.of(
                new HardwareCounter("A", "x", "count", "", true),
                new HardwareCounter("B", "x", "count", "", true),
                new HardwareCounter("B", "vertices", "count", "", true),
                new HardwareCounter("B", "y", "count", "", true));

        assertEquals(
                List.of(0, 3), HardwareCounter.choose("test", offered, List.of("A/x", "B/x", "x", "vertices", "y")));
        assertEquals(List.of(1), HardwareCounter.choose("test", offered, List.of("B/x", "A/x")));
    }

    @Test
    void shouldCountOneTypeOfQueryAtATime() {
        assertEquals(
                List.of("pixels", "cycles"), names(count(new IntelQueries(intel), "pixels", "Memory/reads", "cycles")));
    }

    @Test
    void shouldReadWhatAMonitorCounted() {
        GlCounters counters = count(new AmdMonitors(amd), "L2 hits", "GPU cycles");
        long[] values = new long[2];
        assertTrue(counters.begin(1, 0));
        amd.work += 5;
        counters.end(1, 0);

        assertTrue(counters.read(1, values));
        assertEquals(50, values[0]);
        assertEquals(5L << 32, values[1]);
        amd.isReady = false;
        assertFalse(counters.read(1, values));
        amd.isReady = true;
        amd.addsForeign = true;
        assertFalse(counters.read(1, values));
        counters.delete();
        counters.free();
        assertEquals(0, amd.monitors());
    }

    @Test
    void shouldReadWhatAQueryCounted() {
        GlCounters counters = count(new IntelQueries(intel), "pixels", "cycles");
        long[] values = new long[2];
        assertTrue(counters.begin(3, 0));
        intel.work += 70;
        counters.end(3, 0);

        assertTrue(counters.read(3, values));
        assertEquals(70, values[0]);
        assertEquals(70, values[1]);
        intel.isReady = false;
        assertFalse(counters.read(3, values));
        counters.delete();
        counters.free();
        assertTrue(intel.queries.isEmpty());
    }

    @Test
    void shouldReadNothingWhenTheContextIsLost() {
        AmdMonitors driver = new AmdMonitors(amd);
        GlCounters counters = driver.count("test", List.of(0), () -> true);
        assertTrue(counters.begin(1, 0));
        counters.end(1, 0);

        assertFalse(counters.read(1, new long[1]));
        counters.free();
    }

    /** Beside the statistics of a real pipeline, in a real context. */
    @Test
    void shouldBringTheCountsOfNestedZonesToSinks() {
        try (HeadlessContext ignored = new HeadlessContext(HeadlessContext.Api.OPENGL);
                GpuEvents events = new GpuEvents()) {
            assumeTrue(GL.getCapabilities().GL_ARB_pipeline_statistics_query, "this driver counts nothing");
            GlCounters hardware = count(new AmdMonitors(amd), "L2 misses", "GPU cycles");
            GlQueries queries = new GlQueries(DesktopFunctions.ofCurrent(), true, hardware);
            GpuZones zones = GpuZones.create(GpuApi.OPENGL, queries, GpuContextOptions.of("counting"));
            long outer = zones.begin(OUTER, 0);
            amd.work += 1;
            long inner = zones.begin(INNER, 0);
            amd.work += 10;
            zones.end(inner, 0);
            amd.work += 100;
            zones.end(outer, 0);
            GL11C.glFinish();
            zones.collect();

            assertEquals("outer(inner())", events.shapeOf(zones.info()));
            assertEquals(List.of(10L, 111L), events.amountsOf(zones.info(), GpuStatistic.of("L2 misses")));
            assertEquals(List.of(10L << 32, 111L << 32), events.amountsOf(zones.info(), GpuStatistic.of("GPU cycles")));
            assertEquals(List.of(0L, 0L), events.amountsOf(zones.info(), GpuStatistic.VERTICES));
            zones.close();
            assertEquals(0, amd.monitors());
            assertEquals(GL11C.GL_NO_ERROR, GL11C.glGetError());
        }
    }

    @Test
    void shouldGoOnWithoutCountersWhenTheDriverHasNone() {
        try (HeadlessContext ignored = new HeadlessContext(HeadlessContext.Api.OPENGL);
                GpuEvents events = new GpuEvents();
                GpuCtx ctx = GpuCtx.builder().counters("no such counter").create()) {
            ctx.end(ctx.begin(OUTER));
            GL11C.glFinish();
            ctx.collect();

            assertEquals("outer()", events.shapeOf(ctx.info()));
            assertEquals(
                    GL.getCapabilities().GL_AMD_performance_monitor || GL.getCapabilities().GL_INTEL_performance_query,
                    !GlHardwareCounters.ofCurrent().isEmpty());
        }
    }
}
