package dev.zonecast.gpu.vk;

import static org.lwjgl.vulkan.VK10.*;

import java.nio.IntBuffer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VkExtensionProperties;
import org.lwjgl.vulkan.VkPhysicalDevice;

/** The extensions that a physical device offers. */
final class DeviceExtensions {
    private DeviceExtensions() {}

    static boolean has(VkPhysicalDevice device, String name) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            IntBuffer count = stack.callocInt(1);
            if (vkEnumerateDeviceExtensionProperties(device, (String) null, count, null) != VK_SUCCESS) {
                return false;
            }
            VkExtensionProperties.Buffer all = VkExtensionProperties.calloc(count.get(0));
            try {
                return vkEnumerateDeviceExtensionProperties(device, (String) null, count, all) >= VK_SUCCESS
                        && all.stream()
                                .anyMatch(each -> each.extensionNameString().equals(name));
            } finally {
                all.free();
            }
        }
    }
}
