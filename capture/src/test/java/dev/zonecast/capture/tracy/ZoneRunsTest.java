package dev.zonecast.capture.tracy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.event.SinkStart;
import dev.zonecast.core.recording.FxtRecording;
import dev.zonecast.core.recording.ProgramFacts;
import dev.zonecast.trace.TraceLog;
import dev.zonecast.tracy.EventBlock;
import dev.zonecast.tracy.EventLengths;
import dev.zonecast.tracy.EventType;
import dev.zonecast.tracy.Protocol;
import dev.zonecast.tracy.Questions;
import dev.zonecast.tracy.Welcome;
import dev.zonecast.tracy.Wire;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Events that are applied many at a time leave the same file as those that are applied one by one. */
class ZoneRunsTest {
    private static final ProgramFacts PROGRAM = new ProgramFacts("scripted", 1, "clock", "", "", "");
    private static final int THREADS = 3;
    /** More than are remembered by some bits of their id. */
    private static final int PLACES = 700;

    @TempDir
    Path folder;

    static List<Arguments> protocolsAndSeeds() {
        List<Arguments> all = new ArrayList<>();
        for (Protocol protocol : Protocol.ALL) {
            for (long seed = 1; seed <= 4; seed++) {
                all.add(Arguments.of(protocol, seed));
            }
        }
        return all;
    }

    @ParameterizedTest
    @MethodSource("protocolsAndSeeds")
    void shouldLeaveTheSameFileWhenEventsAreAppliedManyAtATime(Protocol protocol, long seed) throws Exception {
        byte[] events = anything(protocol, new Random(seed));

        SessionCounts one = record(protocol, events, "one.fxt", true);
        SessionCounts many = record(protocol, events, "many.fxt", false);

        assertArrayEquals(
                Files.readAllBytes(folder.resolve("one.fxt")), Files.readAllBytes(folder.resolve("many.fxt")));
        assertEquals(one.of(SessionCount.ZONES), many.of(SessionCount.ZONES));
        assertEquals(one.of(SessionCount.UNMATCHED), many.of(SessionCount.UNMATCHED));
        assertEquals(one.of(SessionCount.EVENTS), many.of(SessionCount.EVENTS));
        assertTrue(
                one.of(SessionCount.ZONES) > 5_000 && one.of(SessionCount.UNMATCHED) > 10,
                one.of(SessionCount.ZONES) + " " + one.of(SessionCount.UNMATCHED));
    }

    private static byte[] anything(Protocol protocol, Random random) {
        WireScript script = new WireScript(protocol);
        long now = 1_000;
        for (int i = 0; i < 300; i++) {
            int thread = random.nextInt(THREADS);
            script.thread(thread);
            int most = 1 + random.nextInt(i % 20 == 0 ? 5_000 : 60);
            for (int j = 0; j < most; j++) {
                now += step(random);
                if (random.nextInt(200) == 0) {
                    script.text("t " + j).event(EventType.ZONE_TEXT);
                } else if (random.nextInt(300) == 0) {
                    script.event(EventType.KEEP_ALIVE);
                } else if (random.nextInt(100) < 50) {
                    script.begin(now, 1 + random.nextInt(PLACES));
                } else {
                    script.end(now);
                }
            }
        }
        return script.take();
    }

    /** All lengths of times, and some that run backwards. */
    private static long step(Random random) {
        return switch (random.nextInt(50)) {
            case 0 -> 65_535 + random.nextInt(3);
            case 1 -> (1L << 32) + 65_535 + random.nextInt(3);
            case 2 -> -random.nextInt(1_000);
            default -> random.nextInt(500);
        };
    }

    private SessionCounts record(Protocol protocol, byte[] events, String name, boolean oneByOne) throws IOException {
        byte[] hello = WireScript.welcome(protocol, false, 0, 0);
        InputStream in = new ByteArrayInputStream(hello, 1, hello.length - 1);
        FxtRecording recording = FxtRecording.create(folder.resolve(name), PROGRAM, 0);
        Stream wire = new Stream(
                Welcome.read(in, protocol),
                recording,
                new Vocabulary(new Questions(OutputStream.nullOutputStream(), 8_192), SessionTables.real()));
        recording.begin(new SinkStart(0, 0));
        EventLengths lengths = new EventLengths(protocol);
        EventDecoder decoder = new EventDecoder(wire, lengths, Long.MAX_VALUE);
        tellNames(wire);
        if (oneByOne) {
            int at = 0;
            while (at < events.length) {
                int end = lengths.end(events, at, events.length, 0);
                applyAlone(decoder, wire, lengths.type(events[at]), events, at, end);
                at = end;
            }
        } else {
            assertTrue(decoder.apply(block(events, 0, events.length)));
        }
        decoder.close();
        recording.end(wire.lastNanos, 10_000_000_000L);
        return wire.counts;
    }

