package dev.zonecast.flight.buffer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.BufferMode;
import dev.zonecast.core.RecordingException;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.RecordSize;
import dev.zonecast.memory.Memory;
import dev.zonecast.memory.MemoryScope;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What this process reads of its own buffer while it is written. */
class ProviderBufferTest {
    /** A half has several of the pieces that are copied at once. */
    private static final int BUFFER_BYTES = 512 << 10;

    private static final int BATCH = 500;

    @TempDir
    private Path folder;

    private Path file;
    private Memory memory;
    private TraceBuffer buffer;
    private int written;

    @BeforeEach
    void make() throws IOException {
        file = folder.resolve("buffer.zc");
        memory = MappedFile.create(file, BUFFER_BYTES, MemoryScope.auto());
        buffer = new TraceBuffer(file, memory, BufferMode.CIRCULAR, null);
    }

    private void write(int count) throws RecordingException {
        for (int i = 0; i < count; i += BATCH) {
            buffer.write(TraceBufferTest.instants(written + 1, BATCH));
            written += BATCH;
        }
    }

    /** Times of the instants in the order of the parts. */
    private List<Long> times() throws IOException {
        List<Long> times = new ArrayList<>();
        try (ProviderBuffer own = ProviderBuffer.own(file, BufferMode.CIRCULAR, BUFFER_BYTES)) {
            own.rest(new ProviderBuffer.Parts() {
                @Override
                public void durable(Memory records) {
                    assertEquals(0, records.getLong(0), "instants need no other record");
                }

                @Override
                public boolean half(Memory records) {
                    long bytes;
                    for (long at = 0; at < records.byteSize(); at += bytes) {
                        long header = records.getLong(at);
                        bytes = RecordSize.bytes(header);
                        assertTrue(bytes > 0, "pieces begin and end with records");
                        if ((header & 15) == FxtLayout.EVENT) {
                            times.add(records.getLong(at + 8));
                        }
                    }
                    return true;
                }
            });
        }
        return times;
    }

    private static List<Long> range(List<Long> times) {
        return LongStream.rangeClosed(times.getFirst(), times.getLast()).boxed().toList();
    }

    @Test
    void shouldHaveAllOfTheFirstHalf() throws IOException {
        write(10 * BATCH);

        assertEquals(LongStream.rangeClosed(1, 10 * BATCH).boxed().toList(), times());
    }

    @Test
    void shouldHaveBothHalves() throws IOException {
        write(100 * BATCH);

        List<Long> times = times();

        assertEquals(range(times), times);
        assertEquals(written, times.getLast());
        assertTrue(times.size() * 16L > buffer.rolling(0).byteSize(), times.size() + " instants");
    }

    @Test
    void shouldEndTheOlderHalfWhereItEndedIfItsWriterStopsWhileItTurnsOver() throws IOException {
        write(100 * BATCH);
        List<Long> times = times();

        TraceBuffer.giveUp(memory, (buffer.wrapped() + 1) & 1);

        assertEquals(times, times());
    }

    @Test
    void shouldHaveNothingOfTheNewerHalfIfItsWriterStopsAsSoonAsItHasTurnedOver() throws IOException {
        write(100 * BATCH);
        List<Long> times = times();
        int newer = buffer.wrapped() & 1;
        long newerBytes = buffer.rollingEnd(newer);

        TraceBuffer.giveUp(memory, 1 - newer);
        memory.setInt(BufferLayout.WRAPPED_OFFSET, buffer.wrapped() + 1);

        List<Long> left = times();
        assertEquals(range(left), left);
        assertEquals(times.getLast(), left.getLast());
        assertTrue(left.size() * 16L <= newerBytes, left.size() + " instants");
    }

    @Test
    void shouldHoldNothingThatIsOverwrittenWhileItIsCopied() throws Exception {
        write(100 * BATCH);
        CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> {
            try {
                write(20_000 * BATCH);
            } catch (RecordingException e) {
                throw new IllegalStateException(e);
            }
        });
        while (!writer.isDone()) {
            List<Long> times = times();

            assertFalse(times.size() > 1 && !range(times).equals(times), "records of several moments");
        }
        requireDone(writer);
    }

    @Test
    void shouldKnowAllThatWasOpenWhereASnapshotBegins() throws IOException {
        // The records of what is open are more than what is copied of a half at once.
        int threads = 2_000;
        for (int thread = 1; thread <= threads; thread++) {
            buffer.write(duration(FxtLayout.DURATION_BEGIN, thread));
        }
        while (buffer.wrapped() < 2) {
            buffer.write(duration(FxtLayout.INSTANT, 1));
        }
        for (int thread = 1; thread <= threads; thread++) {
            buffer.write(duration(FxtLayout.DURATION_END, thread));
        }
        Path saved = folder.resolve("saved.fxt");
        try (ProviderBuffer own = ProviderBuffer.own(file, BufferMode.CIRCULAR, BUFFER_BYTES);
                FileChannel channel =
                        FileChannel.open(saved, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            SavedTrace trace = new SavedTrace(saved, channel, Long.MAX_VALUE);
            own.rest(trace);
        }

        List<Integer> types = eventTypes(Memory.ofArray(Files.readAllBytes(saved)));
        assertEquals(threads, Collections.frequency(types, FxtLayout.DURATION_BEGIN));
        assertEquals(threads, Collections.frequency(types, FxtLayout.DURATION_END));
    }

    private static ByteBuffer duration(int type, int thread) {
        return ByteBuffer.allocateDirect(40)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(FxtLayout.EVENT
                        | 5L << FxtLayout.WORDS_SHIFT
                        | (long) type << FxtLayout.EVENT_TYPE_SHIFT
                        | (FxtLayout.INLINE_STRING | 1L) << FxtLayout.EVENT_NAME_SHIFT)
                .putLong(1_000)
                .putLong(1)
                .putLong(thread)
                .putLong('z')
                .flip();
    }

    private static List<Integer> eventTypes(Memory records) {
        List<Integer> types = new ArrayList<>();
        for (long at = 0; at < records.byteSize(); at += RecordSize.bytes(records.getLong(at))) {
            long header = records.getLong(at);
            if ((header & 15) == FxtLayout.EVENT) {
                types.add((int) (header >>> FxtLayout.EVENT_TYPE_SHIFT) & 15);
            }
        }
        return types;
    }

    private static void requireDone(CompletableFuture<Void> writer) throws InterruptedException, ExecutionException {
        assertEquals(null, writer.get());
    }
}
