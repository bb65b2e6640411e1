package dev.zonecast.capture.tracy;

import static dev.zonecast.capture.tracy.WireScript.u16;
import static dev.zonecast.capture.tracy.WireScript.u32;
import static dev.zonecast.capture.tracy.WireScript.u64;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.event.Event;
import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.event.SectionEvent;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.tracy.EventType;
import dev.zonecast.tracy.Protocol;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Enters and leaves of sections come from several threads, in either order. */
class SectionEventsTest {
    private static final int MOST_EARLY = 256;

    private final WireScript script = new WireScript(Protocol.V82);
    private final List<String> events = new ArrayList<>();
    private final List<String> categories = new ArrayList<>();

    /** Keeps the events of sections. */
    private final class Log implements EventSink {
        @Override
        public String description() {
            return "test";
        }

        @Override
        public void event(Event event) {
            if (event instanceof SectionEvent section) {
                categories.add(section.section().category().description());
                String what = section.kind() == EventKind.SECTION_BEGIN ? "begin " : "end ";
                events.add(what + section.section().text() + " " + section.nanos());
            }
        }
    }

    private void enter(int thread, int id, long ticks) {
        script.thread(thread)
                .text("level " + id)
                .event(EventType.SECTION_ENTER, u64(1, script.threadDelta(ticks)), u32(9, id), u16(13, 0));
    }

    private void leave(int thread, int id, long ticks) {
        script.thread(thread).event(EventType.SECTION_LEAVE, u64(1, script.threadDelta(ticks)), u32(9, id));
    }

    /** How many events had no partner. */
    private long unmatched() throws IOException {
        ScriptDecoder decoder = new ScriptDecoder(new Log());
        assertTrue(decoder.apply(script));
        decoder.close();
        return decoder.stream.counts.of(SessionCount.UNMATCHED);
    }

    @Test
    void shouldEndASectionWhoseLeaveComesFirst() throws IOException {
        leave(2, 7, 500);
        enter(1, 7, 200);
        enter(1, 8, 600);
        leave(2, 8, 700);

        assertEquals(0, unmatched());
        assertEquals(List.of("begin level 7 200", "end level 7 500", "begin level 8 600", "end level 8 700"), events);
    }

    @Test
    void shouldNotEndASectionBeforeItsBegin() throws IOException {
        leave(2, 7, 100);
        enter(1, 7, 200);

        assertEquals(0, unmatched());
        assertEquals(List.of("begin level 7 200", "end level 7 200"), events);
    }

    @Test
    void shouldCountLeavesWithoutASection() throws IOException {
        for (int id = 1; id <= MOST_EARLY + 3; id++) {
            leave(2, id, 500);
        }
        enter(1, 3, 600);
        enter(1, 4, 600);

        // The leaves of the sections 1 to 3 had to go.
        assertEquals(MOST_EARLY + 2, unmatched());
        assertEquals(List.of("begin level 3 600", "begin level 4 600", "end level 4 600"), events);
    }

    /** A client on demand replays the set-up without its text to a viewer that connects late. */
    @Test
    void shouldNameACategoryByItsNumberWhenItsNameIsMissing() throws IOException {
        for (int number = 1; number <= 2; number++) {
            script.event(EventType.SECTION_SETUP, u16(1, number));
        }
        script.thread(1);
        for (int number = 1; number <= 2; number++) {
            script.text("level")
                    .event(EventType.SECTION_ENTER, u64(1, script.threadDelta(100)), u32(9, number), u16(13, number));
        }

        assertEquals(0, unmatched());
        assertEquals(List.of("category 1", "category 2"), categories);
    }
}
