package dev.zonecast.core.live;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.MessageEvent;
import dev.zonecast.core.event.Utf8Text;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The end of a thread by an exception, from the collector's calls to what a viewer understands. */
class CrashSessionTest {
    private final CollectorStandIn host = new CollectorStandIn();
    private final int port = host.listen();
    private final EventThread main = EventThread.of(1, "main");

    @AfterEach
    void close() {
        host.close();
        assertEquals(List.of(), host.failures());
    }

    @ParameterizedTest
    @ValueSource(ints = {82, 76, 74, 69})
    void shouldShowACrashWithItsTextAndCallsWhenAnyVersionConnects(int version) throws IOException {
        CallStack stack = new CallStack(List.of(new CallStack.Call("a.B.c", "B.java", 7)));
        TracyViewer viewer = TracyViewer.join(port, version);
        viewer.await("the session", () -> host.liveCount() > 0);

        host.feed(s -> s.event(new MessageEvent().crash(main, System.nanoTime(), Utf8Text.of("without calls"), null)));
        host.feed(s -> s.event(new MessageEvent().crash(main, System.nanoTime(), Utf8Text.of("out of cheese"), stack)));
        LiveTrace trace = host.finish(viewer);

        List<String> calls = List.of("a.B.c B.java:7");
        assertEquals(
                List.of("without calls", "out of cheese"),
                trace.messages.stream().map(LiveTrace.Text::text).toList());
        assertEquals(List.of(calls), trace.messageStacks);
        assertEquals(List.of("1 without calls null", "1 out of cheese " + calls), trace.crashes());
    }
}
