package dev.zonecast.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.Life;
import dev.zonecast.core.event.SinkStart;
import dev.zonecast.core.event.ZoneRun;
import dev.zonecast.core.recording.FxtRecording;
import dev.zonecast.core.recording.ProgramFacts;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.trace.LossKind;
import dev.zonecast.trace.TraceLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A compressed recording of which one piece is damaged: all else is read as it was recorded. */
class DamagedPiecesTest {
    private static final long SECOND = 1_000_000_000;
    private static final int PASSES = 60;
    private static final int THREADS = 300;

    @TempDir
    Path folder;

    private final EventThread main = EventThread.of(5, "main");
    private final Map<String, SourceLocation> places = new HashMap<>();
    private long now = SECOND;

    /**
     * A piece for each pass of a quarter of a second. In each, a zone of each of ten threads in turn, so that the thread table starts over,
     * and one of the main thread that goes on into the next piece.
     */
    private Path record(String ending) throws IOException {
        Path file = folder.resolve("game.fxt" + ending);
        FxtRecording recording = FxtRecording.create(file, new ProgramFacts("game", 77, "c", "r", "25", "Linux"), 0);
        recording.begin(new SinkStart(now, 0));
        recording.thread(main, Life.STARTED);
        for (int pass = 0; pass < PASSES; pass++) {
            if (pass > 0) {
                recording.zones(main, new ZoneRun().onlyEnd(++now));
            }
            for (int i = 0; i < 10; i++) {
                EventThread thread = EventThread.of(100 + (pass * 10 + i) % THREADS, "t " + (pass * 10 + i) % THREADS);
                recording.thread(thread, Life.STARTED);
                zone(recording, thread, place("work " + (pass * 10 + i) % 37));
            }
            recording.zones(main, new ZoneRun().onlyBegin(++now, Ids.of(place("frame"))));
            now = SECOND + (pass + 1) * SECOND / 4;
            recording.cycleEnd(now);
            assertTrue(recording.written().join());
        }
        recording.zones(main, new ZoneRun().onlyEnd(++now));
        recording.end(now + 1, 60 * SECOND);
        assertTrue(recording.awaitClosed(60 * SECOND));
        return file;
    }

    private void zone(FxtRecording recording, EventThread thread, SourceLocation place) throws IOException {
        recording.zones(thread, new ZoneRun().onlyBegin(++now, Ids.of(place)));
        recording.zones(thread, new ZoneRun().onlyEnd(++now));
    }

    private SourceLocation place(String name) {
        return places.computeIfAbsent(name, text -> SourceLocation.of(text, "f", "Game.java", 7, 0));
    }

    private static List<Integer> begins(byte[] file, String ending) {
        byte[] head = ending.equals(".gz")
                ? new byte[] {0x1F, (byte) 0x8B, 8, 0, 0, 0, 0, 0}
                : new byte[] {0x28, (byte) 0xB5, 0x2F, (byte) 0xFD};
        List<Integer> begins = new ArrayList<>();
        for (int i = 0; i + head.length <= file.length; i++) {
            if (Arrays.equals(head, Arrays.copyOfRange(file, i, i + head.length))) {
                begins.add(i);
            }
        }
        return begins;
    }

    @ParameterizedTest
    @ValueSource(strings = {".gz", ".zst"})
    void shouldReadAllThatIsNotInTheDamagedPiece(String ending) throws IOException {
        Path file = record(ending);
        byte[] whole = Files.readAllBytes(file);
        Map<Long, TraceLog.LoggedZone> expected = new HashMap<>();
        TraceLog.of(file).zones.forEach(zone -> expected.put(zone.begin(), zone));
        assertEquals(PASSES * 11, expected.size());
        List<Integer> begins = begins(whole, ending);
        assertTrue(begins.size() >= PASSES, begins.toString());

        // The first piece is the head of the file, the second one has the words of the format.
        for (int piece = 2; piece < begins.size() - 1; piece++) {
            byte[] damaged = whole.clone();
            int middle = (begins.get(piece) + begins.get(piece + 1)) / 2;
            damaged[middle] ^= 0x55;
            damaged[middle + 1] ^= 0x55;
            Files.write(file, damaged);

            TraceLog read = TraceLog.of(file);

            String what = "piece " + piece;
            assertEquals(1, read.summary.losses().of(LossKind.DAMAGED), what);
            Set<Long> found = new HashSet<>();
            for (TraceLog.LoggedZone zone : read.zones) {
                TraceLog.LoggedZone there = expected.get(zone.begin());
                assertEquals(there.track().koid(), zone.track().koid(), what);
                // A thread has its number where its name was in the piece.
                assertTrue(
                        List.of(there.thread(), "thread " + zone.track().koid()).contains(zone.thread()),
                        zone.thread());
                if (!zone.cutOff()) {
                    assertEquals(there.end(), zone.end(), what);
                }
                String name = zone.location().displayName();
                // Names that were in the piece are missing until all are written anew.
                if (!name.startsWith("(") || zone.begin() > SECOND + piece * SECOND / 4 + 11 * SECOND) {
                    assertEquals(there.location().displayName(), name, what);
                }
                found.add(zone.begin());
            }
            // Ten of the piece, and the frames that begin or end in it.
            assertTrue(found.size() >= expected.size() - 12, what + ": " + found.size() + " of " + expected.size());
            assertFalse(read.summary.cut(), what);
        }
    }
}
