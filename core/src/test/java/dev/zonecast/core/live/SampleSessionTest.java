package dev.zonecast.core.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.SampleEvent;
import dev.zonecast.core.event.SampleKind;
import dev.zonecast.core.late.SampledStacks;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Samples of stacks, from the collector's calls to what a viewer's sampling views have: all four versions know them. */
class SampleSessionTest {
    private static final int SAMPLES = 500;

    private final CollectorStandIn host = new CollectorStandIn();
    private final int port = host.listen();
    private final EventThread main = EventThread.of(1, "main");
    private final EventThread worker = EventThread.of(7, "worker");

    @AfterEach
    void close() {
        host.close();
        assertEquals(List.of(), host.failures());
    }

    private static SampleEvent sample(
            EventThread thread, SampleKind kind, long nanos, CallStack.Call... innermostFirst) {
        return new SampleEvent(thread, nanos, kind, 1, null, SampledStacks.INSTANCE.intern(List.of(innermostFirst)));
    }

    private static CallStack.Call call(String function, int line) {
        return new CallStack.Call(function, "Game.java", line);
    }

    @ParameterizedTest
    @ValueSource(ints = {82, 76, 74, 69})
    void shouldShowEachSampleOfAThreadThatRanWhenAnyVersionConnects(int version) throws IOException {
        TracyViewer viewer = TracyViewer.join(port, version);
        viewer.await("the session", () -> host.liveCount() > 0);
        long base = System.nanoTime();

        host.feed(session -> {
            for (int i = 0; i < SAMPLES; i++) {
                // All forms of a time: short, long, very long, and backwards, as samples of several threads come.
                long nanos = base + (i % 5 == 4 ? -1000 : i * 1_000L) + (i == SAMPLES - 1 ? 6_000_000_000L : 0);
                session.event(sample(
                        i % 2 == 0 ? main : worker,
                        i % 3 == 0 ? SampleKind.NATIVE : SampleKind.RUNNING,
                        nanos,
                        call("Game.update", 10 + i % 4),
                        call("Game.main", 3)));
                session.event(sample(main, SampleKind.SLEEPING, nanos, call("Game.sleep", 1)));
                session.event(sample(main, SampleKind.ALLOCATION, nanos, call("Game.allocate", 1)));
            }
        });
        LiveTrace trace = host.finish(viewer);

        assertEquals(SAMPLES, trace.samples.size());
        assertEquals(
                SAMPLES / 2, trace.samples.stream().filter(s -> s.thread() == 7).count());
        assertEquals("worker", trace.threadNames.get(7));
        LiveTrace.Sample sixth = trace.samples.get(6);
        assertEquals(base + 6_000 - host.originNanos, sixth.nanos());
        assertEquals(
                base + 6_000_000_000L - 1000 - host.originNanos,
                trace.samples.getLast().nanos());
        LiveTrace.Call innermost = trace.calls.get(sixth.addresses().getFirst());
        assertEquals("Game.update Game.java:12", innermost.place());
        assertEquals(
                "Game.main Game.java:3",
                trace.calls.get(sixth.addresses().get(1)).place());
        assertNamedOnce(trace);
    }

    /** Places of a function have addresses of their own and one symbol, by which the views sum up. */
    private static void assertNamedOnce(LiveTrace trace) {
        assertEquals(5, trace.calls.size());
        List<Long> ofUpdate = trace.calls.values().stream()
                .filter(call -> call.place().startsWith("Game.update"))
                .map(LiveTrace.Call::symbol)
                .distinct()
                .toList();
        assertEquals(1, ofUpdate.size());
        assertNotEquals(0, ofUpdate.getFirst());
        assertEquals("Game.java:10", trace.symbols.get(ofUpdate.getFirst()));
        assertEquals(2, trace.symbols.size());
    }
}
