package dev.zonecast.gpu.vk;

import static org.lwjgl.vulkan.VK10.*;

import java.nio.LongBuffer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VkCommandBuffer;
import org.lwjgl.vulkan.VkDevice;
import org.lwjgl.vulkan.VkFramebufferCreateInfo;
import org.lwjgl.vulkan.VkRenderPassBeginInfo;
import org.lwjgl.vulkan.VkRenderPassCreateInfo;
import org.lwjgl.vulkan.VkSubpassDescription;

/** A render pass without attachments. */
final class EmptyRenderPass implements AutoCloseable {
    private static final int SIDE = 16;

    private final VkDevice device;
    private final long pass;
    private final long framebuffer;

    EmptyRenderPass(VkDevice device) {
        this.device = device;
        try (MemoryStack stack = MemoryStack.stackPush()) {
            LongBuffer handle = stack.mallocLong(1);
            VkSubpassDescription.Buffer subpass =
                    VkSubpassDescription.calloc(1, stack).pipelineBindPoint(VK_PIPELINE_BIND_POINT_GRAPHICS);
            TestDevice.check(vkCreateRenderPass(
                    device, VkRenderPassCreateInfo.calloc(stack).sType$Default().pSubpasses(subpass), null, handle));
            pass = handle.get(0);
            TestDevice.check(vkCreateFramebuffer(
                    device,
                    VkFramebufferCreateInfo.calloc(stack)
                            .sType$Default()
                            .renderPass(pass)
                            .width(SIDE)
                            .height(SIDE)
                            .layers(1),
                    null,
                    handle));
            framebuffer = handle.get(0);
        }
    }

    void begin(VkCommandBuffer commands) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkRenderPassBeginInfo info = VkRenderPassBeginInfo.calloc(stack)
                    .sType$Default()
                    .renderPass(pass)
                    .framebuffer(framebuffer);
            info.renderArea().extent().set(SIDE, SIDE);
            vkCmdBeginRenderPass(commands, info, VK_SUBPASS_CONTENTS_INLINE);
        }
    }

    void end(VkCommandBuffer commands) {
        vkCmdEndRenderPass(commands);
    }

    @Override
    public void close() {
        vkDestroyFramebuffer(device, framebuffer, null);
        vkDestroyRenderPass(device, pass, null);
    }
}
