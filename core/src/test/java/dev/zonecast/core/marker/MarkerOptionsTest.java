package dev.zonecast.core.marker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.collect.RecordedEvents;
import dev.zonecast.core.collect.TestProfiler;
import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.event.MarkerEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Times, stacks and threads of begins, ends and scopes. */
class MarkerOptionsTest {
    record Load(int files) {}

    private static final long HOUR = 3_600_000_000_000L;
    private static final MarkerType<Load> LOAD = MarkerType.of(Load.class, MarkerSchema.builder("Load with options"));
    private static final Marker SAVED = Marker.of("saved with options");
    private static final CallStack STACK = new CallStack(List.of(new CallStack.Call("save", "Game.java", 12)));

    private record Seen(MarkerPhase phase, String thread, long begin, long end, long pair, String text, String stack) {}

    private static List<Seen> markers(TestProfiler.Work work) throws Exception {
        List<Seen> seen = new ArrayList<>();
        EventSink sink = TestProfiler.attach(new RecordedEvents() {
            @Override
            public void event(dev.zonecast.core.event.Event event) {
                if (event instanceof MarkerEvent marker) {
                    seen.add(new Seen(
                            marker.phase(),
                            marker.thread().name(),
                            marker.beginNanos(),
                            marker.nanos(),
                            marker.pair(),
                            marker.details(0),
                            marker.stack() == null
                                    ? "none"
                                    : marker.stack().calls().getFirst().function()));
                }
            }
        });
        work.run();
        TestProfiler.detach(sink);
        return seen;
    }

    private static long wrongCallsOf(TestProfiler.Work work) throws Exception {
        long before = TestProfiler.statistics().wrongCalls();
        work.run();
        return TestProfiler.statistics().wrongCalls() - before;
    }

    private static List<MarkerPhase> phases(List<Seen> seen) {
        return seen.stream().map(Seen::phase).toList();
    }

    @Test
    void shouldBeginAndEndAtTheGivenTimes() throws Exception {
        List<Seen> seen = markers(() -> {
            long first = Marker.now();
            long second = Marker.now();
            SAVED.instantAt(first);
            SAVED.instantAt(second);
            SAVED.begin(null, MarkerOptions.at(first));
            SAVED.end("slot 3", MarkerOptions.at(second));
            LOAD.begin(new Load(1), MarkerOptions.at(first));
            LOAD.end(new Load(2), MarkerOptions.at(second));
            LOAD.interval(first, new Load(3), MarkerOptions.at(second));
            LOAD.instant(new Load(4), MarkerOptions.at(first));
        });

        long first = seen.get(0).begin;
        long second = seen.get(1).begin;
        assertEquals(
                List.of(first, first, first, first, first, first),
                seen.subList(2, 8).stream().map(Seen::begin).toList());
        assertEquals(
                List.of(first, second, first, second, second, first),
                seen.subList(2, 8).stream().map(Seen::end).toList());
        assertEquals("slot 3", seen.get(3).text);
        assertEquals(seen.get(2).pair, seen.get(3).pair);
        assertEquals(seen.get(4).pair, seen.get(5).pair);
    }

    @Test
    void shouldHaveTheStacksOfItsOptions() throws Exception {
        List<Seen> seen = markers(() -> {
            SAVED.begin("slot 4", MarkerOptions.capturedStack());
            SAVED.end();
            LOAD.begin(new Load(1), MarkerOptions.stack(STACK));
            LOAD.end(new Load(2), MarkerOptions.capturedStack());
            LOAD.begin(new Load(3), null);
            LOAD.end(new Load(4), null);
            LOAD.open(new Load(5), MarkerOptions.stack(STACK).atTime(Marker.now()))
                    .close();
            LOAD.open(null, MarkerOptions.capturedStack().atTime(Marker.now())).close();
        });

        String here = getClass().getName() + ".";
        assertTrue(seen.getFirst().stack.startsWith(here), seen.toString());
        assertTrue(seen.get(3).stack.startsWith(here), seen.toString());
        assertTrue(seen.get(7).stack.startsWith(here), seen.toString());
        assertEquals(
                List.of("none", "save", "none", "none", "save"),
                List.of(1, 2, 4, 5, 6).stream().map(i -> seen.get(i).stack).toList());
    }

