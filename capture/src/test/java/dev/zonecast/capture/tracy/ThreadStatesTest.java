package dev.zonecast.capture.tracy;

import static dev.zonecast.capture.tracy.WireScript.u32;
import static dev.zonecast.capture.tracy.WireScript.u64;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.event.Event;
import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.Life;
import dev.zonecast.tracy.EventType;
import dev.zonecast.tracy.Protocol;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a sink gets of threads. */
class ThreadStatesTest {
    private final List<String> lives = new ArrayList<>();

    /** Keeps the lives of threads. */
    private final class Log implements EventSink {
        @Override
        public String description() {
            return "test";
        }

        @Override
        public void thread(EventThread thread, Life life) {
            lives.add(life + " " + thread.id() + " " + thread.name() + " " + thread.group());
        }

        @Override
        public void event(Event event) {
            // Not of interest.
        }
    }

    @Test
    void shouldChangeTheGroupOfAThreadThatHasStarted() throws IOException {
        ScriptDecoder decoder = new ScriptDecoder(new Log());
        WireScript script = new WireScript(Protocol.V82);
        String asked = decoder.stream.vocabulary.threads.get(1);
        script.thread(1)
                .named(EventType.THREAD_NAME, 1, "main")
                .text("first")
                .event(EventType.MESSAGE_COLOR, u64(1, 100))
                .event(EventType.THREAD_GROUP_HINT, u32(1, 1), u32(5, 7))
                .event(EventType.THREAD_GROUP_HINT, u32(1, 1), u32(5, 7))
                // Not yet known: the group comes with its first event.
                .event(EventType.THREAD_GROUP_HINT, u32(1, 2), u32(5, 7));

        assertTrue(decoder.apply(script), asked);
        assertEquals(List.of("STARTED 1 main 0", "CHANGED 1 main 7"), lives);
    }
}
