package dev.zonecast.trace;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.ZstdOutputStream;
import dev.zonecast.fxt.FxtException;
import dev.zonecast.fxt.FxtHandler;
import dev.zonecast.fxt.FxtReader;
import dev.zonecast.fxt.fixtures.TraceBytes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4FrameOutputStream;
import net.jpountz.xxhash.XXHashFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TraceFileTest {
    enum Wrapping {
        NONE,
        GZIP,
        ZSTD,
        LZ4;

        byte[] wrap(byte[] trace) throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (OutputStream out = switch (this) {
                case NONE -> bytes;
                case GZIP -> new GZIPOutputStream(bytes);
                case ZSTD -> new ZstdOutputStream(bytes).setChecksum(true);
                case LZ4 ->
                    new LZ4FrameOutputStream(
                            bytes,
                            LZ4FrameOutputStream.BLOCKSIZE.SIZE_64KB,
                            -1,
                            LZ4Factory.safeInstance().fastCompressor(),
                            XXHashFactory.safeInstance().hash32(),
                            LZ4FrameOutputStream.FLG.Bits.BLOCK_INDEPENDENCE,
                            LZ4FrameOutputStream.FLG.Bits.CONTENT_CHECKSUM);
            }) {
                out.write(trace);
            }
            return bytes.toByteArray();
        }
    }

    /** Larger than a window, and not easily compressed. */
    private static byte[] trace() {
        TraceBytes trace = TraceBytes.trace();
        Random random = new Random(1);
        for (int i = 0; i < 60_000; i++) {
            trace.event(0, 0, 1, 0, random.nextLong() >>> 1)
                    .word(random.nextLong())
                    .end();
        }
        return trace.bytes();
    }

    private static FxtReader.End read(byte[] file) throws IOException {
        return FxtReader.read(TraceFile.uncompressed(new ByteArrayInputStream(file)), new FxtHandler() {});
    }

    /** As of a recording: a member for each piece. */
    @ParameterizedTest
    @EnumSource(names = {"GZIP", "ZSTD"})
    void shouldReadAllMembersWhereTheStreamDoesNotTellWhatItHas(Wrapping wrapping) throws IOException {
        byte[] trace = trace();
        ByteArrayOutputStream members = new ByteArrayOutputStream();
        for (int at = 0; at < trace.length; at += 1000) {
            members.write(wrapping.wrap(Arrays.copyOfRange(trace, at, Math.min(trace.length, at + 1000))));
        }
        InputStream silent = new ByteArrayInputStream(members.toByteArray()) {
            @Override
            public int available() {
                return 0;
            }
        };

        assertArrayEquals(trace, TraceFile.uncompressed(silent).readAllBytes());
    }

    @ParameterizedTest
    @EnumSource
    void shouldReadTraceWhenWrapped(Wrapping wrapping) throws IOException {
        byte[] trace = trace();

        byte[] read = TraceFile.uncompressed(new ByteArrayInputStream(wrapping.wrap(trace)))
                .readAllBytes();

        assertArrayEquals(trace, read);
        FxtReader.End end = read(wrapping.wrap(trace));
        assertEquals(trace.length, end.bytes());
        assertFalse(end.cut());
    }

    @ParameterizedTest
    @EnumSource
    void shouldCallItCutWhenTheFileEndsTooEarly(Wrapping wrapping) throws IOException {
        byte[] whole = wrapping.wrap(trace());

        FxtReader.End end = read(Arrays.copyOf(whole, whole.length * 2 / 3 + 1));

        assertTrue(end.cut());
        assertTrue(end.bytes() > 1000);
    }

    /** As two files that were joined, of which one is compressed. */
    @ParameterizedTest
    @EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void shouldEndWithATypedErrorWhenSomethingElseFollows(Wrapping wrapping) throws IOException {
        for (byte[] next : List.of(trace(), TraceBytes.trace().bytes())) {
            FxtException e = assertThrows(FxtException.class, () -> read(joined(wrapping.wrap(trace()), next)));

            assertTrue(e.getMessage().startsWith("at byte "), e.getMessage());
        }
    }

    /** Wherever the last member of two is cut, also within its header. */
    @Test
    void shouldCallItCutWhenAMemberEndsTooEarly() throws IOException {
        byte[] first = Wrapping.GZIP.wrap(TraceBytes.trace().bytes());
        byte[] second = Wrapping.GZIP.wrap(TraceBytes.records().string(1, "a").bytes());
        for (int length = 1; length < second.length; length++) {
            FxtReader.End end = read(joined(first, Arrays.copyOf(second, length)));

            assertTrue(end.cut(), "of " + second.length + " bytes " + length);
        }
    }

    /** As of tapes and block devices. */
    @Test
    void shouldReadTheTraceWhenZerosFollow() throws IOException {
        for (int zeros : new int[] {1, 20, 100_000}) {
            assertFalse(
                    read(joined(Wrapping.GZIP.wrap(trace()), new byte[zeros])).cut());
        }
    }

    private static byte[] joined(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    @ParameterizedTest
    @EnumSource
    void shouldEndWithATypedErrorWhenBytesAreDamaged(Wrapping wrapping) throws IOException {
        byte[] whole = wrapping.wrap(trace());
        Random random = new Random(2);
        int errors = 0;
        for (int i = 0; i < 60; i++) {
            byte[] damaged = whole.clone();
            damaged[random.nextInt(64 + i * 1000)] ^= (byte) (1 << random.nextInt(8));
            try {
                read(damaged);
            } catch (FxtException e) {
                errors++;
                assertTrue(e.getMessage().startsWith("at byte "), e.getMessage());
            }
        }
        assertTrue(wrapping == Wrapping.NONE || errors > 30, "only " + errors + " were found");
    }

    @ParameterizedTest
    @EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void shouldSayThatItIsNoTraceWhenSomethingElseIsWrapped(Wrapping wrapping) throws IOException {
        byte[] file = wrapping.wrap("a text".repeat(100).getBytes(java.nio.charset.StandardCharsets.UTF_8));

        FxtException e = assertThrows(FxtException.class, () -> read(file));

        assertTrue(e.getMessage().contains("not a trace"), e.getMessage());
    }
}
