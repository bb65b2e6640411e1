package dev.zonecast.core.recording;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.github.luben.zstd.ZstdInputStream;
import dev.zonecast.core.RecordingException;
import dev.zonecast.core.disk.ListedFile;
import dev.zonecast.core.event.ProgramEvent;
import dev.zonecast.core.event.SinkStart;
import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.RecordSize;
import dev.zonecast.fxt.write.RecordOutput;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompressedRecordingTest {
    private static final ProgramFacts PROGRAM =
            new ProgramFacts("Game", Script.PID, "counter", "a test", "25", "Linux");
    private static final long LIMIT_NANOS = 10_000_000_000L;
    private static final int PIECES = 40;

    @TempDir
    Path folder;

    private static InputStream uncompressed(String ending, byte[] file) throws IOException {
        InputStream in = new ByteArrayInputStream(file);
        return ending.equals(".gz") ? new GZIPInputStream(in) : new ZstdInputStream(in);
    }

    private static FxtRecording recording(RecordOutput file) {
        return FxtRecording.of(file, PROGRAM, 1_000_000_000_000L);
    }

    private static void play(FxtRecording recording) throws IOException {
        recording.begin(new SinkStart(1000, 0));
        for (int i = 0; i < PIECES; i++) {
            recording.event(ProgramEvent.info("line " + i));
            recording.flush();
        }
        recording.end(100_000, LIMIT_NANOS);
    }

    private byte[] plain() throws IOException {
        Path file = folder.resolve("plain.fxt");
        play(recording(RecordingFile.create(file)));
        return Files.readAllBytes(file);
    }

    @ParameterizedTest
    @ValueSource(strings = {".gz", ".zst"})
    void shouldHaveTheBytesOfThePlainFile(String ending) throws IOException {
        Path file = folder.resolve("small.fxt" + ending);
        FxtRecording recording = recording(RecordingFile.create(file));
        play(recording);

        byte[] compressed = Files.readAllBytes(file);
        assertEquals(compressed.length, recording.fileBytes());
        try (InputStream in = uncompressed(ending, compressed)) {
            assertArrayEquals(plain(), withoutTables(in.readAllBytes()));
        }
    }

    /** The records, without those that tell the state of the tables, and without a part of a word at the end. */
    private static byte[] withoutTables(byte[] records) {
        ByteBuffer in = ByteBuffer.wrap(records).order(ByteOrder.LITTLE_ENDIAN);
        ByteBuffer out = ByteBuffer.allocate(records.length);
        while (in.remaining() >= FxtLayout.WORD_BYTES) {
            long header = in.getLong(in.position());
            int bytes = (int) Math.min(RecordSize.bytes(header), in.remaining());
            if ((header & 0xF_FFFF) != (1 << FxtLayout.WORDS_SHIFT | FxtLayout.TABLES << FxtLayout.SUBTYPE_SHIFT)) {
                out.put(in.slice(in.position(), bytes));
            }
            in.position(in.position() + bytes);
        }
        return Arrays.copyOf(out.array(), out.position());
    }

    @ParameterizedTest
    @ValueSource(strings = {".gz", ".zst"})
    void shouldKeepACutFileWhenTheNextRecordingHasItsName(String ending) throws IOException {
        Path file = folder.resolve("game.fxt" + ending);
        play(recording(RecordingFile.create(file)));
        byte[] whole = Files.readAllBytes(file);
        Path kept = folder.resolve("cut-game.fxt" + ending);
        RecordingFile.create(file).close(LIMIT_NANOS);
        assertTrue(Files.notExists(kept), "a whole file is replaced");

        for (int missing = 1; missing < 60; missing++) {
            byte[] cut = Arrays.copyOf(whole, whole.length - missing);
            Files.write(file, cut);
            RecordingFile.create(file).close(LIMIT_NANOS);

            // A cut between two pieces leaves a whole file.
            boolean isWhole = beginsPiece(ending, whole, cut.length);
            assertEquals(isWhole, Files.notExists(kept), "without " + missing + " bytes");
            if (!isWhole) {
                assertArrayEquals(cut, Files.readAllBytes(kept));
                Files.delete(kept);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {".gz", ".zst"})
    void shouldKeepEachCutFileUpToNine(String ending) throws IOException {
        Path file = folder.resolve("game.fxt" + ending);
        play(recording(RecordingFile.create(file)));
        byte[] whole = Files.readAllBytes(file);
        for (int run = 1; run <= 10; run++) {
            Files.write(file, Arrays.copyOf(whole, whole.length - run));
            if (run == 10) {
                Files.setLastModifiedTime(folder.resolve("cut-4-game.fxt" + ending), FileTime.fromMillis(0));
            }
            RecordingFile.create(file).close(LIMIT_NANOS);
        }

        for (int i = 1; i <= 9; i++) {
            Path kept = folder.resolve((i == 1 ? "cut-" : "cut-" + i + "-") + "game.fxt" + ending);
            assertEquals(whole.length - (i == 4 ? 10 : i), Files.size(kept), kept.toString());
        }
        assertTrue(Files.notExists(folder.resolve("cut-10-game.fxt" + ending)));
    }

    @ParameterizedTest
    @ValueSource(strings = {".fxt", ".fxt.gz", ".fxt.zst"})
    void shouldHoldItsLockWhileItRecords(String ending) throws IOException {
        assumeTrue(ListedFile.isPossible(folder), "a list of locks");
        Path file = folder.resolve("locked" + ending);
        FxtRecording earlier = recording(RecordingFile.create(file));
        play(earlier);
        RecordingFile running = RecordingFile.create(file);
        ListedFile listed = ListedFile.of(file);
        assertTrue(listed.isLocked());

        assertThrows(RecordingException.class, () -> RecordingFile.create(file));
        assertTrue(listed.isLocked(), "after a second recording was refused");
        earlier.completeEarlyEnd(0);
        assertTrue(listed.isLocked(), "after an earlier recording wanted to add its end");

        running.close(LIMIT_NANOS);
        assertFalse(listed.isLocked());
    }

    @ParameterizedTest
    @ValueSource(strings = {".gz", ".zst"})
    void shouldLoseThePieceAtMostInWhichItIsCut(String ending) throws IOException {
        Path file = folder.resolve("cut.fxt" + ending);
        play(recording(RecordingFile.create(file)));
        byte[] whole = Files.readAllBytes(file);
        byte[] records = plain();

        int most = 0;
        for (int length = whole.length / 4; length < whole.length; length += 7) {
            byte[] left = withoutTables(readable(ending, Arrays.copyOf(whole, length)));
            assertTrue(left.length >= most, "fewer bytes of a longer file");
            assertTrue(Arrays.equals(left, Arrays.copyOf(records, left.length)), "other bytes");
            most = left.length;
        }
        // The last line is there when the record of the end is cut.
        assertTrue(FxtReader.readCut(readable(ending, Arrays.copyOf(whole, whole.length - 1)))
                .toString()
                .contains("line " + (PIECES - 1)));
    }

    private static boolean beginsPiece(String ending, byte[] file, int at) {
        byte[] head = ending.equals(".gz") ? new byte[] {0x1F, (byte) 0x8B, 8} : new byte[] {0x28, (byte) 0xB5, 0x2F};
        return at + 3 <= file.length && Arrays.equals(head, Arrays.copyOfRange(file, at, at + 3));
    }

    private static byte[] readable(String ending, byte[] cut) throws IOException {
        byte[] out = new byte[1 << 20];
        int count = 0;
        try (InputStream in = uncompressed(ending, cut)) {
            for (int read = 0; read >= 0; count += Math.max(0, read)) {
                read = in.read(out, count, 1);
            }
        } catch (EOFException e) {
            // Where it was cut.
        } catch (IOException e) {
            assertTrue(e.getMessage().contains("Truncated source"), e.toString());
        }
        return Arrays.copyOf(out, count);
    }

    @ParameterizedTest
    @ValueSource(strings = {".gz", ".zst"})
    void shouldEndWithAWholePieceThatSaysWhyWhenTheDiskIsFull(String ending) throws IOException {
        Path whole = folder.resolve("whole.fxt" + ending);
        play(recording(RecordingFile.create(whole)));
        long size = Files.size(whole);
        for (long room = size / 2; room < size * 3 / 4; room += 7) {
            fillDisk(folder.resolve("full " + room + ".fxt" + ending), ending, room);
        }
    }

    private static void fillDisk(Path file, String ending, long room) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FxtRecording recording = recording(new RecordingFile(file, new FullDiskChannel(channel, room)));

        RecordingException e = assertThrows(RecordingException.class, () -> play(recording));
        recording.end(0, LIMIT_NANOS);

        assertTrue(e.getMessage().contains("No space left on device"), e.getMessage());
        try (InputStream in = uncompressed(ending, Files.readAllBytes(file))) {
            List<FxtReader.Item> kept = FxtReader.read(in.readAllBytes());
            assertTrue(kept.getLast().toString().contains(ExtensionLayout.SAVED), "the last: " + kept.getLast());
            assertTrue(kept.toString().contains("line 0"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {".gz", ".zst"})
    void shouldFlushLessOftenThanAPlainOne(String ending) throws IOException {
        Path file = folder.resolve("pass.fxt" + ending);
        FxtRecording recording = recording(RecordingFile.create(file));
        recording.begin(new SinkStart(1000, 0));
        recording.cycleEnd(1000);
        recording.event(ProgramEvent.info("a line"));
        long first = Files.size(file);
        recording.cycleEnd(200_000_999);
        long before = Files.size(file);
        recording.cycleEnd(200_001_000);
        long after = Files.size(file);
        recording.end(300_000_000, LIMIT_NANOS);

        assertEquals(first, before);
        assertTrue(after > before);
    }

    @ParameterizedTest
    @ValueSource(strings = {".gz", ".zst"})
    void shouldNeedNoMemoryForALargerPiece(String ending) throws IOException {
        RecordCompression compression = RecordCompression.of(folder.resolve("file.fxt" + ending));
        ByteBuffer large = ByteBuffer.allocateDirect(RecordOutput.BUFFER_BYTES);
        ByteBuffer small = compression.compress(ByteBuffer.allocateDirect(64));
        int capacity = small.capacity();

        assertEquals(capacity, compression.compress(large).capacity());
        compression.close();
    }
}
