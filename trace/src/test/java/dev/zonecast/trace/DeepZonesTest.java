package dev.zonecast.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.fxt.fixtures.TraceBytes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Zones inside each other, more than a reader keeps open. */
class DeepZonesTest {
    private static final int LIMIT = 1 << 16;
    private static final int DEPTH = 70_000;

    /** TraceZone i begins at i and ends at 2 * depth - i, with a text of its own at the end. */
    private static TraceBytes nested(int depth) {
        TraceBytes trace =
                TraceBytes.trace().string(1, "deep").string(2, "note").thread(1, 70, 71);
        for (int i = 0; i < depth; i++) {
            trace.event(2, 0, 1, 1, i).end();
        }
        for (int i = depth - 1; i >= 0; i--) {
            trace.event(3, 1, 1, 0, 2L * depth - i)
                    .word(1 | 1L << 4 | 2L << 16 | (long) i << 32)
                    .end();
        }
        return trace;
    }

    @Test
    void shouldEndTheZonesThatWereBegunWhenThereAreTooMany() throws IOException {
        List<Long> wrong = new ArrayList<>();
        TraceSummary summary = TraceReader.read(nested(DEPTH).stream(), new TraceListener() {
            @Override
            public void zone(TraceZone zone) {
                if (zone.endNanos() != 2L * DEPTH - zone.beginNanos()
                        || !zone.texts().equals(List.of("note: " + zone.beginNanos()))) {
                    wrong.add(zone.beginNanos());
                }
            }
        });

        assertEquals(List.of(), wrong.subList(0, Math.min(10, wrong.size())));
        assertEquals(LIMIT, summary.zones());
        assertEquals(DEPTH - LIMIT, summary.losses().of(LossKind.TOO_DEEP));
        assertEquals(0, summary.losses().of(LossKind.OPEN_ZONES));
        assertEquals(0, summary.losses().of(LossKind.UNMATCHED_ENDS));
    }

    @Test
    void shouldBeginZonesAgainWhenTheTooDeepOnesHaveEnded() throws IOException {
        TraceBytes trace = nested(LIMIT + 1);
        long later = 3L * DEPTH;
        trace.event(2, 0, 1, 1, later).end().event(3, 0, 1, 0, later + 5).end();

        TraceSummary summary = TraceReader.read(trace.stream(), new TraceListener() {});

        assertEquals(LIMIT + 1, summary.zones());
        assertEquals(1, summary.losses().of(LossKind.TOO_DEEP));
        assertEquals(0, summary.losses().of(LossKind.UNMATCHED_ENDS));
    }
}
