package dev.zonecast.gpu.vk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.gpu.contract.GpuEvents;
import org.junit.jupiter.api.Test;
import org.lwjgl.vulkan.VK10;
import org.lwjgl.vulkan.VkCommandBuffer;

class VkManyFramesTest {
    private static final SourceLocation ZONE = SourceLocation.here("zone");
    private static final int FRAMES = 25;
    private static final int ZONES_PER_FRAME = 4000;

    @Test
    void shouldDropNoneOfManyWhenCollectedEachFrame() {
        try (TestDevice vulkan = new TestDevice(TestDevice.Features.ALL, false);
                VkGpuCtx ctx = VkGpuCtx.builder(vulkan.device, TestDevice.QUEUE_FAMILY)
                        .hostQueryReset(true)
                        .create()) {
            GpuEvents events = new GpuEvents();
            VkCommandBuffer commands = vulkan.commandBuffer(true);
            vulkan.begin(commands, true);
            for (int frame = 0; frame < FRAMES; frame++) {
                for (int i = 0; i < ZONES_PER_FRAME; i++) {
                    ctx.end(ctx.begin(ZONE, commands), commands);
                }
                vulkan.runAndRecordAnew(commands);
                ctx.collect();
            }
            for (int i = 0; ctx.statistics().outstandingQueries() > 0; i++) {
                assertTrue(i < 100_000, () -> ctx.statistics().toString());
                GpuEvents.flush();
                ctx.collect();
            }
            GpuEvents.flush();

            assertEquals(FRAMES * ZONES_PER_FRAME, ctx.statistics().zones());
            assertEquals(0, ctx.statistics().droppedZones());
            assertEquals(
                    2 * FRAMES * ZONES_PER_FRAME, events.of(ctx.zones().info()).size());
            events.close();
            vulkan.finish();
            TestDevice.check(VK10.vkEndCommandBuffer(commands));
        }
    }
}
