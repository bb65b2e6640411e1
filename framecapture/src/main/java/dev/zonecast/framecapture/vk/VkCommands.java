package dev.zonecast.framecapture.vk;

import static org.lwjgl.vulkan.VK10.*;

import dev.zonecast.framecapture.engine.BlockMark;
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

    /** An image goes from one use and layout to another. */
    void image(
            VkCommandBuffer commands,
            long image,
            int fromStage,
            int fromAccess,
            int fromLayout,
            int toStage,
            int toAccess,
            int toLayout) {
        imageBarrier
                .image(image)
                .srcAccessMask(fromAccess)
                .dstAccessMask(toAccess)
                .oldLayout(fromLayout)
                .newLayout(toLayout);
        nvkCmdPipelineBarrier(commands, fromStage, toStage, 0, 0, 0, 0, 0, 1, imageBarrier.address());
    }

    /** What a stage wrote to a buffer is for the CPU. */
    void bufferForHost(VkCommandBuffer commands, long buffer, int fromStage, int fromAccess) {
        buffer(commands, buffer, fromStage, fromAccess, VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT);
    }

    /** Marks a buffer as without blocks, before a shader writes them. */
    void markForShader(VkCommandBuffer commands, long buffer) {
        vkCmdFillBuffer(commands, buffer, 0, Integer.BYTES, BlockMark.WORD);
        buffer(
                commands,
                buffer,
                VK_PIPELINE_STAGE_TRANSFER_BIT,
                VK_ACCESS_TRANSFER_WRITE_BIT,
                VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                VK_ACCESS_SHADER_WRITE_BIT);
    }

    private void buffer(
            VkCommandBuffer commands, long buffer, int fromStage, int fromAccess, int toStage, int toAccess) {
        bufferBarrier.buffer(buffer).srcAccessMask(fromAccess).dstAccessMask(toAccess);
        nvkCmdPipelineBarrier(commands, fromStage, toStage, 0, 0, 0, 1, bufferBarrier.address(), 0, 0);
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
