package dev.zonecast.capture.manager;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.capture.Waiting;
import dev.zonecast.cli.CommandRun;
import dev.zonecast.core.BufferMode;
import dev.zonecast.fxt.EndReason;
import dev.zonecast.trace.LossAccount;
import dev.zonecast.trace.LossKind;
import dev.zonecast.trace.RecordingEnd;
import dev.zonecast.trace.TraceChecksum;
import dev.zonecast.trace.TraceLog;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.text.MessageFormat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The manager against providers that keep to Fuchsia's documentation, and against those that do not. */
class FuchsiaProviderTest {
    private static final long HOUR_NANOS = TimeUnit.HOURS.toNanos(1);

    @TempDir
    private Path folder;

    private Manager manager;

    @BeforeEach
    void startManager() throws IOException {
        manager = RunningManager.in(folder.resolve("r"));
    }

    @AfterEach
    void stopManager() throws IOException {
        manager.close();
    }

    private Path socket() {
        return folder.resolve("r").resolve("manager.sock");
    }

    private FuchsiaProvider provider(String name) throws IOException {
        return new FuchsiaProvider(socket(), name);
    }

    private FuchsiaProvider provider(String name, long pid) throws IOException {
        return new FuchsiaProvider(socket(), name, pid, System::nanoTime, 1_000_000_000);
    }

    private static List<Long> begins(Path archive) throws IOException {
        return begins(archive, 4242);
    }

    private static List<Long> begins(Path archive, long pid) throws IOException {
        TraceLog log = TraceLog.of(archive);
        assertEquals(0, log.summary.losses().of(LossKind.UNKNOWN_REFERENCES));
        return log.zones.stream()
                .filter(zone -> zone.track().program().processId() == pid)
                .map(TraceLog.LoggedZone::begin)
                .toList();
    }

    private List<Long> stopAndRead() throws Exception {
        return begins(manager.stop());
    }

    private void record() throws Exception {
        record(BufferMode.STREAMING, 0);
    }

    private void record(BufferMode mode, long memoryBytes) throws Exception {
        manager.record(Recording.of(
                "mode = " + mode,
                "size = " + FuchsiaProvider.TOTAL,
                "memory = " + memoryBytes,
                "output = " + folder.resolve("all.fxt")));
    }

    private static List<Long> range(long from, long until) {
        return LongStream.range(from, until).boxed().toList();
    }

    // --- who keeps to the documentation

    @Test
    void shouldSaveEveryRecordOfAProviderThatKeepsToTheDocumentation() throws Exception {
        record();
        try (FuchsiaProvider provider = provider("fuchsia")) {
            provider.start();
            for (int i = 0; i < 1000; i++) {
                if (!provider.zone(100L * i)) {
                    provider.save();
                    assertTrue(provider.zone(100L * i));
                }
            }
            provider.stopped();
            List<Long> begins = stopAndRead();

            assertEquals(1000, begins.size());
            assertEquals(99_900, begins.getLast());
        }
    }

    @Test
    void shouldVerifyArchivesAndSnapshots() throws Exception {
        record(BufferMode.CIRCULAR, 0);
        try (FuchsiaProvider provider = provider("verified")) {
            provider.start();
            assertTrue(provider.zone(1));
            Path snapshot = manager.snapshot(folder.resolve("now.fxt"));
            assertTrue(provider.zone(2));
            provider.stopped();
            for (Path saved : List.of(snapshot, manager.stop())) {
                assertEquals(0, CommandRun.of("recover", "--verify", saved).exit(), saved.toString());
                byte[] bytes = Files.readAllBytes(saved);
                bytes[bytes.length / 2]++;
                Files.write(saved, bytes);

                assertEquals(2, CommandRun.of("recover", "--verify", saved).exit(), saved.toString());
                assertEquals(TraceChecksum.Outcome.DIFFERENT, TraceChecksum.verify(saved));
            }
        }
    }

