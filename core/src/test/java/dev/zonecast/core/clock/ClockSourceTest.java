package dev.zonecast.core.clock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.clock.ClockSource.Counter;
import dev.zonecast.core.platform.Platform;
import dev.zonecast.memory.NativeCalls;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClockSourceTest {
    @ParameterizedTest
    @CsvSource({
        "Linux, amd64, RDTSC",
        "Linux, aarch64, CNTVCT",
        "Linux, riscv64, NONE",
        "Windows 11, amd64, RDTSC",
        "Windows 11, aarch64, CNTVCT",
        "Mac OS X, x86_64, MACH_ABSOLUTE_TIME",
        "Mac OS X, aarch64, MACH_ABSOLUTE_TIME",
        "FreeBSD, amd64, NONE"
    })
    void shouldChooseTheCounterOfThePlatform(String os, String arch, Counter counter) {
        assertEquals(counter, ClockSource.counter(Platform.of(os, arch)));
    }

    @Test
    void shouldUseADoubtfulCounterOnlyOnRequest() throws ClockUnavailableException {
        assertEquals("invariant time-stamp counter", ClockSource.trusted(null, false));
        assertEquals(
                "asked for by -Dzonecast.clock=counter, although it is not invariant",
                ClockSource.trusted("it is not invariant", true));
        assertThrows(ClockUnavailableException.class, () -> ClockSource.trusted("it is not invariant", false));
    }

    @Test
    void shouldReadThatCounterUnlessTheMachineRefusesIt() {
        boolean isLinux = Platform.CURRENT.os() == Platform.Os.LINUX;
        boolean isArm = Platform.CURRENT.processor() == Platform.Processor.AARCH64;
        if (isLinux && isArm && NativeCalls.POSSIBLE && NativeCalls.ALLOWED) {
            // Each AArch64 has it, QEMU's too.
            assertEquals("cntvct_el0", Clock.name(), Clock.reason());
        } else {
            assertTrue(!Clock.ticksAreNanos() || !Clock.reason().isEmpty(), Clock.reason());
        }

        long before = Clock.ticks();
        long after = Clock.ticks();
        assertTrue(after - before >= 0, before + " " + after);
    }
}
