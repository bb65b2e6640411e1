package dev.zonecast.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.late.LateEvent;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LanesTest {
    private final JfrClock clock = new JfrClock();
    private final Lanes lanes = new Lanes("lanes", 0);

    LanesTest() {
        clock.mark(1, 1, 1);
        clock.mark(1_000_001, 1_000_001, 1_000_001);
    }

    private void add(String name, long begin, long end) {
        lanes.add(new Span(begin, end, SourceLocation.of(name, name, "", 0, 0), null));
    }

    private List<String> publish() {
        List<LateEvent> events = new ArrayList<>();
        lanes.publish(clock, events);
        return events.stream()
                .map(event -> switch (event) {
                    case LateEvent.Begin begin ->
                        begin.track() + " " + begin.nanos() + " begin "
                                + begin.location().displayName();
                    case LateEvent.End end -> end.track() + " " + end.nanos() + " end";
                    default -> throw new AssertionError(event);
                })
                .toList();
    }

    @Test
    void shouldNestSpansWhenTheyCameInsideOut() {
        add("phase", 20, 30);
        add("collection", 10, 40);

        assertEquals(
                List.of("lanes 10 begin collection", "lanes 20 begin phase", "lanes 30 end", "lanes 40 end"),
                publish());
    }

    @Test
    void shouldTakeAFurtherTrackWhenSpansOverlap() {
        add("a", 10, 40);
        add("b", 20, 50);
        add("c", 45, 48);

        assertEquals(
                List.of(
                        "lanes 10 begin a",
                        "lanes (2) 20 begin b",
                        "lanes 40 end",
                        "lanes 45 begin c",
                        "lanes 48 end",
                        "lanes (2) 50 end"),
                publish());
    }

    @Test
    void shouldTakeAFurtherTrackWhenASpanBeganBeforeWhatWasPublished() {
        add("short", 100, 110);
        publish();
        add("long", 50, 200);

        assertEquals(List.of("lanes (2) 50 begin long", "lanes (2) 200 end"), publish());
    }

    @Test
    void shouldPutTheOuterOneFirstWhenBothBeginTogether() {
        add("inner", 10, 20);
        add("outer", 10, 30);

        assertEquals(
                List.of("lanes 10 begin outer", "lanes 10 begin inner", "lanes 20 end", "lanes 30 end"), publish());
    }

    @Test
    void shouldCountWhatFindsNoTrack() {
        for (int i = 0; i < Lanes.MAX_LANES + 3; i++) {
            add("overlapping", 10 + i, 1000 + i);
        }
        publish();

        assertEquals(3, lanes.leftOut());
    }
}
