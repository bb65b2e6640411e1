package dev.zonecast.core.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.ChildJvm;
import dev.zonecast.core.Plot;
import dev.zonecast.core.Severity;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Threads;
import dev.zonecast.core.Zone;
import dev.zonecast.core.event.SampleEvent;
import dev.zonecast.core.event.SampleKind;
import dev.zonecast.core.event.StopEvent;
import dev.zonecast.core.late.LateEvent;
import dev.zonecast.core.late.LateEvents;
import dev.zonecast.core.late.LateTrack;
import dev.zonecast.core.late.SampledStacks;
import dev.zonecast.core.registry.TableLimit;
import dev.zonecast.core.ring.FiberState;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LateEventsTest {
    private static final String WAITING = "late events that wait for the collector";
    private static final SourceLocation PLACE = SourceLocation.here("late");

    private static final int NOTES = 300;

    private RecordedEvents sink;

    @BeforeEach
    void attach() {
        sink = TestProfiler.attach(new RecordedEvents());
    }

    @AfterEach
    void detach() {
        TestProfiler.detach(sink);
    }

    private static void publish(LateEvent... events) {
        assertTrue(LateEvents.INSTANCE.publish(List.of(events)));
        TestProfiler.flush();
    }

    @Test
    void shouldPutZonesOfThePastOnATrackOfTheirOwn() {
        LateTrack track = LateTrack.of("late track");
        long past = System.nanoTime() - 1_000_000_000;

        publish(
                new LateEvent.Begin(track, past, PLACE, "why"),
                new LateEvent.Begin(track, past + 10, PLACE, null),
                new LateEvent.End(track, past + 20),
                new LateEvent.End(track, past + 30));

        sink.verify();
        assertEquals(2, sink.count("zoneBegin"));
        assertEquals(2, sink.count("zoneEnd"));
        assertEquals(List.of("why"), sink.whats("zoneText"));
    }

    @Test
    void shouldWaitForLateEventsWhenTheThreadThatEndsTheRecordingIsInterrupted() {
        AtomicInteger published = new AtomicInteger();
        LateEvents.Source source = limit -> {
            Thread.sleep(1);
            published.incrementAndGet();
        };
        LateEvents.INSTANCE.add(source);
        try {
            Thread.currentThread().interrupt();

            LateEvents.INSTANCE.collect(TestProfiler.LIMIT);

            assertTrue(Thread.interrupted(), "the flag stays as it was");
            assertEquals(1, published.get());
        } finally {
            LateEvents.INSTANCE.remove(source);
        }
    }

    @Test
    void shouldHaveIdsThatNoFiberHas() {
        FiberState fiber = new FiberState("fiber", 0, new AtomicReference<>());

        assertFalse(LateTrack.isTrack(fiber.id()));
        assertTrue(LateTrack.isTrack(LateTrack.of("late track").id()));
    }

    @Test
    void shouldKeepTimesInOrderWhenABatchReachesBackBehindTheOneBefore() {
        LateTrack track = LateTrack.of("late track");
        long past = System.nanoTime() - 1_000_000_000;

        publish(new LateEvent.Begin(track, past + 100, PLACE, null), new LateEvent.End(track, past + 200));
        publish(new LateEvent.Begin(track, past + 50, PLACE, null), new LateEvent.End(track, past + 300));

        sink.verify();
        assertEquals(2, sink.count("zoneBegin"));
    }

    @Test
    void shouldEndZonesThatABatchLeavesOpenAndCountEndsWithoutBegin() {
        LateTrack track = LateTrack.of("late track");
        long before = TestProfiler.statistics().losses().droppedEvents();

        publish(new LateEvent.End(track, 1), new LateEvent.Begin(track, System.nanoTime(), PLACE, null));

        sink.verify();
        assertEquals(1, sink.count("zoneEnd"));
        assertEquals(before + 1, TestProfiler.statistics().losses().droppedEvents());
    }

    @Test
    void shouldCountAValueThatCannotBeDrawn() {
        LateTrack track = LateTrack.of("late track");
        Plot plot = Plot.of("late plot");
        long before = TestProfiler.statistics().losses().droppedEvents();

        publish(
                new LateEvent.Value(track, System.nanoTime(), plot, Double.NaN),
                new LateEvent.Value(track, System.nanoTime(), plot, 0.5));

        // A new sink gets the last values of other plots too.
        List<String> drawn = sink.verify().whats("plot").stream()
                .filter(value -> value.startsWith("late plot="))
                .toList();
        assertEquals(List.of("late plot=0.5"), drawn);
        assertEquals(before + 1, TestProfiler.statistics().losses().droppedEvents());
    }

    @Test
    void shouldRefuseABatchAsAWholeAndCountItWhenThereIsNoRoom() {
        LateTrack track = LateTrack.of("late track");
        List<LateEvent> tooMany = new ArrayList<>(Collections.nCopies((1 << 18) + 1, new LateEvent.End(track, 1)));
        long before = LateEvents.INSTANCE.dropped();
        long refusedBefore = TableLimit.refusals().getOrDefault(WAITING, 0L);

        assertFalse(LateEvents.INSTANCE.publish(tooMany));

        assertEquals(before + tooMany.size(), LateEvents.INSTANCE.dropped());
        assertEquals(refusedBefore + tooMany.size(), TableLimit.refusals().get(WAITING));
    }

    /** The names of threads that samples come with. */
    private static List<String> sampledNames(TestProfiler.Work work) throws Exception {
        return seen(
                SampleEvent.class,
                e -> e.thread().name() + " in group " + e.thread().group(),
                work);
    }

    /** Events of one kind that a sink gets. */
    private static <T> List<String> seen(Class<T> kind, Function<T, String> text, TestProfiler.Work work)
            throws Exception {
        List<String> seen = Collections.synchronizedList(new ArrayList<>());
        RecordedEvents events = TestProfiler.attach(new RecordedEvents() {
            @Override
            public void event(dev.zonecast.core.event.Event event) {
                super.event(event);
                if (kind.isInstance(event)) {
                    seen.add(text.apply(kind.cast(event)));
                }
            }
        });
        work.run();
        TestProfiler.flush();
        events.verify();
        TestProfiler.detach(events);
        return seen;
    }

    private static LateEvent sample(Thread thread, String name) {
        return sample(thread.threadId(), name, false);
    }

    private static LateEvent sample(long threadId, String name, boolean onlyIfRecording) {
        return new LateEvent.Sample(
                threadId,
                name,
                onlyIfRecording,
                System.nanoTime(),
                SampleKind.RUNNING,
                1,
                null,
                SampledStacks.INSTANCE.intern(List.of()));
    }

    private static Thread named(String javaName, boolean records, CountDownLatch named, CountDownLatch end) {
        return Thread.ofPlatform().name(javaName).start(() -> {
            Threads.name("loader");
            Threads.group(7);
            if (records) {
                Zone.end(Zone.begin(PLACE));
            }
            named.countDown();
            boolean ignored = awaited(end);
        });
    }

    private static boolean awaited(CountDownLatch latch) {
        try {
            return latch.await(1, TimeUnit.MINUTES);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private void awaitEnd(Thread thread) throws InterruptedException {
        thread.join();
        long deadline = System.nanoTime() + TestProfiler.LIMIT.toNanos();
        while (sink.ofThread(thread.threadId()).stream()
                .noneMatch(event -> event.kind().equals("threadEnded"))) {
            assertTrue(System.nanoTime() < deadline, "the end of the thread is not seen");
            TestProfiler.flush();
        }
    }

    @Test
    void shouldTellOfTheStopsOfAThreadThatHasEnded() throws Exception {
        CountDownLatch named = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        Thread thread = named("slept", true, named, end);
        assertTrue(awaited(named));
        TestProfiler.flush();
        end.countDown();
        awaitEnd(thread);
        long now = System.nanoTime();
        List<String> stopped = seen(
                StopEvent.class,
                e -> Long.toString(e.thread().id()),
                () -> publish(
                        new LateEvent.Stop(thread.threadId(), now - 100, now, PLACE, "sleeps"),
                        // Of a thread that records nothing.
                        new LateEvent.Stop(Long.MAX_VALUE >>> 16, now - 100, now, PLACE, "sleeps")));

        assertEquals(List.of(Long.toString(thread.threadId())), stopped);
    }

    @Test
    void shouldTellOfTheSamplesOfAThreadThatRecordedAndHasEnded() throws Exception {
        List<String> names = sampledNames(() -> {
            CountDownLatch named = new CountDownLatch(1);
            CountDownLatch end = new CountDownLatch(1);
            Thread thread = named("main", true, named, end);
            assertTrue(awaited(named));
            TestProfiler.flush();
            end.countDown();
            awaitEnd(thread);

            publish(
                    sample(thread.threadId(), "main", true),
                    // Of a thread that records nothing.
                    sample(Long.MAX_VALUE >>> 16, "other", true));
        });

        assertEquals(List.of("loader in group 7"), names);
    }

    @Test
    void shouldKeepTheNameThatTheProgramGaveWhenTheThreadHasEnded() throws Exception {
        List<String> names = sampledNames(() -> {
            CountDownLatch named = new CountDownLatch(1);
            CountDownLatch end = new CountDownLatch(1);
            Thread thread = named("main", true, named, end);
            assertTrue(awaited(named));
            TestProfiler.flush();
            end.countDown();
            awaitEnd(thread);

            publish(sample(thread, "main"));
        });

        assertEquals(List.of("loader in group 7"), names);
    }

    @Test
    void shouldKeepTheNameOfAnEndedThreadThatWasSampledBeforeItHadOne() throws Exception {
        List<String> names = sampledNames(() -> {
            CountDownLatch begin = new CountDownLatch(1);
            Thread thread = Thread.ofPlatform().name("main").start(() -> {
                boolean ignored = awaited(begin);
                Threads.name("loader");
                Zone.end(Zone.begin(PLACE));
            });
            publish(sample(thread, "main"));
            begin.countDown();
            awaitEnd(thread);

            publish(sample(thread, "main"));
        });

        assertEquals(List.of("main in group 0", "loader in group 0"), names);
    }

    @Test
    void shouldHaveTheNameThatTheProgramGaveToAThreadThatRecordsNothing() throws Exception {
        List<String> names = sampledNames(() -> {
            CountDownLatch named = new CountDownLatch(1);
            CountDownLatch end = new CountDownLatch(1);
            Thread thread = named("main", false, named, end);
            publish(sample(thread, "main"));
            assertTrue(awaited(named));
            TestProfiler.flush();

            publish(sample(thread, "main"));
            end.countDown();
            thread.join();
        });

        assertEquals("loader in group 7", names.getLast());
    }

    /** The collector lost events that came while it delivered earlier ones: it had not admitted the sink yet. */
    @Test
    void shouldGiveASinkAllThatIsPublishedAfterItsAttachment() {
        LateTrack track = LateTrack.of("busy track");
        for (int round = 0; round < 100; round++) {
            publishNotes(track, "before");
            RecordedEvents late = TestProfiler.attach(new RecordedEvents());
            publishNotes(track, "after");
            TestProfiler.flush();

            long after = late.whats("message").stream()
                    .filter(what -> what.contains("after"))
                    .count();
            TestProfiler.detach(late);
            assertEquals(NOTES, after, "round " + round);
        }
    }

    private static void publishNotes(LateTrack track, String text) {
        for (int i = 0; i < NOTES; i++) {
            assertTrue(LateEvents.INSTANCE.publish(
                    List.of(new LateEvent.Note(track, System.nanoTime(), Severity.INFO, text))));
        }
    }

    @Test
    void shouldEndATrackAfterItsLastEvents() {
        LateTrack track = LateTrack.of("short track");
        long past = System.nanoTime() - 1_000_000_000;
        publish(new LateEvent.Begin(track, past, PLACE, null), new LateEvent.End(track, past + 10));
        assertTrue(LateEvents.INSTANCE.publish(
                List.of(new LateEvent.Note(track, past + 20, Severity.INFO, "the last event"))));

        track.end();
        TestProfiler.flush();
        publish(new LateEvent.Note(LateTrack.of("other track"), past, Severity.INFO, "other"));

        sink.verify();
        assertEquals(
                List.of("threadStarted", "zoneBegin", "zoneEnd", "message", "threadEnded"),
                sink.ofThread(track.id()).stream()
                        .map(RecordedEvents.Event::kind)
                        .toList());
    }

    @Test
    void shouldGiveThePlacesOfEndedTracksToOthers() throws Exception {
        ChildJvm.Result result = new ChildJvm()
                .flags("-Dzonecast.listen=false")
                .run(ManyTracks.class, "ended")
                .expectSuccess();

        assertEquals(List.of("tracks " + (4096 + 3) + " refused null dropped 0"), result.outLines());
    }

    @Test
    void shouldDropAndCountEventsOfFurtherTracks() throws Exception {
        ChildJvm.Result result = new ChildJvm()
                .flags("-Dzonecast.listen=false")
                .run(ManyTracks.class)
                .expectSuccess();

        assertEquals(List.of("tracks 4096 refused 3 dropped 3"), result.outLines());
        assertEquals(
                1,
                result.err()
                        .lines()
                        .filter(line -> line.contains("limit reached: 4096 tracks of late events; "))
                        .count(),
                result::toString);
    }

    static final class ManyTracks {
        private ManyTracks() {}

        public static void main(String[] arguments) {
            RecordedEvents events = TestProfiler.attach(new RecordedEvents());
            long now = System.nanoTime();
            for (int i = 0; i < 4096 + 3; i++) {
                LateTrack track = LateTrack.of("track " + i);
                LateEvents.INSTANCE.publish(List.of(new LateEvent.Note(track, now, Severity.INFO, "note")));
                if (arguments.length > 0) {
                    track.end();
                }
                if (i == 4000) {
                    TestProfiler.flush();
                }
            }
            TestProfiler.flush();
            System.out.println("tracks " + events.count("message") + " refused "
                    + TestProfiler.statistics().losses().refusals().get("tracks of late events") + " dropped "
                    + TestProfiler.statistics().losses().droppedEvents());
        }
    }
}
