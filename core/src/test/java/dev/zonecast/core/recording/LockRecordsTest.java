package dev.zonecast.core.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.Life;
import dev.zonecast.core.event.LockChange;
import dev.zonecast.core.event.LockInfo;
import dev.zonecast.core.kind.LockEvent;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.FxtLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LockRecordsTest {
    private static final SourceLocation MADE = SourceLocation.here("");

    @TempDir
    Path folder;

    private final LockInfo lock = new LockInfo(9, "queue", MADE, true, 900_000);
    private Script script;
    private EventThread main;
    private EventThread worker;

    @BeforeEach
    void begin() throws IOException {
        script = Script.begun(folder);
        main = script.thread(5, "main");
        worker = script.thread(6, "worker");
        script.recording.event(new LockChange().created(lock));
    }

    private void event(LockEvent what, EventThread thread) throws IOException {
        script.recording.event(new LockChange().change(lock, what, thread, ++script.now));
    }

    private static List<FxtReader.Event> lockEvents(List<FxtReader.Item> items) {
        return items.stream()
                .filter(FxtReader.Event.class::isInstance)
                .map(FxtReader.Event.class::cast)
                .filter(e -> e.category().equals("lock"))
                .toList();
    }

    private static Object argument(FxtReader.Event event, String name) {
        return event.arguments().stream()
                .filter(a -> a.name().equals(name))
                .findFirst()
                .orElseThrow()
                .value();
    }

    @Test
    void shouldDescribeALockBeforeItsEvents() throws IOException {
        ByteBuffer blob = ExtensionLayoutTest.blob(script.items(), ExtensionLayout.LOCK, ExtensionLayout.LOCK_NAME);

        assertEquals(ExtensionLayout.LOCK_SHARED, blob.getShort(ExtensionLayout.KIND_OFFSET));
        assertEquals(9, blob.getInt(ExtensionLayout.ID_OFFSET));
        assertEquals(900_000, blob.getLong(ExtensionLayout.LOCK_CREATED));
        assertEquals(Ids.of(MADE), blob.getInt(ExtensionLayout.LOCK_LOCATION));
        byte[] name = new byte[blob.getShort(ExtensionLayout.LOCK_NAME)];
        blob.get(ExtensionLayout.LOCK_NAME + 2, name);
        assertEquals("queue", new String(name, StandardCharsets.UTF_8));
    }

    @Test
    void shouldRenameWaitsAndRowsWhenTheLockGetsAnotherName() throws IOException {
        event(LockEvent.OBTAIN, main);
        script.recording.event(new LockChange().created(new LockInfo(9, "jobs", MADE, true, 900_000)));
        event(LockEvent.WAIT, worker);
        event(LockEvent.GIVE_UP, worker);
        event(LockEvent.RELEASE, main);

        List<FxtReader.Item> items = script.items();

        assertEquals(
                List.of("main", "wait for jobs", "main"),
                lockEvents(items).stream().map(FxtReader.Event::name).toList());
        assertEquals(
                List.of("Lock: queue", "Lock: jobs"),
                items.stream()
                        .filter(FxtReader.KernelObject.class::isInstance)
                        .map(item -> ((FxtReader.KernelObject) item).name())
                        .filter(name -> name.startsWith("Lock"))
                        .toList());
    }

    @Test
    void shouldEndTheHoldOfAnEndedThreadWhenTheNextThreadObtainsTheLock() throws IOException {
        event(LockEvent.OBTAIN, main);
        script.recording.thread(main, Life.ENDED);
        // Its release was lost.
        event(LockEvent.RELEASE, main);
        event(LockEvent.OBTAIN, worker);
        event(LockEvent.RELEASE, worker);

        List<FxtReader.Event> events = lockEvents(script.items());

        assertEquals(
                List.of("main", "main", "worker", "worker"),
                events.stream().map(FxtReader.Event::name).toList());
        assertEquals(1, events.stream().map(FxtReader.Event::thread).distinct().count());
    }

    @Test
    void shouldWriteAHoldOnTheLocksTrackAndAWaitOnTheThreads() throws IOException {
        event(LockEvent.OBTAIN, main);
        event(LockEvent.WAIT, worker);
        event(LockEvent.RELEASE, main);
        event(LockEvent.OBTAIN, worker);
        event(LockEvent.RELEASE, worker);

        List<FxtReader.Event> events = lockEvents(script.items());

        assertEquals(
                List.of("main", "main", "wait for queue", "worker", "worker"),
                events.stream().map(FxtReader.Event::name).toList());
        FxtReader.Event wait = events.get(2);
        assertEquals(FxtLayout.DURATION_COMPLETE, wait.type());
        assertEquals(6, wait.thread().thread());
        assertEquals(1_000_002, wait.time());
        assertEquals(1_000_004, wait.last());
        assertEquals("obtained", argument(wait, "outcome"));
        assertEquals(events.get(0).thread(), events.get(4).thread());
        assertEquals(5L, argument(events.get(0), "thread"));
    }

    @Test
    void shouldGiveReadersThatOverlapTracksOfTheirOwnAndUseThemAgain() throws IOException {
        for (int round = 0; round < 3; round++) {
            event(LockEvent.SHARED_OBTAIN, main);
            event(LockEvent.SHARED_OBTAIN, worker);
            event(LockEvent.SHARED_RELEASE, main);
            event(LockEvent.SHARED_RELEASE, worker);
        }

        List<FxtReader.Item> items = script.items();

        assertEquals(
                2,
                lockEvents(items).stream()
                        .map(FxtReader.Event::thread)
                        .distinct()
                        .count());
        List<String> names = items.stream()
                .filter(FxtReader.KernelObject.class::isInstance)
                .map(item -> ((FxtReader.KernelObject) item).name())
                .filter(name -> name.startsWith("Lock"))
                .toList();
        assertEquals(List.of("Lock: queue", "Lock: queue (2)"), names);
    }

    @Test
    void shouldEndHoldsAndWaitsWhenTheRecordingEndsAndSayHowAWaitEnded() throws IOException {
        event(LockEvent.OBTAIN, main);
        event(LockEvent.WAIT, worker);
        event(LockEvent.GIVE_UP, worker);
        event(LockEvent.SHARED_WAIT, worker);

        List<FxtReader.Event> events = lockEvents(script.items());

        assertEquals("given up", argument(events.get(1), "outcome"));
        assertEquals("end of recording", argument(events.get(2), "outcome"));
        assertEquals("end of recording", argument(events.get(3), "ended by"));
        assertTrue(events.get(3).time() > events.get(0).time());
    }
}
