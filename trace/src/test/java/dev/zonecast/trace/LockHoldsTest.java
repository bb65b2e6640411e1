package dev.zonecast.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.fixtures.ProviderRecords;
import dev.zonecast.fxt.fixtures.TraceBytes;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LockHoldsTest {
    private static final int LOCK = 3;

    /** A circular buffer may start in the middle of a hold. */
    @Test
    void shouldCountAnEndWithoutABegin() throws IOException {
        TraceBytes trace = TraceBytes.trace();
        ProviderRecords ignored = new ProviderRecords(trace, 1, 7, "game")
                .track(LOCK, ExtensionLayout.TRACK_LOCK, 9, 0, "assets")
                .end(LOCK, "lock", "main", 500)
                .begin(LOCK, "lock", "main", 1000)
                .end(LOCK, "lock", "main", 1200)
                .end(LOCK, "lock", "main", 1300)
                .recordingEnd();
        TraceLog log = new TraceLog();

        LossAccount losses = TraceReader.read(trace.stream(), log).losses();

        assertEquals(
                List.of(200L), log.locks.stream().map(LockSpan::durationNanos).toList());
        assertEquals(Map.of("locks", 2L), losses.subjects(LossKind.UNMATCHED_OTHER_ENDS));
    }
}
