package dev.zonecast.agent.vk;

import org.lwjgl.system.MemoryUtil;
import org.lwjgl.vulkan.VK11;
import org.lwjgl.vulkan.VK13;
import org.lwjgl.vulkan.VkBaseInStructure;
import org.lwjgl.vulkan.VkCommandBufferBeginInfo;
import org.lwjgl.vulkan.VkCommandBufferInheritanceInfo;
import org.lwjgl.vulkan.VkCommandBufferInheritanceRenderingInfo;
import org.lwjgl.vulkan.VkRenderPassCreateInfo;
import org.lwjgl.vulkan.VkRenderPassCreateInfo2;
import org.lwjgl.vulkan.VkRenderPassMultiviewCreateInfo;
import org.lwjgl.vulkan.VkSubpassDescription2;

/** Which passes render several views: a timestamp in one would take several queries. */
final class Multiview {
    private Multiview() {}

    /** @param info a VkRenderPassCreateInfo */
    static boolean of(long info) {
        long views = find(
                MemoryUtil.memGetAddress(info + VkRenderPassCreateInfo.PNEXT),
                VK11.VK_STRUCTURE_TYPE_RENDER_PASS_MULTIVIEW_CREATE_INFO);
        if (views == 0) {
            return false;
        }
        int count = MemoryUtil.memGetInt(views + VkRenderPassMultiviewCreateInfo.SUBPASSCOUNT);
        long masks = MemoryUtil.memGetAddress(views + VkRenderPassMultiviewCreateInfo.PVIEWMASKS);
        for (int i = 0; i < count; i++) {
            if (MemoryUtil.memGetInt(masks + (long) Integer.BYTES * i) != 0) {
                return true;
            }
        }
        return false;
    }

    /** @param info a VkRenderPassCreateInfo2 */
    static boolean of2(long info) {
        int count = MemoryUtil.memGetInt(info + VkRenderPassCreateInfo2.SUBPASSCOUNT);
        long subpasses = MemoryUtil.memGetAddress(info + VkRenderPassCreateInfo2.PSUBPASSES);
        for (int i = 0; i < count; i++) {
            long subpass = subpasses + (long) VkSubpassDescription2.SIZEOF * i;
            if (MemoryUtil.memGetInt(subpass + VkSubpassDescription2.VIEWMASK) != 0) {
                return true;
            }
        }
        return false;
    }

    /** @param info a VkCommandBufferBeginInfo of a secondary command buffer that continues a pass */
    static boolean inherits(long info, PassNames names) {
        long inherited = MemoryUtil.memGetAddress(info + VkCommandBufferBeginInfo.PINHERITANCEINFO);
        long pass = MemoryUtil.memGetLong(inherited + VkCommandBufferInheritanceInfo.RENDERPASS);
        if (pass != 0) {
            return names.isMultiview(pass);
        }
        long rendering = find(
                MemoryUtil.memGetAddress(inherited + VkCommandBufferInheritanceInfo.PNEXT),
                VK13.VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_RENDERING_INFO);
        return rendering != 0
                && MemoryUtil.memGetInt(rendering + VkCommandBufferInheritanceRenderingInfo.VIEWMASK) != 0;
    }

    static long find(long first, int type) {
        for (long next = first; next != 0; next = MemoryUtil.memGetAddress(next + VkBaseInStructure.PNEXT)) {
            if (MemoryUtil.memGetInt(next + VkBaseInStructure.STYPE) == type) {
                return next;
            }
        }
        return 0;
    }
}
