package dev.zonecast.gpu.vk;

import java.nio.IntBuffer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VK10;
import org.lwjgl.vulkan.VkPhysicalDevice;
import org.lwjgl.vulkan.VkPhysicalDeviceProperties;
import org.lwjgl.vulkan.VkQueueFamilyProperties;

/**
 * What the driver says of a queue's time stamps.
 *
 * @param family index of the queue family
 * @param what the family is for, in words
 * @param device name of the device
 * @param driver version of its driver
 * @param validBits bits of a time stamp that count (timestampValidBits); 0 if there are no time stamps
 * @param nanosPerTick length of a tick (timestampPeriod)
 * @param canReset true if commands on the queue can reset queries: not on one that only transfers
 * @param draws true if it takes commands that draw
 */
record QueueFacts(
        int family,
        String what,
        String device,
        String driver,
        int validBits,
        double nanosPerTick,
        boolean canReset,
        boolean draws) {
    private static final int NVIDIA = 0x10DE;

    /** @throws IllegalArgumentException if the device has no such family */
    static QueueFacts of(VkPhysicalDevice physicalDevice, int family) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            IntBuffer count = stack.mallocInt(1);
            VK10.vkGetPhysicalDeviceQueueFamilyProperties(physicalDevice, count, null);
            if (family < 0 || family >= count.get(0)) {
                throw new IllegalArgumentException(
                        "the device has queue families 0 to " + (count.get(0) - 1) + ", not " + family);
            }
            var families = VkQueueFamilyProperties.calloc(count.get(0), stack);
            VK10.vkGetPhysicalDeviceQueueFamilyProperties(physicalDevice, count, families);
            VkPhysicalDeviceProperties properties = VkPhysicalDeviceProperties.calloc(stack);
            VK10.vkGetPhysicalDeviceProperties(physicalDevice, properties);
            int flags = families.get(family).queueFlags();
            return new QueueFacts(
                    family,
                    words(flags),
                    properties.deviceNameString(),
                    driver(properties),
                    families.get(family).timestampValidBits(),
                    properties.limits().timestampPeriod(),
                    (flags & (VK10.VK_QUEUE_GRAPHICS_BIT | VK10.VK_QUEUE_COMPUTE_BIT)) != 0,
                    (flags & VK10.VK_QUEUE_GRAPHICS_BIT) != 0);
        }
    }

    /** NVIDIA has a form of its own for the version. */
    private static String driver(VkPhysicalDeviceProperties properties) {
        int version = properties.driverVersion();
        return properties.vendorID() == NVIDIA
                ? (version >>> 22) + "." + (version >>> 14 & 0xFF) + "." + (version >>> 6 & 0xFF)
                : VK10.VK_VERSION_MAJOR(version) + "." + VK10.VK_VERSION_MINOR(version) + "."
                        + VK10.VK_VERSION_PATCH(version);
    }

    private static String words(int flags) {
        if ((flags & VK10.VK_QUEUE_GRAPHICS_BIT) != 0) {
            return "graphics";
        }
        if ((flags & VK10.VK_QUEUE_COMPUTE_BIT) != 0) {
            return "compute";
        }
        return (flags & VK10.VK_QUEUE_TRANSFER_BIT) != 0 ? "transfer" : "special";
    }

    /** @throws UnsupportedQueueException if there can be no zones on the queue */
    void require(boolean hostReset) {
        if (validBits == 0 || !(nanosPerTick > 0)) {
            throw new UnsupportedQueueException(
                    family,
                    "queue family " + family + " (" + what + ") of " + device
                            + " has no time stamps (timestampValidBits is " + validBits + ", timestampPeriod "
                            + nanosPerTick
                            + ")");
        }
        if (!canReset && !hostReset) {
            throw new UnsupportedQueueException(
                    family,
                    "queue family " + family + " (" + what + ") of " + device + " cannot reset queries by commands:"
                            + " enable the feature hostQueryReset and set it in the builder");
        }
    }
}
