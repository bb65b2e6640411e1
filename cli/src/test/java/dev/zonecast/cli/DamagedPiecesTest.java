package dev.zonecast.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.Category;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.GpuEvent;
import dev.zonecast.core.event.Life;
import dev.zonecast.core.event.LockChange;
import dev.zonecast.core.event.LockInfo;
import dev.zonecast.core.event.SinkStart;
import dev.zonecast.core.event.ZoneRun;
import dev.zonecast.core.gpu.GpuApi;
import dev.zonecast.core.gpu.GpuContextInfo;
import dev.zonecast.core.kind.LockEvent;
import dev.zonecast.core.recording.FxtRecording;
import dev.zonecast.core.recording.ProgramFacts;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.RecordSize;
import dev.zonecast.trace.LockSpan;
import dev.zonecast.trace.LossKind;
import dev.zonecast.trace.TraceLog;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A compressed recording of which one piece is damaged: all else is read as it was recorded. */
class DamagedPiecesTest {
    /** Of a piece: what begins with other bytes may be something else, and a large frame is read as a stream. */
    private static final int HEADER_BYTES = 14;

    private static final long SECOND = 1_000_000_000;
    private static final int PASSES = 60;
    private static final int THREADS = 300;
    private static final int FIRST_GPU = 5;

    @TempDir
    Path folder;

    private final EventThread main = EventThread.of(5, "main");
    private final Map<String, SourceLocation> places = new HashMap<>();
    private final GpuContextInfo gpu = new GpuContextInfo(3, GpuApi.VULKAN, "renderer", SECOND);
    private final LockInfo lock =
            new LockInfo(9, "assets", SourceLocation.of("", "f", "Game.java", 8, 0), false, SECOND);
    private long now = SECOND;

    /**
     * A piece for each pass of a quarter of a second. In each, a zone of each of ten threads in turn, so that the thread table starts over,
     * and one of the main thread that goes on into the next piece. From the pass {@link #FIRST_GPU} on, each has a GPU's calibration with
     * the number of the pass, and a hold of a lock.
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
                if (pass < THREADS / 10) {
                    recording.thread(thread, Life.STARTED);
                }
                zone(recording, thread, place("work " + (pass * 10 + i) % 37));
            }
            recording.zones(main, new ZoneRun().onlyBegin(++now, Ids.of(place(pass < 10 ? "frame" : "game frame"))));
            gpuAndLock(recording, pass);
            now = SECOND + (pass + 1) * SECOND / 4;
            recording.cycleEnd(now);
            assertTrue(recording.written().join());
        }
        recording.zones(main, new ZoneRun().onlyEnd(++now));
        recording.end(now + 1, 60 * SECOND);
        assertTrue(recording.awaitClosed(60 * SECOND));
        return file;
    }

    private void gpuAndLock(FxtRecording recording, int pass) throws IOException {
        if (pass == FIRST_GPU) {
            recording.event(new GpuEvent().context(gpu));
            recording.event(new LockChange().created(lock));
        }
        if (pass >= FIRST_GPU) {
            recording.event(new GpuEvent().calibration(gpu, ++now, pass, 0));
            recording.event(new LockChange().change(lock, LockEvent.OBTAIN, main, ++now));
            recording.event(new LockChange().change(lock, LockEvent.RELEASE, main, ++now));
        }
    }

    private void zone(FxtRecording recording, EventThread thread, SourceLocation place) throws IOException {
        recording.zones(thread, new ZoneRun().onlyBegin(++now, Ids.of(place)));
        recording.zones(thread, new ZoneRun().onlyEnd(++now));
    }

    private SourceLocation place(String name) {
        return places.computeIfAbsent(name, text -> {
            SourceLocation place = SourceLocation.of(text, "f", "Game.java", 7, 0);
            return text.startsWith("game") ? place.category(Category.of("game")) : place;
        });
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

    /** Two bytes in the middle of a piece are wrong. */
    private static byte[] damaged(byte[] whole, List<Integer> begins, int piece) {
        byte[] damaged = whole.clone();
        int middle = (begins.get(piece) + begins.get(piece + 1)) / 2;
        damaged[middle] ^= 0x55;
        damaged[middle + 1] ^= 0x55;
        return damaged;
    }

    private static Map<Long, TraceLog.LoggedZone> byBegin(TraceLog log) {
        Map<Long, TraceLog.LoggedZone> zones = new HashMap<>();
        log.zones.forEach(zone -> zones.put(zone.begin(), zone));
        return zones;
    }

    /** All has been written again some seconds after a piece. */
    private static long knownAgain(int piece) {
        return SECOND + piece * SECOND / 4 + 11 * SECOND;
    }