    @Test
    void shouldBeAZoneWithItsStackWhenAScopeHasNoTimeAndNoThread() throws Exception {
        RecordedEvents events = TestProfiler.record(() -> {
            try (var scope = SAVED.open("slot 5", MarkerOptions.stack(STACK))) {
                assertNotNull(scope);
            }
            try (var scope = LOAD.open(new Load(6), MarkerOptions.NONE)) {
                assertTrue(scope.isRecorded());
            }
        });

        assertEquals(
                List.of("SCOPED saved with options slot 5", "SCOPED Load with options files: 6"),
                events.of("marker").stream().map(RecordedEvents.Event::what).toList());
        assertEquals(2, events.count("zoneBegin"));
    }

    @Test
    void shouldBeAnIntervalFromTheGivenTimeWhenAScopeHasOne() throws Exception {
        List<Seen> seen = markers(() -> {
            long then = Marker.now();
            SAVED.instantAt(then);
            SAVED.open("slot 6", MarkerOptions.at(then)).close();
            var scope = LOAD.open(null, MarkerOptions.at(then));
            assertTrue(scope.isRecorded());
            scope.set(new Load(7));
            scope.close();
            scope.close();
            LOAD.open(new Load(8), MarkerOptions.at(0)).close();
        });

        assertEquals(List.of(MarkerPhase.INSTANT, MarkerPhase.INTERVAL, MarkerPhase.INTERVAL), phases(seen));
        assertEquals(seen.getFirst().begin, seen.get(1).begin);
        assertEquals(seen.getFirst().begin, seen.get(2).begin);
        assertTrue(seen.get(2).end > seen.get(2).begin);
        assertEquals(List.of("slot 6", "files: 7"), List.of(seen.get(1).text, seen.get(2).text));
    }

    @Test
    void shouldPairOnTheRecordingThreadWhenItIsAboutAnother() throws Exception {
        CountDownLatch recorded = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        Thread other = new Thread(
                () -> {
                    SAVED.instant();
                    recorded.countDown();
                    try {
                        mayEnd.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "one with markers of others");
        List<Seen> seen = markers(() -> {
            other.start();
            recorded.await();
            TestProfiler.flush();
            LOAD.begin(new Load(1), MarkerOptions.thread(other));
            LOAD.end(new Load(2));
            SAVED.open("slot 7", MarkerOptions.thread(other)).close();
        });
        mayEnd.countDown();
        other.join();

        assertEquals(
                List.of(MarkerPhase.INSTANT, MarkerPhase.START, MarkerPhase.END, MarkerPhase.INTERVAL), phases(seen));
        assertEquals(
                List.of(other.getName()),
                seen.stream().map(Seen::thread).distinct().toList());
        assertEquals(seen.get(1).pair, seen.get(2).pair);
    }

    @Test
    void shouldCountAndLeaveOutWhatIsToComeOrEndsBeforeItBegins() throws Exception {
        List<List<Seen>> seen = new ArrayList<>();
        long wrong = wrongCallsOf(() -> seen.add(markers(() -> {
            long first = Marker.now();
            TestProfiler.flush();
            long second = Marker.now();
            SAVED.instantAt(second + HOUR);
            SAVED.begin("x", MarkerOptions.at(second + HOUR));
            SAVED.open("x", MarkerOptions.at(second + HOUR)).close();
            SAVED.interval(second + HOUR, "x");
            LOAD.interval(second, new Load(1), MarkerOptions.at(first));
            LOAD.begin(new Load(2), MarkerOptions.at(second));
            LOAD.end(new Load(3), MarkerOptions.at(first));
            LOAD.end(new Load(4), MarkerOptions.at(second + HOUR));
            LOAD.end(new Load(5));
        })));

        assertEquals(List.of(MarkerPhase.START, MarkerPhase.END), phases(seen.getFirst()));
        assertEquals("files: 5", seen.getFirst().get(1).text);
        assertEquals(7, wrong);
    }

    @Test
    void shouldCountAndLeaveOutAnEndOnAnotherThread() throws Exception {
        List<List<Seen>> seen = new ArrayList<>();
        long wrong = wrongCallsOf(() -> seen.add(markers(() -> {
            LOAD.begin(new Load(1), MarkerOptions.NONE);
            var scope = SAVED.open("x", MarkerOptions.at(Marker.now()));
            Thread other = Thread.ofPlatform().start(() -> {
                // The first may belong to an interval that began before the recording, and is not counted.
                LOAD.end(new Load(2), MarkerOptions.NONE);
                LOAD.end(new Load(4), MarkerOptions.NONE);
                scope.close();
            });
            other.join();
            LOAD.end(new Load(3), MarkerOptions.NONE);
        })));

        assertEquals(List.of(MarkerPhase.START, MarkerPhase.END), phases(seen.getFirst()));
        assertEquals("files: 3", seen.getFirst().get(1).text);
        assertEquals(2, wrong);
    }
}
