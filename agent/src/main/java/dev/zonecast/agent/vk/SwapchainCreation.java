package dev.zonecast.agent.vk;

import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.vulkan.KHRSurface;
import org.lwjgl.vulkan.VK10;
import org.lwjgl.vulkan.VkDevice;
import org.lwjgl.vulkan.VkPhysicalDevice;
import org.lwjgl.vulkan.VkSurfaceCapabilitiesKHR;
import org.lwjgl.vulkan.VkSwapchainCreateInfoKHR;

/**
 * A swapchain that the program creates right now. With the option {@code images} its images can be copied from, too, where the surface
 * supports that. After the call the program finds its structure as it was. One thread.
 */
final class SwapchainCreation {
    /** Null: the thread creates none. */
    static final ThreadLocal<SwapchainCreation> CURRENT = new ThreadLocal<>();

    private final VkDevice device;
    private final long info;
    private final int usage;
    private final boolean copied;

    /** Where the handle will be: an address, or else the array. */
    private final long address;

    private final long[] array;
    private final long before;

    /**
     * Before the call.
     *
     * @param info a VkSwapchainCreateInfoKHR
     * @param address where the handle will be; 0: in the array
     */
    SwapchainCreation(VkDevice device, long info, long address, long[] array) {
        this.device = device;
        this.info = info;
        this.address = address;
        this.array = array;
        usage = MemoryUtil.memGetInt(info + VkSwapchainCreateInfoKHR.IMAGEUSAGE);
        before = handle(0);
        copied = Pictures.areWanted() && (isCopiedFrom(usage) || isPossible());
        if (copied) {
            MemoryUtil.memPutInt(
                    info + VkSwapchainCreateInfoKHR.IMAGEUSAGE, usage | VK10.VK_IMAGE_USAGE_TRANSFER_SRC_BIT);
        }
    }

    private static boolean isCopiedFrom(int usage) {
        return (usage & VK10.VK_IMAGE_USAGE_TRANSFER_SRC_BIT) != 0;
    }

    /** A protected image cannot be copied; images that the surface shares with the program have a set of usages of their own. */
    private boolean isPossible() {
        VkPhysicalDevice physical = device.getPhysicalDevice();
        if (MemoryUtil.memGetInt(info + VkSwapchainCreateInfoKHR.FLAGS) != 0
                || MemoryUtil.memGetInt(info + VkSwapchainCreateInfoKHR.PRESENTMODE)
                        > KHRSurface.VK_PRESENT_MODE_FIFO_RELAXED_KHR) {
            return false;
        }
        try (MemoryStack stack = MemoryStack.stackPush()) {
            var can = VkSurfaceCapabilitiesKHR.calloc(stack);
            long surface = MemoryUtil.memGetLong(info + VkSwapchainCreateInfoKHR.SURFACE);
            return KHRSurface.vkGetPhysicalDeviceSurfaceCapabilitiesKHR(physical, surface, can) == VK10.VK_SUCCESS
                    && isCopiedFrom(can.supportedUsageFlags());
        }
    }

    /** The handle that is there; puts another one there. */
    private long handle(long next) {
        long there = array == null ? MemoryUtil.memGetLong(address) : array[0];
        if (array == null) {
            MemoryUtil.memPutLong(address, next);
        } else {
            array[0] = next;
        }
        return there;
    }

    /** After the call. */
    void ends() {
        MemoryUtil.memPutInt(info + VkSwapchainCreateInfoKHR.IMAGEUSAGE, usage);
        long made = handle(before);
        if (made != 0) {
            handle(made);
            Device of = Devices.of(device);
            if (of != null) {
                of.swapchainMade(made, new Swapchain(made, info, copied));
            }
        }
    }
}
