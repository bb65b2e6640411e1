package dev.zonecast.agent;

import static org.lwjgl.vulkan.VK12.*;

import java.nio.file.Path;
import java.util.List;
import org.lwjgl.vulkan.*;

/**
 * A program with a secondary command buffer in a secondary one, as VK_EXT_nested_command_buffer allows it. Each is recorded once and runs
 * several times. Knows nothing of Zonecast.
 */
final class VulkanNested {
    static final int ROUNDS = 5;

    private VulkanNested() {}

    /** File to wait for. */
    public static void main(String[] arguments) throws Exception {
        PlainVulkan.await(Path.of(arguments[0]));
        try (var vulkan = new PlainVulkan(VK_API_VERSION_1_2, 0, List.of())) {
            long pool = vulkan.pool();
            long buffer = vulkan.buffer();
            VkCommandBuffer inner = vulkan.commandBuffer(pool, VK_COMMAND_BUFFER_LEVEL_SECONDARY);
            PlainVulkan.begin(inner, 0);
            PlainVulkan.label(inner, "inner");
            vkCmdFillBuffer(inner, buffer, 0, VK_WHOLE_SIZE, 7);
            PlainVulkan.endLabel(inner);
            PlainVulkan.check(vkEndCommandBuffer(inner));
            VkCommandBuffer outer = executing(vulkan, pool, VK_COMMAND_BUFFER_LEVEL_SECONDARY, inner);
            VkCommandBuffer commands = executing(vulkan, pool, VK_COMMAND_BUFFER_LEVEL_PRIMARY, outer);
            long fence = vulkan.fence();
            for (int i = 0; i < ROUNDS; i++) {
                vulkan.submit(fence, commands);
                vulkan.await(fence);
            }
        }
    }

    private static VkCommandBuffer executing(PlainVulkan vulkan, long pool, int level, VkCommandBuffer executed) {
        VkCommandBuffer commands = vulkan.commandBuffer(pool, level);
        PlainVulkan.begin(commands, 0);
        vkCmdExecuteCommands(commands, executed);
        PlainVulkan.check(vkEndCommandBuffer(commands));
        return commands;
    }
}
