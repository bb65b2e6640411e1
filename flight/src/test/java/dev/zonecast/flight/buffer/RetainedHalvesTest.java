package dev.zonecast.flight.buffer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.BufferMode;
import dev.zonecast.core.RecordingException;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.SavedEnd;
import dev.zonecast.memory.Memory;
import dev.zonecast.memory.MemoryScope;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Halves of a streaming buffer can be read without those before them. */
class RetainedHalvesTest {
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int FILLING = 200;

    @TempDir
    private Path folder;

    private RetainedHalves halves;
    private TraceBuffer buffer;
    private boolean isLate;
    private int asked = -1;
    private long time;

    private void open() {
        halves = new RetainedHalves(folder, "chunk-");
        buffer = new TraceBuffer(
                folder.resolve("buffer"),
                MemoryScope.auto().allocate(BUFFER_BYTES, 8),
                BufferMode.STREAMING,
                this::save,
                false);
    }

    private void save(int wrapped, long durableEnd) {
        asked = wrapped;
        if (!isLate) {
            answer();
        }
    }

    private void answer() {
        try {
            Memory half = buffer.rolling(asked & 1).slice(0, buffer.rollingEnd(asked & 1));
            long _ = halves.add(half);
            buffer.saved(asked);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void write(int type, char name, int count) throws RecordingException {
        buffer.write(PlainRecords.batch(type, name, ++time, count));
    }

    private void fillHalf() throws RecordingException {
        int wrapped = buffer.wrapped();
        long dropped = buffer.dropped();
        while (buffer.wrapped() == wrapped && buffer.dropped() == dropped) {
            write(FxtLayout.INSTANT, 'i', FILLING);
        }
    }

    private byte[] saved() throws IOException {
        Path file = folder.resolve("saved.fxt");
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            SavedTrace trace = new SavedTrace(file, channel, Long.MAX_VALUE);
            trace.magic();
            halves.writeTo(trace);
            boolean _ = trace.half(buffer.rolling(buffer.wrapped() & 1).slice(0, buffer.rollingEnd()));
            assertEquals(0, trace.damaged());
            trace.finish(SavedEnd.GOOD);
        }
        return Files.readAllBytes(file);
    }

    @Test
    void shouldKeepOpenZonesWhenTheHalfOfTheirBeginIsRemoved() throws IOException {
        open();
        write(FxtLayout.DURATION_BEGIN, 'a', 1);
        write(FxtLayout.DURATION_BEGIN, 'b', 1);
        fillHalf();
        write(FxtLayout.DURATION_END, 'b', 1);
        fillHalf();
        write(FxtLayout.DURATION_END, 'a', 1);
        assertEquals(List.of("a", "b", ")", ")"), PlainRecords.durations(saved()));

        assertTrue(halves.evictOldest() > 0);
        assertEquals(List.of("a", "b", ")", ")"), PlainRecords.durations(saved()));
        assertTrue(halves.evictOldest() > 0);
        assertEquals(List.of("a", ")"), PlainRecords.durations(saved()));
        assertEquals(2, halves.evicted());
    }

    /** Ends and begins that were dropped come behind what was open; a reader that begins there has the begins already. */
    @Test
    void shouldTellEachOpenZoneOnceWhenRecordsWereDropped() throws IOException {
        open();
        write(FxtLayout.DURATION_BEGIN, 'a', 1);
        write(FxtLayout.DURATION_BEGIN, 'b', 1);
        isLate = true;
        fillHalf();
        fillHalf();
        write(FxtLayout.DURATION_END, 'b', 1);
        write(FxtLayout.DURATION_BEGIN, 'c', 1);
        assertTrue(buffer.dropped() > 1, () -> "dropped " + buffer.dropped());
        isLate = false;
        answer();
        write(FxtLayout.INSTANT, 'i', FILLING);
        write(FxtLayout.DURATION_END, 'c', 1);
        write(FxtLayout.DURATION_END, 'a', 1);
        assertEquals(List.of("a", "b", ")", "c", ")", ")"), PlainRecords.durations(saved()));

        assertTrue(halves.evictOldest() > 0);
        assertTrue(halves.evictOldest() > 0);
        assertEquals(List.of("a", "c", ")", ")"), PlainRecords.durations(saved()));
    }
}
