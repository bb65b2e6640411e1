package dev.zonecast.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OptionsTest {
    private static <T> T with(String key, String text, Option<T> option) {
        System.setProperty(key, text);
        try {
            return Options.fromSystemProperties().get(option);
        } finally {
            System.clearProperty(key);
        }
    }

    @Test
    void shouldBeTheDefaultsWhenNothingIsSet() {
        Options options = Options.fromSystemProperties();
        assertEquals(true, options.get(Option.AUTOSTART));
        assertEquals(true, options.get(Option.LISTEN));
        assertEquals(true, options.get(Option.SHUTDOWN_HOOK));
        assertEquals(false, options.get(Option.SUMMARY));
        assertEquals(false, options.get(Option.JVM_MEMORY));
        assertEquals(true, options.get(Option.UNCAUGHT));
        assertEquals(true, options.get(Option.RENAME_THREADS));
        assertNull(options.get(Option.RECORD_FILE));
        assertNull(options.get(Option.SESSION_FOLDER));
        assertEquals("", options.get(Option.PROGRAM_NAME));
        assertEquals("", options.get(Option.BIND_ADDRESS));
        assertEquals(0, options.get(Option.PORT));
        assertEquals(1 << 20, options.get(Option.RING_BYTES));
        assertEquals(16 << 10, options.get(Option.VIRTUAL_RING_BYTES));
        assertEquals(256L << 20, options.get(Option.RING_LIMIT_BYTES));
        assertEquals(Duration.ZERO, options.get(Option.RING_WAIT));
        assertEquals(Duration.ofSeconds(3), options.get(Option.SHUTDOWN_LIMIT));
        assertEquals(Duration.ofSeconds(10), options.get(Option.VIEWER_STALL));
    }

    @ParameterizedTest
    @CsvSource({
        "true, true", "YES, true", "on, true", "1, true", "'', true", "' true ', true",
        "false, false", "no, false", "Off, false", "0, false", "maybe, true", "2, true"
    })
    void shouldReadFlagsAndKeepTheDefaultWhenTheyCannotBeRead(String text, boolean expected) {
        assertEquals(expected, with("zonecast.listen", text, Option.LISTEN));
    }

    @ParameterizedTest
    @CsvSource({
        "1, 65536", "65536, 65536", "65537, 131072", "64K, 65536", "100k, 131072", "3M, 4194304", "1G, 1073741824",
        "2G, 1048576", "-1, 1048576", "1.5M, 1048576", "M, 1048576", "'', 1048576", "x, 1048576",
                "9999999999999999999, 1048576",
        "9223372036854775807G, 1048576", "0, 65536"
    })
    void shouldRoundRingSizesAndKeepTheDefaultWhenTheyCannotBeRead(String text, Integer expected) {
        assertEquals(expected, with("zonecast.ring.bytes", text, Option.RING_BYTES));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1, 1024",
        "1024, 1024",
        "64K, 65536",
        "65537, 66560",
        "16M, 16777216",
        "17M, 0",
        "-1, 0",
        "64KB, 0",
        "yes, 0",
        "'', 0"
    })
    void shouldRoundTheRateOfSampledMemory(String text, Long expected) {
        assertEquals(expected, with("zonecast.memory.sample", text, Option.MEMORY_SAMPLE));
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "8086, 8086", "65535, 65535", "65536, 0", "-1, 0", "x, 0", "'', 0", "' 9000 ', 9000"})
    void shouldTakePortsThatExist(String text, Integer expected) {
        assertEquals(expected, with("zonecast.port", text, Option.PORT));
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "250, 250000", "10000000, 10000000000", "10000001, 0", "-5, 0"})
    void shouldReadWaitsInMicroseconds(String text, long nanos) {
        assertEquals(nanos, with("zonecast.ring.wait", text, Option.RING_WAIT).toNanos());
    }

    @ParameterizedTest
    @CsvSource({"500us, 500", "20ms, 20000", "1s, 1000000", "10s, 10000000", "11s, 0", "1 ms, 1000", "1m, 0", "ms, 0"})
    void shouldReadTimesWithAUnit(String text, long micros) {
        assertEquals(
                Duration.of(micros, java.time.temporal.ChronoUnit.MICROS),
                with("zonecast.ring.wait", text, Option.RING_WAIT));
    }

    @Test
    void shouldHaveTheFormOfEachOption() {
        assertEquals("a number from 0 to 65535", Option.PORT.form().words());
        assertEquals(
                "a time from 0ms to 1000000ms, as 50ms",
                Option.SNAPSHOT_FRAME.form().words());
        assertEquals(true, Option.MODE.fits("live"));
        assertEquals(false, Option.MODE.fits("quiet"));
        assertEquals(false, Option.ANNOUNCED.fits("81"));
        assertEquals(false, Option.RING_POLICIES.fits("audio=never"));
    }

    @Test
    void shouldReadThePathOfTheRecordingUnlessItIsNone() {
        assertEquals(Path.of("a b.fxt"), with("zonecast.record", "a b.fxt", Option.RECORD_FILE));
        assertNull(with("zonecast.record", " ", Option.RECORD_FILE));
        assertNull(with("zonecast.record", "a\0b", Option.RECORD_FILE));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 65_536, Integer.MAX_VALUE, Integer.MIN_VALUE})
    void shouldRefuseAPortThatDoesNotExist(int port) {
        Options options = Options.defaults();
        assertThrows(IllegalArgumentException.class, () -> options.set(Option.PORT, port));
    }

    @Test
    void shouldBoundWhatProgramsSet() {
        assertEquals(
                1 << 30,
                Options.defaults().set(Option.RING_BYTES, Integer.MAX_VALUE).get(Option.RING_BYTES));
        assertEquals(
                64 << 10,
                Options.defaults().set(Option.RING_BYTES, Integer.MIN_VALUE).get(Option.RING_BYTES));
        assertEquals(
                4 << 10, Options.defaults().set(Option.VIRTUAL_RING_BYTES, 0).get(Option.VIRTUAL_RING_BYTES));
        assertEquals(0, Options.defaults().set(Option.RING_LIMIT_BYTES, -1L).get(Option.RING_LIMIT_BYTES));
        assertEquals(
                Duration.ZERO,
                Options.defaults().set(Option.RING_WAIT, Duration.ofSeconds(-1)).get(Option.RING_WAIT));
        assertEquals(
                Duration.ZERO,
                Options.defaults()
                        .set(Option.SHUTDOWN_LIMIT, Duration.ofSeconds(-1))
                        .get(Option.SHUTDOWN_LIMIT));
        Duration forEver = ChronoUnit.FOREVER.getDuration();
        assertEquals(
                Duration.ofSeconds(1_000_000),
                Options.defaults().set(Option.HISTORY, forEver).get(Option.HISTORY));
        assertEquals(
                Duration.ofMillis(1),
                Options.defaults().set(Option.VIEWER_STALL, Duration.ZERO).get(Option.VIEWER_STALL));
        assertEquals(
                Duration.ofSeconds(10),
                Options.defaults().set(Option.RING_WAIT, Duration.ofMinutes(5)).get(Option.RING_WAIT));
        assertEquals(
                Duration.ofDays(10_000),
                Options.defaults().set(Option.EXIT_WAIT, forEver).get(Option.EXIT_WAIT));
        assertThrows(NullPointerException.class, () -> Options.defaults().set(Option.PROGRAM_NAME, null));
        assertThrows(NullPointerException.class, () -> Options.defaults().set(Option.BIND_ADDRESS, null));
        assertThrows(NullPointerException.class, () -> Zonecast.start(null));
    }
}
