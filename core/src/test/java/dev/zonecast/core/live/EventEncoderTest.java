package dev.zonecast.core.live;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.collect.TestZoneRuns;
import dev.zonecast.core.event.Utf8Text;
import dev.zonecast.tracy.Block;
import dev.zonecast.tracy.BlockOutput;
import dev.zonecast.tracy.EventType;
import dev.zonecast.tracy.Protocol;
import dev.zonecast.tracy.Wire;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventEncoderTest {
    /** Blocks as they are handed over. */
    private static final class Blocks implements BlockOutput {
        final List<byte[]> all = new ArrayList<>();

        @Override
        public Block exchange(Block full) {
            all.add(Arrays.copyOfRange(full.bytes, Block.START, full.end));
            full.end = Block.START;
            return full;
        }

        byte[] joined() {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            all.forEach(out::writeBytes);
            return out.toByteArray();
        }
    }

    private static String hex(Protocol protocol, Consumer<SessionEncoder> events) {
        Blocks blocks = new Blocks();
        SessionEncoder encoder = new SessionEncoder(protocol, blocks, new Block());
        events.accept(encoder);
        encoder.flush();
        return HexFormat.of().formatHex(blocks.joined());
    }

    private static void assertBytes(String expected, Protocol protocol, Consumer<SessionEncoder> events) {
        assertEquals(expected.replace(" ", ""), hex(protocol, events));
    }

    // --- section 10 of the specification, byte for byte

    @Test
    void shouldWriteTheSmallestSessionsLastFrameWhenItTerminates() {
        Block block = new Block();
        SessionEncoder encoder = new SessionEncoder(Protocol.V82, full -> full, block);
        encoder.open(EventType.TERMINATE);
        encoder.flush();

        assertEquals("020000001049", hex(block.asLiteralFrame()));
    }

    @Test
    void shouldWriteTheExamplesFrameHeadWhenThereAre225Bytes() {
        Block block = new Block();
        block.end = Block.START + 225;

        ByteBuffer frame = block.asLiteralFrame();

        assertEquals(4 + 2 + 225, frame.remaining());
        assertEquals("e3000000f0d2", hex(frame).substring(0, 12));
    }

    private static String hex(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    @Test
    void shouldWriteTheExamplesEventsWhenVersionIs82() {
        assertBytes("4b 01000000", Protocol.V82, e -> e.threadContext(1));
        assertBytes(
                "53 985d0f0000000000 0000000000000000",
                Protocol.V82,
                e -> e.open(EventType.FRAME_MARK_MSG).i64(1_007_000).i64(0));
        assertBytes(
                "5f fc5d0f0000000000 f401000000000000 00000000 0000803f 00 00 01",
                Protocol.V82,
                e -> e.gpuNewContext(0, 1, 1_007_100, 500));
        assertBytes("72 03 475055 3d 00", Protocol.V82, e -> e.gpuContextName(0, "GPU"));
        assertBytes("3c bc02000000000000 0000 00 3c c800000000000000 0100 00", Protocol.V82, e -> {
            e.gpuTime(0, 700, 0);
            e.gpuTime(0, 900, 1);
        });
        assertBytes("78 0100000000000000 0400 6d61696e", Protocol.V82, e -> e.named(EventType.THREAD_NAME, 1, "main"));
        assertBytes("49", Protocol.V82, e -> e.open(EventType.TERMINATE));
    }

    @Test
    void shouldWriteTheExamplesEventsWhenVersionIs76() {
        assertBytes("3e 01000000", Protocol.V76, e -> e.threadContext(1));
        assertBytes("0f c8550f0000000000 0500000000000000 11 e803000000000000", Protocol.V76, e -> {
            e.zoneBegin(1_005_000, 5);
            e.zoneEnd(1_006_000);
        });
        assertBytes(
                "46 985d0f0000000000 0000000000000000",
                Protocol.V76,
                e -> e.open(EventType.FRAME_MARK_MSG).i64(1_007_000).i64(0));
        assertBytes(
                "52 fc5d0f0000000000 f401000000000000 00000000 0000803f 00 00 01",
                Protocol.V76,
                e -> e.gpuNewContext(0, 1, 1_007_100, 500));
        assertBytes("63 0300 475055 33 00", Protocol.V76, e -> e.gpuContextName(0, "GPU"));
        assertBytes("32 bc02000000000000 0000 00", Protocol.V76, e -> e.gpuTime(0, 700, 0));
    }

    @Test
    void shouldWriteEachVersionsTerminate() {
        assertBytes("3c", Protocol.V76, e -> e.open(EventType.TERMINATE));
        assertBytes("3b", Protocol.V74, e -> e.open(EventType.TERMINATE));
        assertBytes("39", Protocol.V69, e -> e.open(EventType.TERMINATE));
    }

    // --- times

    @Test
    void shouldTakeTheShortestFormWhenTimesGrow() {
        assertBytes("1b 0000", Protocol.V82, e -> e.zoneEnd(0));
        assertBytes("1b ffff", Protocol.V82, e -> e.zoneEnd(65_535));
        assertBytes("1a 00000000", Protocol.V82, e -> e.zoneEnd(65_536));
        assertBytes("1a ffffffff", Protocol.V82, e -> e.zoneEnd(4_295_032_831L));
        assertBytes("19 0000000000000000", Protocol.V82, e -> e.zoneEnd(4_295_032_832L));
        assertBytes("19 ffffffffffffffff", Protocol.V82, e -> e.zoneEnd(-1));
        assertBytes("15 e803 2a00000000000000", Protocol.V82, e -> e.zoneBegin(1000, 42));
        assertBytes("14 01000000 2a00000000000000", Protocol.V82, e -> e.zoneBegin(65_537, 42));
        assertBytes("13 0100000000000000 2a00000000000000", Protocol.V82, e -> e.zoneBegin(4_295_032_833L, 42));
    }

    @Test
    void shouldStartFromZeroWhenTheThreadChanges() {
        assertBytes("4b 01000000 1b 6400 1b 0a00 4b 02000000 1b 7800", Protocol.V82, e -> {
            e.threadContext(1);
            e.zoneEnd(100);
            e.zoneEnd(110);
            e.threadContext(2);
            e.zoneEnd(120);
        });
    }

    @Test
    void shouldKeepTheBasesApartWhenPlotsAndGpuZonesCome() {
        String bytes = hex(Protocol.V82, e -> {
            e.zoneEnd(100);
            e.gpuZone(EventType.GPU_ZONE_BEGIN_SERIAL, 0, 1, 500, 0).i64(9);
            e.gpuTime(0, 900, 0);
            e.open(EventType.PLOT_DATA_INT).i64(7).threadTime(160).i64(1);
            e.gpuZone(EventType.GPU_ZONE_END_SERIAL, 0, 1, 520, 1);
            e.gpuTime(0, 990, 1);
            e.zoneEnd(170);
        });

        assertEquals(
                ("1b 6400"
                                + "32 f401000000000000 01000000 0000 00 0900000000000000"
                                + "3c 8403000000000000 0000 00"
                                + "37 0700000000000000 3c00000000000000 0100000000000000"
                                + "36 1400000000000000 01000000 0100 00"
                                + "3c 5a00000000000000 0100 00"
                                + "1b 0a00")
                        .replace(" ", ""),
                bytes);
    }

    // --- strings, colours, messages

    @Test
    void shouldTakeTheStringsShortFormWhenItIsShorterThan256() {
        String text255 = "x".repeat(255);
        String text256 = "x".repeat(256);

        assertTrue(hex(Protocol.V82, e -> e.zoneText(EventType.ZONE_TEXT, Utf8Text.of(text255)))
                .startsWith("72ff78"));
        assertTrue(hex(Protocol.V82, e -> e.zoneText(EventType.ZONE_TEXT, Utf8Text.of(text256)))
                .startsWith("70000078"));
        assertTrue(hex(Protocol.V76, e -> e.zoneText(EventType.ZONE_TEXT, Utf8Text.of(text255)))
                .startsWith("63ff0078"));
        assertBytes("72 00 00", Protocol.V82, e -> e.zoneText(EventType.ZONE_TEXT, Utf8Text.of("")));
    }

    @Test
    void shouldCutBetweenCharactersWhenATextIsTooLong() {
        String tooLong = "ä".repeat(50_000);

        String zone = hex(Protocol.V82, e -> e.zoneText(EventType.ZONE_TEXT, Utf8Text.of(tooLong)));
        String name = hex(Protocol.V82, e -> e.named(EventType.STRING_DATA, 1, tooLong));

        assertEquals(3 + 65_534 + 1, zone.length() / 2);
        assertEquals(11 + 65_534, name.length() / 2);
    }

    @Test
    void shouldWriteColoursAsTheViewerReadsThem() {
        assertBytes("51 563412", Protocol.V82, e -> e.open(EventType.ZONE_COLOR).color(0x123456));
        assertBytes(
                "6a 0100000000000000 01 01 00 12345600", Protocol.V82, e -> e.plotConfig(1, 1, true, false, 0x123456));
        assertBytes(
                "57 0100000000000000 0200000000000000 0300000000000000 04000000 563412",
                Protocol.V82,
                e -> e.sourceLocation(1, 2, 3, 4, 0x123456));
    }

    @Test
    void shouldCarryMetadataOnlyWhenTheVersionHasIt() {
        assertBytes(
                "72 01 78 02 0500000000000000 31", Protocol.V82, e -> e.message(5, 0x31, -1, Utf8Text.of("x"), null));
        assertBytes(
                "72 01 78 03 0500000000000000 030201 31",
                Protocol.V82,
                e -> e.message(5, 0x31, 0x010203, Utf8Text.of("x"), null));
        assertBytes(
                "63 0100 78 02 0500000000000000", Protocol.V76, e -> e.message(5, 0x31, -1, Utf8Text.of("x"), null));
        assertBytes(
                "60 0100 78 03 0500000000000000 030201",
                Protocol.V69,
                e -> e.message(5, 0x31, 0x010203, Utf8Text.of("x"), null));
        assertBytes("5b 0500000000000000 3107000000000000", Protocol.V82, e -> e.messageLiteral(5, 0x31, -1, 7, null));
        assertBytes("4e 0500000000000000 0700000000000000", Protocol.V76, e -> e.messageLiteral(5, 0x31, -1, 7, null));
    }

    @Test
    void shouldShowAGpuContextAsOpenGlWhenTheVersionLacksItsType() {
        assertTrue(hex(Protocol.V69, e -> e.gpuNewContext(0, 7, 0, 0)).endsWith("01"));
        assertTrue(hex(Protocol.V74, e -> e.gpuNewContext(0, 7, 0, 0)).endsWith("07"));
    }

    // --- runs of zones

    /** Steps around every border between two forms of a time, both ways. */
    private static long[] timesOfAllForms(int count, long seed) {
        long[] borders = {0, 1 << 16, 1L << 32, (1L << 32) + (1L << 16), 1L << 40};
        Random random = new Random(seed);
        long[] times = new long[count];
        long time = 1_000;
        for (int i = 0; i < count; i++) {
            boolean near = random.nextInt(4) > 0;
            time += near ? random.nextInt(1 << 16) : borders[random.nextInt(borders.length)] + random.nextInt(3) - 1;
            times[i] = Math.max(0, time);
        }
        return times;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldWriteTheSameEventsWhenZonesComeInRuns(boolean compactTimes) {
        Protocol protocol = compactTimes ? Protocol.V82 : Protocol.V76;
        long originNanos = 60_000;
        Blocks ofSingles = new Blocks();
        SessionEncoder singles = new SessionEncoder(protocol, ofSingles, new Block());
        Blocks ofRuns = new Blocks();
        SessionEncoder runs = new SessionEncoder(protocol, ofRuns, new Block());

        for (int round = 0; round < 200; round++) {
            long[] times = timesOfAllForms(1 + round * 5, round);
            for (int i = 0; i < times.length; i++) {
                long nanos = Math.max(originNanos, times[i]);
                if (i % 2 == 0) {
                    singles.zoneBegin(nanos, 4711);
                } else {
                    singles.zoneEnd(nanos);
                }
            }
            runs.zones(TestZoneRuns.alternating(4711, times), originNanos);
        }
        singles.flush();
        runs.flush();

        assertTrue(ofRuns.all.size() > 1);
        assertArrayEquals(ofSingles.joined(), ofRuns.joined());
    }

    // --- blocks

    @Test
    void shouldHandOverWholeEventsWhenABlockIsFull() {
        Blocks blocks = new Blocks();
        SessionEncoder encoder = new SessionEncoder(Protocol.V82, blocks, new Block());
        LiveTrace trace = new LiveTrace();
        TraceDecoder decoder = new TraceDecoder(82, trace, (type, pointer) -> {});
        Utf8Text text = Utf8Text.of("y".repeat(60_000));

        encoder.threadContext(1);
        for (int i = 0; i < 100; i++) {
            encoder.zoneBegin(i * 10L, 1);
            encoder.zoneText(EventType.ZONE_TEXT, text);
            encoder.zoneEnd(i * 10L + 5);
        }
        encoder.flush();

        assertTrue(blocks.all.size() >= 100 * 60_000 / Block.CAPACITY);
        for (byte[] block : blocks.all) {
            assertTrue(block.length <= Block.CAPACITY);
            decoder.frame(block);
        }
        assertEquals(100, trace.zoneCount());
        assertEquals(60_000, trace.zones.get(99).texts.getFirst().length());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 14, 15, 16, 269, 270, 271, 524, 525, 65_535, 262_143, 262_144})
    void shouldGiveTheSameBytesBackWhenALiteralFrameIsDecoded(int length) {
        Block block = new Block();
        for (int i = 0; i < length; i++) {
            block.bytes[Block.START + i] = (byte) (i * 31);
        }
        block.end = Block.START + length;

        ByteBuffer frame = block.asLiteralFrame();
        byte[] bytes = new byte[frame.remaining()];
        frame.get(bytes);

        assertEquals(bytes.length - 4, Wire.getInt(bytes, 0));
        assertArrayEquals(
                Arrays.copyOfRange(block.bytes, Block.START, block.end),
                new Lz4History().decode(bytes, 4, bytes.length));
    }
}
