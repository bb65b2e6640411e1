package dev.zonecast.capture.tracy;

import static dev.zonecast.capture.tracy.WireScript.u32;
import static dev.zonecast.capture.tracy.WireScript.u64;
import static dev.zonecast.capture.tracy.WireScript.u8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.event.Event;
import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.LockChange;
import dev.zonecast.core.event.ZoneRun;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.tracy.EventType;
import dev.zonecast.tracy.Protocol;
import dev.zonecast.tracy.Wire;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A client sends changes of locks apart from the zones of their threads. */
class LockEventsTest {
    private static final int LOCK = 5;
    private static final int OTHER = 6;
    private static final int PLACE = 9;

    private final WireScript script = new WireScript(Protocol.V82);
    private final List<String> events = new ArrayList<>();

    /** Keeps the events of zones and locks in the order of the recording. */
    private final class Log implements EventSink {
        @Override
        public String description() {
            return "test";
        }

        @Override
        public void zones(EventThread thread, ZoneRun run) {
            for (int i = 0; i < run.size(); i++) {
                events.add(thread.id() + (run.isEnd(i) ? " end " : " begin ") + run.nanos(i));
            }
        }

        @Override
        public void event(Event event) {
            if (event instanceof LockChange change) {
                boolean isChange = change.kind() == EventKind.LOCK;
                events.add(
                        isChange
                                ? change.thread().id() + " " + change.what() + " " + change.nanos()
                                : "" + change.kind());
            }
        }
    }

    private void lock(EventType type, int thread, long ticks) {
        lock(LOCK, type, thread, ticks);
    }

    private void lock(int lock, EventType type, int thread, long ticks) {
        script.event(type, u32(1, thread), u32(5, lock), u64(9, script.serialDelta(ticks)));
    }

    private void release(long ticks) {
        script.event(EventType.LOCK_RELEASE, u32(1, LOCK), u64(5, script.serialDelta(ticks)));
    }

    /** Sends what is scripted, and ends the session. */
    private void send() throws IOException {
        ScriptDecoder decoder = new ScriptDecoder(new Log());
        tellNames(decoder.stream.vocabulary);
        assertTrue(decoder.apply(script));
        decoder.close();
    }

    @Test
    void shouldNotWaitForAThreadThatIsBehindWithAnotherLock() throws IOException {
        announce();
        script.event(EventType.LOCK_ANNOUNCE, u32(1, OTHER), u64(5, 1_000), u64(13, PLACE), u8(21, 0));
        lock(EventType.LOCK_WAIT, 1, 2_000);
        lock(EventType.LOCK_OBTAIN, 1, 2_500);
        lock(OTHER, EventType.LOCK_WAIT, 2, 3_000);
        lock(OTHER, EventType.LOCK_OBTAIN, 2, 4_000);
        script.thread(2).begin(2_900, PLACE).end(5_000);
        // The order of one thread stays: it waits for the other lock when it has the first one.
        lock(OTHER, EventType.LOCK_WAIT, 1, 6_000);
        script.thread(1).begin(7_000, PLACE);

        send();

        assertEquals(
                List.of(
                        "LOCK_CREATED",
                        "1 WAIT 2000",
                        "LOCK_CREATED",
                        "2 WAIT 3000",
                        "2 begin 2900",
                        "2 OBTAIN 4000",
                        "2 end 5000",
                        "1 OBTAIN 2500",
                        "1 WAIT 6000",
                        "1 begin 7000"),
                events);
    }

    private static void tellNames(Vocabulary vocabulary) {
        assertNull(vocabulary.locations.get(PLACE));
        byte[] place = new byte[32];
        Wire.putLong(place, 9, 1);
        Wire.putLong(place, 17, 1);
        vocabulary.locations.told(place, 0);
        byte[] text = {'n'};
        vocabulary.strings.told(1, text, 0, 1);
        for (int id = 1; id <= 3; id++) {
            assertNull(vocabulary.threads.get(id));
            vocabulary.threads.told(id, text, 0, 1);
        }
    }

    private void announce() {
        script.event(EventType.LOCK_ANNOUNCE, u32(1, LOCK), u64(5, 1_000), u64(13, PLACE), u8(21, 0));
    }

