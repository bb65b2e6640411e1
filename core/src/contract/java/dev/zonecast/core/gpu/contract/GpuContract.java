package dev.zonecast.core.gpu.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.gpu.GpuContextOptions;
import dev.zonecast.core.gpu.GpuZones;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What every GPU back-end has to do, from {@code begin} to what sinks are told. A subclass brings a GPU: a fake one, OpenGL, OpenGL
 * ES, Vulkan.
 */
public abstract class GpuContract {
    private static final SourceLocation OUTER = SourceLocation.of("outer", "draw", "Contract.java", 1, 0);
    private static final SourceLocation INNER = SourceLocation.of("inner", "draw", "Contract.java", 2, 0);

    /** A recording context takes up the collector's rings, and a collector's time. */
    private static final int MANY_ZONES = 30_000;

    /** A prime number: no object of another size comes to whole segments in so many frames. */
    private static final int FRAMES = 101;

    private GpuEvents events;

    /** For subclasses. */
    protected GpuContract() {}

    /** Makes a context on the GPU under test. */
    protected abstract GpuZones open(GpuContextOptions options);

    /** What takes the commands of the calling thread: as for {@link GpuZones#begin}. */
    protected long target() {
        return 0;
    }

    /**
     * Calls in so many frames of two zones that the binding makes through {@code java.lang.foreign}, at most. Each allocates a {@link
     * Memory} unless the compiler removes it.
     */
    protected int foreignCalls(int frames) {
        return 0;
    }

    /** Commands that reset queries are recorded, where commands do that. */
    protected void resetQueries() {}

    /** Gives the GPU something to do. */
    protected abstract void work();

    /** Waits until the GPU has done all that it was given. */
    protected abstract void finish();

    @BeforeEach
    void listen() {
        events = new GpuEvents();
    }

    @AfterEach
    void listenNoMore() {
        events.close();
    }

    private GpuZones open() {
        return open(GpuContextOptions.of("contract"));
    }

    private void zone(GpuZones zones) {
        long token = zones.begin(INNER, target());
        work();
        zones.end(token, target());
    }

    /** Takes results until there are none outstanding: a ring that is full is given time. */
    private void collectAll(GpuZones zones) {
        finish();
        for (int i = 0; zones.statistics().outstandingQueries() > 0; i++) {
            assertTrue(i < 10_000, () -> "never through: " + zones.statistics());
            zones.collect();
            GpuEvents.flush();
        }
        // Where queries are made ready for their next use by commands, these have run now.
        finish();
    }

    @Test
    void shouldTellEachZoneOnceWhenTheGpuHasPassedIt() {
        GpuZones zones = open();

        for (int frame = 0; frame < 200; frame++) {
            long outer = zones.begin(OUTER, target());
            zone(zones);
            zone(zones);
            zones.end(outer, target());
            zones.collect();
        }
        collectAll(zones);

        assertEquals("outer(inner()inner())".repeat(200), events.shapeOf(zones.info()));
        assertEquals(600, zones.statistics().zones());
        assertEquals(0, zones.statistics().droppedZones());
        zones.close();
    }

    @Test
    void shouldPlaceZonesBetweenTheirSubmissionAndTheEndOfAFinish() {
        GpuZones zones = open();
        int frames = 500;
        long clockErrorBefore = GpuEvents.clockErrorNanos();
        long[] before = new long[frames];
        long[] after = new long[frames];

        for (int frame = 0; frame < frames; frame++) {
            before[frame] = System.nanoTime();
            zone(zones);
            finish();
            after[frame] = System.nanoTime();
            zones.collect();
        }
        collectAll(zones);

        long clockError = Math.max(clockErrorBefore, GpuEvents.clockErrorNanos());
        List<GpuEvents.Event> told = events.of(zones.info());
        assertEquals(2 * frames, told.size());
        long last = Long.MIN_VALUE;
        for (int i = 0; i < told.size(); i++) {
            GpuEvents.Event event = told.get(i);
            int frame = i / 2;
            long error = event.errorNanos() + clockError;
            assertTrue(event.errorNanos() >= 0, "no error was stated");
            assertTrue(event.gpuNanos() >= event.cpuNanos(), () -> event + " is before its submission");
            assertTrue(event.cpuNanos() >= before[frame] - clockError, () -> event + " was submitted too early");
            assertTrue(
                    event.gpuNanos() <= after[frame] + error,
                    () -> event + " is " + (event.gpuNanos() - after[frame]) + " ns after the finish");
            assertTrue(event.gpuNanos() >= last, () -> event + " is before the one before it");
            last = event.gpuNanos();
        }
        assertEquals(0, zones.statistics().doubtfulTimes());
        assertEquals(0, zones.statistics().clockJumps());
        zones.close();
    }

    @Test
    void shouldLoseNothingWhenMoreIsReadyThanARingTakes() {
        GpuZones zones = open();
        for (int i = 0; i < MANY_ZONES; i++) {
            zones.end(zones.begin(INNER, target()), target());
        }

        collectAll(zones);

        assertEquals(2 * MANY_ZONES, events.of(zones.info()).size());
        assertEquals(0, zones.statistics().droppedZones());
        zones.close();
    }

    @Test
    void shouldDropWholeZonesWhenTooManyAreOutstanding() {
        GpuZones zones = open(new GpuContextOptions("small", false, 128, GpuContextOptions.AUTOMATIC));
        for (int i = 0; i < 200; i++) {
            zones.end(zones.begin(INNER, target()), target());
        }
        assertEquals(200 - 128, zones.statistics().droppedZones());

        collectAll(zones);
        zone(zones);
        collectAll(zones);

        assertEquals("inner()".repeat(129), events.shapeOf(zones.info()));
        zones.close();
    }

