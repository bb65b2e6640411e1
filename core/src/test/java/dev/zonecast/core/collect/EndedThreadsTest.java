package dev.zonecast.core.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.Fiber;
import dev.zonecast.core.FrameName;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.TracedLock;
import dev.zonecast.core.Zone;
import dev.zonecast.core.clock.Clock;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.core.ring.Recorder;
import dev.zonecast.core.ring.TestRings;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** When a thread or fiber has ended: not before its last record is written and delivered. */
class EndedThreadsTest {
    private static final SourceLocation HERE = SourceLocation.here("here");
    private static final FrameName LATE = FrameName.of("ended threads late");

    private static void await(CountDownLatch latch) throws InterruptedException {
        assertTrue(latch.await(TestProfiler.LIMIT.toSeconds(), TimeUnit.SECONDS));
    }

    /** A thread that records and ends is noticed; so is all that had ended before. */
    private static void letTheCollectorNoticeEnds(RecordedEvents events, String name) throws Exception {
        Thread thread = Thread.ofVirtual().name(name).start(() -> Zone.end(Zone.begin(HERE)));
        assertTrue(thread.join(TestProfiler.LIMIT));
        TestProfiler.await(() -> events.of("threadEnded").stream()
                .anyMatch(event -> event.thread().equals(name)));
    }

    @Test
    void shouldKeepAFibersRingUntilItsThreadHasLeftWhenAnotherThreadClosesIt() throws Exception {
        RecordedEvents events = TestProfiler.attach(new RecordedEvents());
        Fiber fiber = Fiber.of("closed elsewhere");
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        Thread runner = Thread.ofPlatform().start(() -> {
            fiber.begin();
            Zone.end(Zone.begin(HERE));
            entered.countDown();
            awaitQuietly(closed);
            for (int i = 0; i < 10; i++) {
                Zone.end(Zone.begin(HERE));
            }
            Fiber.end();
        });
        await(entered);
        fiber.close();
        letTheCollectorNoticeEnds(events, "first witness");
        // Would get the ring that came back last.
        letTheCollectorNoticeEnds(events, "second witness");
        closed.countDown();
        assertTrue(runner.join(TestProfiler.LIMIT));
        TestProfiler.await(() -> !endsOf(events, "closed elsewhere").isEmpty());
        TestProfiler.detach(events);

        List<String> kinds = events.verify().where(event -> event.thread().equals("closed elsewhere")).stream()
                .map(RecordedEvents.Event::kind)
                .toList();
        assertEquals(11, kinds.stream().filter("zoneBegin"::equals).count(), kinds::toString);
        assertEquals(List.of("fiberLeft", "threadEnded"), kinds.subList(kinds.size() - 2, kinds.size()));
    }

    private static List<RecordedEvents.Event> endsOf(RecordedEvents events, String thread) {
        return events.of("threadEnded").stream()
                .filter(event -> event.thread().equals(thread))
                .toList();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            await(latch);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void shouldShowALockThatAnEndedThreadHoldsWhenASinkComesLater() throws Exception {
        RecordedEvents early = TestProfiler.attach(new RecordedEvents());
        TracedLock lock = new TracedLock("never unlocked");
        Thread holder = Thread.ofPlatform().name("holder that ends").start(lock::lock);
        assertTrue(holder.join(TestProfiler.LIMIT));
        TestProfiler.await(() -> !endsOf(early, "holder that ends").isEmpty());
        RecordedEvents late = TestProfiler.attach(new RecordedEvents());
        TestProfiler.detach(late);
        TestProfiler.detach(early);

        assertEquals(
                List.of("threadStarted ", "lockEvent OBTAIN never unlocked", "threadEnded "),
                late.verify().where(event -> event.thread().equals("holder that ends")).stream()
                        .map(event -> event.kind() + " " + event.what())
                        .toList());
        assertFalse(lock.tryLock());
    }

    @Test
    void shouldNotEndAThreadBeforeItsSerialEventsAreReleased() throws Exception {
        RecordedEvents events = TestProfiler.attach(new RecordedEvents());
        TestProfiler.flush();
        CountDownLatch ended = new CountDownLatch(1);
        CompletableFuture<Void> held = TestProfiler.running().onCollector(() -> awaitQuietly(ended));
        Thread thread = Thread.ofPlatform().name("ahead of its time").start(() -> {
            Recorder recorder = Recorder.current();
            recorder.record(EventKind.FRAME_MARK, 0, Ids.of(LATE), 0);
            // As a processor whose counter is ahead: two seconds by any clock in use.
            TestRings.restampLast(recorder, Clock.ticks() + 4_000_000_000L);
        });
        assertTrue(thread.join(TestProfiler.LIMIT));
        ended.countDown();
        held.get(TestProfiler.LIMIT.toSeconds(), TimeUnit.SECONDS);
        TestProfiler.await(() -> !endsOf(events, "ahead of its time").isEmpty()
                && events.of("frameMark").stream()
                        .anyMatch(event -> event.what().contains(LATE.name())));
        TestProfiler.detach(events);

        List<String> kinds = events.all().stream()
                .filter(event -> event.thread().equals("ahead of its time"))
                .map(RecordedEvents.Event::kind)
                .toList();
        assertEquals(List.of("threadStarted", "frameMark", "threadEnded"), kinds);
    }
}
