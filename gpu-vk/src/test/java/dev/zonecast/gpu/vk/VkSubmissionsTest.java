package dev.zonecast.gpu.vk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.SourceLocation;
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
        zone(commands, OUTER);
        TestDevice.check(VK10.vkEndCommandBuffer(commands));

        vulkan.submit(commands);

        List<GpuEvents.Event> zone = collected();
        assertNotEquals(zone.getFirst().cpuNanos(), zone.getLast().cpuNanos());
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
