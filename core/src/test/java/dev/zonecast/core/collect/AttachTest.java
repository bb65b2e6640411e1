package dev.zonecast.core.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.Fiber;
import dev.zonecast.core.Frame;
import dev.zonecast.core.FrameName;
import dev.zonecast.core.Message;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.TracedFlow;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import dev.zonecast.core.event.EventSink;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AttachTest {
    private static final SourceLocation OUTER = SourceLocation.here("outer");
    private static final SourceLocation INNER = SourceLocation.here("inner");

    @AfterEach
    void gateIsShutWhenNobodyListens() {
        TestProfiler.flush();
        assertFalse(Zonecast.isActive());
    }

    @Test
    void shouldGetEveryEventBetweenAttachAndDetachWhenTheyFollowAtOnce() {
        long thread = Thread.currentThread().threadId();
        for (int round = 0; round < 300; round++) {
            RecordedEvents events = TestProfiler.attach(new RecordedEvents());
            for (int i = 0; i < 20; i++) {
                Message.log("m" + i);
            }
            TestProfiler.detach(events);
            for (int i = 0; i < 20; i++) {
                Message.log("late");
            }

            List<String> texts = events.verify().ofThread(thread).stream()
                    .filter(e -> e.kind().equals("message"))
                    .map(RecordedEvents.Event::what)
                    .toList();
            assertEquals(
                    IntStream.range(0, 20)
                            .mapToObj(i -> "INFO USER ffffffff m" + i)
                            .toList(),
                    texts,
                    "round " + round);
        }
    }

    @Test
    void shouldGetEveryEventAfterAttachWhenOthersListenAndRecord() throws Exception {
        RecordedEvents all = TestProfiler.attach(new RecordedEvents());
        AtomicBoolean stop = new AtomicBoolean();
        Thread busy = Thread.ofPlatform().start(() -> {
            while (!stop.get()) {
                Zone.end(Zone.begin(OUTER));
                TestProfiler.flush();
            }
        });
        int lost = 0;
        try {
            for (int round = 0; round < 300; round++) {
                RecordedEvents events = TestProfiler.attach(new RecordedEvents());
                Message.log("round " + round);
                TestProfiler.detach(events);
                lost += 1 - (int) events.verify().count("message");
            }
        } finally {
            stop.set(true);
            busy.join();
            TestProfiler.detach(all);
        }

        assertEquals(0, lost);
        assertEquals(300, all.verify().count("message"));
    }

    @Test
    void shouldReplayOpenZonesWithTheirTrueBeginWhenAttachedInTheMiddle() {
        RecordedEvents early = TestProfiler.attach(new RecordedEvents());
        long outer = Zone.begin(OUTER);
        long inner = Zone.begin(INNER);
        TestProfiler.flush();
        RecordedEvents late = TestProfiler.attach(new RecordedEvents());
        Zone.end(inner);
        Zone.text(outer, "text");
        Zone.end(outer);
        TestProfiler.detach(late);
        TestProfiler.detach(early);

        long thread = Thread.currentThread().threadId();
        assertEquals(early.verify().of("zoneBegin"), late.verify().of("zoneBegin"));
        assertEquals(
                List.of("threadStarted", "zoneBegin", "zoneBegin", "zoneEnd", "zoneText", "zoneEnd"),
                late.ofThread(thread).stream().map(RecordedEvents.Event::kind).toList());
        assertTrue(
                late.of("zoneBegin").get(1).nanos() <= late.of("begin").get(0).nanos());
    }

    @Test
    void shouldCountFramesAsBeforeTheSinkWhenTheyWereMarkedBeforeItsAnnouncement() throws Exception {
        CountDownLatch inBegin = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        EventSink slow = SinkStub.of("slow to begin", (name, thread) -> {
            if (name.equals("begin")) {
                inBegin.countDown();
                goOn.await();
            }
        });
        TestProfiler.attach(slow);
        inBegin.await();
        long before = Frame.number();
        RecordedEvents events = TestProfiler.attach(new RecordedEvents());
        long announced = System.nanoTime();
        for (int i = 0; i < 3; i++) {
            Frame.mark();
        }
        goOn.countDown();
        TestProfiler.detach(events);
        TestProfiler.detach(slow);

        assertEquals(3, events.verify().count("frameMark"));
        RecordedEvents.Event begin = events.of("begin").getFirst();
        assertEquals(Long.toString(before), begin.what());
        assertTrue(begin.nanos() <= announced);
    }

    @Test
    void shouldReplayAFiberInTheOrderOfTimeWhenAZoneIsOpenSinceAnEarlierRun() {
        RecordedEvents early = TestProfiler.attach(new RecordedEvents());
        Fiber fiber = Fiber.of("of two runs");
        fiber.begin();
        long outer = Zone.begin(OUTER);
        Fiber.end();
        fiber.begin();
        long inner = Zone.begin(INNER);
        TestProfiler.flush();
        RecordedEvents late = TestProfiler.attach(new RecordedEvents());
        TestProfiler.flush();
        Zone.end(inner);
        Zone.end(outer);
        Fiber.end();
        TestProfiler.detach(late);
        TestProfiler.detach(early);
        fiber.close();

        assertEquals(
                List.of("threadStarted", "zoneBegin", "fiberEntered", "zoneBegin", "zoneEnd", "zoneEnd", "fiberLeft"),
                late.verify().where(e -> e.thread().equals("of two runs")).stream()
                        .map(RecordedEvents.Event::kind)
                        .toList());
    }

    @Test
    void shouldEndAFlowForTheSinksThatHaveItsBeginWhenAnotherSinkComesInBetween() {
        RecordedEvents early = TestProfiler.attach(new RecordedEvents());
        TracedFlow.begin(OUTER, 71);
        TestProfiler.flush();
        RecordedEvents late = TestProfiler.attach(new RecordedEvents());
        TracedFlow.begin(INNER, 72);
        TracedFlow.end(71);
        TracedFlow.end(72);
        TestProfiler.detach(late);
        TestProfiler.detach(early);

        String from = " of " + Thread.currentThread().getName();
        assertEquals(
                List.of("outer 71" + from, "inner 72" + from), early.verify().whats("flowEnd"));
        assertEquals(List.of("inner 72" + from), late.verify().whats("flowEnd"));
    }

    @Test
    void shouldEndZonesForTheOtherSinkWhenOneIsDetachedInTheMiddle() {
        RecordedEvents stays = TestProfiler.attach(new RecordedEvents());
        RecordedEvents leaves = TestProfiler.attach(new RecordedEvents());
        long outer = Zone.begin(OUTER);
        TestProfiler.detach(leaves);
        Zone.end(outer);
        TestProfiler.detach(stays);

        assertEquals(0, leaves.verify().count("zoneEnd"));
        assertEquals(1, stays.verify().count("zoneEnd"));
        assertEquals("end", leaves.all().getLast().kind());
    }

    @Test
    void shouldStayBalancedWhenAZoneBegunForAnEarlierSinkEndsWhileNobodyListens() {
        RecordedEvents first = TestProfiler.attach(new RecordedEvents());
        long outer = Zone.begin(OUTER);
        TestProfiler.detach(first);
        Zone.end(outer);
        RecordedEvents second = TestProfiler.attach(new RecordedEvents());
        Message.log("x");
        TestProfiler.detach(second);

        assertEquals(second.verify().count("zoneBegin"), second.count("zoneEnd"));
        assertEquals(1, second.count("message"));
    }

    @Test
    void shouldReplayOpenFramesOldestFirstWhenAttachedInTheMiddle() throws Exception {
        List<FrameName> names = new ArrayList<>(IntStream.range(0, 20)
                .mapToObj(i -> FrameName.of("attach-" + i))
                .toList());
        Collections.shuffle(names, new java.util.Random(1));
        RecordedEvents early = TestProfiler.attach(new RecordedEvents());
        // The frames outlive the thread that started them.
        run("frames begin", () -> names.forEach(Frame::begin));
        awaitThreadEnd(early, "frames begin");
        RecordedEvents late = TestProfiler.attach(new RecordedEvents());
        names.forEach(Frame::end);
        TestProfiler.detach(late);
        TestProfiler.detach(early);

        assertEquals(early.verify().of("frameStart"), late.verify().of("frameStart"));
        assertEquals(20, late.count("frameEnd"));
    }

    @Test
    void shouldEndTheZonesOfAThreadWhenItDiesWithThemOpen() throws Exception {
        RecordedEvents events = TestProfiler.attach(new RecordedEvents());
        run("dies with zones", () -> {
            long ignored = Zone.begin(OUTER);
            long unusedInner = Zone.begin(INNER);
        });
        awaitThreadEnd(events, "dies with zones");
        TestProfiler.detach(events);

        assertEquals(
                List.of("threadStarted", "zoneBegin", "zoneBegin", "zoneEnd", "zoneEnd", "threadEnded"),
                events.verify().where(e -> e.thread().equals("dies with zones")).stream()
                        .map(RecordedEvents.Event::kind)
                        .toList());
    }

    @Test
    void shouldForgetAThreadThatDiesWithOpenZonesWhenNobodyListens() throws Exception {
        RecordedEvents first = TestProfiler.attach(new RecordedEvents());
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch detached = new CountDownLatch(1);
        AtomicLong id = new AtomicLong();
        Thread thread = Thread.ofPlatform().start(() -> {
            id.set(Thread.currentThread().threadId());
            long ignored = Zone.begin(OUTER);
            begun.countDown();
            try {
                detached.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        begun.await();
        TestProfiler.detach(first);
        detached.countDown();
        thread.join();
        awaitRetirement(id.get());
        RecordedEvents second = TestProfiler.record(() -> Message.log("x"));

        assertEquals(1, first.verify().count("zoneBegin"));
        assertEquals(List.of(), second.ofThread(id.get()));
    }

    private static void run(String name, Runnable work) throws InterruptedException {
        Thread.ofPlatform().name(name).start(work).join();
    }

    /** The end of this thread: the collector may notice those of earlier tests later. */
    private static void awaitThreadEnd(RecordedEvents events, String name) throws Exception {
        TestProfiler.await(() -> events.of("threadEnded").stream()
                .anyMatch(event -> event.thread().equals(name)));
    }

    /** Until a new sink is not told of the thread any more. */
    private static void awaitRetirement(long threadId) throws Exception {
        TestProfiler.await(
                () -> TestProfiler.record(() -> {}).ofThread(threadId).isEmpty());
    }
}
