package dev.zonecast.core.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.platform.Platform;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContextSwitchesTest {
    private static final Platform LINUX = new Platform(Platform.Os.LINUX, Platform.Processor.X86_64);

    @Test
    void shouldSayWhatIsMissing() {
        Platform windows = new Platform(Platform.Os.WINDOWS, Platform.Processor.X86_64);
        Platform other = new Platform(Platform.Os.LINUX, Platform.Processor.OTHER);

        assertEquals("they need Linux on x86-64 or AArch64", ContextSwitches.obstacle(windows, true, true, () -> 0));
        assertEquals("they need Linux on x86-64 or AArch64", ContextSwitches.obstacle(other, true, true, () -> 0));
        assertEquals("they need Java 22 or newer", ContextSwitches.obstacle(LINUX, false, false, () -> 0));
        assertEquals(
                "they need native access, as by --enable-native-access=ALL-UNNAMED",
                ContextSwitches.obstacle(LINUX, true, false, () -> 0));
        assertNull(ContextSwitches.obstacle(LINUX, true, true, () -> 0));
    }

    @Test
    void shouldDoWithoutWhenTheSystemGivesNoThread() {
        assertNull(ContextSwitches.begin(thread -> {
            throw new OutOfMemoryError("unable to create native thread");
        }));
    }

    /** EPERM of seccomp, EACCES of perf_event_paranoid, ENOSYS of a kernel without it. */
    @ParameterizedTest
    @ValueSource(ints = {1, 13, 38})
    void shouldNameTheErrorAndTheRemedyInOneLineWhenTheSystemRefuses(int error) {
        String line = ContextSwitches.obstacle(LINUX, true, true, () -> error);

        assertTrue(line.startsWith("the system refuses perf_event_open with error " + error + ". "), line);
        assertTrue(line.contains("/proc/sys/kernel/perf_event_paranoid to 2 or less"), line);
        assertTrue(line.contains("seccomp"), line);
        assertEquals(1, line.lines().count(), line);
    }
}