    @Test
    void shouldTakeBothHalvesOfACircularBuffer() throws Exception {
        record(BufferMode.CIRCULAR, 0);
        try (FuchsiaProvider provider = provider("circular")) {
            provider.start();
            assertEquals(1, provider.mode);
            for (long i = 0; i < 200; i++) {
                if (!provider.zone(i)) {
                    provider.turnOver();
                    assertTrue(provider.zone(i));
                }
            }
            Path snapshot = manager.snapshot(folder.resolve("now.fxt"));
            provider.stopped();

            // The first half has been overwritten.
            assertEquals(range(FuchsiaProvider.ZONES_PER_HALF, 200), begins(snapshot));
            assertEquals(range(FuchsiaProvider.ZONES_PER_HALF, 200), stopAndRead());
        }
    }

    @Test
    void shouldTakeWhatIsThereWhenAProviderDiedThatHadNotSaidHowFarItCame() throws Exception {
        record();
        try (FuchsiaProvider provider = provider("dies")) {
            provider.start();
            assertTrue(provider.zone(1));
            assertTrue(provider.zone(2));
            provider.buffer.putLong(40, 0).putLong(48, 0);
        }

        assertEquals(List.of(1L, 2L), stopAndRead());
    }

    @Test
    void shouldTakeAHalfThatWasFullWhenItsProviderDiedBeforeItAskedForItToBeSaved() throws Exception {
        record();
        try (FuchsiaProvider provider = provider("dies")) {
            provider.start();
            provider.fill(0);
            for (long i = 100; provider.zone(i, i); i++) {
                // Until the half is full.
            }
            provider.turnOver();
            assertTrue(provider.zone(500));
        }

        List<Long> expected = new ArrayList<>(range(0, FuchsiaProvider.ZONES_PER_HALF));
        expected.addAll(range(100, 100 + FuchsiaProvider.ZONES_PER_HALF));
        expected.add(500L);
        assertEquals(expected, stopAndRead());
    }

    @Test
    void shouldCloseTheConnectionOfAProviderOfAnotherVersionAndIgnoreWhatItWrote() throws Exception {
        record();
        try (FuchsiaProvider provider = provider("future")) {
            provider.start();
            provider.send(1, 0, 2, 0);
            assertTrue(provider.zone(1));

            assertThrows(IOException.class, provider::packet);
            assertEquals(List.of(), stopAndRead());
        }
    }

    @Test
    void shouldTakeASnapshotOfAllProgramsWhenOneAlerts() throws Exception {
        record(BufferMode.CIRCULAR, 0);
        try (FuchsiaProvider quiet = provider("quiet", 1);
                FuchsiaProvider loud = provider("loud", 2)) {
            quiet.start();
            loud.start();
            assertTrue(quiet.zone(11));
            assertTrue(loud.zone(22));
            ByteBuffer name = FuchsiaProvider.littleEndian(16).put(2, "on fire/..".getBytes(StandardCharsets.US_ASCII));
            loud.send(4, name.getShort(2), name.getInt(4), name.getLong(8));
            Path snapshot = folder.resolve("all-alert-1-on_fire_...fxt");
            Waiting.until(() -> "no snapshot", () -> Files.exists(snapshot));

            assertEquals(List.of(11L), begins(snapshot, 1));
            assertEquals(List.of(22L), begins(snapshot, 2));
            quiet.stopped();
            loud.stopped();
            assertEquals(folder.resolve("all.fxt"), manager.stop());
        }
    }

    // --- clocks

    @Test
    void shouldPutTimesOnItsOwnClockWhenAProvidersIsAhead() throws Exception {
        assertTimesAreCorrected(HOUR_NANOS, 1_000_000_000);
    }

    @Test
    void shouldPutTimesOnItsOwnClockWhenAProvidersIsBehind() throws Exception {
        assertTimesAreCorrected(-Math.min(HOUR_NANOS, System.nanoTime() / 2), 1_000_000_000);
    }

    @Test
    void shouldPutTimesOnItsOwnClockWhenAProvidersHasAnotherRate() throws Exception {
        assertTimesAreCorrected(HOUR_NANOS, 10_000_000);
    }

