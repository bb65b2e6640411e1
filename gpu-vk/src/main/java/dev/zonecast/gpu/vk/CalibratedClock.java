package dev.zonecast.gpu.vk;

import dev.zonecast.core.gpu.ClockReading;
import java.nio.IntBuffer;
import java.util.Arrays;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.vulkan.EXTCalibratedTimestamps;
import org.lwjgl.vulkan.VK10;

/**
 * The GPU's clock and one of the CPU's, read at one moment (VK_KHR_calibrated_timestamps or VK_EXT_calibrated_timestamps). Guarded by the
 * engine's lock.
 *
 * <p>The driver says with each pair how far apart it may have read the two (maxDeviation); a pair is taken for no better than that, and
 * none is asked for again because it is bad: many are intersected.
 */
final class CalibratedClock implements AutoCloseable {
    private static final int INFOS = 24;
    private static final int INFO_BYTES = 24;

    private final VkFunctions functions;
    private final HostClock host;

    /** Two time stamps, the deviation, and two VkCalibratedTimestampInfo, of which LWJGL 3.3.3 has no class. */
    private final long memory = MemoryUtil.nmemCallocChecked(INFOS + 2 * INFO_BYTES, 1);

    private CalibratedClock(VkFunctions functions, HostClock host) {
        this.functions = functions;
        this.host = host;
        putInfo(0, EXTCalibratedTimestamps.VK_TIME_DOMAIN_DEVICE_EXT);
        putInfo(1, host.timeDomain());
    }

    /** sType, pNext, timeDomain. */
    private void putInfo(int index, int domain) {
        long info = memory + INFOS + (long) index * INFO_BYTES;
        MemoryUtil.memPutInt(info, EXTCalibratedTimestamps.VK_STRUCTURE_TYPE_CALIBRATED_TIMESTAMP_INFO_EXT);
        MemoryUtil.memPutInt(info + 16, domain);
    }

    /** Null if the device has none. */
    static CalibratedClock of(VkFunctions functions) {
        if (!functions.hasCalibratedTimestamps()) {
            return null;
        }
        HostClock host = HostClock.ofPlatform();
        int[] domains = timeDomains(functions);
        return contains(domains, EXTCalibratedTimestamps.VK_TIME_DOMAIN_DEVICE_EXT)
                        && contains(domains, host.timeDomain())
                ? new CalibratedClock(functions, host)
                : null;
    }

    private static boolean contains(int[] domains, int domain) {
        return Arrays.stream(domains).anyMatch(known -> known == domain);
    }

    private static int[] timeDomains(VkFunctions functions) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            IntBuffer count = stack.callocInt(1);
            if (functions.timeDomains(MemoryUtil.memAddress(count), 0) != VK10.VK_SUCCESS) {
                return new int[0];
            }
            IntBuffer domains = stack.callocInt(Math.max(1, count.get(0)));
            if (functions.timeDomains(MemoryUtil.memAddress(count), MemoryUtil.memAddress(domains)) < VK10.VK_SUCCESS) {
                return new int[0];
            }
            int[] all = new int[count.get(0)];
            domains.get(0, all);
            return all;
        }
    }

    /** Reads both; returns a VkResult, and leaves the reading alone where that is an error. */
    int read(ClockReading reading) {
        reading.begin();
        long beforeNanos = System.nanoTime();
        int result = functions.calibratedTimestamps(memory + INFOS, memory, memory + 16);
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
        MemoryUtil.nmemFree(memory);
    }
}
