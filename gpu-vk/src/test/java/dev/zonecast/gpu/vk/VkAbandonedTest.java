package dev.zonecast.gpu.vk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.gpu.contract.GpuEvents;
import dev.zonecast.core.session.Profiler;
import java.nio.LongBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.lwjgl.PointerBuffer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.vulkan.VK10;
import org.lwjgl.vulkan.VkCommandBuffer;
import org.lwjgl.vulkan.VkCommandBufferAllocateInfo;
import org.lwjgl.vulkan.VkCommandPoolCreateInfo;

/** Zones without an end, command buffers that are never submitted, queries that nobody resets. */
class VkAbandonedTest {
    private static final SourceLocation OUTER = SourceLocation.here("outer");
    private static final SourceLocation INNER = SourceLocation.here("inner");
    private static final int BUFFERS = 2100;

    private final TestDevice vulkan = new TestDevice(TestDevice.Features.ALL);
    private final GpuEvents events = new GpuEvents();
    private final List<VkGpuCtx> contexts = new ArrayList<>();

    @AfterEach
    void theLayerHasSaidNothing() {
        vulkan.finish();
        contexts.forEach(VkGpuCtx::close);
        events.close();
        vulkan.close();
    }

    private VkGpuCtxBuilder builder() {
        return VkGpuCtx.builder(vulkan.device, TestDevice.QUEUE_FAMILY).hostQueryReset(true);
    }

    private VkGpuCtx open(VkGpuCtxBuilder builder) {
        VkGpuCtx made = builder.create();
        contexts.add(made);
        return made;
    }

    private static void zone(VkGpuCtx ctx, VkCommandBuffer commands) {
        ctx.end(ctx.begin(INNER, commands), commands);
    }

    private void run(VkCommandBuffer commands) {
        TestDevice.check(VK10.vkEndCommandBuffer(commands));
        vulkan.submit(commands);
        vulkan.finish();
    }

    @Test
    void shouldEndAndCountZonesWithoutAnEndWhenTheirBufferIsRecordedAnew() {
        VkGpuCtx ctx = open(builder());
        VkCommandBuffer[] inFlight = {vulkan.commandBuffer(true), vulkan.commandBuffer(true)};
        GpuEvents.flush();
        long unmatchedBefore =
                Profiler.current().statistics(Duration.ofMinutes(1)).wrongCalls();
        int frames = 200;
        for (int frame = 0; frame < frames; frame++) {
            VkCommandBuffer commands = inFlight[frame % 2];
            vulkan.begin(commands, true);
            ctx.begin(OUTER, commands);
            zone(ctx, commands);
            run(commands);
            ctx.collect();
        }
        for (VkCommandBuffer commands : inFlight) {
            vulkan.begin(commands, true);
            zone(ctx, commands);
            run(commands);
        }
        ctx.collect();

        assertEquals(
                "outer(inner())".repeat(frames) + "inner()inner()",
                events.shapeOf(ctx.zones().info()));
        assertEquals(frames, ctx.statistics().wrongCalls());
        GpuEvents.flush();
        assertEquals(
                frames, Profiler.current().statistics(Duration.ofMinutes(1)).wrongCalls() - unmatchedBefore);
    }

    @Test
    void shouldUseQueriesAgainWhenThePoolOfItsBuffersIsReset() {
        VkGpuCtx ctx = open(builder());
        long pool = createPool();
        PointerBuffer handles = MemoryUtil.memAllocPointer(BUFFERS);
        allocate(pool, handles);
        for (int i = 0; i < BUFFERS; i++) {
            VkCommandBuffer commands = new VkCommandBuffer(handles.get(i), vulkan.device);
            vulkan.begin(commands, true);
            zone(ctx, commands);
            TestDevice.check(VK10.vkEndCommandBuffer(commands));
        }
        long refused = ctx.statistics().droppedZones();
        assertTrue(refused > 0, "there were queries for all");
        ctx.collect();

        TestDevice.check(VK10.vkResetCommandPool(vulkan.device, pool, 0));
        ctx.discard(handles);

        assertEquals(BUFFERS, ctx.statistics().droppedZones());
        assertEquals(0, ctx.statistics().outstandingQueries());
        VkCommandBuffer first = new VkCommandBuffer(handles.get(0), vulkan.device);
        VkCommandBuffer second = new VkCommandBuffer(handles.get(1), vulkan.device);
        vulkan.begin(first, true);
        zone(ctx, first);
        run(first);
        vulkan.begin(second, true);
        zone(ctx, second);
        TestDevice.check(VK10.vkEndCommandBuffer(second));
        ctx.discard(List.of(first, second));
        ctx.collect();
        assertEquals("inner()", events.shapeOf(ctx.zones().info()));
        assertEquals(BUFFERS + 1, ctx.statistics().droppedZones());
        MemoryUtil.memFree(handles);
        VK10.vkDestroyCommandPool(vulkan.device, pool, null);
    }

