package dev.zonecast.core.registry;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.core.live.CapturedLog;
import java.lang.System.Logger.Level;
import java.util.List;
import org.junit.jupiter.api.Test;

class LogLimitTest {
    private final CapturedLog lines = new CapturedLog();
    private long now = 5;
    private final LogLimit limit = new LogLimit(lines, () -> now);

    @Test
    void shouldPermitOneLineANameUntilTheIntervalIsOver() {
        assertEquals(0, limit.permit("fire"));
        for (int i = 0; i < 4999; i++) {
            assertEquals(-1, limit.permit("fire"));
        }
        assertEquals(4999, limit.permit("water"));

        now += LogLimit.INTERVAL_NANOS;

        assertEquals(0, limit.permit("fire"));
    }

    @Test
    void shouldNotReadALineAsAFormat() {
        limit.log(Level.WARNING, "{0} '{1}' of a viewer");

        assertEquals(List.of("WARNING {0} '{1}' of a viewer"), lines.lines());
    }

    @Test
    void shouldNotThrowWhenTheLogDoes() {
        lines.onLine = line -> {
            throw new AssertionError("broken log");
        };

        limit.log(Level.WARNING, "fire");
        limit.log(Level.WARNING, "fire");
        limit.logRest("fires");

        assertEquals(2, lines.lines().size());
    }

    @Test
    void shouldPermitAFewLinesOfAllNamesTogether() {
        int permitted = 0;
        for (int i = 0; i < 5000; i++) {
            permitted += limit.permit("name " + i) >= 0 ? 1 : 0;
        }
        assertEquals(LogLimit.MOST_LINES, permitted);

        now += LogLimit.INTERVAL_NANOS;

        assertEquals(5000 - LogLimit.MOST_LINES, limit.permit("one more"));
    }
}
