package dev.zonecast.demo.render.vk;

import static dev.zonecast.demo.render.vk.VulkanCalls.check;
import static dev.zonecast.demo.render.vk.VulkanCalls.created;
import static dev.zonecast.demo.render.vk.VulkanCalls.list;
import static org.lwjgl.vulkan.VK13.*;

import java.nio.IntBuffer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.*;

/** The images of a window. Made anew when its size changes. */
final class Swapchain implements AutoCloseable {
    private static final int NONE = -1;

    private final VulkanDevice device;
    private final Window window;
    private final long surface;
    private long swapchain;
    private long[] images = {};
    /** Signalled when the frame in an image is drawn, one for each image. */
    private long[] drawn = {};

    private int width;
    private int height;
    private int image = NONE;

    Swapchain(VulkanDevice device, Window window, long surface) {
        this.device = device;
        this.window = window;
        this.surface = surface;
        create();
    }

    private void create() {
        destroy();
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkSurfaceCapabilitiesKHR can = VkSurfaceCapabilitiesKHR.calloc(stack);
            check(
                    KHRSurface.vkGetPhysicalDeviceSurfaceCapabilitiesKHR(device.choice.device(), surface, can),
                    "the window's surface");
            width = Math.clamp(
                    window.width(),
                    can.minImageExtent().width(),
                    can.maxImageExtent().width());
            height = Math.clamp(
                    window.height(),
                    can.minImageExtent().height(),
                    can.maxImageExtent().height());
            if (width == 0 || height == 0) {
                return;
            }
            VkSurfaceFormatKHR format = format(stack);
            int most = can.maxImageCount() == 0 ? Integer.MAX_VALUE : can.maxImageCount();
            VkSwapchainCreateInfoKHR info = VkSwapchainCreateInfoKHR.calloc(stack)
                    .sType$Default()
                    .surface(surface)
                    .minImageCount(Math.min(can.minImageCount() + 1, most))
                    .imageFormat(format.format())
                    .imageColorSpace(format.colorSpace())
                    .imageArrayLayers(1)
                    .imageUsage(VK_IMAGE_USAGE_TRANSFER_DST_BIT)
                    .imageSharingMode(VK_SHARING_MODE_EXCLUSIVE)
                    .preTransform(can.currentTransform())
                    .compositeAlpha(KHRSurface.VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR)
                    .presentMode(KHRSurface.VK_PRESENT_MODE_FIFO_KHR)
                    .clipped(true);
            info.imageExtent().set(width, height);
            swapchain = created("the swap chain", h -> KHRSwapchain.vkCreateSwapchainKHR(device.handle, info, null, h));
            images = list(
                    "the images of the swap chain",
                    long[]::new,
                    (count, list) -> KHRSwapchain.vkGetSwapchainImagesKHR(device.handle, swapchain, count, list));
            drawn = new long[images.length];
            for (int i = 0; i < drawn.length; i++) {
                drawn[i] = device.semaphore();
            }
        }
    }

    /** The frame is sRGB already: a format that does not encode it again. */
    private VkSurfaceFormatKHR format(MemoryStack stack) {
        VkSurfaceFormatKHR.Buffer formats = list(
                "the window's formats",
                count -> VkSurfaceFormatKHR.calloc(count, stack),
                (count, list) ->
                        KHRSurface.vkGetPhysicalDeviceSurfaceFormatsKHR(device.choice.device(), surface, count, list));
        return formats.stream()
                .filter(format ->
                        format.format() == VK_FORMAT_B8G8R8A8_UNORM || format.format() == VK_FORMAT_R8G8B8A8_UNORM)
                .findFirst()
                .orElseGet(() -> formats.get(0));
    }

    /**
     * Takes the next image; false if there is none this time.
     *
     * @param acquired semaphore to signal when it may be written
     */
    boolean acquire(long acquired) {
        image = NONE;
        if (swapchain == 0 || window.width() != width || window.height() != height) {
            device.finish();
            create();
        }
        if (swapchain == 0) {
            return false;
        }
        try (MemoryStack stack = MemoryStack.stackPush()) {
            IntBuffer index = stack.mallocInt(1);
            int result =
                    KHRSwapchain.vkAcquireNextImageKHR(device.handle, swapchain, -1L, acquired, VK_NULL_HANDLE, index);
            if (result == KHRSwapchain.VK_ERROR_OUT_OF_DATE_KHR) {
                width = 0;
                return false;
            }
            check(result, "the next image of the window");
            image = index.get(0);
            return true;
        }
    }

    /** Records the copy of a frame into the image, upside down: its rows go up. */
    void copy(VkCommandBuffer commands, Target frame) {
        long to = images[image];
        Barriers.image(commands, to, VK_IMAGE_ASPECT_COLOR_BIT, Use.COPY_TO, Use.COPY_TO, false);
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkImageBlit.Buffer blit = VkImageBlit.calloc(1, stack);
            blit.srcSubresource().aspectMask(VK_IMAGE_ASPECT_COLOR_BIT).layerCount(1);
            blit.dstSubresource().aspectMask(VK_IMAGE_ASPECT_COLOR_BIT).layerCount(1);
            blit.srcOffsets(0).set(0, frame.height(), 0);
            blit.srcOffsets(1).set(frame.width(), 0, 1);
            blit.dstOffsets(1).set(width, height, 1);
            vkCmdBlitImage(commands, frame.image, Use.COPY_FROM.layout, to, Use.COPY_TO.layout, blit, VK_FILTER_LINEAR);
        }
        Barriers.image(commands, to, VK_IMAGE_ASPECT_COLOR_BIT, Use.COPY_TO, Use.SHOWN, true);
    }

    /** Semaphore that the submission with {@link #copy} has to signal. */
    long drawn() {
        return drawn[image];
    }

    /** Shows the image. */
    void present() {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkPresentInfoKHR info = VkPresentInfoKHR.calloc(stack)
                    .sType$Default()
                    .pWaitSemaphores(stack.longs(drawn[image]))
                    .swapchainCount(1)
                    .pSwapchains(stack.longs(swapchain))
                    .pImageIndices(stack.ints(image));
            int result = KHRSwapchain.vkQueuePresentKHR(device.graphicsQueue, info);
            if (result == KHRSwapchain.VK_ERROR_OUT_OF_DATE_KHR || result == KHRSwapchain.VK_SUBOPTIMAL_KHR) {
                width = 0;
            } else {
                check(result, "showing a frame");
            }
        }
    }

    private void destroy() {
        for (long semaphore : drawn) {
            vkDestroySemaphore(device.handle, semaphore, null);
        }
        drawn = new long[0];
        if (swapchain != 0) {
            KHRSwapchain.vkDestroySwapchainKHR(device.handle, swapchain, null);
            swapchain = 0;
        }
    }

    @Override
    public void close() {
        destroy();
    }
}