    /** The validation layer speaks of queries that are written again without a reset. */
    @Test
    void shouldResetQueriesThatHaveRunBetweenOthersThatNeverWill() {
        VkGpuCtx ctx = open(builder().maxOutstandingZones(32));
        VkCommandBuffer commands = vulkan.commandBuffer(true);
        for (int round = 0; round < 3; round++) {
            vulkan.begin(commands, true);
            zone(ctx, commands);
            TestDevice.check(VK10.vkEndCommandBuffer(commands));
            vulkan.begin(commands, true);
            zone(ctx, commands);
            run(commands);
            vulkan.begin(commands, true);
            zone(ctx, commands);
            TestDevice.check(VK10.vkEndCommandBuffer(commands));
            TestDevice.check(VK10.vkResetCommandBuffer(commands, 0));
            ctx.discard(commands);
        }
        ctx.collect();

        assertEquals("inner()".repeat(3), events.shapeOf(ctx.zones().info()));
        assertEquals(6, ctx.statistics().droppedZones());
    }

    private long createPool() {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            LongBuffer pool = stack.mallocLong(1);
            TestDevice.check(VK10.vkCreateCommandPool(
                    vulkan.device,
                    VkCommandPoolCreateInfo.calloc(stack).sType$Default().queueFamilyIndex(TestDevice.QUEUE_FAMILY),
                    null,
                    pool));
            return pool.get(0);
        }
    }

    private void allocate(long pool, PointerBuffer handles) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            TestDevice.check(VK10.vkAllocateCommandBuffers(
                    vulkan.device,
                    VkCommandBufferAllocateInfo.calloc(stack)
                            .sType$Default()
                            .commandPool(pool)
                            .level(VK10.VK_COMMAND_BUFFER_LEVEL_PRIMARY)
                            .commandBufferCount(handles.capacity()),
                    handles));
        }
    }

    /** The layer takes queries for used while the program has not waited for their command buffer, whatever the GPU has done. */
    @Test
    void shouldNotResetQueriesBeforeTheProgramHasWaitedForTheirBufferWhenFramesAreLong() throws InterruptedException {
        VkGpuCtx ctx = open(builder());
        VkCommandBuffer[] inFlight = {vulkan.commandBuffer(true), vulkan.commandBuffer(true)};
        long[] fences = {vulkan.fence(), vulkan.fence()};
        int frames = 8;
        for (int frame = 0; frame < frames; frame++) {
            VkCommandBuffer commands = inFlight[frame % 2];
            vulkan.awaitAndReset(fences[frame % 2]);
            vulkan.begin(commands, true);
            for (int i = 0; i < 24; i++) {
                zone(ctx, commands);
            }
            TestDevice.check(VK10.vkEndCommandBuffer(commands));
            vulkan.submit(fences[frame % 2], commands);
            // For the GPU; what matters is the collection before the wait for the fence.
            Thread.sleep(20);
            ctx.collect();
            Thread.sleep(120);
        }
        vulkan.finish();
        ctx.collect();

        assertEquals("inner()".repeat(24 * frames), events.shapeOf(ctx.zones().info()));
    }

    @Test
    void shouldNameBothRemediesUntilQueriesAreReset() {
        VkGpuCtx ctx = open(builder().hostQueryReset(false).maxOutstandingZones(64));
        VkCommandBuffer commands = vulkan.commandBuffer(true);
        for (int frame = 0; frame < 100; frame++) {
            vulkan.begin(commands, true);
            zone(ctx, commands);
            run(commands);
            ctx.collect();
        }
        assertTrue(ctx.statistics().droppedZones() > 0);
        String remedy = ctx.queries().remedy();
        assertTrue(remedy.contains("hostQueryReset(true)"), remedy);
        assertTrue(remedy.contains("collect(commandBuffer)"), remedy);
        long dropped = ctx.statistics().droppedZones();

        for (int frame = 0; frame < 100; frame++) {
            vulkan.begin(commands, true);
            ctx.collect(commands);
            zone(ctx, commands);
            run(commands);
        }

        assertNull(ctx.queries().remedy());
        assertTrue(
                ctx.statistics().droppedZones() - dropped <= 1,
                () -> ctx.statistics().toString());
    }

    @Test
    void shouldCloseInsideAZoneWhoseBufferIsReset() {
        VkGpuCtx ctx = open(builder().pipelineStatistics(true));
        VkCommandBuffer commands = vulkan.commandBuffer(true);
        vulkan.begin(commands, true);
        ctx.begin(OUTER, commands);

        ctx.close();
        TestDevice.check(VK10.vkResetCommandBuffer(commands, 0));
        vulkan.begin(commands, true);
        zone(ctx, commands);
        run(commands);

        assertEquals(1, ctx.statistics().droppedZones() - 1);
    }
}
