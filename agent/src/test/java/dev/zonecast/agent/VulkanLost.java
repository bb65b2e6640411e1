package dev.zonecast.agent;

import static org.lwjgl.vulkan.VK12.*;

import java.nio.file.Path;
import java.util.List;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.*;

/** A program that loses its Vulkan device, destroys it, and goes on with another. Knows nothing of Zonecast. */
final class VulkanLost {
    static final int ROUNDS = 20;

    /** Functions that return VK_ERROR_DEVICE_LOST. No driver here can be told to lose a device. */
    private static final List<String> FUNCTIONS = List.of(
            "vkQueueSubmit",
            "vkQueueWaitIdle",
            "vkDeviceWaitIdle",
            "vkWaitForFences",
            "vkGetFenceStatus",
            "vkGetQueryPoolResults");

    private VulkanLost() {}

    /** File to wait for. */
    public static void main(String[] arguments) throws Exception {
        PlainVulkan.await(Path.of(arguments[0]));
        int lost = 0;
        for (boolean loses : new boolean[] {true, false}) {
            try (var vulkan = new PlainVulkan(VK_API_VERSION_1_2, 0, List.of())) {
                VkCommandBuffer commands = vulkan.commandBuffer(vulkan.pool(), VK_COMMAND_BUFFER_LEVEL_PRIMARY);
                long buffer = vulkan.buffer();
                long fence = vulkan.fence();
                for (int i = 0; i < ROUNDS; i++) {
                    record(commands, buffer);
                    vulkan.submit(fence, commands);
                    vulkan.await(fence);
                }
                if (loses) {
                    lose(vulkan.device);
                    for (int i = 0; i < ROUNDS; i++) {
                        record(commands, buffer);
                        lost += submit(vulkan.queue, commands) == VK_ERROR_DEVICE_LOST ? 1 : 0;
                    }
                }
            }
        }
        System.out.println("lost " + lost);
    }

    private static void record(VkCommandBuffer commands, long buffer) {
        PlainVulkan.begin(commands, VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT);
        PlainVulkan.label(commands, "step");
        vkCmdFillBuffer(commands, buffer, 0, VK_WHOLE_SIZE, 7);
        PlainVulkan.endLabel(commands);
        PlainVulkan.check(vkEndCommandBuffer(commands));
    }

    private static int submit(VkQueue queue, VkCommandBuffer commands) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            return vkQueueSubmit(
                    queue,
                    VkSubmitInfo.calloc(stack).sType$Default().pCommandBuffers(stack.pointers(commands)),
                    VK_NULL_HANDLE);
        }
    }

    private static void lose(VkDevice device) throws ReflectiveOperationException {
        for (String each : FUNCTIONS) {
            PlainFunction.replace(device, each, PlainFunction.answering(VK_ERROR_DEVICE_LOST));
        }
    }
}
