package dev.zonecast.core.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.BufferMode;
import dev.zonecast.core.CallStack;
import dev.zonecast.core.MessageSource;
import dev.zonecast.core.Plot;
import dev.zonecast.core.SectionCategory;
import dev.zonecast.core.Severity;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.Life;
import dev.zonecast.core.event.LockChange;
import dev.zonecast.core.event.LockInfo;
import dev.zonecast.core.event.MessageEvent;
import dev.zonecast.core.event.PlotValue;
import dev.zonecast.core.event.SectionEvent;
import dev.zonecast.core.event.SectionInfo;
import dev.zonecast.core.event.SinkStart;
import dev.zonecast.core.event.Utf8Text;
import dev.zonecast.core.event.ZoneBegin;
import dev.zonecast.core.event.ZoneRun;
import dev.zonecast.core.kind.LockEvent;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.flight.buffer.TraceBuffer;
import dev.zonecast.fxt.write.RecordOutput;
import dev.zonecast.memory.MemoryScope;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A buffer that goes on although the program's stacks and names have no end. */
class DurableRoomTest {
    private static final int BUFFER_BYTES = 4 << 20;
    private static final int DURABLE_BYTES = BUFFER_BYTES / 16;

    /** Far more than the durable part has room for, at 24 bytes each. */
    private static final int MANY = 20_000;

    @TempDir
    Path folder;

    private final MemoryScope arena = MemoryScope.confined();
    private TraceBuffer buffer;
    private FxtRecording recording;
    private EventThread main;
    private long nanos = 1_000_000;

    @BeforeEach
    void begin() throws IOException {
        buffer = new TraceBuffer(Path.of("buffer"), arena.allocate(BUFFER_BYTES, 8), BufferMode.CIRCULAR, null);
        recording = FxtRecording.into(buffer, "Game", RecordOutput.LEAST_BUFFER_BYTES);
        recording.begin(new SinkStart(nanos, 0));
        main = EventThread.of(5, "main");
        recording.thread(main, Life.STARTED);
    }

    @AfterEach
    void close() {
        arena.close();
    }

    private static CallStack stack(String name, int number) {
        return new CallStack(List.of(new CallStack.Call(name + number, "Game.java", 7)));
    }

    private void zone(SourceLocation location, CallStack stack) throws IOException {
        recording.event(new ZoneBegin().begin(main, ++nanos, location, stack));
        recording.zones(main, new ZoneRun().onlyEnd(++nanos));
        commit();
    }

    private void commit() throws IOException {
        recording.commit(false);
        recording.cycleEnd(nanos);
    }

    private void assertGoesOn() throws IOException {
        long before = buffer.writtenBytes();
        recording.zones(main, new ZoneRun().onlyBegin(++nanos, Ids.of(Script.location("known"))));
        recording.zones(main, new ZoneRun().onlyEnd(++nanos));
        commit();
        assertFalse(buffer.failed());
        assertEquals(32 + 16, buffer.writtenBytes() - before, "begin and end of the last zone");
        assertTrue(buffer.durableEnd() <= DURABLE_BYTES, buffer.durableEnd() + " bytes");
    }

    @Test
    void shouldRegisterEqualStacksOnce() throws IOException {
        zone(Script.location("known"), stack("equal", 1));
        long durable = buffer.durableEnd();

        for (int i = 0; i < MANY; i++) {
            zone(Script.location("known"), stack("equal", 1));
        }

        assertEquals(durable, buffer.durableEnd());
        assertGoesOn();
    }

    @Test
    void shouldRecordWithoutStackWhenThereAreTooManyDifferentOnes() throws IOException {
        zone(Script.location("known"), stack("distinct", 0));
        long refused = RecordingLosses.STACKS.total();

        for (int i = 1; i <= MANY; i++) {
            zone(Script.location("known"), stack("distinct", i));
        }

        assertTrue(buffer.durableEnd() <= DURABLE_BYTES / 4 * 3, buffer.durableEnd() + " bytes");
        // Each takes 24 bytes, and 24 of its text at least.
        long taken = MANY - (RecordingLosses.STACKS.total() - refused);
        assertTrue(taken > 500 && taken <= DURABLE_BYTES / 4 / 48, taken + " stacks taken");
        assertGoesOn();
        // The first one has its place for ever.
        long count = RecordingLosses.STACKS.total();
        zone(Script.location("known"), stack("distinct", 0));
        assertEquals(count, RecordingLosses.STACKS.total());
    }

