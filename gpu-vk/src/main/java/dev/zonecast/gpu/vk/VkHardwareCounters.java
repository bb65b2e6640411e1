package dev.zonecast.gpu.vk;

import dev.zonecast.core.gpu.HardwareCounter;
import java.util.List;
import org.lwjgl.vulkan.VkPhysicalDevice;

/** The hardware counters of Vulkan devices, by VK_KHR_performance_query. */
public final class VkHardwareCounters {
    private VkHardwareCounters() {}

    /**
     * Those of a queue family; none if the device does not have the extension. The extension need not be enabled.
     *
     * @param queueFamily index of a family that the device has
     */
    public static List<HardwareCounter> of(VkPhysicalDevice device, int queueFamily) {
        return new PerformanceFunctions(device)
                .counters(queueFamily).stream()
                        .map(PerformanceFunctions.Counter::shown)
                        .toList();
    }
}
