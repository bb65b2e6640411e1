package dev.zonecast.demo.render.vk;

import org.lwjgl.vulkan.KHRSwapchain;
import org.lwjgl.vulkan.VK10;
import org.lwjgl.vulkan.VK13;

/** What an image is used for: when, how, and in which layout. */
enum Use {
    NONE(VK13.VK_PIPELINE_STAGE_2_NONE, 0, VK10.VK_IMAGE_LAYOUT_UNDEFINED),
    COLOUR(
            VK13.VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT,
            VK13.VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT,
            VK10.VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL),
    DEPTH(
            VK13.VK_PIPELINE_STAGE_2_EARLY_FRAGMENT_TESTS_BIT | VK13.VK_PIPELINE_STAGE_2_LATE_FRAGMENT_TESTS_BIT,
            VK13.VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_READ_BIT | VK13.VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT,
            VK10.VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL),
    SAMPLED(
            VK13.VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT,
            VK13.VK_ACCESS_2_SHADER_SAMPLED_READ_BIT,
            VK10.VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL),
    COPY_FROM(
            VK13.VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT,
            VK13.VK_ACCESS_2_TRANSFER_READ_BIT,
            VK10.VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL),
    COPY_TO(
            VK13.VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT,
            VK13.VK_ACCESS_2_TRANSFER_WRITE_BIT,
            VK10.VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL),
    SHOWN(VK13.VK_PIPELINE_STAGE_2_NONE, 0, KHRSwapchain.VK_IMAGE_LAYOUT_PRESENT_SRC_KHR);

    final long stages;
    final long accesses;
    final int layout;

    Use(long stages, long accesses, int layout) {
        this.stages = stages;
        this.accesses = accesses;
        this.layout = layout;
    }
}
