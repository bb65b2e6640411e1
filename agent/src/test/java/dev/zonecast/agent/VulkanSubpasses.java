package dev.zonecast.agent;

import static org.lwjgl.vulkan.VK12.*;

import java.nio.file.Path;
import java.util.List;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.*;

/**
 * A program whose render pass has three subpasses. In a second one the subpass in the middle may hold secondary command buffers only. Knows
 * nothing of Zonecast.
 */
final class VulkanSubpasses {
    private final VkCommandBuffer commands;

    private VulkanSubpasses(VkCommandBuffer commands) {
        this.commands = commands;
    }

    /** File to wait for. */
    public static void main(String[] arguments) throws Exception {
        PlainVulkan.await(Path.of(arguments[0]));
        try (var vulkan = new PlainVulkan(VK_API_VERSION_1_2, 0, List.of())) {
            long pass = vulkan.renderPass(3);
            vulkan.name(VK_OBJECT_TYPE_RENDER_PASS, pass, "deferred");
            long framebuffer = vulkan.framebuffer(pass, vulkan.target());
            VkCommandBuffer commands = vulkan.commandBuffer(vulkan.pool(), VK_COMMAND_BUFFER_LEVEL_PRIMARY);
            var program = new VulkanSubpasses(commands);
            PlainVulkan.begin(commands, VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT);
            PlainVulkan.beginPass(commands, pass, framebuffer);
            program.recordAll();
            PlainVulkan.beginPass(commands, pass, framebuffer);
            program.recordAroundSecondaryBuffers();
            PlainVulkan.check(vkEndCommandBuffer(commands));
            long fence = vulkan.fence();
            vulkan.submit(fence, commands);
            vulkan.await(fence);
        }
    }

    private void recordAll() {
        PlainVulkan.label(commands, "in subpass 0");
        PlainVulkan.endLabel(commands);
        PlainVulkan.label(commands, "from subpass 0 on");
        vkCmdNextSubpass(commands, VK_SUBPASS_CONTENTS_INLINE);
        PlainVulkan.endLabel(commands);
        PlainVulkan.label(commands, "in subpass 1");
        PlainVulkan.endLabel(commands);
        next2();
        PlainVulkan.label(commands, "in subpass 2");
        PlainVulkan.endLabel(commands);
        vkCmdEndRenderPass(commands);
    }

    private void next2() {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            vkCmdNextSubpass2(
                    commands,
                    VkSubpassBeginInfo.calloc(stack).sType$Default().contents(VK_SUBPASS_CONTENTS_INLINE),
                    VkSubpassEndInfo.calloc(stack).sType$Default());
        }
    }

    private void recordAroundSecondaryBuffers() {
        vkCmdNextSubpass(commands, VK_SUBPASS_CONTENTS_SECONDARY_COMMAND_BUFFERS);
        PlainVulkan.label(commands, "unseen");
        PlainVulkan.endLabel(commands);
        vkCmdNextSubpass(commands, VK_SUBPASS_CONTENTS_INLINE);
        PlainVulkan.label(commands, "in subpass 2");
        PlainVulkan.endLabel(commands);
        vkCmdEndRenderPass(commands);
    }
}
