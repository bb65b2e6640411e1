package dev.zonecast.agent.vk;

import org.lwjgl.system.MemoryUtil;
import org.lwjgl.vulkan.KHRSwapchain;
import org.lwjgl.vulkan.VK10;
import org.lwjgl.vulkan.VkDevice;
import org.lwjgl.vulkan.VkExtent2D;
import org.lwjgl.vulkan.VkSwapchainCreateInfoKHR;

/** A swapchain of the program's. */
final class Swapchain {
    private final long handle;
    private final long surface;
    private final int format;
    private final int width;
    private final int height;
    private final boolean copied;

    /** By the ids of VK_KHR_present_id. */
    private final PresentIds presentIds = new PresentIds();

    /** By the ids of VK_GOOGLE_display_timing. */
    private final PresentIds timingIds = new PresentIds();

    /** Null until the first picture. */
    private long[] images;

    /** By image: presentation waits for it. 0: none yet. */
    private long[] semaphores;

    /**
     * A new swapchain.
     *
     * @param info the VkSwapchainCreateInfoKHR that it was made from
     * @param copied whether its images can be copied from
     */
    Swapchain(long handle, long info, boolean copied) {
        this.handle = handle;
        this.copied = copied;
        surface = MemoryUtil.memGetLong(info + VkSwapchainCreateInfoKHR.SURFACE);
        format = MemoryUtil.memGetInt(info + VkSwapchainCreateInfoKHR.IMAGEFORMAT);
        long extent = info + VkSwapchainCreateInfoKHR.IMAGEEXTENT;
        width = MemoryUtil.memGetInt(extent + VkExtent2D.WIDTH);
        height = MemoryUtil.memGetInt(extent + VkExtent2D.HEIGHT);
    }

    long surface() {
        return surface;
    }

    int format() {
        return format;
    }

    int width() {
        return width;
    }

    int height() {
        return height;
    }

    boolean isCopied() {
        return copied;
    }

    PresentIds presentIds() {
        return presentIds;
    }

    PresentIds timingIds() {
        return timingIds;
    }

    /** Its images; none if the driver does not list them. */
    long[] images(VkDevice device) {
        if (images == null) {
            int[] count = new int[1];
            long[] all = {};
            if (KHRSwapchain.vkGetSwapchainImagesKHR(device, handle, count, null) == VK10.VK_SUCCESS) {
                all = new long[count[0]];
                KHRSwapchain.vkGetSwapchainImagesKHR(device, handle, count, all);
            }
            images = all;
            semaphores = new long[all.length];
        }
        return images;
    }

    /** After {@link #images}. */
    long[] semaphores() {
        return semaphores == null ? new long[0] : semaphores;
    }
}
