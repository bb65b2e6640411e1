package dev.zonecast.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.late.LateEvent;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class GcEventsTest {
    private static final SourceLocation PLACE = SourceLocation.of("phase", "phase", "", 0, 0);

    private final Batch batch = new Batch(new ThreadFilter(List.of(), false));
    private final GcEvents collections = new GcEvents(batch);
    private final JfrClock clock = new JfrClock();

    GcEventsTest() {
        clock.mark(1, 1, 1);
        clock.mark(1_000_001, 1_000_001, 1_000_001);
    }

    private long publishedPhases() {
        List<LateEvent> events = new ArrayList<>();
        batch.publish(clock, events);
        return events.stream().filter(LateEvent.Begin.class::isInstance).count();
    }

    @Test
    void shouldShowPhasesOfCollectionsUnderWayWhenAllEventsAreWanted() {
        collections.phase(1, new Span(10, 20, PLACE, null));
        collections.phase(2, new Span(30, 40, PLACE, null));
        assertEquals(0, publishedPhases());

        collections.releaseAll();

        assertEquals(2, publishedPhases());
        collections.releaseAll();
        assertEquals(0, publishedPhases());
    }

    @Test
    void shouldCountPhasesThatFindNoRoom() {
        for (int i = 0; i < GcEvents.MAX_WAITING + 3; i++) {
            collections.phase(1, new Span(10L * i, 10L * i + 5, PLACE, null));
        }

        assertEquals(3, batch.newlyLeftOut());
        collections.releaseAll();
        assertEquals(GcEvents.MAX_WAITING, publishedPhases());
    }
}
