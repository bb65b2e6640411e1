package dev.zonecast.gpu.cl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.gpu.GpuContextOptions;
import dev.zonecast.core.gpu.GpuZone;
import dev.zonecast.core.gpu.contract.GpuEvents;
import java.nio.IntBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.lwjgl.opencl.CL10;
import org.lwjgl.opencl.CL11;
import org.lwjgl.system.MemoryStack;

/** What is OpenCL's own: queues without times, events of commands, any thread. */
class ClGpuCtxTest {
    private static final SourceLocation OUTER = SourceLocation.here("outer");
    private static final SourceLocation INNER = SourceLocation.here("inner");

    private final TestQueue cl = new TestQueue();
    private final GpuEvents events = new GpuEvents();
    private final ClGpuCtx ctx = ClGpuCtx.create(cl.handle, "test");

    @AfterEach
    void release() {
        ctx.close();
        events.close();
        cl.close();
    }

    private String shape() {
        cl.finish();
        ctx.collect();
        return events.shapeOf(ctx.info());
    }

    private int references() {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            var count = stack.mallocInt(1);
            TestQueue.check(CL10.clGetCommandQueueInfo(cl.handle, CL10.CL_QUEUE_REFERENCE_COUNT, count, null));
            return count.get(0);
        }
    }

    @Test
    void shouldEndAZoneWithItsBlock() {
        try (GpuZone outer = ctx.open(OUTER);
                GpuZone ignored = ctx.open(INNER)) {
            assertTrue(outer.isRecorded());
            cl.fill();
        }

        assertEquals("outer(inner())", shape());
        assertEquals("test", events.nameOf(ctx.info()));
    }

    @Test
    void shouldMakeAZoneOfOneCommandByItsEvent() {
        long event = cl.fillWithEvent();
        cl.finish();
        long took;
        try (MemoryStack stack = MemoryStack.stackPush()) {
            var times = stack.mallocLong(2);
            TestQueue.check(
                    CL10.clGetEventProfilingInfo(event, CL10.CL_PROFILING_COMMAND_START, times.slice(0, 1), null));
            TestQueue.check(
                    CL10.clGetEventProfilingInfo(event, CL10.CL_PROFILING_COMMAND_END, times.slice(1, 1), null));
            took = times.get(1) - times.get(0);
        }
        ctx.zone(OUTER, event);
        // It is the context's as long as it needs it.
        TestQueue.check(CL10.clReleaseEvent(event));

        assertEquals("outer()", shape());
        List<GpuEvents.Event> zone = events.of(ctx.info());
        long shown = zone.get(1).gpuNanos() - zone.get(0).gpuNanos();
        assertTrue(Math.abs(shown - took) <= took / 1000 + 2, shown + " ns, not " + took);
    }

    /** A thread may be in a call while another one closes the context. */
    @Test
    void shouldIssueNothingWhenItWasClosedInBetween() {
        // Of no command: the driver's threads hold those of commands for some time.
        long event = CL11.clCreateUserEvent(cl.context, (IntBuffer) null);
        ClQueries queries = new ClQueries(ClQueue.of(cl.handle));
        ClChunk chunk = (ClChunk) queries.createChunk(2);
        chunk.issue(0, event);
        chunk.destroy();

        chunk.issue(1, event);

        assertEquals(1, referencesOf(event));
        TestQueue.check(CL10.clReleaseEvent(event));
        queries.close();
    }

    private static int referencesOf(long event) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            var count = stack.mallocInt(1);
            TestQueue.check(CL10.clGetEventInfo(event, CL10.CL_EVENT_REFERENCE_COUNT, count, null));
            return count.get(0);
        }
    }

    @Test
    void shouldCountEventsThatAreNone() {
        ctx.zone(OUTER, 0);
        ctx.zone(null, 17);

        assertEquals("", shape());
        assertEquals(2, ctx.statistics().wrongCalls());
    }

    @Test
    void shouldNestZonesByThread() throws InterruptedException {
        long zone = ctx.begin(OUTER);
        Thread other = Thread.ofPlatform().start(() -> {
            ctx.end(zone);
            ctx.end(ctx.begin(INNER));
        });
        other.join();
        ctx.end(zone);

        cl.finish();
        ctx.collect();
        List<GpuEvents.Event> told = events.of(ctx.info());
        assertEquals(4, told.size());
        assertEquals(2, told.stream().map(GpuEvents.Event::threadId).distinct().count());
        assertEquals(1, ctx.statistics().wrongCalls());
    }

    @Test
    void shouldOnlyCountWhereTheQueueHasNoTimes() {
        try (TestQueue plain = new TestQueue(0);
                ClGpuCtx none = ClGpuCtx.create(plain.handle, "plain");
                ClGpuCtx nothing = ClGpuCtx.create(0, "nothing")) {
            for (ClGpuCtx each : List.of(none, nothing)) {
                assertFalse(each.isAvailable());
                assertEquals(0, each.begin(OUTER));
                assertEquals(1, each.statistics().droppedZones());
            }
        }
    }

    @Test
    void shouldLieWhereTheHostSawIt() {
        List<Long> around = new ArrayList<>();
        long clockErrorBefore = GpuEvents.clockErrorNanos();
        for (int i = 0; i < 20; i++) {
            around.add(System.nanoTime());
            long zone = ctx.begin(OUTER);
            cl.fill();
            ctx.end(zone);
            cl.finish();
        }
        around.add(System.nanoTime());
        ctx.collect();

        long clockError = Math.max(clockErrorBefore, GpuEvents.clockErrorNanos());
        List<GpuEvents.Event> told = events.of(ctx.info());
        assertEquals(40, told.size());
        for (int i = 0; i < 20; i++) {
            GpuEvents.Event begin = told.get(2 * i);
            GpuEvents.Event end = told.get(2 * i + 1);
            long error = Math.max(0, begin.errorNanos()) + clockError;
            assertTrue(begin.gpuNanos() >= around.get(i) - error, "zone " + i + " begins before it was enqueued");
            assertTrue(end.gpuNanos() >= begin.gpuNanos(), "zone " + i + " ends before it begins");
            assertTrue(end.gpuNanos() <= around.get(i + 1) + error, "zone " + i + " ends after the queue was empty");
        }
    }

    @Test
    void shouldFollowTheClockByResultsAlone() {
        ClQueue old = new ClQueue(cl.handle, 0, false, null);
        GpuContextOptions options = new GpuContextOptions("old", false, 1000, Duration.ZERO);
        var zones =
                dev.zonecast.core.gpu.GpuZones.create(dev.zonecast.core.gpu.GpuApi.OPENCL, new ClQueries(old), options);
        for (int i = 0; i < 10; i++) {
            long zone = zones.begin(OUTER, 0);
            cl.fill();
            zones.end(zone, 0);
            cl.finish();
            zones.collect();
        }

        assertEquals(20, events.of(zones.info()).size());
        zones.close();
    }

    @Test
    void shouldLetGoOfTheQueue() {
        int before = references();
        ClGpuCtx other = ClGpuCtx.create(cl.handle, "other");
        other.end(other.begin(OUTER));
        other.close();
        other.close();
        cl.finish();

        // The driver's threads let go of their commands after the end of the wait for them.
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (references() != before) {
            assertTrue(System.nanoTime() < deadline, references() + " references, not " + before);
            Thread.onSpinWait();
        }
        assertEquals(0, other.begin(OUTER));
    }
}