    private void assertTimesAreCorrected(long aheadNanos, long ticksPerSecond) throws Exception {
        long nanosPerTick = 1_000_000_000 / ticksPerSecond;
        record();
        try (FuchsiaProvider exact = provider("exact");
                FuchsiaProvider provider = new FuchsiaProvider(
                        socket(), "off", 99, () -> (System.nanoTime() + aheadNanos) / nanosPerTick, ticksPerSecond)) {
            exact.start();
            provider.start();
            provider.answerClock(8);
            long earliest = System.nanoTime();
            assertTrue(provider.zone((earliest + aheadNanos) / nanosPerTick));
            assertTrue(exact.zone(earliest));
            provider.stopped();
            exact.stopped();
            Path archive = manager.stop();

            assertEquals(List.of(earliest), begins(archive), "nothing tells this clock from the manager's");
            List<Long> corrected = begins(archive, 99);
            assertEquals(1, corrected.size());
            // As exact as the shortest of eight ways: far below this on any machine.
            long error = Math.abs(corrected.getFirst() - earliest);
            assertTrue(error < TimeUnit.SECONDS.toNanos(5), "off by " + error + " ns");
        }
    }

    // --- the limit for all programs

    @Test
    void shouldLetTheHalfGoThatWasReleasedFirstWhoeverItBelongsTo() throws Exception {
        int halves = 4;
        record(BufferMode.STREAMING, 2L * FuchsiaProvider.TOTAL + (long) halves * FuchsiaProvider.ROLLING);
        try (FuchsiaProvider a = provider("a", 1);
                FuchsiaProvider b = provider("b", 2)) {
            a.start();
            b.start();
            for (int i = 0; i < 6; i++) {
                a.fill(1000L * i);
            }
            for (int i = 0; i < 3; i++) {
                b.fill(1000L * i);
            }
            assertTrue(a.zone(9000));
            Path snapshot = manager.snapshot(folder.resolve("now.fxt"));
            a.stopped();
            b.stopped();
            Path archive = manager.stop();

            // a's first five are older than any of b's.
            List<Long> ofA = new ArrayList<>(range(5000, 5000 + FuchsiaProvider.ZONES_PER_HALF));
            ofA.add(9000L);
            List<Long> ofB = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                ofB.addAll(range(1000L * i, 1000L * i + FuchsiaProvider.ZONES_PER_HALF));
            }
            for (Path each : List.of(snapshot, archive)) {
                assertEquals(ofA, begins(each, 1));
                assertEquals(ofB, begins(each, 2));
            }
        }
    }

    @Test
    void shouldKnowWhatWasOpenWhereTheOldestHalfThatIsKeptBegins() throws Exception {
        record(BufferMode.STREAMING, FuchsiaProvider.TOTAL + 2L * FuchsiaProvider.ROLLING);
        try (FuchsiaProvider provider = provider("open")) {
            provider.start();
            assertTrue(provider.begin(5));
            for (int i = 1; i < 6; i++) {
                provider.fill(1000L * i);
            }
            assertTrue(provider.end(9000));
            provider.stopped();
            TraceLog log = TraceLog.of(manager.stop());
            Map<Long, Long> ends =
                    log.zones.stream().collect(Collectors.toMap(zone -> zone.begin(), zone -> zone.end()));

            assertEquals(0, log.summary.losses().of(LossKind.UNMATCHED_ENDS));
            assertEquals(9000, ends.get(5L));
            assertEquals(1 + 2 * FuchsiaProvider.ZONES_PER_HALF, ends.size());
        }
    }

    @Test
    void shouldKeepWhatAProviderGaveThatIsGoneUntilItIsTheOldest() throws Exception {
        record(BufferMode.STREAMING, FuchsiaProvider.TOTAL + 3L * FuchsiaProvider.ROLLING);
        try (FuchsiaProvider gone = provider("left", 1)) {
            gone.start();
            assertTrue(gone.zone(7));
        }
        awaitState("left\tgone");
        try (FuchsiaProvider other = provider("other", 2)) {
            other.start();
            other.fill(0);

            assertEquals(List.of(7L), begins(manager.snapshot(folder.resolve("1.fxt")), 1));

            for (int i = 1; i < 6; i++) {
                other.fill(1000L * i);
            }

            assertEquals(List.of(), begins(manager.snapshot(folder.resolve("2.fxt")), 1));
        }
    }

    @Test
    void shouldNotRecordAProviderWhoseBufferHasNoRoomWithinTheLimit() throws Exception {
        record(BufferMode.STREAMING, FuchsiaProvider.TOTAL + 1000);
        try (FuchsiaProvider first = provider("first", 1)) {
            first.start();
            try (FuchsiaProvider _ = provider("second", 2)) {
                awaitState("second\twaits");
                assertTrue(first.zone(1));
                first.stopped();
                Path archive = manager.stop();

                assertEquals(List.of(1L), begins(archive, 1));
                assertEquals(List.of(), begins(archive, 2));
            }
        }
    }

    private void awaitState(String part) throws Exception {
        Waiting.until(
                () -> "not " + part + ": " + manager.status(),
                () -> manager.status().stream().anyMatch(line -> line.contains(part)));
    }

    @Test
    void shouldSkipRecordsOfUnknownTypesByTheirLength() throws Exception {
        record();
        try (FuchsiaProvider provider = provider("newer")) {
            provider.start();
            assertTrue(provider.zone(1));
            // A type that the format does not have, an event type that it does not have, and metadata of a section.
            assertTrue(provider.record(0x3CL, -1, -1));
            assertTrue(provider.record(0x24L | 13L << 16, -1));
            assertTrue(provider.record(0x10L | 2L << 16 | 77L << 20));
            assertTrue(provider.zone(2));
            // Large records: a blob, and one of an unknown type, of 80 words.
            assertTrue(provider.record(15 | 3L << 4 | 1L << 40, 1 | 2L << 16, 0));
            assertTrue(
                    provider.record(LongStream.concat(LongStream.of(15 | 80L << 4 | 9L << 36), LongStream.range(0, 79))
                            .toArray()));
            assertTrue(provider.zone(3));
            provider.stopped();
            Path archive = manager.stop();

            assertEquals(range(1, 4), begins(archive));
        }
    }

    @Test
    void shouldReportALargeRecordThatIsLongerThanThePartAsDamage() throws Exception {
        record();
        try (FuchsiaProvider provider = provider("damaged")) {
            provider.start();
            assertTrue(provider.zone(1));
            assertTrue(provider.record(15 | 0x7FFF_FFFFL << 4));
            assertTrue(provider.zone(2));
            provider.stopped();
            Path archive = manager.stop();

            assertEquals(List.of(1L), begins(archive));
            LossAccount losses = TraceLog.of(archive).summary.losses();
            assertEquals(1, losses.of(LossKind.DAMAGED));
            assertEquals(0, losses.of(LossKind.FULL_BUFFERS));
        }
    }

    // --- who does not keep to it

    @Test
    void shouldEndTheSessionOfAProviderThatBreaksTheProtocolAndKeepWhatItSavedBefore() throws Exception {
        record();
        int ways = 10;
        for (int wrong = 0; wrong < ways; wrong++) {
            try (FuchsiaProvider provider = provider("bad " + wrong)) {
                provider.start();
                assertTrue(provider.zone(wrong));
                provider.save();
                assertTrue(provider.zone(1_000_000));
                long durableEnd = provider.buffer.getLong(40);
                switch (wrong) {
                    case 0 -> provider.send(2, 1, provider.wrapped, durableEnd);
                    case 1 -> provider.send(2, 0, provider.wrapped + 1, durableEnd);
                    case 2 -> provider.send(2, 0, provider.wrapped - 1, durableEnd);
                    case 3 -> provider.send(2, 0, provider.wrapped, 8);
                    case 4 -> provider.send(2, 0, provider.wrapped, durableEnd + 4);
                    case 5 -> provider.send(2, 0, provider.wrapped, FuchsiaProvider.DURABLE + 8);
                    case 6 -> provider.send(3, 0, 1, 0);
                    case 7 -> provider.send(1, 0, 1, 0);
                    case 8 -> provider.send(0x100, 0, 0, 0);
                    // An answer to a question that nobody has asked.
                    default -> provider.send(0x8003, 0, 4711, 0);
                }
                assertThrows(IOException.class, provider::packet, "way " + wrong);
            }
        }

        assertEquals(range(0, ways), stopAndRead());
    }

    @Test
    void shouldTakeWhatIsWholeWhenABufferHoldsGarbage() throws Exception {
        Random random = new Random(8);
        record();
        List<FuchsiaProvider> all = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            FuchsiaProvider provider = provider("garbage " + i);
            all.add(provider);
            provider.start();
            assertTrue(provider.zone(i));
            // Behind the first record, and in the header's ends.
            for (int at = 128 + FuchsiaProvider.DURABLE + 24; at < FuchsiaProvider.TOTAL; at += 8) {
                provider.buffer.putLong(at, random.nextLong());
            }
            provider.buffer.putLong(40, i % 2 == 0 ? random.nextLong() : provider.buffer.getLong(40));
            provider.buffer.putLong(48, random.nextLong());
            provider.stopped();
        }
        List<Long> begins = stopAndRead();

        for (long i = 0; i < 20; i++) {
            assertTrue(begins.contains(i), "" + begins);
        }
        for (FuchsiaProvider provider : all) {
            provider.close();
        }
    }

    @Test
    void shouldLoseNothingOfOthersWhenProgramsSayNonsense() throws Exception {
        Random random = new Random(88);
        record();
        try (FuchsiaProvider good = provider("good", 1)) {
            good.start();
            int rounds = 200;
            for (int i = 0; i < rounds; i++) {
                nonsense(random, i);
                good.fill(1000L * i);
            }
            good.stopped();
            Path archive = manager.stop();

            List<Long> expected = new ArrayList<>();
            for (int i = 0; i < rounds; i++) {
                expected.addAll(range(1000L * i, 1000L * i + FuchsiaProvider.ZONES_PER_HALF));
            }
            assertEquals(expected, begins(archive, 1));
        }
    }

    /** A connection that says what comes to its mind; from some on it has registered, or a buffer. */
    private void nonsense(Random random, int round) throws IOException {
        try {
            if (round % 2 == 0) {
                try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket()))) {
                    byte[] bytes = new byte[random.nextInt(300)];
                    random.nextBytes(bytes);
                    String[] beginnings = {"", "ZCPROV1\n", "ZCCTRL1\n"};
                    channel.write(ByteBuffer.wrap(
                            beginnings[random.nextInt(beginnings.length)].getBytes(StandardCharsets.US_ASCII)));
                    channel.write(ByteBuffer.wrap(bytes));
                }
                return;
            }
            try (FuchsiaProvider provider = provider("nonsense " + round)) {
                provider.start();
                for (int i = 0; i < 20; i++) {
                    provider.buffer.putLong(random.nextInt(FuchsiaProvider.TOTAL / 8) * 8, random.nextLong());
                    int request = random.nextBoolean() ? random.nextInt(6) : random.nextInt(0x10000);
                    if (random.nextInt(4) == 0) {
                        // Its categories: too long, or with a part of the text, or any text.
                        byte[] text = new byte[random.nextInt(9000)];
                        random.nextBytes(text);
                        provider.send(0x8006, 0, random.nextInt(10_000), 0);
                        provider.channel.write(ByteBuffer.wrap(text));
                    }
                    boolean mostlyZero = random.nextInt(4) != 0;
                    provider.send(
                            request,
                            mostlyZero ? 0 : random.nextInt(),
                            random.nextInt(3),
                            mostlyZero ? random.nextInt(300) : random.nextLong());
                }
            }
        } catch (IOException e) {
            assertTrue(manager.status().stream().anyMatch(line -> line.contains("good")), "it has been shut out");
        }
    }

    /** End of the program "bad". */
    private static RecordingEnd end(Path archive) throws IOException {
        List<RecordingEnd> ends = TraceLog.of(archive).summary.ends().stream()
                .filter(end -> end.program().equals("bad"))
                .toList();
        assertEquals(1, ends.size(), ends.toString());
        return ends.getFirst();
    }

    @Test
    void shouldKeepWhatWasSavedOfAProgramThatCutsItsBufferOffAndAllOfOthers() throws Exception {
        record();
        try (FuchsiaProvider good = provider("good", 1);
                FuchsiaProvider bad = provider("bad")) {
            good.start();
            assertTrue(good.zone(5));
            bad.start();
            bad.fill(10);
            assertTrue(bad.zone(1_000_000));
            try (FileChannel channel = FileChannel.open(bad.file, StandardOpenOption.WRITE)) {
                channel.truncate(100);
            }
            bad.stopped();
            good.stopped();
            Path archive = manager.stop();

            assertEquals(List.of(5L), begins(archive, 1));
            assertEquals(range(10, 10 + FuchsiaProvider.ZONES_PER_HALF), begins(archive));
            RecordingEnd end = end(archive);
            assertEquals(EndReason.BUFFER_CUT, end.saved().reason());
            assertEquals(1, end.saved().damaged());
            String stats = CommandRun.of("stats", archive).out();
            assertTrue(stats.contains("bad") && stats.contains("cut its trace buffer off"), stats);
            assertTrue(!stats.contains("losses: none"), stats);
        }
    }

    @Test
    void shouldKeepWhatIsReadableOfABufferThatIsCutOff() throws Exception {
        record(BufferMode.CIRCULAR, 0);
        try (FuchsiaProvider bad = provider("bad")) {
            bad.start();
            for (long i = 0; i < 5; i++) {
                assertTrue(bad.zone(i));
            }
            try (FileChannel channel = FileChannel.open(bad.file, StandardOpenOption.WRITE)) {
                // In the middle of the fourth.
                channel.truncate(128 + FuchsiaProvider.DURABLE + 3 * FuchsiaProvider.ZONE_BYTES + 8);
            }
            bad.stopped();
            Path archive = manager.stop();

            assertEquals(range(0, 3), begins(archive));
            RecordingEnd end = end(archive);
            assertEquals(EndReason.BUFFER_CUT, end.saved().reason());
            assertTrue(end.isEarly() && end.saved().damaged() > 0, end.toString());
        }
    }

    @Test
    void shouldCountTheLossOfABufferThatIsEmptiedAndMadeAsLongAsBefore() throws Exception {
        record(BufferMode.CIRCULAR, 0);
        try (FuchsiaProvider bad = provider("bad")) {
            bad.start();
            assertTrue(bad.zone(1));
            assertEquals("recording 1 program", manager.awaitRecording().getFirst());
            try (FileChannel channel = FileChannel.open(bad.file, StandardOpenOption.WRITE)) {
                channel.truncate(0);
                channel.write(ByteBuffer.allocate(1), FuchsiaProvider.TOTAL - 1);
            }
            bad.stopped();

            assertEquals(EndReason.BUFFER_CUT, end(manager.stop()).saved().reason());
        }
    }

    @Test
    void shouldSayThatAProgramBrokeTheProtocolOrDidNotAnswerOrDied() throws Exception {
        record();
        try (FuchsiaProvider bad = provider("bad", 1);
                FuchsiaProvider silent = provider("silent", 2)) {
            bad.start();
            silent.start();
            try (FuchsiaProvider gone = provider("gone", 3)) {
                gone.start();
            }
            bad.send(2, 0, 77, 0);
            awaitState("bad\tfailed");
            awaitState("gone\tgone");
            assertEquals("recording 2 programs", manager.awaitRecording().getFirst(), "silent, and gone");
            manager.programLimit(Duration.ZERO);
            List<RecordingEnd> ends = TraceLog.of(manager.stop()).summary.ends();

            assertEquals(
                    Set.of("bad PROTOCOL", "silent NO_ANSWER", "gone DIED"),
                    ends.stream()
                            .map(end -> end.program() + " " + end.saved().reason())
                            .collect(Collectors.toSet()));
        }
    }

    // --- how much it logs

    @Test
    void shouldLogAFewOfThousandsOfAlerts() throws Exception {
        record();
        List<String> lines = Collections.synchronizedList(new ArrayList<>());
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord record) {
                if (record.getMessage() != null) {
                    lines.add(MessageFormat.format(record.getMessage(), record.getParameters()));
                }
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger log = Logger.getLogger("dev.zonecast");
        log.addHandler(handler);
        try (FuchsiaProvider provider = provider("loud")) {
            provider.start();
            for (int i = 0; i < 5000; i++) {
                provider.send(4, 0x6161 + i % 3, 0x62626262 + i % 7, 0);
            }
            provider.stopped();
            awaitState("loud\tstopped");
            manager.stop();
        } finally {
            log.removeHandler(handler);
        }

        List<String> alerts =
                lines.stream().filter(line -> line.contains("alert")).toList();
        long bytes = alerts.stream().mapToLong(String::length).sum();
        assertTrue(!alerts.isEmpty() && bytes < 50_000, bytes + " bytes");
        assertTrue(alerts.getLast().contains("left out"), alerts.getLast());
    }

    // --- when it begins

    @Test
    void shouldAnswerThatItRecordsWhenEachProgramDoes() throws Exception {
        try (FuchsiaProvider slow = provider("slow")) {
            awaitState("slow\twaits");
            FutureTask<List<String>> answer = new FutureTask<>(() -> ControlConnection.tell(
                    folder.resolve("r"),
                    "record",
                    "size=" + FuchsiaProvider.TOTAL,
                    "output=" + folder.resolve("all.fxt")));
            Thread.ofPlatform().daemon().start(answer);
            awaitState("slow\tasked");
            // Long enough for an answer that does not wait.
            Thread.sleep(300);
            slow.start();

            assertEquals(List.of("recording 1 program"), answer.get());
            assertTrue(
                    manager.status().get(1).contains("\trecords\t"),
                    manager.status().toString());
        }
    }

    @Test
    void shouldNameTheProgramsThatDoNotBegin() throws Exception {
        try (FuchsiaProvider _ = provider("silent")) {
            awaitState("silent\twaits");
            record();

            List<String> lines = manager.awaitRecording(1);

            assertEquals("recording 0 programs", lines.getFirst());
            assertTrue(lines.get(1).contains("does not record: 1 4242 silent asked"), lines.toString());
        }
    }

    @Test
    void shouldTakeWhatAProviderHasWrittenThatNeverSaysItStopped() throws Exception {
        record();
        try (FuchsiaProvider provider = provider("hangs")) {
            provider.start();
            assertTrue(provider.zone(77));
            assertEquals("recording 1 program", manager.awaitRecording().getFirst());
            manager.programLimit(Duration.ZERO);

            assertEquals(List.of(77L), stopAndRead());
        }
    }

    @Test
    void shouldRecordAProviderAgainThatAnswersAfterItWasLeftBehind() throws Exception {
        record();
        try (FuchsiaProvider provider = provider("slow")) {
            provider.start();
            assertTrue(provider.zone(1));
            assertEquals("recording 1 program", manager.awaitRecording().getFirst());
            manager.programLimit(Duration.ZERO);
            assertEquals(List.of(1L), stopAndRead());
            manager.programLimit(RunningManager.LIMIT);
            record();
            // What it says now belongs to the recording before.
            provider.askToSave();
            assertEquals(0x8002, FuchsiaProvider.request(provider.packet()));
            provider.stopped();
            provider.start();
            assertTrue(provider.zone(2));
            provider.stopped();

            assertEquals(List.of(2L), stopAndRead());
        }
    }

    @Test
    void shouldLetGoOfAProviderThatReadsNothing() throws Exception {
        record();
        try (FuchsiaProvider good = provider("good", 1);
                FuchsiaProvider deaf = provider("deaf")) {
            good.start();
            deaf.start();
            deaf.answerClock(8);
            assertTrue(good.zone(3));
            // Each is answered, until nobody can keep the answers.
            assertThrows(IOException.class, () -> {
                for (int i = 0; i < 1_000_000; i++) {
                    deaf.askToSave();
                    deaf.turnOver();
                }
            });
            good.stopped();
            Path archive = manager.stop();

            assertEquals(List.of(3L), begins(archive, 1));
        }
    }

    @Test
    void shouldNotWaitForOneThatNeverSaysWhoItIs() throws Exception {
        record();
        try (SocketChannel silent = SocketChannel.open(UnixDomainSocketAddress.of(socket()));
                FuchsiaProvider good = provider("good")) {
            assertTrue(silent.isConnected());
            good.start();
            assertTrue(good.zone(3));
            good.stopped();

            assertEquals(List.of(3L), stopAndRead());
        }
    }

    @Test
    void shouldSayThatNothingIsOpenToOthers() throws Exception {
        assertEquals("rw-------", permissions(socket()));
        assertEquals("rwx------", permissions(folder.resolve("r")));
        record();
        try (var files = Files.walk(folder.resolve("r"))) {
            for (Path each : files.toList()) {
                assertTrue(permissions(each).endsWith("------"), each + " " + permissions(each));
            }
        }
    }

    private static String permissions(Path path) throws IOException {
        return java.nio.file.attribute.PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
