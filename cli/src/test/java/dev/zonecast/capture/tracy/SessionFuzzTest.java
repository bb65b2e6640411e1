package dev.zonecast.capture.tracy;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.recording.FxtRecording;
import dev.zonecast.core.recording.ProgramFacts;
import dev.zonecast.trace.TraceLog;
import dev.zonecast.trace.TraceReader;
import dev.zonecast.tracy.BlockReader;
import dev.zonecast.tracy.EventBlock;
import dev.zonecast.tracy.EventType;
import dev.zonecast.tracy.Protocol;
import dev.zonecast.tracy.TracyException;
import dev.zonecast.tracy.Welcome;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever a client sends: the session ends, with the typed error or none, and the file is a recording that can be read. Memory is
 * bounded by construction; what a block announces is checked before anything is reserved.
 */
class SessionFuzzTest {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final long SEED = 7_2026;

    /** Zeros behind the text of the host in a welcome: one flip in so many. */
    private static final int HOST_STEP = 16;

    private static final int HOST_REST = 200;
    private static final int HOST_END = 1_170;
    private static final ProgramFacts PROGRAM = new ProgramFacts("fuzzed", 1, "clock", "", "", "");

    @TempDir
    Path folder;

    private TracySession.Outcome play(Protocol protocol, byte[] stream) {
        try {
            return played(protocol, stream);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** @throws TracyException if the welcome is wrong */
    private TracySession.Outcome played(Protocol protocol, byte[] stream) throws IOException {
        Path file = folder.resolve("fuzz.fxt");
        InputStream in = new ByteArrayInputStream(stream);
        // Skips the status.
        in.skipNBytes(1);
        Welcome welcome = Welcome.read(in, protocol);
        FxtRecording recording = FxtRecording.create(file, PROGRAM, 0);
        TracySession session = new TracySession(
                welcome,
                in,
                OutputStream.nullOutputStream(),
                8_192,
                recording,
                TracySession.Limits.NONE,
                (counts, kept) -> {},
                SessionTables.real(),
                () -> 0);
        TracySession.Outcome outcome = session.record();
        assertTrue(TraceReader.read(file, new TraceLog()).endedWell());
        return outcome;
    }

    /** The blocks of a recorded session, decompressed. */
    private static List<byte[]> blocks(byte[] stream, Protocol protocol) throws IOException, InterruptedException {
        InputStream in = new ByteArrayInputStream(stream);
        in.skipNBytes(1);
        Welcome.read(in, protocol);
        BlockReader reader = new BlockReader(in);
        reader.start();
        List<byte[]> blocks = new ArrayList<>();
        while (reader.end() == null) {
            EventBlock block = reader.take(1_000_000_000);
            if (block != null) {
                blocks.add(Arrays.copyOfRange(block.bytes, block.next, block.end));
                reader.release(block);
            }
        }
        return blocks;
    }

    @Test
    void shouldEndWithAReadableFileWhenCompressedBytesAreWrong() throws Exception {
        byte[] good = GoldenSessionTest.resource("v0.14.0.client");
        Random random = new Random(SEED);
        assertTimeoutPreemptively(LIMIT, () -> {
            for (int round = 0; round < 150; round++) {
                byte[] bad = good.clone();
                int from = 1_200;
                for (int i = 0; i <= round % 4; i++) {
                    bad[from + random.nextInt(round % 2 == 0 ? 4_000 : bad.length - from)] = (byte) random.nextInt();
                }
                play(
                        Protocol.V82,
                        round % 5 == 0 ? Arrays.copyOf(bad, 1_171 + random.nextInt(bad.length - 1_171)) : bad);
            }
        });
    }

    @Test
    void shouldEndWithAReadableFileWhenAnyByteIsFlipped() {
        byte[] good = small();
        int refused = 0;
        // The first byte is the answer to the greeting.
        for (int at = 1; at < good.length; at += at >= HOST_REST && at < HOST_END ? HOST_STEP : 1) {
            byte[] flipped = good.clone();
            flipped[at] ^= (byte) (1 << at % Byte.SIZE);
            refused += assertTimeoutPreemptively(LIMIT, () -> isNoticed(flipped)) ? 1 : 0;
        }
        assertTrue(refused > 10, "only " + refused + " were noticed");
    }

    private boolean isNoticed(byte[] session) throws IOException {
        try {
            return played(Protocol.V82, session).end() == TracySession.End.DAMAGED;
        } catch (TracyException e) {
            return true;
        }
    }

    /** Some of everything, with the answers to what is asked. */
    private static byte[] small() {
        WireScript script = new WireScript(Protocol.V82);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(WireScript.welcome(Protocol.V82, true, 0, 1_000));
        script.thread(7).begin(5_000, 1).text("a text").event(EventType.ZONE_TEXT);
        script.addresses(0xAAA)
                .event(EventType.CALLSTACK)
                .beginWithStack(5_100, 1)
                .end(5_200);
        script.end(6_000).mark(7_000).text("m").event(EventType.MESSAGE, WireScript.u64(1, 7_100));
        script.event(EventType.PLOT_DATA_INT, WireScript.u64(1, 2), WireScript.u64(17, 33));
        script.literalStack("f", "F.java", 3).event(EventType.CALLSTACK_SERIAL);
        script.event(EventType.MEM_ALLOC_CALLSTACK, WireScript.u64(1, 9_000), WireScript.u64(13, 64));
        script.event(EventType.FIBER_ENTER, WireScript.u64(1, 500), WireScript.u64(9, 3), WireScript.u32(17, 7));
        out.writeBytes(WireScript.block(script.take()));
        script.named(EventType.THREAD_NAME, 7, "main").location(4, 4, 4, 12, 0x445566);
        script.named(EventType.STRING_DATA, 4, "place").named(EventType.PLOT_NAME, 2, "plot");
        script.named(EventType.FIBER_NAME, 3, "fiber");
        script.text("image").event(EventType.CALLSTACK_FRAME_SIZE, WireScript.u64(1, 0xAAA), WireScript.u8(9, 1));
        script.text("native").secondText("n.c").event(EventType.CALLSTACK_FRAME, WireScript.u32(1, 8));
        out.writeBytes(WireScript.block(script.event(EventType.TERMINATE).take()));
        return out.toByteArray();
    }

    @Test
    void shouldEndWithAReadableFileWhenEventsAreWrong() throws Exception {
        byte[] stream = GoldenSessionTest.resource("v0.12.2.client");
        List<byte[]> good = blocks(stream, Protocol.V74);
        Random random = new Random(SEED + 1);
        int damaged = 0;
        for (int round = 0; round < 150; round++) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            out.write(stream, 0, 1 + 1_178);
            int changes = 1 + random.nextInt(30);
            for (byte[] block : good) {
                byte[] bad = block.clone();
                for (int i = 0; i < changes && random.nextInt(good.size()) < 4; i++) {
                    bad[random.nextInt(bad.length)] =
                            (byte) (random.nextBoolean() ? random.nextInt(120) : random.nextInt());
                }
                out.writeBytes(WireScript.block(bad));
            }
            byte[] session = out.toByteArray();
            TracySession.Outcome outcome = assertTimeoutPreemptively(LIMIT, () -> play(Protocol.V74, session));
            damaged += outcome.end() == TracySession.End.DAMAGED ? 1 : 0;
        }
        assertTrue(damaged > 20, "some of it must have been noticed: " + damaged);
    }

    @Test
    void shouldEndWithAReadableFileWhenEventsComeInAnyOrder() {
        Random random = new Random(SEED + 2);
        for (Protocol protocol : Protocol.ALL) {
            EventType[] types = Arrays.stream(EventType.values())
                    .filter(protocol::knows)
                    .filter(type -> type != EventType.TERMINATE)
                    .toArray(EventType[]::new);
            for (int round = 0; round < 40; round++) {
                byte[] session = anything(protocol, types, random);
                assertTimeoutPreemptively(LIMIT, () -> play(protocol, session));
            }
        }
    }

    /** Well-formed events with small numbers in them, so that they find each other. */
    private static byte[] anything(Protocol protocol, EventType[] types, Random random) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(WireScript.welcome(protocol, random.nextBoolean(), 3, 1_000));
        for (int b = 0; b < 3; b++) {
            WireScript script = new WireScript(protocol).thread(1);
            for (int i = 0; i < 2_000; i++) {
                EventType type = types[random.nextInt(types.length)];
                switch (type) {
                    case SINGLE_STRING_DATA, SINGLE_STRING_DATA_8 -> script.text("text " + random.nextInt(9));
                    case SECOND_STRING_DATA, SECOND_STRING_DATA_8 ->
                        script.secondText("\u00e4".repeat(random.nextInt(200)));
                    case STRING_DATA,
                            THREAD_NAME,
                            PLOT_NAME,
                            FRAME_NAME,
                            FIBER_NAME,
                            EXTERNAL_NAME,
                            EXTERNAL_THREAD_NAME -> script.named(type, random.nextInt(4), "name " + random.nextInt(4));
                    case SOURCE_LOCATION_PAYLOAD, CALLSTACK_PAYLOAD, CALLSTACK_ALLOC_PAYLOAD -> {
                        byte[] payload = new byte[random.nextInt(40)];
                        random.nextBytes(payload);
                        script.pointer16(type, 0, payload);
                    }
                    case FRAME_IMAGE_DATA, SYMBOL_CODE, SOURCE_CODE ->
                        script.pointer32(type, 0, new byte[8 * random.nextInt(4)]);
                    case EXTERNAL_NAME_METADATA, SYMBOL_CODE_METADATA, SOURCE_CODE_METADATA -> {
                        // Never on the wire.
                    }
                    default -> script.event(type, fields(protocol.sizeBytes(type), random));
                }
            }
            out.writeBytes(WireScript.block(script.take()));
        }
        return out.toByteArray();
    }

    private static WireScript.Field fields(int size, Random random) {
        return event -> {
            for (int at = 1; at < size; at++) {
                event[at] = (byte) (random.nextInt(4) == 0 ? random.nextInt(6) : 0);
            }
            if (random.nextInt(20) == 0 && size > 1) {
                event[1 + random.nextInt(size - 1)] = (byte) random.nextInt();
            }
        };
    }
}
