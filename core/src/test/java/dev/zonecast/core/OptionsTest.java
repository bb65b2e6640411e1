package dev.zonecast.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OptionsTest {
    private static <T> T with(String key, String text, Function<Options, T> option) {
        System.setProperty(key, text);
        try {
            return option.apply(Options.fromSystemProperties());
        } finally {
            System.clearProperty(key);
        }
    }

    @Test
    void shouldBeTheDefaultsWhenNothingIsSet() {
        Options options = Options.fromSystemProperties();
        assertEquals(true, options.autostart());
        assertEquals(true, options.listen());
        assertEquals(true, options.shutdownHook());
        assertEquals(false, options.summary());
        assertEquals(false, options.jvmMemory());
        assertEquals(true, options.uncaught());
        assertEquals(true, options.renameThreads());
        assertNull(options.recordFile());
        assertEquals("", options.programName());
        assertEquals("", options.bindAddress());
        assertEquals(0, options.port());
        assertEquals(1 << 20, options.ringBytes());
        assertEquals(16 << 10, options.virtualRingBytes());
        assertEquals(256L << 20, options.ringLimitBytes());
        assertEquals(Duration.ZERO, options.ringWait());
        assertEquals(Duration.ofSeconds(3), options.shutdownLimit());
        assertEquals(Duration.ofSeconds(10), options.viewerStall());
    }

    @ParameterizedTest
    @CsvSource({
        "true, true", "YES, true", "on, true", "1, true", "'', true", "' true ', true",
        "false, false", "no, false", "Off, false", "0, false", "maybe, true", "2, true"
    })
    void shouldReadFlagsAndKeepTheDefaultWhenTheyCannotBeRead(String text, boolean expected) {
        assertEquals(expected, with("zonecast.listen", text, Options::listen));
    }

    @ParameterizedTest
    @CsvSource({
        "1, 65536", "65536, 65536", "65537, 131072", "64K, 65536", "100k, 131072", "3M, 4194304", "1G, 1073741824",
        "2G, 1048576", "-1, 1048576", "1.5M, 1048576", "M, 1048576", "'', 1048576", "x, 1048576",
                "9999999999999999999, 1048576",
        "9223372036854775807G, 1048576", "0, 65536"
    })
    void shouldRoundRingSizesAndKeepTheDefaultWhenTheyCannotBeRead(String text, Integer expected) {
        assertEquals(expected, with("zonecast.ring.bytes", text, Options::ringBytes));
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "8086, 8086", "65535, 65535", "65536, 0", "-1, 0", "x, 0", "'', 0", "' 9000 ', 9000"})
    void shouldTakePortsThatExist(String text, Integer expected) {
        assertEquals(expected, with("zonecast.port", text, Options::port));
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "250, 250000", "10000000, 10000000000", "10000001, 0", "-5, 0"})
    void shouldReadWaitsInMicroseconds(String text, long nanos) {
        assertEquals(nanos, with("zonecast.ring.wait", text, Options::ringWait).toNanos());
    }

    @Test
    void shouldReadThePathOfTheRecordingUnlessItIsNone() {
        assertEquals(Path.of("a b.fxt"), with("zonecast.record", "a b.fxt", Options::recordFile));
        assertNull(with("zonecast.record", " ", Options::recordFile));
        assertNull(with("zonecast.record", "a\0b", Options::recordFile));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 65_536, Integer.MAX_VALUE, Integer.MIN_VALUE})
    void shouldRefuseAPortThatDoesNotExist(int port) {
        Options options = Options.defaults();
        assertThrows(IllegalArgumentException.class, () -> options.port(port));
    }

    @Test
    void shouldBoundWhatProgramsSet() {
        assertEquals(1 << 30, Options.defaults().ringBytes(Long.MAX_VALUE).ringBytes());
        assertEquals(64 << 10, Options.defaults().ringBytes(Long.MIN_VALUE).ringBytes());
        assertEquals(4 << 10, Options.defaults().virtualRingBytes(0).virtualRingBytes());
        assertEquals(0, Options.defaults().ringLimitBytes(-1).ringLimitBytes());
        assertEquals(
                Duration.ZERO,
                Options.defaults().ringWait(Duration.ofSeconds(-1)).ringWait());
        assertEquals(
                Duration.ZERO,
                Options.defaults().shutdownLimit(Duration.ofSeconds(-1)).shutdownLimit());
        assertThrows(NullPointerException.class, () -> Options.defaults().programName(null));
        assertThrows(NullPointerException.class, () -> Options.defaults().bindAddress(null));
        assertThrows(NullPointerException.class, () -> Zonecast.start(null));
    }
}
