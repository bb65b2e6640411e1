package dev.zonecast.framecapture.vk;

import static org.lwjgl.vulkan.VK10.*;

import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VkFormatProperties;
import org.lwjgl.vulkan.VkPhysicalDevice;
import org.lwjgl.vulkan.VkPhysicalDeviceProperties;

/** Which formats and sizes of images can be captured. The last answer is kept: sources seldom change. */
final class VkFormats {
    private static final int NEEDED =
            VK_FORMAT_FEATURE_BLIT_SRC_BIT | VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT;

    private final VkPhysicalDevice device;
    private int known = VK_FORMAT_UNDEFINED;
    private boolean capturable;

    VkFormats(VkPhysicalDevice device) {
        this.device = device;
    }

    /** Pixels that an image can have at most, in each direction. */
    int maxSide() {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkPhysicalDeviceProperties properties = VkPhysicalDeviceProperties.malloc(stack);
            vkGetPhysicalDeviceProperties(device, properties);
            return properties.limits().maxImageDimension2D();
        }
    }

    /** True for colours that the device can scale: neither integers (which have no linear filter) nor depths. */
    boolean isCapturable(int format) {
        if (format != known) {
            known = format;
            capturable = format != VK_FORMAT_UNDEFINED && ask(format);
        }
        return capturable;
    }

    private boolean ask(int format) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkFormatProperties properties = VkFormatProperties.malloc(stack);
            vkGetPhysicalDeviceFormatProperties(device, format, properties);
            int features = properties.optimalTilingFeatures();
            return (features & NEEDED) == NEEDED && (features & VK_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT) == 0;
        }
    }

    /** True if values are converted from sRGB when they are copied out of the image. */
    static boolean isSrgb(int format) {
        return switch (format) {
            case VK_FORMAT_R8_SRGB,
                    VK_FORMAT_R8G8_SRGB,
                    VK_FORMAT_R8G8B8_SRGB,
                    VK_FORMAT_B8G8R8_SRGB,
                    VK_FORMAT_R8G8B8A8_SRGB,
                    VK_FORMAT_B8G8R8A8_SRGB,
                    VK_FORMAT_A8B8G8R8_SRGB_PACK32 -> true;
            default -> false;
        };
    }
}
