package dev.zonecast.framecapture.vk;

import static org.lwjgl.vulkan.VK10.*;

import dev.zonecast.framecapture.engine.CaptureDevice;
import org.lwjgl.vulkan.VkBufferImageCopy;
import org.lwjgl.vulkan.VkBufferMemoryBarrier;
import org.lwjgl.vulkan.VkCommandBuffer;
import org.lwjgl.vulkan.VkExtent3D;
import org.lwjgl.vulkan.VkImageBlit;
import org.lwjgl.vulkan.VkImageMemoryBarrier;
import org.lwjgl.vulkan.VkOffset3D;

/** The commands that a capture records. Their parameters live as long as it does, so that nothing is allocated on the Java heap. */
final class VkCommands {
    private final VkImageMemoryBarrier.Buffer imageBarrier = VkImageMemoryBarrier.calloc(1)
            .sType$Default()
            .srcQueueFamilyIndex(VK_QUEUE_FAMILY_IGNORED)
            .dstQueueFamilyIndex(VK_QUEUE_FAMILY_IGNORED);
    private final VkBufferMemoryBarrier.Buffer bufferBarrier = VkBufferMemoryBarrier.calloc(1)
            .sType$Default()
            .srcQueueFamilyIndex(VK_QUEUE_FAMILY_IGNORED)
            .dstQueueFamilyIndex(VK_QUEUE_FAMILY_IGNORED)
            .size(VK_WHOLE_SIZE);
    private final VkImageBlit.Buffer blit = VkImageBlit.calloc(1);
    private final VkBufferImageCopy.Buffer copy = VkBufferImageCopy.calloc(1);
    // Views of parts of them: asked for each time, they would be objects.
    private final VkOffset3D fromEnd = blit.srcOffsets(1);
    private final VkOffset3D toEnd = blit.dstOffsets(1);
    private final VkExtent3D copyExtent = copy.imageExtent();

    VkCommands() {
        imageBarrier.subresourceRange().set(VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1);
        blit.srcSubresource().set(VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1);
        blit.dstSubresource().set(VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1);
        copy.imageSubresource().set(VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1);
    }

    /** An image goes from one use to another. */
    void image(VkCommandBuffer commands, long image, VkUse from, VkUse to) {
        imageBarrier
                .image(image)
                .srcAccessMask(from.access())
                .dstAccessMask(to.access())
                .oldLayout(from.layout())
                .newLayout(to.layout());
        nvkCmdPipelineBarrier(commands, from.stages(), to.stages(), 0, 0, 0, 0, 0, 1, imageBarrier.address());
    }

    /** A buffer goes from one use to another. */
    void buffer(VkCommandBuffer commands, long buffer, VkUse from, VkUse to) {
        bufferBarrier.buffer(buffer).srcAccessMask(from.access()).dstAccessMask(to.access());
        nvkCmdPipelineBarrier(commands, from.stages(), to.stages(), 0, 0, 0, 1, bufferBarrier.address(), 0, 0);
    }

    /** Marks a buffer as without blocks, before a shader writes them. */
    void markForShader(VkCommandBuffer commands, long buffer) {
        vkCmdFillBuffer(commands, buffer, 0, Integer.BYTES, CaptureDevice.NO_BLOCKS);
        buffer(commands, buffer, VkUse.COPIED_INTO, VkUse.WRITTEN_BY_SHADER);
    }

    /** Copies an image into a picture that may have another size. */
    void scale(VkCommandBuffer commands, long from, int fromWidth, int fromHeight, VkPicture to) {
        fromEnd.set(fromWidth, fromHeight, 1);
        toEnd.set(to.width(), to.height(), 1);
        nvkCmdBlitImage(
                commands,
                from,
                VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                to.image(),
                VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                1,
                blit.address(),
                VK_FILTER_LINEAR);
    }

    void copyOut(VkCommandBuffer commands, VkPicture picture, long buffer) {
        copyExtent.set(picture.width(), picture.height(), 1);
        nvkCmdCopyImageToBuffer(
                commands, picture.image(), VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, buffer, 1, copy.address());
    }

    void free() {
        imageBarrier.free();
        bufferBarrier.free();
        blit.free();
        copy.free();
    }
}
