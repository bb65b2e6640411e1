package dev.zonecast.framecapture.vk;

import static org.lwjgl.vulkan.VK10.*;

/**
 * How commands use an image or a buffer.
 *
 * @param stages VkPipelineStageFlags
 * @param access VkAccessFlags
 * @param layout VkImageLayout of an image
 */
record VkUse(int stages, int access, int layout) {
    static final VkUse COPIED_FROM = new VkUse(
            VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
    static final VkUse COPIED_INTO = new VkUse(
            VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    static final VkUse READ_BY_SHADER = new VkUse(
            VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
    static final VkUse WRITTEN_BY_SHADER =
            new VkUse(VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT, VK_IMAGE_LAYOUT_UNDEFINED);
    static final VkUse READ_BY_HOST =
            new VkUse(VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT, VK_IMAGE_LAYOUT_UNDEFINED);

    /** Whatever read a picture of ours for an earlier frame; its content is not needed. */
    static final VkUse NOT_NEEDED = new VkUse(
            VK_PIPELINE_STAGE_TRANSFER_BIT | VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0, VK_IMAGE_LAYOUT_UNDEFINED);

    /** The program's: what drew an image is not known to us, nor is what comes next. */
    static VkUse ofProgram(int layout) {
        return new VkUse(
                VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT, layout);
    }
}
