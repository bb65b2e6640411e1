package dev.zonecast.core.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.event.Life;
import dev.zonecast.core.event.LockChange;
import dev.zonecast.core.event.LockInfo;
import dev.zonecast.core.event.SinkStart;
import dev.zonecast.core.kind.LockEvent;
import dev.zonecast.core.state.LockTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LockKeeperTest {
    private static final SourceLocation HERE = SourceLocation.here("place");

    private final SinkList sinks = new SinkList();
    private final LockTable<LockInfo> table = new LockTable<>();
    private final LockKeeper router = new LockKeeper(sinks, table);
    private final RecordedEvents events = new RecordedEvents();
    private final ThreadTrack main = ThreadTrack.ofName(1, "main");
    private final ThreadTrack worker = ThreadTrack.ofName(2, "worker");
    private final Object key = new Object();
    private final LockInfo lock = table.add(key, id -> new LockInfo(id, "queue", HERE, true, System.nanoTime()));
    private long now = System.nanoTime();

    @BeforeEach
    void attach() {
        attach(events);
    }

    private void attach(RecordedEvents sink) {
        GuardedSink guarded = new GuardedSink(sink);
        guarded.call(s -> s.begin(new SinkStart(0, 0)));
        List<SerialRouter.Standing> standing = new ArrayList<>();
        Set<ThreadTrack> ended = new LinkedHashSet<>();
        router.replayTo(guarded, standing, ended);
        guarded.call(s -> s.thread(main, Life.STARTED));
        guarded.call(s -> s.thread(worker, Life.STARTED));
        standing.sort(Comparator.comparingLong(SerialRouter.Standing::nanos));
        standing.forEach(each -> guarded.call(each.call()));
        ended.forEach(thread -> guarded.call(s -> s.thread(thread, Life.ENDED)));
        sinks.add(guarded);
    }

    private void event(ThreadTrack thread, LockEvent what) {
        router.event(thread, ++now, lock.id(), what);
    }

    private List<String> lines(RecordedEvents sink) {
        return sink.verify().lines("lockCreated", "lockEvent", "lockMark", "lockDestroyed");
    }

    @Test
    void shouldPassOnWhatIsWellFormed() {
        event(main, LockEvent.OBTAIN);
        event(worker, LockEvent.WAIT);
        router.take(worker, new LockChange().mark(lock, worker, HERE));
        event(main, LockEvent.RELEASE);
        event(worker, LockEvent.OBTAIN);
        event(worker, LockEvent.SHARED_OBTAIN);
        event(worker, LockEvent.RELEASE);
        event(worker, LockEvent.SHARED_RELEASE);

        assertEquals(
                List.of(
                        "lockCreated queue",
                        "main lockEvent OBTAIN queue",
                        "worker lockEvent WAIT queue",
                        "worker lockMark queue place",
                        "main lockEvent RELEASE queue",
                        "worker lockEvent OBTAIN queue",
                        "worker lockEvent SHARED_OBTAIN queue",
                        "worker lockEvent RELEASE queue",
                        "worker lockEvent SHARED_RELEASE queue"),
                lines(events));
        assertEquals(0, router.repaired());
    }

    @Test
    void shouldAnnounceALockOnceWhenItWasNamedBeforeItsFirstEvent() {
        LockInfo named = new LockInfo(lock.id(), "inbox", HERE, true, lock.createdNanos());
        table.change(lock.id(), named);
        event(main, LockEvent.OBTAIN);
        router.announceRenamed();

        assertEquals(List.of("lockCreated inbox", "main lockEvent OBTAIN inbox"), lines(events));
    }

    @Test
    void shouldPassOverTheEndOfWhatItHasNotSeenBegin() {
        event(main, LockEvent.RELEASE);
        event(main, LockEvent.SHARED_RELEASE);
        event(main, LockEvent.GIVE_UP);
        router.take(main, new LockChange().mark(lock, main, HERE));

        assertEquals(List.of("lockCreated queue"), lines(events));
    }

    @Test
    void shouldEndAHoldWhoseReleaseWasLostWhenTheNextThreadObtains() {
        event(main, LockEvent.OBTAIN);
        event(worker, LockEvent.OBTAIN);
        event(main, LockEvent.SHARED_OBTAIN);
        event(worker, LockEvent.OBTAIN);

        assertEquals(
                List.of(
                        "lockCreated queue",
                        "main lockEvent OBTAIN queue",
                        "main lockEvent RELEASE queue",
                        "worker lockEvent OBTAIN queue",
                        "worker lockEvent RELEASE queue",
                        "main lockEvent SHARED_OBTAIN queue",
                        "main lockEvent SHARED_RELEASE queue",
                        "worker lockEvent OBTAIN queue"),
                lines(events));
        assertEquals(3, router.repaired());
    }

    @Test
    void shouldEndTheWaitWhenAReaderObtainsTheLockThatItHas() {
        event(main, LockEvent.SHARED_WAIT);
        event(main, LockEvent.SHARED_OBTAIN);
        event(main, LockEvent.SHARED_WAIT);
        event(main, LockEvent.SHARED_OBTAIN);
        event(main, LockEvent.SHARED_RELEASE);

        assertEquals(
                List.of(
                        "lockCreated queue",
                        "main lockEvent SHARED_WAIT queue",
                        "main lockEvent SHARED_OBTAIN queue",
                        "main lockEvent SHARED_WAIT queue",
                        "main lockEvent SHARED_RELEASE queue",
                        "main lockEvent SHARED_OBTAIN queue",
                        "main lockEvent SHARED_RELEASE queue"),
                lines(events));
    }

    @Test
    void shouldTellANewSinkWhoHasTheLockAndWhoWaits() {
        event(main, LockEvent.OBTAIN);
        event(worker, LockEvent.WAIT);
        RecordedEvents late = new RecordedEvents();
        attach(late);
        event(main, LockEvent.RELEASE);

        assertEquals(
                List.of(
                        "lockCreated queue",
                        "main lockEvent OBTAIN queue",
                        "worker lockEvent WAIT queue",
                        "main lockEvent RELEASE queue"),
                lines(late));
    }

    @Test
    void shouldTellANewSinkOfAHoldWhoseThreadHasEndedAndEndIt() {
        event(main, LockEvent.OBTAIN);
        event(worker, LockEvent.WAIT);
        sinks.thread(main, Life.ENDED);
        main.retire();
        RecordedEvents late = new RecordedEvents();
        attach(late);
        event(worker, LockEvent.OBTAIN);

        List<String> all = List.of(
                "lockCreated queue",
                "main lockEvent OBTAIN queue",
                "worker lockEvent WAIT queue",
                "main lockEvent RELEASE queue",
                "worker lockEvent OBTAIN queue");
        assertEquals(all, lines(events));
        assertEquals(all, lines(late));
    }

    @Test
    void shouldForgetWhoHasItWhenNobodyListensMeanwhile() {
        event(main, LockEvent.OBTAIN);
        event(worker, LockEvent.WAIT);
        router.forgetOpen();
        event(main, LockEvent.RELEASE);
        event(worker, LockEvent.GIVE_UP);

        assertEquals(3, lines(events).size());
    }

    @Test
    void shouldLetAThreadThatEndsWaitNoMore() {
        event(main, LockEvent.WAIT);
        router.threadEnded(main, ++now);
        router.threadEnded(worker, ++now);

        assertEquals("main lockEvent GIVE_UP queue", lines(events).getLast());
    }

    @Test
    void shouldDestroyALockThatWasCollectedAndForgetIt() {
        event(main, LockEvent.OBTAIN);
        table.collect(lock.id());
        router.findCollected();
        event(main, LockEvent.RELEASE);
        router.retireCollected(++now);
        event(main, LockEvent.OBTAIN);

        assertEquals("lockDestroyed queue", lines(events).getLast());
        assertNull(table.get(lock.id()));
    }

    @Test
    void shouldKeepTheContractWhateverIsDropped() {
        Random random = new Random(7);
        List<ThreadTrack> threads = new ArrayList<>(List.of(main, worker));
        LockEvent[] all = LockEvent.values();
        for (int i = 0; i < 20_000; i++) {
            event(threads.get(random.nextInt(2)), all[random.nextInt(all.length)]);
            if (random.nextInt(10) == 0) {
                ThreadTrack marking = threads.get(random.nextInt(2));
                router.take(marking, new LockChange().mark(lock, marking, HERE));
            }
            if (random.nextInt(2_000) == 0) {
                attach(new RecordedEvents());
            }
        }

        events.verify();
        assertEquals(0, sinks.all().stream().filter(s -> s.failure() != null).count());
    }
}
