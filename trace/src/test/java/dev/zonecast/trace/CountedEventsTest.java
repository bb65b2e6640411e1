package dev.zonecast.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CountedEventsTest {
    private static class FramesOnly implements TraceListener {
        final List<Frame> frames = new ArrayList<>();

        @Override
        public void frame(Frame frame) {
            frames.add(frame);
        }
    }

    /** Takes what it inherits. */
    private static final class FramesAndMessages extends FramesOnly {
        @Override
        public void message(Message message) {
            frames.clear();
        }
    }

    @Test
    void shouldPassOnEveryCallOfAListener() throws NoSuchMethodException {
        for (Method method : TraceListener.class.getMethods()) {
            if (method.getName().equals("hiddenDetails")) {
                // The listener is asked itself.
                continue;
            }
            // One that is not passed on would lose its events in every output.
            assertEquals(
                    CountedEvents.class,
                    CountedEvents.class
                            .getMethod(method.getName(), method.getParameterTypes())
                            .getDeclaringClass(),
                    method.toString());
        }
    }

    @ParameterizedTest
    @EnumSource(EventKind.class)
    void shouldKnowTheMethodOfEachKind(EventKind kind) {
        assertEquals(
                1,
                Arrays.stream(TraceListener.class.getMethods())
                        .filter(method -> method.getName().equals(kind.method()))
                        .count());
    }

    @Test
    void shouldTakeTheKindsWhoseMethodsAClassOrItsParentOverrides() {
        assertTrue(CountedEvents.takes(FramesOnly.class, EventKind.FRAMES));
        assertFalse(CountedEvents.takes(FramesOnly.class, EventKind.MESSAGES));
        assertTrue(CountedEvents.takes(FramesAndMessages.class, EventKind.FRAMES));
        assertTrue(CountedEvents.takes(FramesAndMessages.class, EventKind.MESSAGES));
    }

    @Test
    void shouldCountTheEventsThatAListenerDoesNotTake() throws IOException {
        FramesOnly listener = new FramesOnly();
        CountedEvents events = new CountedEvents(listener);
        Track track = new Track(0, new Program(1, 1, new Program.Namesakes(), 0), 2);
        events.frame(new Frame(track, "Frame", 1, 0, 5, false));
        events.message(new Message(track, 3, "text", "", false, -1));
        events.vsync(track, 4);
        events.vsync(track, 5);
        LossAccount losses = new LossAccount();

        events.addTo(losses, 17);

        assertEquals(1, listener.frames.size());
        assertEquals(
                "{zones=17, vertical blanks=2, messages=1}",
                losses.subjects(LossKind.LEFT_OUT).toString());
    }
}