    /** Past the runs, as what they leave. */
    private static void applyAlone(EventDecoder decoder, Stream wire, EventType type, byte[] events, int at, int end)
            throws IOException {
        switch (type) {
            case ZONE_BEGIN, ZONE_BEGIN_32, ZONE_BEGIN_16, ZONE_END, ZONE_END_32, ZONE_END_16 -> {
                assertTrue(decoder.apply(type, events, at, true));
                wire.counts.add(SessionCount.EVENTS);
            }
            default -> assertTrue(decoder.apply(block(events, at, end)));
        }
    }

    private static EventBlock block(byte[] events, int from, int to) {
        EventBlock block = new EventBlock();
        block.bytes = events;
        block.next = from;
        block.seen = from;
        block.end = to;
        return block;
    }

    private static void tellNames(Stream wire) {
        byte[] place = new byte[32];
        for (int id = 1; id <= PLACES; id++) {
            assertNull(wire.vocabulary.locations.get(id));
            Wire.putLong(place, 1, id % 5);
            Wire.putLong(place, 9, 1);
            Wire.putLong(place, 17, 2);
            Wire.putInt(place, 25, id);
            wire.vocabulary.locations.told(place, 0);
        }
        for (int id = 1; id < 5; id++) {
            byte[] text = {'n', (byte) ('0' + id)};
            wire.vocabulary.strings.told(id, text, 0, text.length);
        }
        for (int id = 0; id < THREADS; id++) {
            assertNull(wire.vocabulary.threads.get(id));
            byte[] text = {'t', (byte) ('0' + id)};
            wire.vocabulary.threads.told(id, text, 0, text.length);
        }
    }

    // --- what does not fit

    @ParameterizedTest
    @MethodSource("protocolsAndSeeds")
    void shouldRecordWhatCameBeforeWhenABlockEndsInTheMiddleOfAnEvent(Protocol protocol, long seed) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(WireScript.welcome(protocol, false, 0, 0));
        WireScript script = new WireScript(protocol).thread(1);
        script.named(EventType.THREAD_NAME, 1, "main").begin(100, 9).end(200);
        out.writeBytes(WireScript.block(script.take()));
        script.location(0, 4, 4, 12, 0).named(EventType.STRING_DATA, 4, "place");
        script.begin(300, 9).end(400).begin(500, 9).end(600);
        byte[] good = script.take();
        byte[] more = script.begin(700, 9).take();
        byte[] cut = Arrays.copyOf(good, good.length + 1 + (int) seed % (more.length - 1));
        System.arraycopy(more, 0, cut, good.length, cut.length - good.length);
        out.writeBytes(WireScript.block(cut));
        byte[] session = out.toByteArray();
        Path file = folder.resolve("cut.fxt");
        InputStream in = new ByteArrayInputStream(session, 1, session.length - 1);
        TracySession running = new TracySession(
                Welcome.read(in, protocol),
                in,
                OutputStream.nullOutputStream(),
                8_192,
                FxtRecording.create(file, PROGRAM, 0),
                TracySession.Limits.NONE,
                (counts, kept) -> {},
                SessionTables.real(),
                () -> 0);

        TracySession.Outcome outcome = running.record();

        assertEquals(TracySession.End.DAMAGED, outcome.end());
        assertTrue(
                outcome.failure().getMessage().contains("longer than the block"),
                outcome.failure().getMessage());
        TraceLog log = TraceLog.of(file);
        assertEquals(
                List.of("100-200", "300-400", "500-600"),
                log.zones.stream().map(zone -> zone.begin() + "-" + zone.end()).toList());
    }

    @Test
    void shouldRefuseZonesWhenThereAreFarTooManyInsideOfEachOther() throws Exception {
        Protocol protocol = Protocol.V82;
        int tooMany = 10;
        WireScript script = new WireScript(protocol).thread(1);
        int count = ZoneEvents.MAX_DEPTH + tooMany;
        for (int i = 0; i < count; i++) {
            script.begin(1_000 + i, 1 + i % PLACES);
        }
        for (int i = 0; i < count + 1; i++) {
            script.end(1_000 + count + i);
        }

        SessionCounts counts = record(protocol, script.take(), "deep.fxt", false);

        assertEquals(ZoneEvents.MAX_DEPTH, counts.of(SessionCount.ZONES));
        assertEquals(tooMany, counts.of(SessionCount.DROPPED_EVENTS));
        assertEquals(1, counts.of(SessionCount.UNMATCHED));
    }
}
