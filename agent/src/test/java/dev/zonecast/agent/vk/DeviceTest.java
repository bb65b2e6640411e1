package dev.zonecast.agent.vk;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.lwjgl.vulkan.KHRVideoDecodeQueue;
import org.lwjgl.vulkan.VK10;

class DeviceTest {
    @Test
    void familiesOfOneKindHaveNamesOfTheirOwn() {
        int transfer = VK10.VK_QUEUE_TRANSFER_BIT;
        int video = KHRVideoDecodeQueue.VK_QUEUE_VIDEO_DECODE_BIT_KHR;
        int compute = VK10.VK_QUEUE_COMPUTE_BIT | transfer;
        int[] flags = {VK10.VK_QUEUE_GRAPHICS_BIT | compute, transfer, compute, transfer | video, compute, video, video
        };

        assertEquals(
                List.of(
                        "graphics",
                        "transfer",
                        "compute",
                        "transfer, queue family 3",
                        "compute, queue family 4",
                        "queue family 5",
                        "queue family 6"),
                IntStream.range(0, flags.length)
                        .mapToObj(i -> Device.nameOf(flags, i))
                        .toList());
    }
}
