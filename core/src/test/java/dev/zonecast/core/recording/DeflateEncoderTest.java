package dev.zonecast.core.recording;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Streams are read by zlib. */
class DeflateEncoderTest {
    private final DeflateEncoder encoder = new DeflateEncoder();

    private byte[] encoded(byte[] input) {
        ByteBuffer out = ByteBuffer.allocate(DeflateEncoder.mostBytes(input.length));
        encoder.encode(ByteBuffer.wrap(input), out);
        return Arrays.copyOf(out.array(), out.position());
    }

    private static byte[] inflated(byte[] stream, int bytes) throws DataFormatException {
        Inflater inflater = new Inflater(true);
        try {
            inflater.setInput(stream);
            byte[] all = new byte[bytes + 1];
            int read = 0;
            while (!inflater.finished()) {
                int now = inflater.inflate(all, read, all.length - read);
                assertTrue(now > 0 || inflater.finished(), "zlib wants more");
                read += now;
            }
            assertEquals(0, inflater.getRemaining());
            return Arrays.copyOf(all, read);
        } finally {
            inflater.end();
        }
    }

    private byte[] assertReadable(byte[] input) throws DataFormatException {
        byte[] stream = encoded(input);
        assertArrayEquals(input, inflated(stream, input.length));
        return stream;
    }

    private static byte[] bytes(int count, IntUnaryOperator value) {
        byte[] bytes = new byte[count];
        for (int i = 0; i < count; i++) {
            bytes[i] = (byte) value.applyAsInt(i);
        }
        return bytes;
    }

    /** Begins and ends of zones with few names. */
    private static byte[] zones(int count, Random random) {
        ByteBuffer out = ByteBuffer.allocate(count * 32).order(ByteOrder.LITTLE_ENDIAN);
        long time = 83_530_000_000_000L;
        for (int i = 0; i < count; i++) {
            long name = random.nextInt(6);
            for (int type = 2; type <= 3; type++) {
                time += random.nextInt(3000);
                out.putLong(0x24 | (long) type << 16 | name << 48).putLong(time);
            }
        }
        return out.array();
    }

    private static int zlibBytes(byte[] input) {
        Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);
        try {
            deflater.setInput(input);
            deflater.finish();
            return deflater.deflate(new byte[2 * input.length + 100]);
        } finally {
            deflater.end();
        }
    }

    @Test
    void shouldEncodeEachSmallLength() throws DataFormatException {
        Random random = new Random(1);
        for (int count = 0; count < 300; count++) {
            assertReadable(new byte[count]);
            assertReadable(bytes(count, i -> random.nextInt()));
            assertReadable(bytes(count, i -> i % 11));
        }
    }

    @Test
    void shouldEncodeAnyMixture() throws DataFormatException {
        for (int seed = 0; seed < 400; seed++) {
            Random random = new Random(seed);
            byte[] input = new byte[random.nextInt(100_000)];
            int at = 0;
            while (at < input.length) {
                int part = Math.min(input.length - at, 1 + random.nextInt(1 << random.nextInt(14)));
                int from = at == 0 ? 0 : random.nextInt(at);
                int values = 1 << random.nextInt(9);
                for (int i = 0; i < part; i++) {
                    input[at + i] =
                            random.nextBoolean() || values > 64 ? input[from + i] : (byte) random.nextInt(values);
                }
                at += part;
            }
            assertReadable(input);
        }
    }

    /** A match has 3 to 258 bytes. */
    @Test
    void shouldSplitLongMatches() throws DataFormatException {
        Random random = new Random(2);
        for (int length = 240; length < 800; length++) {
            int period = length;
            byte[] once = bytes(period, i -> random.nextInt());
            assertReadable(bytes(2 * period + 9, i -> i < 2 * period ? once[i % period] : i));
        }
        byte[] stream = assertReadable(new byte[3_000_000]);
        assertTrue(stream.length < 5_000, () -> stream.length + " bytes");
    }

    /** A distance has at most 32 KiB. */
    @ParameterizedTest
    @ValueSource(ints = {32760, 32768, 32769, 32776, 32784, 65536, 100_000})
    void shouldRepeatFromAnyDistance(int distance) throws DataFormatException {
        Random random = new Random(3);
        byte[] once = bytes(distance, i -> random.nextInt());
        assertReadable(bytes(2 * distance, i -> once[i % distance]));
    }

    /** Counts of Fibonacci make the deepest code; the limit is 15 bits. */
    @Test
    void shouldLimitTheLengthOfCodes() throws DataFormatException {
        ByteBuffer out = ByteBuffer.allocate(1 << 17);
        int before = 1;
        int count = 1;
        for (int value = 0; count < 18_000; value++) {
            for (int i = 0; i < count && out.hasRemaining(); i++) {
                out.put((byte) value);
            }
            int sum = before + count;
            before = count;
            count = sum;
        }
        byte[] input = Arrays.copyOf(out.array(), out.position());
        // In an order without repetitions of four bytes where possible.
        Random random = new Random(4);
        for (int i = input.length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            byte swapped = input[i];
            input[i] = input[other];
            input[other] = swapped;
        }
        assertReadable(input);
    }

    @Test
    void shouldStoreWhatCannotBeCompressed() throws DataFormatException {
        Random random = new Random(5);
        for (int count : new int[] {1, 100, 32 << 10, 65535, 65536, 1_000_000}) {
            byte[] stream = assertReadable(bytes(count, i -> random.nextInt()));
            int bytes = stream.length;
            assertTrue(bytes <= DeflateEncoder.mostBytes(count) - 8, () -> bytes + " of " + count);
            assertTrue(bytes <= count + 5 * (1 + count / 30_000), () -> bytes + " of " + count);
        }
    }

    @Test
    void shouldMakeZonesAQuarterSmallerThanZlib() throws DataFormatException {
        byte[] zones = zones(20_000, new Random(6));
        byte[] stream = assertReadable(zones);
        assertTrue(stream.length < 0.8 * zlibBytes(zones), () -> stream.length + " of " + zlibBytes(zones));
    }

    /** Words alone find nearly nothing here. zlib tries four candidates of three bytes, the encoder one of four. */
    @Test
    void shouldFindTextAtAnyPosition() throws DataFormatException {
        StringBuilder text = new StringBuilder();
        Random random = new Random(7);
        String[] words = {"frame", "shadow pass", "zone", "buffer of the renderer", " ", "texture", "ends", "x"};
        while (text.length() < 200_000) {
            text.append(words[random.nextInt(words.length)]);
        }
        byte[] input = text.toString().getBytes(StandardCharsets.US_ASCII);
        byte[] stream = assertReadable(input);
        assertTrue(stream.length < 1.35 * zlibBytes(input), () -> stream.length + " of " + zlibBytes(input));
    }

    @Test
    void shouldLeaveBytesBesideTheInput() throws DataFormatException {
        byte[] zones = zones(100, new Random(8));
        ByteBuffer input = ByteBuffer.allocateDirect(zones.length + 20).position(7);
        input.put(zones).flip().position(7);
        ByteBuffer out = ByteBuffer.allocateDirect(DeflateEncoder.mostBytes(zones.length) + 3)
                .position(3);

        encoder.encode(input, out);

        assertEquals(7, input.position());
        byte[] stream = new byte[out.position() - 3];
        out.get(3, stream);
        assertArrayEquals(zones, inflated(stream, zones.length));
    }
}
