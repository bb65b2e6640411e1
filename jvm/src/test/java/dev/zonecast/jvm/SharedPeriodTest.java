package dev.zonecast.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SharedPeriodTest {
    private static final String EVENT = "jdk.ExecutionSample";

    private static Map<String, String> recording(String period) {
        return Map.of(EVENT + "#enabled", "true", EVENT + "#period", period, "jdk.Other#period", "1 ms");
    }

    private static Duration shortest(String... periods) {
        return Duration.ofNanos(SharedPeriod.shortestNanos(
                Arrays.stream(periods).map(SharedPeriodTest::recording), EVENT, Duration.ofMillis(20)));
    }

    @Test
    void shouldBeTheShortestOfAllRecordings() {
        assertEquals(Duration.ofMillis(20), shortest());
        assertEquals(Duration.ofMillis(20), shortest("20 ms", "1 s"));
        assertEquals(Duration.ofMillis(5), shortest("20 ms", "5 ms", "10 ms"));
        assertEquals(Duration.ofMillis(7), shortest("7ms"));
        assertEquals(Duration.ofMillis(2), shortest("2000 us"));
    }

    @Test
    void shouldPassOverWhatIsNoPeriod() {
        assertEquals(Duration.ofMillis(20), shortest("everyChunk", "0 ms", "", "99999999999 ns"));
    }

    @Test
    void shouldPassOverRecordingsWithoutTheEvent() {
        Map<String, String> off = new HashMap<>(recording("1 ms"));
        off.put(EVENT + "#enabled", "false");

        assertEquals(
                20_000_000,
                SharedPeriod.shortestNanos(
                        Arrays.asList(Map.<String, String>of(), off).stream(), EVENT, Duration.ofMillis(20)));
    }
}
