package dev.zonecast.gpu.vk;

import dev.zonecast.core.gpu.ClockReading;
import java.nio.IntBuffer;
import java.util.Arrays;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.vulkan.EXTCalibratedTimestamps;
import org.lwjgl.vulkan.KHRCalibratedTimestamps;
import org.lwjgl.vulkan.VK10;
import org.lwjgl.vulkan.VKCapabilitiesInstance;
import org.lwjgl.vulkan.VkCalibratedTimestampInfoKHR;
import org.lwjgl.vulkan.VkDevice;
import org.lwjgl.vulkan.VkPhysicalDevice;

/**
 * The GPU's clock and one of the CPU's, read at one moment (VK_KHR_calibrated_timestamps or VK_EXT_calibrated_timestamps). Guarded by the
 * engine's lock.
 *
 * <p>The driver says with each pair how far apart it may have read the two (maxDeviation); a pair is taken for no better than that, and
 * none is asked for again because it is bad: many are intersected.
 */
final class CalibratedClock implements AutoCloseable {
    private final VkFunctions functions;
    private final HostClock host;
    private final VkCalibratedTimestampInfoKHR.Buffer infos = VkCalibratedTimestampInfoKHR.calloc(2);

    /** Two time stamps and the deviation. */
    private final long memory = MemoryUtil.nmemCallocChecked(3, 8);

    private CalibratedClock(VkFunctions functions, HostClock host) {
        this.functions = functions;
        this.host = host;
        infos.get(0).sType$Default().timeDomain(EXTCalibratedTimestamps.VK_TIME_DOMAIN_DEVICE_EXT);
        infos.get(1).sType$Default().timeDomain(host.timeDomain());
    }

    /** Null if the device has none. */
    static CalibratedClock of(VkDevice device, VkFunctions functions) {
        if (!functions.hasCalibratedTimestamps()) {
            return null;
        }
        HostClock host = HostClock.ofPlatform();
        int[] domains = timeDomains(device);
        return contains(domains, EXTCalibratedTimestamps.VK_TIME_DOMAIN_DEVICE_EXT)
                        && contains(domains, host.timeDomain())
                ? new CalibratedClock(functions, host)
                : null;
    }

    private static boolean contains(int[] domains, int domain) {
        return Arrays.stream(domains).anyMatch(known -> known == domain);
    }

    private static int[] timeDomains(VkDevice device) {
        VkPhysicalDevice physical = device.getPhysicalDevice();
        try (MemoryStack stack = MemoryStack.stackPush()) {
            IntBuffer count = stack.mallocInt(1);
            if (timeDomains(physical, count, null) != VK10.VK_SUCCESS) {
                return new int[0];
            }
            IntBuffer domains = stack.mallocInt(count.get(0));
            if (timeDomains(physical, count, domains) < VK10.VK_SUCCESS) {
                return new int[0];
            }
            int[] all = new int[count.get(0)];
            domains.get(0, all);
            return all;
        }
    }

    private static int timeDomains(VkPhysicalDevice device, IntBuffer count, IntBuffer domains) {
        VKCapabilitiesInstance of = device.getCapabilities();
        if (of.vkGetPhysicalDeviceCalibrateableTimeDomainsKHR != 0) {
            return KHRCalibratedTimestamps.vkGetPhysicalDeviceCalibrateableTimeDomainsKHR(device, count, domains);
        }
        if (of.vkGetPhysicalDeviceCalibrateableTimeDomainsEXT != 0) {
            return EXTCalibratedTimestamps.vkGetPhysicalDeviceCalibrateableTimeDomainsEXT(device, count, domains);
        }
        return VK10.VK_ERROR_EXTENSION_NOT_PRESENT;
    }

    /** Reads both; returns a VkResult, and leaves the reading alone where that is an error. */
    int read(ClockReading reading) {
        reading.begin();
        long beforeNanos = System.nanoTime();
        int result = functions.calibratedTimestamps(infos.address(), memory, memory + 16);
        long afterNanos = System.nanoTime();
        if (result >= VK10.VK_SUCCESS) {
            double atNanos = MemoryUtil.memGetLong(memory + 8) * host.nanosPerUnit();
            double deviationNanos = MemoryUtil.memGetLong(memory + 16);
            reading.end(MemoryUtil.memGetLong(memory), atNanos - beforeNanos, afterNanos - atNanos, deviationNanos);
        }
        return result;
    }

    @Override
    public void close() {
        infos.free();
        MemoryUtil.nmemFree(memory);
    }
}
