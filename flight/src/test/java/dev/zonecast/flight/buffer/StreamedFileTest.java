package dev.zonecast.flight.buffer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.SavedEnd;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file of a streaming buffer as recovery finds it: cut, or another one. */
class StreamedFileTest {
    private static final int RECORDS = 50_000;
    private static final int RECORD_BYTES = 40;

    @TempDir
    private Path folder;

    private SavedTrace trace;

    private byte[] recovered(Path streamed, long bytes) throws IOException {
        Path target = folder.resolve("recovered.fxt");
        try (FileChannel in = FileChannel.open(streamed);
                FileChannel out = FileChannel.open(
                        target,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.TRUNCATE_EXISTING)) {
            trace = new SavedTrace(target, out, Long.MAX_VALUE);
            trace.streamed(in, bytes);
            trace.finish(SavedEnd.GOOD);
        }
        return Files.readAllBytes(target);
    }

    private Path streamed() throws IOException {
        ByteBuffer records = PlainRecords.batch(FxtLayout.INSTANT, 'i', 7, RECORDS);
        ByteBuffer whole = ByteBuffer.allocate(8 + records.remaining()).order(ByteOrder.LITTLE_ENDIAN);
        return Files.write(
                folder.resolve("stream.fxt"),
                whole.putLong(FxtLayout.MAGIC).put(records).array());
    }

    @Test
    void shouldTakeAllThatWasSaved() throws IOException {
        Path file = streamed();

        byte[] trace = recovered(file, Files.size(file));

        assertEquals(RECORDS, PlainRecords.count(trace, FxtLayout.INSTANT));
    }

    @Test
    void shouldRefuseAFileThatIsShorterThanWhatWasSaved() throws IOException {
        Path file = streamed();
        long bytes = Files.size(file);
        Files.write(file, java.util.Arrays.copyOf(Files.readAllBytes(file), (int) bytes - RECORD_BYTES));

        BufferDamagedException refusal = assertThrows(BufferDamagedException.class, () -> recovered(file, bytes));

        assertTrue(refusal.getMessage().contains("shorter"), refusal.getMessage());
    }

    @Test
    void shouldCountWhatIsNoRecord() throws IOException {
        Path file = streamed();
        long bytes = Files.size(file);
        byte[] half = Files.readAllBytes(file);
        byte[] text = "this is something else".repeat((int) bytes / 20).getBytes(StandardCharsets.US_ASCII);
        int from = 8 + RECORDS / 2 * RECORD_BYTES;
        System.arraycopy(text, 0, half, from, half.length - from);
        Files.write(file, half);

        byte[] read = recovered(file, bytes);

        assertEquals(1, trace.damaged());
        assertEquals(RECORDS / 2, PlainRecords.count(read, FxtLayout.INSTANT));
    }
}
