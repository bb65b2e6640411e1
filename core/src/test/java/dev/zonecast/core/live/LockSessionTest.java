package dev.zonecast.core.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Statistics;
import dev.zonecast.core.collect.TestProfiler;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.LockChange;
import dev.zonecast.core.event.LockInfo;
import dev.zonecast.core.kind.LockEvent;
import dev.zonecast.core.registry.Ids;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Locks, from the collector's calls to what a viewer understands. */
class LockSessionTest {
    private static final SourceLocation MADE = SourceLocation.here("");
    private static final SourceLocation USED = SourceLocation.here("used here");

    private final CollectorStandIn host = new CollectorStandIn();
    private final EventThread main = EventThread.of(1, "main");
    private final EventThread worker = EventThread.of(2, "worker");
    private final LockInfo shared = new LockInfo(77, "assets", MADE, true, System.nanoTime());
    private final LockInfo alone = new LockInfo(78, "", MADE, false, System.nanoTime());

    @AfterEach
    void close() {
        host.close();
        assertEquals(List.of(), host.failures());
    }

    private LiveTrace finish(TracyViewer viewer) {
        LiveTrace trace = host.finish(viewer);
        assertEquals(0, trace.locks.values().stream().mapToInt(l -> l.overlaps).sum());
        return trace;
    }

    private void event(LockInfo lock, LockEvent what, EventThread thread) {
        host.feed(s -> s.event(new LockChange().change(lock, what, thread, System.nanoTime())));
    }

    @ParameterizedTest
    @ValueSource(ints = {82, 76, 74, 69})
    void shouldShowWhoHasALockAndWhoWaitsWhenAnyVersionConnects(int version) throws IOException {
        TracyViewer viewer = host.join(version);

        host.feed(s -> s.event(new LockChange().created(shared)));
        host.feed(s -> s.event(new LockChange().created(alone)));
        event(shared, LockEvent.OBTAIN, main);
        host.feed(s -> s.event(new LockChange().mark(shared, main, USED)));
        event(shared, LockEvent.SHARED_WAIT, worker);
        event(shared, LockEvent.RELEASE, main);
        event(shared, LockEvent.SHARED_OBTAIN, worker);
        event(shared, LockEvent.SHARED_OBTAIN, main);
        event(shared, LockEvent.SHARED_RELEASE, worker);
        event(shared, LockEvent.SHARED_RELEASE, main);
        event(alone, LockEvent.WAIT, worker);
        event(alone, LockEvent.OBTAIN, worker);
        event(alone, LockEvent.RELEASE, worker);
        LockInfo renamed = new LockInfo(78, "queue of jobs", MADE, false, alone.createdNanos());
        host.feed(s -> s.event(new LockChange().created(renamed)));
        host.feed(s -> s.event(new LockChange().destroyed(alone, System.nanoTime())));
        LiveTrace trace = finish(viewer);

        LiveTrace.Lock first = trace.lock(1);
        assertEquals("assets", first.name);
        assertEquals(1, first.type);
        assertEquals(Ids.of(MADE), first.location);
        assertEquals(List.of((long) Ids.of(USED)), first.marks);
        assertEquals(
                List.of(
                        "wait 1",
                        "obtain 1",
                        "shared wait 2",
                        "release 1",
                        "shared obtain 2",
                        "shared wait 1",
                        "shared obtain 1",
                        "shared release 2",
                        "shared release 1"),
                first.events);
        LiveTrace.Lock second = trace.lock(2);
        assertEquals(List.of("wait 2", "obtain 2", "release 2"), second.events);
        assertTrue(second.terminated);
        assertEquals("queue of jobs", second.name);
        assertEquals("worker", trace.threadNames.get(2));
    }

