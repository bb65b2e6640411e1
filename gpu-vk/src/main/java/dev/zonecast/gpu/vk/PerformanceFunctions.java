package dev.zonecast.gpu.vk;

import static org.lwjgl.system.JNI.callPPI;
import static org.lwjgl.system.JNI.callPPPPI;
import static org.lwjgl.system.JNI.callPPPV;
import static org.lwjgl.system.JNI.callPV;
import static org.lwjgl.system.MemoryUtil.memAddress;
import static org.lwjgl.vulkan.KHRPerformanceQuery.*;

import dev.zonecast.core.gpu.HardwareCounter;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.List;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VK10;
import org.lwjgl.vulkan.VkAcquireProfilingLockInfoKHR;
import org.lwjgl.vulkan.VkDevice;
import org.lwjgl.vulkan.VkPerformanceCounterDescriptionKHR;
import org.lwjgl.vulkan.VkPerformanceCounterKHR;
import org.lwjgl.vulkan.VkPhysicalDevice;
import org.lwjgl.vulkan.VkQueryPoolCreateInfo;
import org.lwjgl.vulkan.VkQueryPoolPerformanceCreateInfoKHR;

/** The functions of VK_KHR_performance_query. Tests put another driver in its place. */
class PerformanceFunctions {
    /**
     * A counter of a queue family.
     *
     * @param storage VkPerformanceCounterStorageKHR of its results
     * @param isOfCommands false if it counts whole command buffers or render passes, which zones cannot have
     */
    record Counter(int storage, boolean isOfCommands, HardwareCounter shown) {}

    private static final String[] UNITS = {
        "count", "percent", "ns", "bytes", "bytes/s", "kelvin", "watts", "volts", "amperes", "hertz", "cycles"
    };

    private final VkPhysicalDevice device;

    PerformanceFunctions(VkPhysicalDevice device) {
        this.device = device;
    }

    private long ofInstance(String name) {
        return VK10.vkGetInstanceProcAddr(device.getInstance(), name);
    }

    /** All counters of a queue family, by index; none if the device has no such extension. */
    List<Counter> counters(int queueFamily) {
        long function = DeviceExtensions.has(device, VK_KHR_PERFORMANCE_QUERY_EXTENSION_NAME)
                ? ofInstance("vkEnumeratePhysicalDeviceQueueFamilyPerformanceQueryCountersKHR")
                : 0;
        if (function == 0) {
            return List.of();
        }
        try (MemoryStack stack = MemoryStack.stackPush()) {
            IntBuffer count = stack.callocInt(1);
            enumerate(queueFamily, count, 0, 0, function);
            VkPerformanceCounterKHR.Buffer counters = VkPerformanceCounterKHR.calloc(count.get(0));
            VkPerformanceCounterDescriptionKHR.Buffer words = VkPerformanceCounterDescriptionKHR.calloc(count.get(0));
            try {
                counters.forEach(VkPerformanceCounterKHR::sType$Default);
                words.forEach(VkPerformanceCounterDescriptionKHR::sType$Default);
                if (enumerate(queueFamily, count, counters.address(), words.address(), function) < VK10.VK_SUCCESS) {
                    return List.of();
                }
                List<Counter> all = new ArrayList<>();
                for (int i = 0; i < count.get(0); i++) {
                    all.add(counter(counters.get(i), words.get(i)));
                }
                return all;
            } finally {
                counters.free();
                words.free();
            }
        }
    }

    private int enumerate(int queueFamily, IntBuffer count, long counters, long words, long function) {
        return callPPPPI(device.address(), queueFamily, memAddress(count), counters, words, function);
    }

    private static Counter counter(VkPerformanceCounterKHR counter, VkPerformanceCounterDescriptionKHR words) {
        int unit = counter.unit();
        boolean isCount = unit == VK_PERFORMANCE_COUNTER_UNIT_GENERIC_KHR
                || unit == VK_PERFORMANCE_COUNTER_UNIT_NANOSECONDS_KHR
                || unit == VK_PERFORMANCE_COUNTER_UNIT_BYTES_KHR
                || unit == VK_PERFORMANCE_COUNTER_UNIT_CYCLES_KHR;
        return new Counter(
                counter.storage(),
                counter.scope() == VK_PERFORMANCE_COUNTER_SCOPE_COMMAND_KHR,
                new HardwareCounter(
                        words.categoryString(),
                        words.nameString(),
                        unit >= 0 && unit < UNITS.length ? UNITS[unit] : "unknown",
                        words.descriptionString(),
                        isCount));
    }

    /** How often a command buffer has to run until all of these were counted. */
    int passes(int queueFamily, List<Integer> counters) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkQueryPoolPerformanceCreateInfoKHR info = poolInfo(stack, queueFamily, counters);
            IntBuffer passes = stack.ints(1);
            callPPPV(
                    device.address(),
                    info.address(),
                    memAddress(passes),
                    ofInstance("vkGetPhysicalDeviceQueueFamilyPerformanceQueryPassesKHR"));
            return passes.get(0);
        }
    }

    private static VkQueryPoolPerformanceCreateInfoKHR poolInfo(
            MemoryStack stack, int queueFamily, List<Integer> counters) {
        IntBuffer indexes = stack.mallocInt(counters.size());
        counters.forEach(indexes::put);
        return VkQueryPoolPerformanceCreateInfoKHR.calloc(stack)
                .sType$Default()
                .queueFamilyIndex(queueFamily)
                .pCounterIndices(indexes.flip());
    }

    /** True if the device was created with the extension; whether the feature was enabled, Vulkan does not tell. */
    boolean isEnabled(VkDevice device) {
        return device.getCapabilities().VK_KHR_performance_query;
    }

    /** A pool of queries; 0 if the driver has none. */
    long createPool(VkDevice device, int queueFamily, List<Integer> counters, int queries) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkQueryPoolCreateInfo info = VkQueryPoolCreateInfo.calloc(stack)
                    .sType$Default()
                    .pNext(poolInfo(stack, queueFamily, counters).address())
                    .queryType(VK_QUERY_TYPE_PERFORMANCE_QUERY_KHR)
                    .queryCount(queries);
            LongBuffer pool = stack.mallocLong(1);
            return VK10.vkCreateQueryPool(device, info, null, pool) == VK10.VK_SUCCESS ? pool.get(0) : 0;
        }
    }

    /** Counting needs this lock from before a command buffer is recorded until it has run. False if another holder has it. */
    boolean lock(VkDevice device) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkAcquireProfilingLockInfoKHR info =
                    VkAcquireProfilingLockInfoKHR.calloc(stack).sType$Default();
            return callPPI(
                            device.address(),
                            info.address(),
                            VK10.vkGetDeviceProcAddr(device, "vkAcquireProfilingLockKHR"))
                    == VK10.VK_SUCCESS;
        }
    }

    void unlock(VkDevice device) {
        callPV(device.address(), VK10.vkGetDeviceProcAddr(device, "vkReleaseProfilingLockKHR"));
    }

    /**
     * Reads a result without waiting.
     *
     * @param results a word of 64 bits for each counter
     * @return a VkResult
     */
    int results(VkDevice device, long pool, int query, int counters, long results) {
        long bytes = (long) Long.BYTES * counters;
        return VK10.nvkGetQueryPoolResults(device, pool, query, 1, bytes, results, bytes, 0);
    }
}