    @Test
    void shouldRecordAWaitBehindTheZoneThatBeganBeforeIt() throws IOException {
        announce();
        lock(EventType.LOCK_WAIT, 1, 2_000);
        lock(EventType.LOCK_OBTAIN, 1, 2_010);
        release(9_000);
        script.thread(1).begin(2_000, PLACE).begin(2_010, PLACE).end(9_000).end(50_000);

        send();

        assertEquals(
                List.of(
                        "LOCK_CREATED",
                        "1 WAIT 2000",
                        "1 begin 2000",
                        "1 begin 2010",
                        "1 OBTAIN 2010",
                        "1 RELEASE 9000",
                        "1 end 9000",
                        "1 end 50000"),
                events);
    }

    @Test
    void shouldKeepTheOrderOfALockWhenOneOfItsThreadsIsBehind() throws IOException {
        announce();
        script.thread(2).begin(1_500, PLACE).end(8_000);
        lock(EventType.LOCK_OBTAIN, 1, 2_000);
        release(3_000);
        lock(EventType.LOCK_OBTAIN, 2, 3_010);
        release(4_000);
        script.event(EventType.LOCK_TERMINATE, u32(1, LOCK), u64(5, 5_000));
        script.thread(1).begin(1_900, PLACE).end(6_000);

        send();

        assertEquals(
                List.of(
                        "2 begin 1500",
                        "2 end 8000",
                        "LOCK_CREATED",
                        "1 begin 1900",
                        "1 OBTAIN 2000",
                        "1 RELEASE 3000",
                        "2 OBTAIN 3010",
                        "2 RELEASE 4000",
                        "LOCK_DESTROYED",
                        "1 end 6000"),
                events);
    }

    @Test
    void shouldNotWaitLongForAThreadWithoutZones() throws IOException {
        announce();
        lock(EventType.LOCK_OBTAIN, 1, 2_000);
        script.thread(2).begin(2_000, PLACE).end(200_000_000).begin(400_000_000, PLACE);
        release(500_000_000);
        script.thread(3).begin(600_000_000, PLACE);

        send();

        assertEquals(
                List.of(
                        "LOCK_CREATED",
                        "2 begin 2000",
                        "2 end 200000000",
                        "2 begin 400000000",
                        "1 OBTAIN 2000",
                        "1 RELEASE 500000000",
                        "3 begin 600000000"),
                events);
    }

    @Test
    void shouldWaitOnceOnlyForAThreadWithoutZones() throws IOException {
        announce();
        lock(EventType.LOCK_OBTAIN, 1, 2_000);
        release(3_000);
        script.thread(2).begin(400_000_000, PLACE);
        script.thread(3).begin(400_000_000, PLACE);
        lock(EventType.LOCK_OBTAIN, 1, 500_000_000);
        release(510_000_000);
        lock(EventType.LOCK_WAIT, 2, 505_000_000);
        lock(EventType.LOCK_OBTAIN, 2, 511_000_000);
        script.thread(2).end(520_000_000);
        script.thread(3).end(521_000_000);

        send();

        assertEquals(
                List.of(
                        "LOCK_CREATED",
                        "2 begin 400000000",
                        "3 begin 400000000",
                        "1 OBTAIN 2000",
                        "1 RELEASE 3000",
                        "1 OBTAIN 500000000",
                        "1 RELEASE 510000000",
                        "2 WAIT 510000000",
                        "2 OBTAIN 511000000",
                        "2 end 520000000",
                        "3 end 521000000"),
                events);
    }

    @Test
    void shouldRecordWaitsInTheirOrderWhenAThreadIsBehindBySeveral() throws IOException {
        announce();
        lock(EventType.LOCK_WAIT, 1, 2_000);
        lock(EventType.LOCK_OBTAIN, 1, 3_000);
        release(4_000);
        lock(EventType.LOCK_WAIT, 1, 5_000);
        lock(EventType.LOCK_OBTAIN, 1, 6_000);
        script.thread(1)
                .begin(1_000, PLACE)
                .text("one")
                .event(EventType.ZONE_TEXT)
                .end(4_500);
        script.begin(4_800, PLACE).end(7_000);

        send();

        assertEquals(
                List.of(
                        "LOCK_CREATED",
                        "1 WAIT 2000",
                        "1 begin 1000",
                        "1 OBTAIN 3000",
                        "1 RELEASE 4000",
                        "1 WAIT 5000",
                        "1 end 4500",
                        "1 begin 4800",
                        "1 OBTAIN 6000",
                        "1 end 7000"),
                events);
    }
}
