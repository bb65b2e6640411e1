package dev.zonecast.core.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Statistics;
import dev.zonecast.core.Zone;
import dev.zonecast.core.session.Profiler;
import org.junit.jupiter.api.Test;

class StatisticsNowTest {
    private static final SourceLocation HERE = SourceLocation.here("statistics");

    @Test
    void shouldCountWhatHappenedBeforeTheCall() throws Exception {
        RecordedEvents sink = TestProfiler.attach(new RecordedEvents());
        try {
            Profiler profiler = TestProfiler.running();
            Statistics before = profiler.statistics(TestProfiler.LIMIT);
            for (int round = 1; round <= 50; round++) {
                long asked = System.nanoTime();
                Zone.end(Zone.begin(HERE));
                Zone.end(77);

                Statistics now = profiler.statistics(TestProfiler.LIMIT);

                assertTrue(now.events() - before.events() >= 2L * round, round + ": " + now);
                assertEquals(round, now.wrongCalls() - before.wrongCalls());
                assertTrue(now.nanos() - asked >= 0, "of a moment before the call");
            }
        } finally {
            TestProfiler.detach(sink);
        }
    }

    @Test
    void shouldCountWhenNobodyListens() {
        Profiler profiler = TestProfiler.running();
        long asked = System.nanoTime();

        assertTrue(profiler.statistics(TestProfiler.LIMIT).nanos() - asked >= 0, "of a moment before the call");
    }
}
