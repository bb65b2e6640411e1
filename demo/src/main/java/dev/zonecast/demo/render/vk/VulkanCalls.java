package dev.zonecast.demo.render.vk;

import dev.zonecast.demo.render.RenderingException;
import org.lwjgl.vulkan.VK10;

/** What Vulkan's functions answer. */
final class VulkanCalls {
    private VulkanCalls() {}

    /** @throws RenderingException if a call failed */
    static void check(int result, String what) {
        if (result < VK10.VK_SUCCESS) {
            throw new RenderingException(what + " failed: VkResult " + result);
        }
    }
}
