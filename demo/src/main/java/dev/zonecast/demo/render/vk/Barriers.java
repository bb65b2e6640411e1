package dev.zonecast.demo.render.vk;

import static org.lwjgl.vulkan.VK13.*;

import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.*;

/** Lets an image go from one use to the next. */
final class Barriers {
    private Barriers() {}

    /**
     * All of an image of one level and layer.
     *
     * @param keep false if what is in it is not wanted any more
     */
    static void image(VkCommandBuffer commands, long image, int aspect, Use before, Use after, boolean keep) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkImageMemoryBarrier2.Buffer barrier = VkImageMemoryBarrier2.calloc(1, stack)
                    .sType$Default()
                    .srcStageMask(before.stages)
                    .srcAccessMask(before.accesses)
                    .dstStageMask(after.stages)
                    .dstAccessMask(after.accesses)
                    .oldLayout(keep ? before.layout : VK_IMAGE_LAYOUT_UNDEFINED)
                    .newLayout(after.layout)
                    .srcQueueFamilyIndex(VK_QUEUE_FAMILY_IGNORED)
                    .dstQueueFamilyIndex(VK_QUEUE_FAMILY_IGNORED)
                    .image(image);
            barrier.subresourceRange().aspectMask(aspect).levelCount(1).layerCount(1);
            vkCmdPipelineBarrier2(
                    commands, VkDependencyInfo.calloc(stack).sType$Default().pImageMemoryBarriers(barrier));
        }
    }
}
