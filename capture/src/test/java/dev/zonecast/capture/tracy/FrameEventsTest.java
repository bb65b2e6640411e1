package dev.zonecast.capture.tracy;

import static dev.zonecast.capture.tracy.WireScript.u16;
import static dev.zonecast.capture.tracy.WireScript.u32;
import static dev.zonecast.capture.tracy.WireScript.u8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.event.Event;
import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.event.FrameEvent;
import dev.zonecast.core.event.ImageEvent;
import dev.zonecast.tracy.EventType;
import dev.zonecast.tracy.Protocol;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Frames and pictures have the numbers that Zonecast's program and the viewer show. */
class FrameEventsTest {
    private final List<String> events = new ArrayList<>();

    private final EventSink log = new EventSink() {
        @Override
        public String description() {
            return "test";
        }

        @Override
        public void event(Event event) {
            switch (event) {
                case FrameEvent frame -> events.add("mark " + frame.number());
                case ImageEvent image -> events.add("image " + image.frame());
                default -> {}
            }
        }
    };

    /** Two marks, with a picture between, of a program that has set so many marks before. */
    private void record(int marksBefore) throws IOException {
        // As FrameNumbers of Zonecast's program sends them.
        int offset = Math.max(0, marksBefore - 1);
        int picture = 1 + offset + 1;
        byte[] blocks = new byte[8];
        WireScript script = new WireScript(Protocol.V82)
                .mark(1_000)
                .pointer32(EventType.FRAME_IMAGE_DATA, 0, blocks)
                .event(EventType.FRAME_IMAGE, u32(1, picture), u16(5, 4), u16(7, 4), u8(9, 0))
                .mark(2_000);
        ScriptDecoder decoder = new ScriptDecoder(log, WireScript.welcome(Protocol.V82, true, offset, 500));
        assertTrue(decoder.apply(script));
        decoder.close();
    }

    @Test
    void shouldNumberFramesAsTheProgramDoesWhenItHasHadSomeBefore() throws IOException {
        record(100);

        assertEquals(List.of("mark 101", "image 101", "mark 102"), events);
    }

    @Test
    void shouldNumberFramesFromOneWhenTheProgramHasHadNone() throws IOException {
        record(0);

        assertEquals(List.of("mark 1", "image 1", "mark 2"), events);
    }
}
