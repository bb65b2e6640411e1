package dev.zonecast.gpu.vk;

import org.lwjgl.system.APIUtil;
import org.lwjgl.system.JNI;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.system.Platform;
import org.lwjgl.system.SharedLibrary;
import org.lwjgl.vulkan.EXTCalibratedTimestamps;

/**
 * A clock of the CPU that the driver can read at the same moment as the GPU's. Which of them the driver has, it says by a number (VkTimeDomain).
 */
enum HostClock {
    /** CLOCK_MONOTONIC: {@link System#nanoTime} on Linux. */
    MONOTONIC(EXTCalibratedTimestamps.VK_TIME_DOMAIN_CLOCK_MONOTONIC_EXT),
    /** CLOCK_MONOTONIC_RAW: as {@link #MONOTONIC}, but not slewed by NTP. */
    MONOTONIC_RAW(EXTCalibratedTimestamps.VK_TIME_DOMAIN_CLOCK_MONOTONIC_RAW_EXT),
    /** QueryPerformanceCounter of Windows, in its own ticks. */
    PERFORMANCE_COUNTER(EXTCalibratedTimestamps.VK_TIME_DOMAIN_QUERY_PERFORMANCE_COUNTER_EXT);

    /** Linux: time.h. */
    private static final int CLOCK_MONOTONIC_RAW = 4;

    private static final double NANOS_PER_SECOND = 1e9;

    private final int timeDomain;

    HostClock(int timeDomain) {
        this.timeDomain = timeDomain;
    }

    /** Its VkTimeDomain. */
    int timeDomain() {
        return timeDomain;
    }

    /** True if this platform has it. */
    boolean exists() {
        boolean windows = Platform.get() == Platform.WINDOWS;
        return (this == PERFORMANCE_COUNTER) == windows;
    }

    /** Something that reads it, or null if that cannot be done. */
    Reader reader() {
        try {
            return switch (this) {
                case MONOTONIC -> new NanoTime();
                case MONOTONIC_RAW -> new RawTime(APIUtil.apiCreateLibrary("libc.so.6"));
                case PERFORMANCE_COUNTER -> new PerformanceCounter(APIUtil.apiCreateLibrary("kernel32"));
            };
        } catch (UnsatisfiedLinkError e) {
            return null;
        }
    }

    /** Reads the clock; one thread at a time. */
    abstract static class Reader implements AutoCloseable {
        /** In units of the time domain. */
        abstract long now();

        /** Length of a unit. */
        abstract double nanosPerUnit();

        @Override
        public void close() {}
    }

    private static final class NanoTime extends Reader {
        @Override
        long now() {
            return System.nanoTime();
        }

        @Override
        double nanosPerUnit() {
            return 1;
        }
    }

    private abstract static class LibraryReader extends Reader {
        private final SharedLibrary library;
        final long memory = MemoryUtil.nmemCallocChecked(1, 16);

        LibraryReader(SharedLibrary library) {
            this.library = library;
        }

        final long function(String name) {
            long address = library.getFunctionAddress(name);
            if (address == MemoryUtil.NULL) {
                close();
                throw new UnsatisfiedLinkError(name);
            }
            return address;
        }

        @Override
        public void close() {
            MemoryUtil.nmemFree(memory);
            library.free();
        }
    }

    private static final class RawTime extends LibraryReader {
        private final long clockGettime;

        RawTime(SharedLibrary library) {
            super(library);
            clockGettime = function("clock_gettime");
        }

        @Override
        long now() {
            int _ = JNI.invokePI(CLOCK_MONOTONIC_RAW, memory, clockGettime);
            return MemoryUtil.memGetLong(memory) * 1_000_000_000L + MemoryUtil.memGetLong(memory + 8);
        }

        @Override
        double nanosPerUnit() {
            return 1;
        }
    }

    private static final class PerformanceCounter extends LibraryReader {
        private final long queryPerformanceCounter;
        private final double nanosPerUnit;

        PerformanceCounter(SharedLibrary library) {
            super(library);
            queryPerformanceCounter = function("QueryPerformanceCounter");
            int _ = JNI.invokePI(memory, function("QueryPerformanceFrequency"));
            nanosPerUnit = NANOS_PER_SECOND / MemoryUtil.memGetLong(memory);
        }

        @Override
        long now() {
            int _ = JNI.invokePI(memory, queryPerformanceCounter);
            return MemoryUtil.memGetLong(memory);
        }

        @Override
        double nanosPerUnit() {
            return nanosPerUnit;
        }
    }
}
