package dev.zonecast.core.recording;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.zonecast.core.MessageSource;
import dev.zonecast.core.Plot;
import dev.zonecast.core.RecordingException;
import dev.zonecast.core.Severity;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.FrameEvent;
import dev.zonecast.core.event.Life;
import dev.zonecast.core.event.MessageEvent;
import dev.zonecast.core.event.PlotValue;
import dev.zonecast.core.event.ProgramEvent;
import dev.zonecast.core.event.SinkStart;
import dev.zonecast.core.event.Utf8Text;
import dev.zonecast.core.event.ZoneAttribute;
import dev.zonecast.core.event.ZoneRun;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.FxtLayout;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingFileTest {
    private static final ProgramFacts PROGRAM =
            new ProgramFacts("Game", Script.PID, "counter", "a test", "25", "Linux");
    private static final long LIMIT_NANOS = 10_000_000_000L;

    @TempDir
    Path folder;

    // --- cuts and full disks

    @Test
    void shouldBeReadableUpToTheLastWholeRecordWhereverItIsCut() throws IOException {
        Path file = folder.resolve("whole.fxt");
        play(new FxtRecording(RecordingFile.create(file), PROGRAM), 2);
        byte[] whole = Files.readAllBytes(file);
        List<FxtReader.Item> all = FxtReader.read(whole);

        int count = 0;
        for (int length = 0; length <= whole.length; length++) {
            List<FxtReader.Item> items = FxtReader.readCut(Arrays.copyOf(whole, length));

            assertTrue(items.size() == count || items.size() == count + 1, "at most one more");
            count = items.size();
            assertEquals(all.subList(0, count), items);
            RecordedTrace.of(items);
        }
        assertEquals(all.size(), count);
    }

    @Test
    void shouldKeepWholeRecordsWhenTheDiskIsFull() throws IOException {
        Path whole = folder.resolve("whole.fxt");
        play(new FxtRecording(RecordingFile.create(whole), PROGRAM), 2000);
        List<FxtReader.Item> all = FxtReader.read(Files.readAllBytes(whole));

        for (long room = 0; room < Files.size(whole); room = room * 5 / 4 + 7) {
            Path file = folder.resolve("full.fxt");
            FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
            FxtRecording recording =
                    new FxtRecording(new RecordingFile(file, new FullDiskChannel(channel, room)), PROGRAM);

            RecordingException e = assertThrows(RecordingException.class, () -> play(recording, 2000));
            recording.end(0, LIMIT_NANOS);

            assertTrue(e.getMessage().contains("full.fxt"), e.getMessage());
            assertTrue(e.getMessage().contains("No space left on device"), e.getMessage());
            assertEquals(file, e.file());
            List<FxtReader.Item> kept = FxtReader.read(Files.readAllBytes(file));
            // Why it ends, as soon as there is room for that.
            boolean saysWhy = !kept.isEmpty() && kept.getLast().toString().contains(ExtensionLayout.SAVED);
            assertTrue(saysWhy || room < 200, "room for " + room);
            int same = Math.min(kept.size() - (saysWhy ? 1 : 0), all.size());
            assertEquals(withoutTimes(all.subList(0, same)), withoutTimes(kept.subList(0, same)));
            assertTrue(room - Files.size(file) < 500, "only a part of a record was given up");
        }
    }

    @Test
    void shouldSayWhyWhenTheDeviceIsFull() throws IOException {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full), "a device that is always full");
        RecordingException e = assertThrows(RecordingException.class, () -> RecordingFile.create(full));

        assertEquals("recording /dev/full ends after 0 bytes: No space left on device", e.getMessage());
    }

    @Test
    void shouldNotWriteAgainWhenAWriteHasFailed() throws IOException {
        Path file = folder.resolve("failed.fxt");
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FxtRecording recording = new FxtRecording(new RecordingFile(file, new FullDiskChannel(channel, 2000)), PROGRAM);
        recording.begin(new SinkStart(1000, 0));
        assertThrows(RecordingException.class, recording::flush);
        byte[] kept = Files.readAllBytes(file);

        assertThrows(RecordingException.class, () -> {
            recording.event(ProgramEvent.info("more"));
            recording.flush();
        });
        recording.end(2000, LIMIT_NANOS);

        assertArrayEquals(kept, Files.readAllBytes(file));
    }

    // --- making the file

    @Test
    void shouldMakeTheFoldersAboveTheFile() throws IOException {
        Path file = folder.resolve("a/b/c.fxt");

        play(FxtRecording.create(file, ""), 1);

        assertTrue(FxtReader.read(Files.readAllBytes(file)).size() > 10);
    }

    @Test
    void shouldOverwriteWhenTheFileExists() throws IOException {
        Path file = folder.resolve("old.fxt");
        Files.write(file, new byte[100_000]);

        play(FxtRecording.create(file, "Game"), 1);

        assertEquals("Game", RecordedTrace.of(FxtReader.read(Files.readAllBytes(file))).process);
    }

    @Test
    void shouldSayWhyWhenTheFileCannotBeMade() throws IOException {
        Path notAFolder = Files.writeString(folder.resolve("file"), "text");

        RecordingException under =
                assertThrows(RecordingException.class, () -> FxtRecording.create(notAFolder.resolve("x.fxt"), ""));
        RecordingException isFolder = assertThrows(RecordingException.class, () -> FxtRecording.create(folder, ""));

        assertEquals(
                "cannot record to " + notAFolder.resolve("x.fxt") + ": " + notAFolder + " is not a folder",
                under.getMessage());
        assertTrue(isFolder.getMessage().startsWith("cannot record to " + folder + ": "), isFolder.getMessage());
        assertEquals(folder, isFolder.file());
        assertEquals("text", Files.readString(notAFolder));
    }

    @Test
    void shouldRefuseWhenARecordingToTheFileRuns() throws IOException {
        Path file = folder.resolve("shared.fxt");
        FxtRecording first = FxtRecording.create(file, "");

        RecordingException e = assertThrows(RecordingException.class, () -> FxtRecording.create(file, ""));
        play(first, 1);
        FxtRecording second = FxtRecording.create(file, "");
        second.end(0, LIMIT_NANOS);

        assertEquals("cannot record to " + file + ": this program writes to it already", e.getMessage());
    }

    @Test
    void shouldHoldAllEventsWhenFlushed() throws Exception {
        Path file = folder.resolve("flushed.fxt");
        FxtRecording recording = FxtRecording.create(file, "");
        recording.begin(new SinkStart(1000, 0));
        EventThread thread = EventThread.of(1, "main");
        recording.thread(thread, Life.STARTED);
        recording.zones(thread, new ZoneRun().onlyBegin(1001, Ids.of(Script.location("open"))));
        recording.flush();
        assertTrue(recording.written().get(60, TimeUnit.SECONDS), "all");

        RecordedTrace trace = RecordedTrace.of(FxtReader.read(Files.readAllBytes(file)));
        recording.end(2000, LIMIT_NANOS);

        assertEquals("open", trace.zones.getFirst().name);
        assertEquals(-1, trace.zones.getFirst().end);
    }

    @Test
    void shouldFlushAtTheEndOfTheFirstPassAndThenEachFiftyMilliseconds() throws IOException {
        Path file = folder.resolve("pass.fxt");
        FxtRecording recording = new FxtRecording(RecordingFile.create(file), PROGRAM);
        recording.begin(new SinkStart(1000, 0));
        long made = Files.size(file);

        recording.cycleEnd(1000);
        long first = Files.size(file);
        recording.event(ProgramEvent.info("a line"));
        recording.cycleEnd(50_000_999);
        long before = Files.size(file);
        recording.cycleEnd(50_001_000);
        long after = Files.size(file);
        recording.end(300_000_000, LIMIT_NANOS);

        assertEquals(3 * FxtLayout.WORD_BYTES, made, "the header");
        assertTrue(first > 1000);
        assertEquals(first, before);
        assertTrue(after > before);
    }

    @Test
    void shouldDoNothingWhenEndedAgain() throws IOException {
        Path file = folder.resolve("twice.fxt");
        FxtRecording recording = FxtRecording.create(file, "");
        play(recording, 1);
        byte[] bytes = Files.readAllBytes(file);

        recording.end(9_000_000, LIMIT_NANOS);

        assertTrue(recording.hasEnded());
        assertArrayEquals(bytes, Files.readAllBytes(file));
    }

    /** A recording with something of most kinds. */
    private static void play(FxtRecording recording, int rounds) throws IOException {
        recording.begin(new SinkStart(1000, 0));
        EventThread thread = EventThread.of(1, "main");
        recording.thread(thread, Life.STARTED);
        recording.event(ProgramEvent.info("a line"));
        SourceLocation location = Script.location("zone");
        for (int i = 0; i < rounds; i++) {
            long now = 2000 + 10L * i;
            recording.zones(thread, new ZoneRun().onlyBegin(now, Ids.of(location)));
            recording.event(new ZoneAttribute().text(EventKind.ZONE_TEXT, thread, Utf8Text.of("text " + i % 100)));
            recording.zones(thread, new ZoneRun().onlyBegin(now + 1, Ids.of(location)));
            recording.zones(thread, new ZoneRun().onlyEnd(now + 2));
            recording.event(new ZoneAttribute().value(EventKind.ZONE_VALUE, thread, i));
            recording.zones(thread, new ZoneRun().onlyEnd(now + 3));
            recording.event(new FrameEvent().mark(thread, now + 4, i));
            recording.event(new MessageEvent()
                    .message(thread, now + 5, Severity.INFO, MessageSource.USER, i, Utf8Text.of("message"), null));
            recording.event(new PlotValue().whole(thread, now + 6, Plot.of("plot"), i));
        }
        recording.end(3000 + 10L * rounds, LIMIT_NANOS);
        assertTrue(recording.awaitClosed(LIMIT_NANOS), "closed");
    }

    /** The session's own records hold the time of day. */
    private static List<FxtReader.Item> withoutTimes(List<FxtReader.Item> items) {
        return items.stream()
                .filter(item -> !(item instanceof FxtReader.Blob b && b.name().equals("zonecast.session")))
                .filter(item ->
                        !(item instanceof FxtReader.Event e && e.category().equals("profiler")))
                .toList();
    }
}
