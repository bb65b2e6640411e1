package dev.zonecast.core.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.BrokenLog;
import dev.zonecast.core.ChildJvm;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.event.Event;
import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.FrameEvent;
import dev.zonecast.core.event.MessageEvent;
import dev.zonecast.core.event.SinkStart;
import dev.zonecast.core.event.Utf8Text;
import dev.zonecast.core.event.ZoneRun;
import dev.zonecast.core.live.ViewerLink;
import dev.zonecast.core.registry.Ids;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The history with times of the test's own: which parts it keeps, and what a viewer reads of them. */
class HistoryTest {
    private static final long SECOND = 1_000_000_000;
    private static final long MILLISECOND = 1_000_000;
    private static final long LIMIT_BYTES = 8 << 20;

    private final class Viewer implements EventSink, ViewerLink {
        final List<String> got = new ArrayList<>();
        SinkStart start;
        boolean hasRoom = true;
        int mostGot = Integer.MAX_VALUE;
        long stallNanos = Long.MAX_VALUE;
        boolean over;
        long passes;

        @Override
        public String description() {
            return "test viewer";
        }

        @Override
        public void begin(SinkStart newStart) {
            start = newStart;
        }

        @Override
        public void zones(EventThread thread, ZoneRun run) {
            for (int i = 0; i < run.size(); i++) {
                String what = run.isEnd(i) ? "end" : run.place(i).displayName();
                got.add(thread.name() + " " + what + " " + run.nanos(i));
            }
        }

        @Override
        public void event(Event event) {
            got.add(
                    event instanceof MessageEvent message
                            ? message.text().toString()
                            : event.kind().toString());
        }

        @Override
        public void cycleEnd(long nanos) {
            passes++;
        }

        @Override
        public boolean hasRoom() {
            boolean now = hasRoom && got.size() < mostGot;
            if (!now) {
                nanoTime += MILLISECOND;
            }
            return now;
        }

        @Override
        public void noRoomSince(long nanos) {
            over |= nanoTime - nanos > stallNanos;
        }

        @Override
        public boolean isOver() {
            return over;
        }
    }

    /** Goes on when a viewer has no room. */
    private long nanoTime;

    private final EventThread main = EventThread.of(1, "main");
    private final SourceLocation location = SourceLocation.here("work");
    private final History history =
            new History(Duration.ofSeconds(10), LIMIT_BYTES, sink -> message(sink, "state"), () -> nanoTime);
    private final ZoneRun run = new ZoneRun();

