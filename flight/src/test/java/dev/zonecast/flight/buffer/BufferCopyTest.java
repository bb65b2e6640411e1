package dev.zonecast.flight.buffer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.BufferMode;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.memory.Memory;
import dev.zonecast.memory.MemoryScope;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BufferCopyTest {
    private final MemoryScope arena = MemoryScope.confined();
    private final BufferMemory memory =
            BufferMemory.create(arena.allocate(BufferLayout.LEAST_BYTES, 8), BufferMode.CIRCULAR);

    @AfterEach
    void close() {
        arena.close();
    }

    /** One record, whose time is the half's count. */
    private void fill(int count) {
        Memory half = memory.rolling(count & 1);
        half.setLong(0, FxtLayout.EVENT | 2L << FxtLayout.WORDS_SHIFT);
        half.setLong(8, count);
        memory.rollingEnd(count & 1, 16);
    }

    private TraceBuffer.Ends twoHalves() {
        fill(0);
        memory.begin(1);
        fill(1);
        return new TraceBuffer.Ends(1, 0, 16, 16, 0);
    }

    private static List<Long> times(List<Memory> pieces) {
        return pieces.stream().map(piece -> piece.getLong(8)).toList();
    }

    @Test
    void shouldHaveBothHalvesWhenNothingIsBegunMeanwhile() {
        TraceBuffer.Ends ends = twoHalves();

        try (BufferCopy copy = new BufferCopy(memory, ends)) {
            assertTrue(copy.isComplete());
            assertEquals(List.of(0L), times(copy.older()));
            assertEquals(List.of(1L), times(copy.newer()));
        }
    }

    @Test
    void shouldLeaveOutTheOlderHalfWhenItHasBeenBegunAnew() {
        TraceBuffer.Ends ends = twoHalves();
        // Begun, and no record written yet: from here on the writer may store there at any moment.
        memory.begin(2);

        try (BufferCopy copy = new BufferCopy(memory, ends)) {
            assertFalse(copy.isComplete());
            assertEquals(List.of(), copy.older());
            assertEquals(List.of(1L), times(copy.newer()));
        }
    }

    @Test
    void shouldLeaveOutBothHalvesWhenBothHaveBeenBegunAnew() {
        TraceBuffer.Ends ends = twoHalves();
        memory.begin(2);
        fill(2);
        memory.begin(3);

        try (BufferCopy copy = new BufferCopy(memory, ends)) {
            assertEquals(List.of(), copy.older());
            assertEquals(List.of(), copy.newer());
        }
    }

    @Test
    void shouldEmptyTheHalfThatIsBegun() {
        TraceBuffer.Ends _ = twoHalves();

        memory.begin(2);

        assertEquals(2, memory.wrapped());
        assertEquals(0, memory.rollingEnd(0), "old records must not pass for new ones");
        assertEquals(16, memory.rollingEnd(1));
    }
}
