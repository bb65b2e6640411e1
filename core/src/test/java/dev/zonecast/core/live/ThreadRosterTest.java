package dev.zonecast.core.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.event.EventThread;
import org.junit.jupiter.api.Test;

class ThreadRosterTest {
    private final ThreadRoster roster = new ThreadRoster();

    @Test
    void shouldStaySmallWhenAHundredThousandThreadsEndAndNobodyAsks() {
        for (int i = 1; i <= 100_000; i++) {
            EventThread track = EventThread.of(i, "thread " + i);
            roster.of(track);
            roster.ended(track);
        }

        assertEquals(ThreadRoster.MAX_ENDED, roster.size());
        assertNull(roster.takeEnded(1));
        assertEquals(new ThreadRoster.Ended("thread 100000", 0), roster.takeEnded(100_000));
    }

    @Test
    void shouldForgetAThreadWhenItEndsAndTheViewerHasItsName() {
        EventThread track = EventThread.of(5, "five");
        roster.of(track).toldName = "five";

        roster.ended(track);

        assertEquals(0, roster.size());
        assertNull(roster.byId(5));
    }

    @Test
    void shouldGiveTheSameObjectWhenAThreadIsKnown() {
        EventThread track = EventThread.of(5, "five");

        SessionThread first = roster.of(track);

        assertSame(first, roster.of(track));
        assertSame(first, roster.byId(5));
        assertTrue(roster.alive().contains(first));
    }

    @Test
    void shouldNeverUseTheNumberZeroWhenIdsAreCutTo32Bits() {
        assertEquals(-1, SessionThread.wireId(1L << 32));
        assertEquals(1, SessionThread.wireId((1L << 32) + 1));
    }
}