    @Test
    void shouldUseItsQueriesAgainWhenManyFramesAreDrawn() {
        GpuZones zones = open(new GpuContextOptions("small", false, 256, GpuContextOptions.AUTOMATIC));

        for (int frame = 0; frame < 300; frame++) {
            for (int i = 0; i < 10; i++) {
                zone(zones);
            }
            finish();
            zones.collect();
        }
        collectAll(zones);

        assertEquals(3000, zones.statistics().zones());
        assertEquals(0, zones.statistics().droppedZones());
        zones.close();
    }

    @Test
    void shouldKeepZonesNestedWhenEndsAreForgottenRepeatedOrForeign() {
        GpuZones zones = open();
        GpuZones others = open();
        long outer = zones.begin(OUTER, target());
        long forgotten = zones.begin(INNER, target());

        zones.end(outer, target());
        zones.end(forgotten, target());
        zones.end(outer, target());
        zones.end(others.begin(OUTER, target()), target());
        zones.end(0, target());
        zone(zones);
        collectAll(zones);

        assertEquals("outer(inner())inner()", events.shapeOf(zones.info()));
        assertEquals(3, zones.statistics().wrongCalls());
        zones.close();
        others.close();
    }

    @Test
    void shouldTellWhatIsReadyAndEndWhatIsOpenWhenClosed() {
        GpuZones zones = open();
        zones.begin(OUTER, target());
        zone(zones);
        finish();

        zones.close();
        zone(zones);
        zones.collect();
        zones.close();

        assertEquals("outer(inner())", events.shapeOf(zones.info()));
        assertFalse(zones.isAvailable());
    }

    @Test
    void shouldDoNothingWhenNobodyListens() {
        GpuZones zones = open();
        events.close();
        try {
            long token = zones.begin(OUTER, target());

            assertEquals(0, token);
            assertEquals(0, zones.statistics().outstandingQueries());
        } finally {
            events = new GpuEvents();
        }
        zone(zones);
        collectAll(zones);
        assertEquals("inner()", events.shapeOf(zones.info()));
        zones.close();
    }

    @Test
    void shouldTellALateListenerOfContextsAndOpenZones() {
        GpuZones zones = open();
        long outer = zones.begin(OUTER, target());
        finish();
        zones.collect();
        GpuEvents.flush();

        try (GpuEvents late = new GpuEvents()) {
            zone(zones);
            zones.end(outer, target());
            collectAll(zones);

            assertEquals("outer(inner())", late.shapeOf(zones.info()));
            assertTrue(late.announced().contains(zones.info().id()));
            assertTrue(late.of(zones.info()).getLast().errorNanos() >= 0, "the error was not told again");
        }
        zones.close();
    }

    @Test
    void shouldKeepContextsApart() {
        GpuZones one = open();
        GpuZones two = open();

        long first = one.begin(OUTER, target());
        long second = two.begin(OUTER, target());
        zone(one);
        one.end(first, target());
        zone(two);
        two.end(second, target());
        collectAll(two);
        collectAll(one);

        assertNotEquals(one.info().id(), two.info().id());
        assertEquals("outer(inner())", events.shapeOf(one.info()));
        assertEquals("outer(inner())", events.shapeOf(two.info()));
        one.close();
        two.close();
    }

    @Test
    void shouldFollowTheClockWhenItIsReadAtCreationOnly() {
        GpuZones zones = open(new GpuContextOptions("once", false, 1000, Duration.ZERO));

        for (int frame = 0; frame < 100; frame++) {
            zone(zones);
            finish();
            zones.collect();
        }
        collectAll(zones);

        assertTrue(zones.statistics().calibrations() <= 1);
        assertEquals(0, zones.statistics().doubtfulTimes());
        zones.close();
    }

    /** Whatever the compiler does: our code allocates nothing, and the binding allocates whole segments, one a call at most. */
    @Test
    void shouldAllocateNothingWhenZonesAreRecordedAndCollected() {
        long segmentBytes = AllocatedBytes.ofSegment();
        long most = foreignCalls(FRAMES) * segmentBytes;
        // A slow machine would calibrate in every round.
        GpuZones zones = open(
                new GpuContextOptions("once", false, GpuContextOptions.DEFAULT_MAX_OUTSTANDING_ZONES, Duration.ZERO));
        bytesOfFrames(zones, 2000);

        // The first frames load classes and grow tables.
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 20 && (least > most || least % segmentBytes != 0); i++) {
            least = Math.min(least, bytesOfFrames(zones, FRAMES));
        }

        long allocated = least;
        assertTrue(
                allocated <= most && allocated % segmentBytes == 0,
                () -> allocated + " bytes in " + FRAMES + " frames; the binding may allocate " + most);
        zones.close();
    }

    /** Bytes that recording and collecting allocate. */
    private long bytesOfFrames(GpuZones zones, int frames) {
        long bytes = 0;
        for (int frame = 0; frame < frames; frame++) {
            bytes -= AllocatedBytes.ofCurrentThread();
            long outer = zones.begin(OUTER, target());
            zones.end(zones.begin(INNER, target()), target());
            zones.end(outer, target());
            resetQueries();
            bytes += AllocatedBytes.ofCurrentThread();
            finish();
            bytes -= AllocatedBytes.ofCurrentThread();
            zones.collect();
            bytes += AllocatedBytes.ofCurrentThread();
        }
        return bytes;
    }
}
