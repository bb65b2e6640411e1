package dev.zonecast.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.core.Plot;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.late.LateTrack;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BatchTest {
    private final Batch batch = new Batch(new ThreadFilter(List.of(), false));

    @Test
    void shouldCountTheEventsThatFindNoRoomAndNoTrack() {
        LateTrack track = Tracks.of("batch");
        Plot plot = Plot.of("batch");
        for (int i = 0; i < Batch.MAX_EVENTS + 3; i++) {
            batch.value(track, i, plot, i);
        }
        Lanes lanes = batch.lanes("lanes");
        for (int i = 0; i < Lanes.MAX_LANES + 2; i++) {
            lanes.add(new Span(10 + i, 1000 + i, SourceLocation.of("overlapping", "f", "", 0, 0), null));
        }
        JfrClock clock = new JfrClock();
        clock.mark(1, 1, 1);
        clock.mark(1_000_001, 1_000_001, 1_000_001);
        batch.publish(clock, new ArrayList<>());

        assertEquals(5, batch.newlyLeftOut());
        assertEquals(0, batch.newlyLeftOut());
    }
}
