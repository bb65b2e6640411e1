package dev.zonecast.agent;

import static org.lwjgl.vulkan.VK10.*;

import java.nio.LongBuffer;
import java.util.List;
import java.util.stream.IntStream;
import org.lwjgl.PointerBuffer;
import org.lwjgl.glfw.GLFWVulkan;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.*;

/** The images of a window, of a program that knows nothing of Zonecast. */
final class PlainSwapchain {
    /** At most. */
    static final int IMAGES = 16;

    private final PlainVulkan vulkan;
    private final int usage;
    private long handle;
    private long surface;
    private final long[] images = new long[IMAGES];

    /** Of the instance. */
    static List<String> windowExtensions() {
        PointerBuffer names = GLFWVulkan.glfwGetRequiredInstanceExtensions();
        return IntStream.range(0, names.remaining())
                .mapToObj(names::getStringUTF8)
                .toList();
    }

    /** It is destroyed with the device, if not before. */
    PlainSwapchain(PlainVulkan vulkan, long window, int usage) {
        this.vulkan = vulkan;
        this.usage = usage;
        try (MemoryStack stack = MemoryStack.stackPush()) {
            LongBuffer made = stack.mallocLong(1);
            PlainVulkan.check(GLFWVulkan.glfwCreateWindowSurface(vulkan.instance, window, null, made));
            surface = made.get(0);
        }
        create(VK_NULL_HANDLE);
        vulkan.atEnd(this::destroy);
    }

    /** Has other images, as after another size of the window. */
    void renew() {
        long old = handle;
        create(old);
        KHRSwapchain.vkDestroySwapchainKHR(vulkan.device, old, null);
    }

    private void create(long old) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            LongBuffer made = stack.mallocLong(1);
            VkPhysicalDevice physical = vulkan.device.getPhysicalDevice();
            KHRSurface.vkGetPhysicalDeviceSurfaceSupportKHR(physical, 0, surface, stack.mallocInt(1));
            VkSurfaceCapabilitiesKHR can = VkSurfaceCapabilitiesKHR.calloc(stack);
            KHRSurface.vkGetPhysicalDeviceSurfaceCapabilitiesKHR(physical, surface, can);
            var count = stack.mallocInt(1);
            KHRSurface.vkGetPhysicalDeviceSurfaceFormatsKHR(physical, surface, count, null);
            var formats = VkSurfaceFormatKHR.calloc(count.get(0), stack);
            KHRSurface.vkGetPhysicalDeviceSurfaceFormatsKHR(physical, surface, count, formats);
            VkSwapchainCreateInfoKHR info = VkSwapchainCreateInfoKHR.calloc(stack)
                    .sType$Default()
                    .surface(surface)
                    .minImageCount(can.minImageCount())
                    .imageFormat(formats.get(0).format())
                    .imageColorSpace(formats.get(0).colorSpace())
                    .imageArrayLayers(1)
                    .imageUsage(usage)
                    .preTransform(can.currentTransform())
                    .compositeAlpha(Integer.lowestOneBit(can.supportedCompositeAlpha()))
                    .presentMode(KHRSurface.VK_PRESENT_MODE_FIFO_KHR)
                    .clipped(true)
                    .oldSwapchain(old);
            info.imageExtent().set(can.currentExtent());
            PlainVulkan.check(KHRSwapchain.vkCreateSwapchainKHR(vulkan.device, info, null, made));
            if (info.imageUsage() != usage) {
                throw new IllegalStateException("the program's structure was changed");
            }
            handle = made.get(0);
            PlainVulkan.check(KHRSwapchain.vkGetSwapchainImagesKHR(vulkan.device, handle, new int[] {IMAGES}, images));
        }
    }

    long image(int index) {
        return images[index];
    }

    /** Index of the next image, which the fence says is there. */
    int acquire(long fence) {
        int[] index = new int[1];
        PlainVulkan.check(KHRSwapchain.vkAcquireNextImageKHR(
                vulkan.device, handle, Long.MAX_VALUE, VK_NULL_HANDLE, fence, index));
        vulkan.await(fence);
        return index[0];
    }

    /** @param semaphores that it waits for */
    void present(int index, long... semaphores) {
        present(vulkan, List.of(this), new int[] {index}, semaphores);
    }

    /**
     * Presents images of several windows in one call.
     *
     * @param semaphores that it waits for
     */
    static void present(PlainVulkan vulkan, List<PlainSwapchain> windows, int[] indices, long[] semaphores) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkPresentInfoKHR info = VkPresentInfoKHR.calloc(stack)
                    .sType$Default()
                    .pWaitSemaphores(semaphores.length == 0 ? null : stack.longs(semaphores))
                    .swapchainCount(windows.size())
                    .pSwapchains(stack.longs(
                            windows.stream().mapToLong(each -> each.handle).toArray()))
                    .pImageIndices(stack.ints(indices));
            LongBuffer before = info.pWaitSemaphores();
            PlainVulkan.check(KHRSwapchain.vkQueuePresentKHR(vulkan.queue, info));
            if (info.waitSemaphoreCount() != semaphores.length
                    || (before != null && !before.equals(info.pWaitSemaphores()))) {
                throw new IllegalStateException("the program's structure was changed");
            }
        }
    }

    /** Before its window is closed. */
    void destroy() {
        KHRSwapchain.vkDestroySwapchainKHR(vulkan.device, handle, null);
        KHRSurface.vkDestroySurfaceKHR(vulkan.instance, surface, null);
        handle = VK_NULL_HANDLE;
        surface = VK_NULL_HANDLE;
    }

    /** Gives an image a layout; the GPU has done all before it. */
    static void layout(VkCommandBuffer commands, long image, int from, int to) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkImageMemoryBarrier.Buffer barrier = VkImageMemoryBarrier.calloc(1, stack)
                    .sType$Default()
                    .srcAccessMask(VK_ACCESS_MEMORY_WRITE_BIT)
                    .dstAccessMask(VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT)
                    .oldLayout(from)
                    .newLayout(to)
                    .srcQueueFamilyIndex(VK_QUEUE_FAMILY_IGNORED)
                    .dstQueueFamilyIndex(VK_QUEUE_FAMILY_IGNORED)
                    .image(image);
            barrier.subresourceRange()
                    .aspectMask(VK_IMAGE_ASPECT_COLOR_BIT)
                    .levelCount(1)
                    .layerCount(1);
            vkCmdPipelineBarrier(
                    commands,
                    VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                    VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                    0,
                    null,
                    null,
                    barrier);
        }
    }
}
