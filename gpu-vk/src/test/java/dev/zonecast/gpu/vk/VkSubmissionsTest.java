package dev.zonecast.gpu.vk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.gpu.GpuStatistic;
import dev.zonecast.core.gpu.contract.GpuEvents;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.lwjgl.vulkan.VK10;
import org.lwjgl.vulkan.VkCommandBuffer;

/** Submissions that the program announces. */
class VkSubmissionsTest {
    private static final SourceLocation OUTER = SourceLocation.here("outer");
    private static final SourceLocation INNER = SourceLocation.here("inner");

    private final TestDevice vulkan = new TestDevice(TestDevice.Features.ALL);
    private final GpuEvents events = new GpuEvents();
    private final VkGpuCtx ctx = VkGpuCtx.builder(vulkan.device, TestDevice.QUEUE_FAMILY)
            .hostQueryReset(true)
            .synchronization2(true)
            .create();

    @AfterEach
    void theLayerHasSaidNothing() {
        vulkan.finish();
        ctx.close();
        events.close();
        vulkan.close();
    }

    private VkCommandBuffer record(boolean primary) {
        VkCommandBuffer commands = vulkan.commandBuffer(primary);
        vulkan.begin(commands, true);
        return commands;
    }

    private void zone(VkCommandBuffer commands, SourceLocation location) {
        ctx.end(ctx.begin(location, commands), commands);
    }

    private List<GpuEvents.Event> collected() {
        vulkan.finish();
        ctx.collect();
        return events.of(ctx.zones().info());
    }

    @Test
    void shouldHaveTheTimeAndThreadOfTheSubmissionWhenItIsAnnounced() throws InterruptedException {
        VkCommandBuffer commands = record(true);
        Thread recorder = new Thread(() -> zone(commands, OUTER));
        recorder.start();
        recorder.join();
        TestDevice.check(VK10.vkEndCommandBuffer(commands));

        ctx.submit(commands);
        vulkan.submit(commands);

        List<GpuEvents.Event> zone = collected();
        assertEquals(2, zone.size());
        assertEquals(zone.getFirst().cpuNanos(), zone.getLast().cpuNanos());
        assertTrue(zone.getFirst().gpuNanos() >= zone.getFirst().cpuNanos());
        for (GpuEvents.Event event : zone) {
            assertEquals(Thread.currentThread().threadId(), event.threadId());
        }
    }

    @Test
    void shouldHaveTheTimesOfTheRecordingWhenTheSubmissionIsNotAnnounced() {
        VkCommandBuffer commands = record(true);
        long token = ctx.begin(OUTER, commands);
        // Some clocks count in steps of 100 ns.
        long begun = System.nanoTime();
        while (System.nanoTime() - begun < 1_000) {
            Thread.onSpinWait();
        }
        ctx.end(token, commands);
        TestDevice.check(VK10.vkEndCommandBuffer(commands));

        vulkan.submit(commands);

        List<GpuEvents.Event> zone = collected();
        assertNotEquals(zone.getFirst().cpuNanos(), zone.getLast().cpuNanos());
    }

    @Test
    void shouldLinkTheSignalOfOneContextToTheWaitOfAnother() {
        VkGpuCtx other = VkGpuCtx.builder(vulkan.device, TestDevice.QUEUE_FAMILY)
                .hostQueryReset(true)
                .create();
        VkCommandBuffer first = record(true);
        zone(first, OUTER);
        TestDevice.check(VK10.vkEndCommandBuffer(first));
        VkCommandBuffer second = record(true);
        other.end(other.begin(INNER, second), second);
        TestDevice.check(VK10.vkEndCommandBuffer(second));
        long semaphore = 0x5E3A;

        ctx.signals(first, semaphore, 0);
        ctx.submit(first);
        vulkan.submit(first);
        other.waits(second, semaphore, 0);
        other.waits(second, semaphore + 1, 0);
        other.submit(second);
        vulkan.submit(second);

        vulkan.finish();
        other.collect();
        ctx.collect();
        List<Long> signals = events.amountsOf(ctx.zones().info(), GpuStatistic.LINK);
        assertEquals(1, signals.size());
        // Nothing signals the second one.
        assertEquals(
                List.of(signals.getFirst() - 1), events.amountsOf(other.zones().info(), GpuStatistic.LINK));
        other.close();
    }

    @Test
    void shouldPutASecondaryInsideThePrimaryWhenBothAreAnnounced() {
        VkCommandBuffer secondary = record(false);
        zone(secondary, INNER);
        TestDevice.check(VK10.vkEndCommandBuffer(secondary));
        VkCommandBuffer primary = record(true);
        long outer = ctx.begin(OUTER, primary);
        VK10.vkCmdExecuteCommands(primary, secondary);
        ctx.end(outer, primary);
        TestDevice.check(VK10.vkEndCommandBuffer(primary));

        ctx.submitSecondary(secondary);
        ctx.submit(primary);
        vulkan.submit(primary);

        assertEquals(4, collected().size());
        assertEquals("outer(inner())", events.shapeOf(ctx.zones().info()));
    }
}
