package dev.zonecast.demo.render.vk;

import static org.lwjgl.vulkan.VK13.*;

import dev.zonecast.core.gpu.HardwareCounter;
import dev.zonecast.demo.render.GpuFacts;
import dev.zonecast.demo.render.GraphicsUnavailableException;
import dev.zonecast.gpu.vk.VkHardwareCounters;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.IntStream;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VkPhysicalDevice;
import org.lwjgl.vulkan.VkPhysicalDeviceFeatures2;
import org.lwjgl.vulkan.VkPhysicalDeviceProperties;
import org.lwjgl.vulkan.VkPhysicalDeviceVulkan12Features;
import org.lwjgl.vulkan.VkQueueFamilyProperties;

/** What a profiler can have of the Vulkan devices of this machine. */
public final class VulkanFacts {
    private static final String COUNTERS = "VK_KHR_performance_query";

    private VulkanFacts() {}

    /**
     * Facts of each device.
     *
     * @throws GraphicsUnavailableException if there is no Vulkan
     */
    public static List<GpuFacts> ofAll() throws GraphicsUnavailableException {
        try (VulkanInstance instance = new VulkanInstance(null, List.of())) {
            return instance.devices().stream().map(VulkanFacts::of).toList();
        }
    }

    private static GpuFacts of(VkPhysicalDevice device) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkPhysicalDeviceProperties properties = VkPhysicalDeviceProperties.calloc(stack);
            vkGetPhysicalDeviceProperties(device, properties);
            VkPhysicalDeviceVulkan12Features features12 =
                    VkPhysicalDeviceVulkan12Features.calloc(stack).sType$Default();
            VkPhysicalDeviceFeatures2 features =
                    VkPhysicalDeviceFeatures2.calloc(stack).sType$Default().pNext(features12);
            vkGetPhysicalDeviceFeatures2(device, features);
            Set<String> has = DeviceChoice.extensions(device);
            SequencedMap<String, String> rows = new LinkedHashMap<>();
            List<HardwareCounter> counters = queues(device, DeviceChoice.families(device, stack), rows);
            rows.put(
                    "clock",
                    GpuFacts.present(has, List.of("VK_KHR_calibrated_timestamps", "VK_EXT_calibrated_timestamps")));
            rows.put("hostQueryReset", features12.hostQueryReset() ? "yes" : "no");
            rows.put("pipelineStatisticsQuery", features.features().pipelineStatisticsQuery() ? "yes" : "no");
            rows.put(
                    "counters",
                    has.contains(COUNTERS)
                            ? GpuFacts.counters(counters, COUNTERS)
                            : GpuFacts.present(has, List.of(COUNTERS)));
            rows.put("memory", GpuFacts.present(has, List.of("VK_EXT_memory_budget")));
            rows.put(
                    "presentation",
                    GpuFacts.present(
                            has,
                            List.of(
                                    "VK_KHR_present_id",
                                    "VK_KHR_present_wait",
                                    "VK_KHR_present_id2",
                                    "VK_KHR_present_wait2",
                                    "VK_EXT_present_timing",
                                    "VK_GOOGLE_display_timing")));
            String name = "Vulkan " + DeviceChoice.versionText(properties.apiVersion()) + ", "
                    + properties.deviceNameString() + ", driver " + properties.driverVersion();
            return new GpuFacts(name, rows, counters);
        }
    }

    /** A row for each queue family. Returns the counters of all. */
    private static List<HardwareCounter> queues(
            VkPhysicalDevice device, List<VkQueueFamilyProperties> families, SequencedMap<String, String> rows) {
        List<HardwareCounter> counters = new ArrayList<>();
        IntStream.range(0, families.size()).forEach(family -> {
            VkQueueFamilyProperties properties = families.get(family);
            rows.put(
                    "queue family " + family,
                    words(properties.queueFlags()) + "; queues: " + properties.queueCount() + "; bits of time stamps: "
                            + properties.timestampValidBits());
            VkHardwareCounters.of(device, family).stream()
                    .filter(counter -> !counters.contains(counter))
                    .forEach(counters::add);
        });
        return counters;
    }

    private static String words(int flags) {
        List<String> words = new ArrayList<>();
        if ((flags & VK_QUEUE_GRAPHICS_BIT) != 0) {
            words.add("graphics");
        }
        if ((flags & VK_QUEUE_COMPUTE_BIT) != 0) {
            words.add("compute");
        }
        if ((flags & VK_QUEUE_TRANSFER_BIT) != 0) {
            words.add("transfer");
        }
        return words.isEmpty() ? "other" : String.join(", ", words);
    }
}
