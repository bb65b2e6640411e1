package dev.zonecast.framecapture.vk;

import static org.lwjgl.vulkan.VK10.*;

import java.nio.LongBuffer;
import org.lwjgl.PointerBuffer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.vulkan.EXTConditionalRendering;
import org.lwjgl.vulkan.VkBufferCreateInfo;
import org.lwjgl.vulkan.VkCommandBuffer;
import org.lwjgl.vulkan.VkConditionalRenderingBeginInfoEXT;
import org.lwjgl.vulkan.VkMemoryRequirements;

/** A condition that is false, for conditional rendering. */
final class TestCondition implements AutoCloseable {
    private final TestVulkan vulkan;
    private final long buffer;
    private final long memory;

    TestCondition(TestVulkan vulkan) {
        this.vulkan = vulkan;
        try (MemoryStack stack = MemoryStack.stackPush()) {
            LongBuffer handle = stack.mallocLong(1);
            TestVulkan.check(vkCreateBuffer(
                    vulkan.device,
                    VkBufferCreateInfo.calloc(stack)
                            .sType$Default()
                            .size(Integer.BYTES)
                            .usage(EXTConditionalRendering.VK_BUFFER_USAGE_CONDITIONAL_RENDERING_BIT_EXT)
                            .sharingMode(VK_SHARING_MODE_EXCLUSIVE),
                    null,
                    handle));
            buffer = handle.get(0);
            VkMemoryRequirements requirements = VkMemoryRequirements.malloc(stack);
            vkGetBufferMemoryRequirements(vulkan.device, buffer, requirements);
            memory = new VkMemory(vulkan.physicalDevice, vulkan.device)
                    .allocate(stack, requirements, VkMemory.FOR_HOST, 0);
            TestVulkan.check(vkBindBufferMemory(vulkan.device, buffer, memory, 0));
            PointerBuffer address = stack.mallocPointer(1);
            TestVulkan.check(vkMapMemory(vulkan.device, memory, 0, VK_WHOLE_SIZE, 0, address));
            MemoryUtil.memPutInt(address.get(0), 0);
            vkUnmapMemory(vulkan.device, memory);
        }
    }

    /** @param discards false to invert the condition */
    void begin(VkCommandBuffer commands, boolean discards) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            EXTConditionalRendering.vkCmdBeginConditionalRenderingEXT(
                    commands,
                    VkConditionalRenderingBeginInfoEXT.calloc(stack)
                            .sType$Default()
                            .buffer(buffer)
                            .flags(discards ? 0 : EXTConditionalRendering.VK_CONDITIONAL_RENDERING_INVERTED_BIT_EXT));
        }
    }

    void end(VkCommandBuffer commands) {
        EXTConditionalRendering.vkCmdEndConditionalRenderingEXT(commands);
    }

    @Override
    public void close() {
        vkDestroyBuffer(vulkan.device, buffer, null);
        vkFreeMemory(vulkan.device, memory, null);
    }
}
