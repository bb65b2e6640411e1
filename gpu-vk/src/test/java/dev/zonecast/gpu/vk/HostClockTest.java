package dev.zonecast.gpu.vk;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lwjgl.system.Platform;
import org.lwjgl.vulkan.EXTCalibratedTimestamps;

class HostClockTest {
    @ParameterizedTest
    @CsvSource({"LINUX, false, 1", "MACOSX, false, 1", "WINDOWS, true, 100"})
    void shouldTakeTheClockBehindNanoTime(Platform platform, boolean isPerformanceCounter, double nanosPerUnit) {
        HostClock clock = HostClock.of(platform, () -> 10_000_000);

        int domain = isPerformanceCounter
                ? EXTCalibratedTimestamps.VK_TIME_DOMAIN_QUERY_PERFORMANCE_COUNTER_EXT
                : EXTCalibratedTimestamps.VK_TIME_DOMAIN_CLOCK_MONOTONIC_EXT;
        assertEquals(new HostClock(domain, nanosPerUnit), clock);
    }
}
