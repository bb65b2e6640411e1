package dev.zonecast.demo.render.vk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.lwjgl.vulkan.VK10.VK_QUEUE_COMPUTE_BIT;
import static org.lwjgl.vulkan.VK10.VK_QUEUE_GRAPHICS_BIT;
import static org.lwjgl.vulkan.VK10.VK_QUEUE_TRANSFER_BIT;

import org.junit.jupiter.api.Test;

class DeviceChoiceTest {
    private static final int DRAWS = DeviceChoice.workOf(VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT, 64);

    private static int copies(int validBits) {
        return DeviceChoice.workOf(VK_QUEUE_TRANSFER_BIT, validBits);
    }

    private static int computes(int validBits) {
        return DeviceChoice.workOf(VK_QUEUE_COMPUTE_BIT | VK_QUEUE_TRANSFER_BIT, validBits);
    }

    @Test
    void shouldUploadOnAQueueForTransfersAlone() {
        assertEquals(2, DeviceChoice.uploadFamily(new int[] {DRAWS, computes(64), copies(36)}));
    }

    @Test
    void shouldUploadOnAQueueThatHasTimestamps() {
        assertEquals(2, DeviceChoice.uploadFamily(new int[] {DRAWS, copies(0), computes(64)}));
        assertEquals(DeviceChoice.NONE, DeviceChoice.uploadFamily(new int[] {DRAWS, copies(0)}));
        assertEquals(DeviceChoice.NONE, DeviceChoice.uploadFamily(new int[] {DRAWS, computes(0)}));
    }
}
