package dev.zonecast.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.fxt.FxtLayout;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DeliveryTest {
    private static final class FramesOnly implements TraceListener {
        final List<TraceEvent> events = new ArrayList<>();

        @Override
        public void event(TraceEvent event) {
            events.add(event);
        }

        @Override
        public Set<TraceEventKind> hidden() {
            return Set.of(
                    TraceEventKind.VSYNCS,
                    TraceEventKind.ASYNCS,
                    TraceEventKind.FLOWS,
                    TraceEventKind.MESSAGES,
                    TraceEventKind.MESSAGE_STACKS);
        }
    }

    @Test
    void shouldCountTheEventsAndDetailsThatAListenerDoesNotShow() throws IOException {
        FramesOnly listener = new FramesOnly();
        LossAccount losses = new LossAccount();
        Delivery delivery = new Delivery(listener, losses);
        Track track = new Track(0, new Program(1, 1, new Program.Namesakes(), 0), 2);
        delivery.event(new TraceFrame(track, "Frame", 1, 0, 5, false));
        delivery.event(new TraceMessage(track, 3, "text", "", false, -1, new Calls(List.of())));
        delivery.event(new TraceEvent.Vsync(track, 4, 0));
        delivery.event(new TraceEvent.Vsync(track, 5, 0));
        delivery.event(new TraceEvent.FrameMark(track, 6));
        delivery.event(new TraceEvent.Step(FxtLayout.ASYNC_BEGIN, track, 7, "", "", 1));
        delivery.event(new TraceEvent.Step(FxtLayout.FLOW_BEGIN, track, 8, "", "", 1));

        delivery.end();

        assertEquals(7, listener.events.size());
        assertEquals(
                "{vertical blanks=2, asynchronous events=1, call stacks of messages=1, flow events=1, messages=1}",
                losses.subjects(LossKind.LEFT_OUT).toString());
    }

    @Test
    void shouldChargeThemToTheirProgramsAndThoseOfManyProgramsToNone() throws IOException {
        LossAccount losses = new LossAccount();
        Delivery delivery = new Delivery(new FramesOnly(), losses);
        for (int process = 1; process <= 100; process++) {
            Track track = new Track(process, new Program(process, process, new Program.Namesakes(), 0), 2);
            delivery.event(new TraceEvent.Vsync(track, 4, 0));
            delivery.event(new TraceEvent.Vsync(track, 5, 0));
        }

        delivery.end();

        assertEquals(200, losses.of(LossKind.LEFT_OUT));
        LossAccount ofSecond = losses.ofProcesses(Set.of(2L));
        assertEquals(2 + 200 - 2 * Delivery.MAX_PROGRAMS, ofSecond.of(LossKind.LEFT_OUT));
    }
}
