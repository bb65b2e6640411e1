package dev.zonecast.gpu.vk;

import java.util.function.LongSupplier;
import org.lwjgl.system.APIUtil;
import org.lwjgl.system.JNI;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.system.Platform;
import org.lwjgl.system.SharedLibrary;
import org.lwjgl.vulkan.EXTCalibratedTimestamps;

/**
 * The clock behind {@link System#nanoTime}, which the driver can read at the same moment as the GPU's: CLOCK_MONOTONIC on Linux, the
 * performance counter on Windows.
 *
 * @param timeDomain its VkTimeDomain
 * @param nanosPerUnit length of a unit of the driver's readings
 */
record HostClock(int timeDomain, double nanosPerUnit) {
    private static final double NANOS_PER_SECOND = 1e9;

    /** This platform's. */
    static HostClock ofPlatform() {
        return of(Platform.get(), HostClock::performanceFrequency);
    }

    /** @param frequency of Windows' performance counter, in hertz */
    static HostClock of(Platform platform, LongSupplier frequency) {
        return platform == Platform.WINDOWS
                ? new HostClock(
                        EXTCalibratedTimestamps.VK_TIME_DOMAIN_QUERY_PERFORMANCE_COUNTER_EXT,
                        NANOS_PER_SECOND / frequency.getAsLong())
                : new HostClock(EXTCalibratedTimestamps.VK_TIME_DOMAIN_CLOCK_MONOTONIC_EXT, 1);
    }

    private static long performanceFrequency() {
        try (SharedLibrary kernel = APIUtil.apiCreateLibrary("kernel32");
                MemoryStack stack = MemoryStack.stackPush()) {
            long frequency = stack.ncalloc(Long.BYTES, 1, Long.BYTES);
            int ignored = JNI.invokePI(frequency, APIUtil.apiGetFunctionAddress(kernel, "QueryPerformanceFrequency"));
            return MemoryUtil.memGetLong(frequency);
        }
    }
}
