package dev.zonecast.core.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.Life;
import dev.zonecast.core.event.SinkStart;
import dev.zonecast.core.event.Utf8Text;
import dev.zonecast.core.event.ZoneAttribute;
import dev.zonecast.core.event.ZoneRun;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.flight.buffer.SavedTrace;
import dev.zonecast.fxt.ExtensionLayout;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was said of a zone after its begin was committed, when the program dies before the zone's end. */
class SavedArgumentsTest {
    private static final long THREAD = 7;

    @TempDir
    private Path folder;

    private Path file;
    private FileChannel channel;
    private SavedTrace saved;
    private FxtRecording recording;
    private final EventThread thread = EventThread.of(THREAD, "main");
    private long now = 1_000_000;

    @BeforeEach
    void beginZone() throws IOException {
        file = folder.resolve("saved.fxt");
        channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        saved = new SavedTrace(file, channel, Long.MAX_VALUE);
        recording = FxtRecording.into(saved, "Game", 1 << 20);
        recording.begin(new SinkStart(now, 0));
        recording.thread(thread, Life.STARTED);
        recording.zones(thread, new ZoneRun().onlyBegin(++now, Ids.of(Script.location("outer"))));
        recording.zones(thread, new ZoneRun().onlyBegin(++now, Ids.of(Script.location("zone"))));
        recording.commit(false);
        recording.event(new ZoneAttribute().value(EventKind.ZONE_VALUE, thread, 42));
        recording.event(new ZoneAttribute().text(EventKind.ZONE_TEXT, thread, Utf8Text.of("level 3")));
        recording.event(new ZoneAttribute().value(EventKind.ZONE_COLOR, thread, 0x102030));
        recording.commit(false);
    }

    @AfterEach
    void close() throws IOException {
        channel.close();
    }

    @Test
    void shouldKeepWhatWasSaidWhenNothingComesAfterIt() throws IOException {
        RecordedTrace.Zone zone = zone("zone");

        assertEquals(List.of(42L), zone.values);
        assertEquals(List.of("level 3"), zone.texts);
        assertEquals(0x102030, zone.rgb);
        assertEquals(List.of(), trace.zones.getFirst().values);
    }

    @Test
    void shouldKeepWhatWasSaidWhenTheRingsHoldTheEnd() throws IOException {
        resume();
        recording.zones(thread, new ZoneRun().onlyEnd(++now));

        RecordedTrace.Zone zone = zone("zone");

        assertEquals(now, zone.end);
        assertEquals(List.of(42L), zone.values);
        assertEquals(List.of("level 3"), zone.texts);
    }

    @Test
    void shouldKeepWhatWasSaidWhenTheRingsHoldMoreOfItButNoEnd() throws IOException {
        resume();
        recording.event(new ZoneAttribute().value(EventKind.ZONE_VALUE, thread, 43));

        assertEquals(List.of(42L, 43L), zone("zone").values);
    }

    @Test
    void shouldForgetWhatWasSaidWhenTheZoneHasEnded() throws IOException {
        recording.zones(thread, new ZoneRun().onlyEnd(++now));
        recording.zones(thread, new ZoneRun().onlyBegin(++now, Ids.of(Script.location("next"))));
        recording.commit(true);

        assertEquals(List.of(), zone("next").values);
        assertEquals(List.of(42L), zone("zone").values);
    }

    @Test
    void shouldSayItAgainWhenTheBufferMayOverwriteIt() throws IOException {
        long before = saved.writtenBytes();
        recording.commit(false);
        assertEquals(before, saved.writtenBytes());

        recording.commit(true);

        assertEquals(before + 8 + 16 + ExtensionLayout.LATE_ARGUMENTS + 16 + 16 + 16, saved.writtenBytes());
        assertEquals(List.of(42L), zone("zone").values);
    }

    private void resume() throws IOException {
        recording = FxtRecording.after(saved, "Game", Script.PID);
        recording
                .resume(0, saved.tracks().highest())
                .thread(thread, 2, depth -> saved.late().of(THREAD, depth));
    }

    private RecordedTrace trace;

    private RecordedTrace.Zone zone(String name) throws IOException {
        if (trace == null) {
            recording.commit(false);
            saved.endOpen();
            trace = RecordedTrace.of(FxtReader.read(Files.readAllBytes(file)));
        }
        return trace.zones.stream()
                .filter(zone -> zone.name.equals(name))
                .findFirst()
                .orElseThrow();
    }
}
