package dev.zonecast.cli.export;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whether the folder's file system lets anything past the memory or not: the file is the same. */
class LargeFileTest {
    private static final int CHUNK_BYTES = 64 << 10;

    @TempDir
    private Path folder;

    private final Random random = new Random(1);

    private static ByteBuffer aligned(byte[] bytes) {
        return ByteBuffer.allocateDirect(bytes.length + 2 * LargeFile.ALIGNMENT)
                .alignedSlice(LargeFile.ALIGNMENT)
                .put(bytes)
                .flip();
    }

    private byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 3 * CHUNK_BYTES, 100 * CHUNK_BYTES})
    void shouldHoldAllThatWasWrittenWhereverTheMemoryIsPassed(long fromBytes) throws IOException {
        Path path = folder.resolve("a");
        ByteArrayOutputStream expected = new ByteArrayOutputStream();
        try (LargeFile file = new LargeFile(path, fromBytes)) {
            for (int i = 0; i < 20; i++) {
                // Now and then not whole blocks, and from then on beside their borders.
                byte[] bytes = bytes(i < 15 ? CHUNK_BYTES : i == 15 ? 4096 + 17 : 999);
                expected.writeBytes(bytes);

                assertEquals(bytes.length, file.write(aligned(bytes)));
            }
        }

        assertArrayEquals(expected.toByteArray(), Files.readAllBytes(path));
    }

    @Test
    void shouldGoTheUsualWayWhenMemoryCannotBePassed() throws IOException {
        Path path = folder.resolve("a");
        byte[] bytes = bytes(CHUNK_BYTES);
        try (LargeFile file = new LargeFile(path, 0)) {
            // Its address is no multiple of anything.
            ByteBuffer odd = ByteBuffer.allocateDirect(CHUNK_BYTES + LargeFile.ALIGNMENT)
                    .alignedSlice(LargeFile.ALIGNMENT)
                    .position(1)
                    .put(bytes, 0, CHUNK_BYTES - 1)
                    .flip()
                    .position(1);
            file.write(odd);
            file.write(ByteBuffer.wrap(bytes, CHUNK_BYTES - 1, 1));
            file.write(aligned(bytes));

            assertFalse(file.isDirect());
        }

        ByteArrayOutputStream expected = new ByteArrayOutputStream();
        expected.writeBytes(bytes);
        expected.writeBytes(bytes);
        assertArrayEquals(expected.toByteArray(), Files.readAllBytes(path));
    }

    @Test
    void shouldSayWhenNothingCanBeWritten() throws IOException {
        LargeFile file = new LargeFile(folder.resolve("a"), 0);
        file.close();

        assertThrows(ClosedChannelException.class, () -> file.write(aligned(bytes(CHUNK_BYTES))));
    }

    @Test
    void shouldWriteBehindWhatComesInPiecesOfAllLengths() throws IOException {
        Path path = folder.resolve("a");
        ByteArrayOutputStream expected = new ByteArrayOutputStream();
        try (WriteBehind out = new WriteBehind(new LargeFile(path, 1 << 20))) {
            for (int i = 0; i < 200; i++) {
                byte[] bytes = bytes(random.nextInt(i == 100 ? 3_000_000 : 50_000));
                expected.writeBytes(bytes);
                out.write(bytes);
                out.write(i);
                expected.write(i);
            }
        }

        assertArrayEquals(expected.toByteArray(), Files.readAllBytes(path));
    }
}
