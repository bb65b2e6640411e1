package dev.zonecast.core.live;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.System.Logger.Level;
import org.junit.jupiter.api.Test;

class QuietLogTest {
    private final CapturedLog lines = new CapturedLog();
    private long nowNanos;
    private final QuietLog log = new QuietLog(lines, () -> nowNanos);

    @Test
    void shouldCountWhatItLeavesOutWhenPeersCauseManyLines() {
        for (int i = 0; i < 1000; i++) {
            log.log(Level.INFO, "line " + i);
        }
        assertEquals(QuietLog.BURST, lines.lines().size());

        nowNanos += 1_000_000_000;
        log.log(Level.INFO, "after a second");
        log.log(Level.INFO, "too soon");

        assertEquals(QuietLog.BURST + 1, lines.lines().size());
        assertEquals(
                "INFO after a second (and 980 lines before it that are left out)",
                lines.lines().getLast());
    }

    @Test
    void shouldNotReadALineAsAFormat() {
        log.log(Level.WARNING, "{0} '{1}' of a peer");

        assertEquals("WARNING {0} '{1}' of a peer", lines.lines().getFirst());
    }
}