    private static void assertRight(
            Map<Long, TraceLog.LoggedZone> expected, Map<Long, TraceLog.LoggedZone> read, int piece) {
        String what = "piece " + piece;
        Set<Long> again = new HashSet<>();
        read.values().stream()
                .filter(zone -> zone.begin() > knownAgain(piece))
                .forEach(zone -> again.add(zone.track().koid()));
        for (TraceLog.LoggedZone zone : read.values()) {
            TraceLog.LoggedZone there = expected.get(zone.begin());
            assertEquals(there.track().koid(), zone.track().koid(), what);
            // A thread has its number where its name was in the piece and was not written again.
            long koid = zone.track().koid();
            assertTrue(
                    there.thread().equals(zone.thread())
                            || (zone.thread().equals("thread " + koid) && !again.contains(koid)),
                    what + ": " + zone.thread());
            if (!zone.cutOff()) {
                assertEquals(there.end(), zone.end(), what);
            }
            String name = zone.location().displayName();
            // Names that were in the piece are missing until all are written anew.
            if (!name.startsWith("(") || zone.begin() > knownAgain(piece)) {
                assertEquals(there.location().displayName(), name, what);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {".gz", ".zst"})
    void shouldReadAllThatIsNotInTheDamagedPiece(String ending) throws IOException {
        Path file = record(ending);
        byte[] whole = Files.readAllBytes(file);
        Map<Long, TraceLog.LoggedZone> expected = byBegin(TraceLog.of(file));
        assertEquals(PASSES * 11, expected.size());
        List<Integer> begins = begins(whole, ending);
        assertTrue(begins.size() >= PASSES, begins.toString());

        // The first piece is the head of the file.
        for (int piece = 1; piece < begins.size() - 1; piece++) {
            Files.write(file, damaged(whole, begins, piece));

            TraceLog read = TraceLog.of(file);

            String what = "piece " + piece;
            assertEquals(1, read.summary.losses().of(LossKind.DAMAGED), what);
            assertEquals(0, read.summary.losses().of(LossKind.MALFORMED), what);
            Map<Long, TraceLog.LoggedZone> found = byBegin(read);
            assertRight(expected, found, piece);
            if (piece == 1) {
                // It has the words of the format: all else is read from where they come again.
                assertTrue(
                        found.keySet().stream().allMatch(begin -> begin > 10 * SECOND),
                        found.keySet().toString());
                assertEquals("game", read.session.program());
                long again = knownAgain(piece);
                assertTrue(expected.keySet().stream().allMatch(begin -> begin < again || found.containsKey(begin)));
            } else {
                // Ten of the piece, and the frames that begin or end in it.
                assertTrue(found.size() >= expected.size() - 12, what + ": " + found.size() + " of " + expected.size());
            }
            assertFalse(read.summary.cut(), what);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {".gz", ".zst"})
    void shouldNameContextsAndLocksAgain(String ending) throws IOException {
        Path file = record(ending);
        byte[] whole = Files.readAllBytes(file);
        List<Integer> begins = begins(whole, ending);
        assertEquals(1, TraceLog.of(file).contexts.size());

        for (int piece = FIRST_GPU; piece < FIRST_GPU + 3; piece++) {
            Files.write(file, damaged(whole, begins, piece));

            TraceLog read = TraceLog.of(file);

            String what = "piece " + piece;
            assertEquals(1, read.contexts.size(), what);
            List<Double> errors = read.plotValues.get("GPU clock error: renderer (ns)");
            List<Long> holds = read.locks.stream()
                    .filter(hold -> hold.track().name().equals("Lock: assets"))
                    .map(LockSpan::beginNanos)
                    .toList();
            for (int pass = piece + 44; pass < PASSES; pass++) {
                assertTrue(errors.contains((double) pass), what + ": " + errors);
                long time = SECOND + pass * SECOND / 4;
                assertTrue(
                        holds.stream().anyMatch(hold -> hold > time && hold < time + SECOND / 4), what + ": " + holds);
            }
        }
    }

    /** The recording without what other readers pass over. */
    private Path withoutOwnMetadata(Path plain) throws IOException {
        ByteBuffer in = ByteBuffer.wrap(Files.readAllBytes(plain)).order(ByteOrder.LITTLE_ENDIAN);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int at = 0; at < in.capacity(); ) {
            long header = in.getLong(at);
            int bytes = (int) RecordSize.bytes(header);
            boolean isOwn = (header & 15) == FxtLayout.METADATA
                    && ((header >>> FxtLayout.SUBTYPE_SHIFT) & 15) >= FxtLayout.TABLES;
            out.write(in.array(), at, isOwn ? 0 : bytes);
            at += bytes;
        }
        return Files.write(folder.resolve("others.fxt"), out.toByteArray());
    }

    @ParameterizedTest
    @ValueSource(strings = {".gz", ".zst"})
    void shouldRecoverAllThatIsNotInADamagedPieceForOtherReadersToo(String ending) throws IOException {
        Path file = record(ending);
        byte[] whole = Files.readAllBytes(file);
        Map<Long, TraceLog.LoggedZone> expected = byBegin(TraceLog.of(file));
        List<Integer> begins = begins(whole, ending);
        for (int piece : new int[] {1, 2, 3, 20, 41, 42, 43, begins.size() - 3}) {
            Files.write(file, damaged(damaged(whole, begins, piece), begins, piece + 1));
            Path recovered = folder.resolve("recovered " + piece + ".fxt");

            CommandRun run = CommandRun.of("recover", file, "-o", recovered);

            String what = "piece " + piece;
            assertEquals(0, run.exit(), run.err());
            int missing = begins.get(piece + 2) - begins.get(piece);
            String leftOut = String.format(
                    Locale.ROOT, "left out: 1 damaged places with %,d of the file's %,d bytes", missing, whole.length);
            assertTrue(run.err().contains(leftOut), run.err());
            TraceLog damaged = TraceLog.of(file);
            TraceLog read = TraceLog.of(recovered);
            assertEquals(describe(damaged), describe(read), what);
            assertEquals(1, read.summary.losses().of(LossKind.DAMAGED), what);

            TraceLog others = TraceLog.of(withoutOwnMetadata(recovered));
            assertEquals(describe(damaged), describe(others), what);
            assertRight(expected, byBegin(others), piece);
            for (LossKind none : List.of(LossKind.UNKNOWN_REFERENCES, LossKind.UNMATCHED_ENDS, LossKind.MALFORMED)) {
                assertEquals(0, others.summary.losses().of(none), what + ": " + none);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {".gz", ".zst"})
    void shouldRecoverZonesThatAreOpenAtAGapWhenTheirCategoryWasInAnother(String ending) throws IOException {
        Path file = record(ending);
        byte[] whole = Files.readAllBytes(file);
        List<Integer> begins = begins(whole, ending);
        for (int piece = 9; piece < 14; piece++) {
            Files.write(file, damaged(damaged(whole, begins, piece), begins, piece + 3));
            Path recovered = folder.resolve("recovered " + piece + ".fxt");

            assertEquals(0, CommandRun.of("recover", file, "-o", recovered).exit());

            assertEquals(describe(TraceLog.of(file)), describe(TraceLog.of(recovered)), "piece " + piece);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {".gz", ".zst"})
    void shouldReadWhatIsRecoveredOfALastPieceThatIsDamagedAndCut(String ending) throws IOException {
        Path file = record(ending);
        byte[] whole = Files.readAllBytes(file);
        List<Integer> begins = begins(whole, ending);
        Random random = new Random(3);
        for (int i = 0; i < 200; i++) {
            int piece = 20 + random.nextInt(20);
            int begin = begins.get(piece);
            int length = begins.get(piece + 1) - begin;
            byte[] cut = Arrays.copyOf(whole, begin + length - 1 - random.nextInt(length / 2));
            int damaged = begin + HEADER_BYTES + random.nextInt(cut.length - begin - HEADER_BYTES);
            cut[damaged] ^= (byte) (1 << random.nextInt(8));
            Files.write(file, cut);
            Path recovered = folder.resolve("recovered " + i + ".fxt");

            CommandRun run = CommandRun.of("recover", file, "-o", recovered);

            assertEquals(0, run.exit(), run.err());
            TraceLog read = TraceLog.of(file);
            TraceLog other = TraceLog.of(recovered);
            assertEquals(withoutCutEnds(read), withoutCutEnds(other), "case " + i);
            // Where damaged bytes look like a provider, no record of the gap is written.
            boolean isLeftOut =
                    run.err().contains("left out: 1 damaged") || run.err().contains("is damaged, and left out");
            assertTrue(isLeftOut || read.summary.losses().of(LossKind.DAMAGED) == 0, "case " + i + ": " + run.err());
        }
    }

    /** The end of a zone that is open at a gap may be the time of a record that is no event, which recovery does not read. */
    private static List<String> withoutCutEnds(TraceLog log) {
        return describe(log).stream()
                .map(zone -> zone.endsWith("true") ? zone.replaceFirst(" to \\d+", "") : zone)
                .toList();
    }

    /** Zones in the order of their begin. */
    private static List<String> describe(TraceLog log) {
        return byBegin(log).entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(Map.Entry::getValue)
                .map(zone -> zone.begin() + " to " + zone.end() + " " + zone.thread() + " " + zone.name() + " "
                        + zone.cutOff())
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {".gz", ".zst"})
    void shouldSayWhenTheWordsOfTheFormatDoNotComeAgain(String ending) throws IOException {
        Path file = record(ending);
        List<Integer> begins = begins(Files.readAllBytes(file), ending);
        byte[] damaged = damaged(Files.readAllBytes(file), begins, 1);
        Files.write(file, Arrays.copyOf(damaged, begins.get(10)));

        CommandRun stats = CommandRun.of("stats", file);
        CommandRun recover = CommandRun.of("recover", file, "-o", folder.resolve("recovered.fxt"));

        for (CommandRun run : List.of(stats, recover)) {
            assertEquals(2, run.exit(), run.err());
            assertTrue(run.err().contains("the piece with the first records is damaged"), run.err());
        }
        assertFalse(Files.exists(folder.resolve("recovered.fxt")));
    }
}