    @Test
    void shouldCountOnceAnEventWhoseStackIsRefused() throws IOException {
        for (int i = 0; i < MANY; i++) {
            zone(Script.location("known"), stack("fill", i));
        }
        long refused = RecordingLosses.STACKS.total();

        zone(Script.location("known"), stack("late", 1));
        recording.event(new MessageEvent()
                .message(main, ++nanos, Severity.INFO, MessageSource.USER, -1, Utf8Text.of("text"), stack("late", 2)));
        zone(Script.location("known"), stack("late", 1));
        commit();

        assertEquals(3, RecordingLosses.STACKS.total() - refused);
    }

    @Test
    void shouldCountNothingWhenAStackHasNoCalls() throws IOException {
        long refused = RecordingLosses.STACKS.total();

        zone(Script.location("known"), new CallStack(List.of()));

        assertEquals(refused, RecordingLosses.STACKS.total());
    }

    @Test
    void shouldShowAStandInWhenThereAreTooManyPlaces() throws IOException {
        zone(Script.location("known"), stack("place", 0));
        long refused = RecordingLosses.NAMES.total();

        // The process has room for 32,000 places: long names need fewer.
        int places = 1_500;
        for (int i = 0; i < places; i++) {
            recording.zones(main, new ZoneRun().onlyBegin(++nanos, Ids.of(place(i))));
            recording.zones(main, new ZoneRun().onlyEnd(++nanos));
            commit();
        }

        assertTrue(RecordingLosses.NAMES.total() > refused);
        assertGoesOn();
        long count = RecordingLosses.NAMES.total();
        recording.zones(main, new ZoneRun().onlyBegin(++nanos, Ids.of(place(places - 1))));
        recording.zones(main, new ZoneRun().onlyEnd(++nanos));
        assertEquals(count, RecordingLosses.NAMES.total(), "a place is counted once");
    }

    private static SourceLocation place(int number) {
        return SourceLocation.of("place ".repeat(40) + number, "f", "F.java", number, 0);
    }

    @Test
    void shouldGoOnWhenNamesOfLocksAndThreadsAndPlotsHaveNoEnd() throws IOException {
        zone(Script.location("known"), stack("locks", 0));
        SourceLocation place = Script.location("known");
        long refused = RecordingLosses.NAMES.total();

        for (int i = 1; i <= MANY; i++) {
            EventThread thread = EventThread.of(1000 + i, "worker " + i);
            recording.thread(thread, Life.STARTED);
            LockInfo lock = new LockInfo(i, "lock " + i, place, false, nanos);
            recording.event(new LockChange().created(lock));
            recording.event(new LockChange().change(lock, LockEvent.WAIT, thread, ++nanos));
            recording.event(new LockChange().change(lock, LockEvent.OBTAIN, thread, ++nanos));
            recording.event(new LockChange().change(lock, LockEvent.RELEASE, thread, ++nanos));
            recording.event(new LockChange().destroyed(lock, ++nanos));
            recording.thread(thread, Life.ENDED);
            commit();
        }
        for (int i = 0; i < MANY; i++) {
            recording.event(new PlotValue()
                    .whole(main, ++nanos, Plot.builder("durable plot").color(i).create(), i));
            commit();
        }

        assertTrue(RecordingLosses.NAMES.total() > refused);
        assertGoesOn();
    }

    @Test
    void shouldRegisterTheTextOfASectionOnce() throws IOException {
        SectionCategory category = SectionCategory.of("durable sections");
        section(category, 1);
        long durable = buffer.durableEnd();

        for (int i = 2; i < 1000; i++) {
            section(category, i);
        }

        assertEquals(durable, buffer.durableEnd());
    }

    private void section(SectionCategory category, int id) throws IOException {
        SectionInfo section = new SectionInfo(id, category, "Loading", ++nanos);
        recording.event(SectionEvent.begin(section));
        recording.event(SectionEvent.end(section, ++nanos));
        commit();
    }
}