    @Test
    void shouldBeginALockAnewWhenMoreThreadsUseItThanAViewerCanTake() throws IOException {
        TracyViewer viewer = host.join(82);

        host.feed(s -> s.event(new LockChange().created(shared)));
        for (int i = 1; i <= 200; i++) {
            EventThread thread = EventThread.of(i, "thread " + i);
            event(shared, LockEvent.OBTAIN, thread);
            event(shared, LockEvent.RELEASE, thread);
        }
        LiveTrace trace = finish(viewer);

        assertEquals(4, trace.locks.size());
        assertEquals(
                600,
                trace.locks.values().stream().mapToInt(l -> l.events.size()).sum());
        assertTrue(trace.locks.values().stream().allMatch(l -> l.name.equals("assets")));
        assertEquals(3, trace.locks.values().stream().filter(l -> l.terminated).count());
    }

    @Test
    void shouldLeaveOutTheThreadsThatDoNotFitWhileTheLockIsHeld() throws IOException {
        TracyViewer viewer = host.join(82);

        host.feed(s -> s.event(new LockChange().created(shared)));
        for (int i = 1; i <= 70; i++) {
            event(shared, LockEvent.SHARED_OBTAIN, EventThread.of(i, "thread " + i));
        }
        for (int i = 1; i <= 70; i++) {
            event(shared, LockEvent.SHARED_RELEASE, EventThread.of(i, "thread " + i));
        }
        event(shared, LockEvent.OBTAIN, main);
        LiveTrace trace = finish(viewer);

        assertEquals(192, trace.lock(1).events.size());
        assertTrue(trace.lock(1).terminated);
        assertEquals(List.of("wait 1", "obtain 1"), trace.lock(2).events);
    }

    @Test
    void shouldCountTheWaitsAndHoldsOfThreadsThatDoNotFitAsDropped() throws IOException {
        Statistics.Losses before = TestProfiler.statistics().losses();
        TracyViewer viewer = host.join(82);

        host.feed(s -> s.event(new LockChange().created(shared)));
        for (int i = 1; i <= 70; i++) {
            EventThread thread = EventThread.of(i, "thread " + i);
            event(shared, LockEvent.SHARED_WAIT, thread);
            event(shared, LockEvent.SHARED_OBTAIN, thread);
        }
        for (int i = 1; i <= 70; i++) {
            event(shared, LockEvent.SHARED_RELEASE, EventThread.of(i, "thread " + i));
        }
        LiveTrace trace = finish(viewer);

        assertEquals(192, trace.lock(1).events.size());
        Statistics.Losses after = TestProfiler.statistics().losses();
        assertEquals(12, refusals(after) - refusals(before));
        assertEquals(12, after.droppedEvents() - before.droppedEvents());
    }

    private static long refusals(Statistics.Losses losses) {
        return losses.refusals().getOrDefault("threads of a lock in a viewer", 0L);
    }

    @Test
    void shouldBeginALockAnewWhenAThreadGivesUpItsWait() throws IOException {
        TracyViewer viewer = host.join(82);

        host.feed(s -> s.event(new LockChange().created(alone)));
        event(alone, LockEvent.OBTAIN, main);
        event(alone, LockEvent.WAIT, worker);
        event(alone, LockEvent.GIVE_UP, worker);
        event(alone, LockEvent.RELEASE, main);
        event(alone, LockEvent.OBTAIN, worker);
        LiveTrace trace = finish(viewer);

        assertEquals(List.of("wait 1", "obtain 1", "wait 2", "release 1"), trace.lock(1).events);
        assertEquals(List.of("wait 2", "obtain 2"), trace.lock(2).events);
    }

    @Test
    void shouldNotSendAMarkOfAThreadThatTheViewerHasNotSeenAtTheLock() throws IOException {
        TracyViewer viewer = host.join(82);

        host.feed(s -> s.event(new LockChange().created(alone)));
        host.feed(s -> s.event(new LockChange().mark(alone, main, USED)));
        LiveTrace trace = finish(viewer);

        assertEquals(List.of(), trace.lock(1).marks);
    }
}