    private void message(EventSink sink, String text) {
        try {
            sink.event(new MessageEvent().message(main, 0, null, null, -1, Utf8Text.of(text), null));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Its log throws at each line from one on. */
    static final class Program {
        private Program() {}

        public static void main(String[] arguments) throws IOException {
            BrokenLog.from(arguments[0]);
            HistoryTest test = new HistoryTest();
            test.history.begin(new SinkStart(0, 0));
            String text = "x".repeat(1000);
            while (test.history.dropped() == 0) {
                test.message(test.history, text);
                test.history.cycleEnd(1);
            }
            Viewer viewer = test.new Viewer();
            test.attach(viewer, 2).flush();
            System.out.println("first " + viewer.got.getFirst());
            System.out.println("last " + viewer.got.getLast().equals(text));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"older events are dropped", "test viewer gets "})
    void shouldDropTheOldestAndServeTheRestWhenTheLogThrows(String line) throws Exception {
        ChildJvm.Result result = new ChildJvm()
                .flags("-Dzonecast.autostart=false")
                .run(Program.class, line)
                .expectSuccess();

        assertEquals(List.of("first APP_INFO", "last true"), result.outLines(), result.toString());
    }

    private EventSink attach(Viewer viewer, long nanos) throws IOException {
        EventSink served = history.served(viewer, viewer);
        served.begin(new SinkStart(nanos, 0));
        return served;
    }

    @Test
    void shouldReplayZonesWithTheirTimesWhenTheyAreOfSeveralThreads() throws IOException {
        EventThread other = EventThread.of(2, "other");
        int id = Ids.of(location);
        history.begin(new SinkStart(5 * SECOND, 0));
        run.begin(7 * SECOND, id);
        run.begin(7 * SECOND + 1, id);
        run.end(Long.MAX_VALUE / 4);
        history.zones(main, run);
        // A thread whose events come late.
        history.zones(other, run.onlyBegin(6 * SECOND, id));
        Viewer viewer = new Viewer();
        EventSink served = attach(viewer, 8 * SECOND);

        served.flush();
        served.cycleEnd(8 * SECOND);

        assertEquals(
                List.of(
                        "main work 7000000000",
                        "main work 7000000001",
                        "main end " + Long.MAX_VALUE / 4,
                        "other work 6000000000"),
                viewer.got);
        assertEquals(new SinkStart(5 * SECOND, 0), viewer.start);
        assertEquals(1, viewer.passes);
    }

    @Test
    void shouldKeepTenSecondsAndTheStateBeforeThemWhenTimeGoesOn() throws IOException {
        history.begin(new SinkStart(0, 0));
        for (int second = 0; second < 60; second++) {
            history.event(new FrameEvent().mark(main, second * SECOND, second + 1));
            message(history, "second " + second);
            history.cycleEnd(second * SECOND + 1);
        }
        Viewer viewer = new Viewer();
        EventSink served = attach(viewer, 60 * SECOND);
        served.flush();

        assertEquals("state", viewer.got.getFirst());
        long seconds =
                viewer.got.stream().filter(text -> text.startsWith("second")).count();
        assertTrue(seconds >= 10 && seconds <= 13, viewer.got.toString());
        assertEquals(1, viewer.got.stream().filter("state"::equals).count());
        assertEquals("second 59", viewer.got.getLast());
        assertEquals(60 - seconds, viewer.start.frameMarks());
        assertEquals(0, history.dropped());
    }

    @Test
    void shouldKeepWhatAViewerReadsWhenItIsSlowAndDropItAfterwards() throws IOException {
        history.begin(new SinkStart(0, 0));
        message(history, "first");
        Viewer viewer = new Viewer();
        viewer.hasRoom = false;
        EventSink served = attach(viewer, 1);
        for (int second = 0; second < 60; second++) {
            message(history, "second " + second);
            history.cycleEnd(second * SECOND + 1);
        }
        served.cycleEnd(60 * SECOND);
        assertEquals(List.of(), viewer.got);

        viewer.hasRoom = true;
        served.flush();

        assertEquals(61, viewer.got.size());
        assertEquals("first", viewer.got.getFirst());
        Viewer late = new Viewer();
        attach(late, 60 * SECOND).flush();
        assertTrue(late.got.size() < 15, late.got.toString());
    }

    @Test
    void shouldWaitForASlowViewerWhenTheMemoryIsFull() throws IOException {
        history.begin(new SinkStart(0, 0));
        Viewer viewer = new Viewer();
        viewer.hasRoom = false;
        EventSink served = attach(viewer, 1);
        String text = "x".repeat(1000);
        long count = 0;
        while (!history.isFull()) {
            message(history, text);
            count++;
            history.cycleEnd(1);
        }

        served.cycleEnd(2);

        // The rest waits for room again.
        assertTrue(viewer.got.size() > 100 && viewer.got.size() < count, viewer.got.size() + " of " + count);
        assertTrue(!history.isFull());
        viewer.hasRoom = true;
        served.flush();
        assertEquals(count, viewer.got.stream().filter(text::equals).count());
    }

    @Test
    void shouldNotWaitInAFlushForAViewerThatIsBehind() throws IOException {
        history.begin(new SinkStart(0, 0));
        for (int i = 0; i < 1000; i++) {
            message(history, "message " + i);
        }
        Viewer viewer = new Viewer();
        viewer.mostGot = 100;
        EventSink served = attach(viewer, 1);

        served.flush();

        assertTrue(viewer.got.size() >= 100 && viewer.got.size() < 200, viewer.got.size() + " messages");
        while (viewer.got.size() < 1000) {
            viewer.mostGot += 100;
            served.cycleEnd(2);
        }
        assertEquals("message 999", viewer.got.getLast());
    }

    @Test
    void shouldDropAViewerThatReadsNothingWhenTheHistoryHasRoom() throws IOException {
        history.begin(new SinkStart(0, 0));
        message(history, "first");
        Viewer viewer = new Viewer();
        viewer.stallNanos = SECOND;
        viewer.hasRoom = false;
        EventSink served = attach(viewer, 1);

        while (nanoTime < SECOND - 100 * MILLISECOND) {
            served.cycleEnd(2);
        }
        viewer.hasRoom = true;
        served.cycleEnd(2);
        message(history, "second");
        viewer.hasRoom = false;
        while (nanoTime < 2 * SECOND - 200 * MILLISECOND) {
            served.cycleEnd(2);
        }
        assertFalse(viewer.over, "it has read");

        for (int i = 0; i < 100; i++) {
            served.cycleEnd(2);
        }
        assertTrue(viewer.over);
        assertEquals(List.of("first"), viewer.got);
    }

    @Test
    void shouldCountWhatIsDroppedWhenTheMemoryIsFull() throws IOException {
        history.begin(new SinkStart(0, 0));
        String text = "x".repeat(1000);
        int count = 100_000;
        for (int i = 0; i < count; i++) {
            message(history, text);
            history.cycleEnd(1);
        }
        Viewer viewer = new Viewer();
        attach(viewer, 2).flush();

        long got = viewer.got.stream().filter(text::equals).count();
        assertEquals(count, got + history.dropped());
        assertTrue(got * text.length() > LIMIT_BYTES / 2, () -> got + " messages");
    }

    @Test
    void shouldSendTheRestWhenTheHistoryEndsBeforeItsViewer() throws IOException {
        history.begin(new SinkStart(0, 0));
        Viewer viewer = new Viewer();
        EventSink served = attach(viewer, 1);
        message(history, "last");
        history.end(2, SECOND);
        served.end(2, SECOND);

        assertEquals(List.of("last"), viewer.got);
        Viewer late = new Viewer();
        assertEquals(late, history.served(late, late));
    }

    @Test
    void shouldEndTheViewersSessionWhenTheHistoryHasFailed() throws IOException {
        history.begin(new SinkStart(0, 0));
        Viewer viewer = new Viewer();
        EventSink served = attach(viewer, 1);
        history.end(2, SECOND);

        assertThrows(IOException.class, () -> served.cycleEnd(3));
        served.end(3, SECOND);
    }
}
