package dev.zonecast.trace;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.ZstdCompressCtx;
import dev.zonecast.fxt.FxtException;
import dev.zonecast.fxt.FxtHandler;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.FxtReader;
import dev.zonecast.fxt.fixtures.TraceBytes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compressed recordings of which a part is damaged. */
class PiecesTest {
    private static final int PIECES = 7;
    private static final int DAMAGED = 3;

    /** There the size may be damaged: a large frame is read as a stream, which ends with an error. */
    private static final int FRAME_HEADER_BYTES = 14;

    enum Kind {
        GZIP,
        ZSTD;

        byte[] compressed(byte[] records) throws IOException {
            if (this == ZSTD) {
                try (ZstdCompressCtx context = new ZstdCompressCtx().setChecksum(true)) {
                    return context.compress(records);
                }
            }
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
                out.write(records);
            }
            return bytes.toByteArray();
        }
    }

    private final List<byte[]> records = new ArrayList<>();
    private final List<byte[]> pieces = new ArrayList<>();

    /** Pieces of some kilobytes. */
    private void make(Kind kind) throws IOException {
        Random random = new Random(5);
        for (int i = 0; i < PIECES; i++) {
            TraceBytes piece = i == 0 ? TraceBytes.trace() : TraceBytes.records();
            for (int k = 0; k < 200; k++) {
                piece.event(0, 0, 1, 0, i * 1000L + k).word(random.nextInt(50)).end();
            }
            records.add(piece.bytes());
            pieces.add(kind.compressed(piece.bytes()));
        }
    }

    private byte[] file(int at, byte[] instead) {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        for (int i = 0; i < PIECES; i++) {
            file.writeBytes(i == at ? instead : pieces.get(i));
        }
        return file.toByteArray();
    }

    /** The records of all pieces, with a gap in place of one of that size. */
    private byte[] withGap(int at) {
        return withGap(at, at < 0 ? 0 : pieces.get(at).length);
    }

    /** The records of all pieces, with a gap of some bytes in place of one. */
    private byte[] withGap(int at, int bytes) {
        ByteArrayOutputStream expected = new ByteArrayOutputStream();
        for (int i = 0; i < PIECES; i++) {
            expected.writeBytes(i == at ? gap(bytes) : records.get(i));
        }
        return expected.toByteArray();
    }

    private static byte[] gap(long bytes) {
        return ByteBuffer.allocate(FxtLayout.WORD_BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(FxtLayout.GAP_RECORD | bytes << FxtLayout.GAP_BYTES_SHIFT)
                .array();
    }

    private static byte[] read(byte[] file) throws IOException {
        return TraceFile.uncompressed(new ByteArrayInputStream(file)).readAllBytes();
    }

    @ParameterizedTest
    @EnumSource
    void shouldPassOverThePieceWhereverItIsDamaged(Kind kind) throws IOException {
        make(kind);
        byte[] piece = pieces.get(DAMAGED);
        byte[] all = withGap(-1);
        byte[] others = withGap(DAMAGED);
        int gaps = 0;
        for (int at = 0; at < piece.length; at++) {
            byte[] damaged = piece.clone();
            damaged[at] ^= (byte) 0x5A;

            byte[] read;
            try {
                read = read(file(DAMAGED, damaged));
            } catch (FxtException e) {
                assertTrue(kind == Kind.ZSTD && at < FRAME_HEADER_BYTES, "byte " + at + ": " + e.getMessage());
                continue;
            }
            // Some bits of a header mean nothing.
            boolean isHarmless = Arrays.equals(all, read);
            gaps += isHarmless ? 0 : 1;
            if (!isHarmless) {
                assertArrayEquals(others, read, "byte " + at);
            }
        }
        assertTrue(gaps > piece.length * 9 / 10, gaps + " of " + piece.length);
    }

    @ParameterizedTest
    @EnumSource
    void shouldPassOverWhatStandsInPlaceOfAPiece(Kind kind) throws IOException {
        make(kind);
        byte[] piece = pieces.get(DAMAGED);
        byte[] noise = new byte[3000];
        new Random(9).nextBytes(noise);
        for (byte[] instead : List.of(
                new byte[piece.length],
                new byte[1 << 20],
                noise,
                Arrays.copyOf(piece, piece.length / 2),
                Arrays.copyOfRange(piece, 20, piece.length),
                new byte[1])) {
            assertArrayEquals(
                    withGap(DAMAGED, instead.length), read(file(DAMAGED, instead)), instead.length + " bytes");
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldSayThatTheLastPieceIsDamaged(Kind kind) throws IOException {
        make(kind);
        byte[] last = pieces.getLast().clone();
        last[last.length / 2] = (byte) ~last[last.length / 2];
        last[last.length / 2 + 1] = (byte) ~last[last.length / 2 + 1];

        assertArrayEquals(withGap(PIECES - 1), read(file(PIECES - 1, last)));
    }

    @Test
    void shouldCutOffTheZonesBeforeAGapAlone() throws IOException {
        TraceBytes trace = TraceBytes.trace().string(1, "zone").thread(1, 70, 71);
        // From the second one on they are word for word the same but for their time.
        for (int i = 0; i < 6; i++) {
            trace.event(2, 0, 1, 0, 1, 10L * i).end();
            if (i == 3) {
                trace.raw(FxtLayout.GAP_RECORD).raw(1L << 4 | (long) FxtLayout.TABLES << 16);
            } else {
                trace.event(3, 0, 1, 0, 1, 10L * i + 5).end();
            }
        }
        TraceLog log = new TraceLog();
        TraceSummary ignored = TraceReader.read(trace.stream(), log);

        assertEquals(List.of(0L, 10L, 20L, 30L, 40L, 50L), log.begins());
        assertEquals(
                List.of(false, false, false, true, false, false),
                log.zones.stream().map(TraceLog.LoggedZone::cutOff).toList());
    }

    /** Behind the damaged piece the last one is cut. */
    @Test
    void shouldHandOnTheCutPieceBehindADamagedOne() throws IOException {
        make(Kind.GZIP);
        byte[] damaged = pieces.get(PIECES - 2).clone();
        damaged[damaged.length / 2] ^= 0x5A;
        byte[] file = file(PIECES - 2, damaged);

        InputStream in = TraceFile.uncompressed(new ByteArrayInputStream(Arrays.copyOf(file, file.length - 5)));
        byte[] expected = withGap(PIECES - 2);

        assertArrayEquals(Arrays.copyOf(expected, expected.length - 5000), in.readNBytes(expected.length - 5000));
        assertThrows(EOFException.class, in::readAllBytes);
    }

    /** No checksum shows that the last piece is damaged if it is cut as well. */
    @ParameterizedTest
    @EnumSource
    void shouldHandOnARecordForTheDamageInAPieceThatIsCut(Kind kind) throws IOException {
        make(kind);
        Random random = new Random(11);
        TraceBytes large = TraceBytes.records();
        for (int i = 0; i < 20_000; i++) {
            large.event(0, 0, 1, 0, i).word(random.nextInt(50)).end();
        }
        byte[] piece = kind.compressed(large.bytes());
        int damaged = 0;
        for (int i = 0; i < 200; i++) {
            byte[] last = Arrays.copyOf(piece, piece.length - 1 - random.nextInt(piece.length / 4));
            last[FRAME_HEADER_BYTES + random.nextInt(last.length - FRAME_HEADER_BYTES)] ^=
                    (byte) (1 << random.nextInt(8));
            byte[] file = file(PIECES - 1, last);
            int[] gaps = new int[1];

            InputStream in = TraceFile.uncompressed(new ByteArrayInputStream(file));
            FxtReader.End end = FxtReader.read(in, new FxtHandler() {
                @Override
                public void gap() {
                    gaps[0]++;
                }
            });

            assertTrue(end.bytes() >= withGap(PIECES - 1).length - FxtLayout.WORD_BYTES, "case " + i);
            damaged += gaps[0];
        }
        assertTrue(damaged > 20, damaged + " of 200");
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseSomethingElseBehindThePieces(Kind kind) throws IOException {
        make(kind);
        byte[] file = file(-1, null);
        byte[] longer = Arrays.copyOf(file, file.length + 100);
        longer[file.length + 50] = 7;

        FxtException e = assertThrows(FxtException.class, () -> read(longer));

        assertTrue(e.getMessage().contains("something other than"), e.getMessage());
        for (int zeros : new int[] {1, 100, 1 << 20}) {
            assertArrayEquals(withGap(-1), read(Arrays.copyOf(file, file.length + zeros)), "zeros are no damage");
        }
    }
}
