package dev.zonecast.flight.buffer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.BufferMode;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.memory.Memory;
import dev.zonecast.memory.MemoryScope;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceBufferTest {
    private static final int BUFFER_BYTES = 256 << 10;
    private static final int INSTANT_BYTES = 16;

    /** Instants, numbered by their times. */
    static ByteBuffer instants(int first, int count) {
        ByteBuffer records = ByteBuffer.allocateDirect(count * INSTANT_BYTES).order(ByteOrder.nativeOrder());
        for (int i = first; i < first + count; i++) {
            records.putLong(FxtLayout.EVENT | 2L << FxtLayout.WORDS_SHIFT | 1L << FxtLayout.EVENT_THREAD_SHIFT);
            records.putLong(i);
        }
        return records.flip();
    }

    private static List<Long> times(Memory half, long end) {
        List<Long> times = new ArrayList<>();
        long at = 0;
        while (at < end) {
            long header = half.getLong(at);
            if ((header & 15) == FxtLayout.EVENT) {
                times.add(half.getLong(at + 8));
            }
            at += ((header >>> FxtLayout.WORDS_SHIFT) & FxtLayout.MAX_RECORD_WORDS) * FxtLayout.WORD_BYTES;
        }
        assertEquals(end, at, "the end of a record");
        return times;
    }

    @ParameterizedTest
    @ValueSource(ints = {9_000, 17_000, 40_000})
    void shouldSayWhereTheOlderHalfEndsWhenOneWriteFillsSeveral(int count) throws Exception {
        try (MemoryScope arena = MemoryScope.confined()) {
            TraceBuffer buffer =
                    new TraceBuffer(Path.of("buffer"), arena.allocate(BUFFER_BYTES, 8), BufferMode.CIRCULAR, null);
            buffer.write(instants(1, 1_000));

            buffer.write(instants(1, count));

            assertTrue(buffer.wrapped() > 0);
            int part = buffer.wrapped() & 1;
            List<Long> older = times(buffer.rolling(1 - part), buffer.rollingEnd(1 - part));
            List<Long> newer = times(buffer.rolling(part), buffer.rollingEnd(part));
            assertEquals(count, newer.getLast());
            assertEquals(newer.getFirst() - 1, older.getLast());
            long room = buffer.rolling(0).byteSize() / INSTANT_BYTES;
            assertTrue(older.size() > room - 100, older.size() + " of " + room + ", but for what a half begins with");
        }
    }
}
