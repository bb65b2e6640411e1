package dev.zonecast.flight.buffer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.BufferMode;
import dev.zonecast.core.clock.ClockMap;
import dev.zonecast.core.collect.CollectorPasses;
import dev.zonecast.fxt.FxtLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a program leaves when it dies between the writing of records and the commit that speaks of them: the rings hold those. */
class DeadProgramTest {
    private static final int BUFFER_BYTES = 256 << 10;
    private static final int EVENT_BYTES = 40;
    private static final long PLENTY_NANOS = TimeUnit.MINUTES.toNanos(5);

    /** Events that fill a half of the buffer and a little of the next. */
    private static final int A_HALF = BUFFER_BYTES / 2 / EVENT_BYTES;

    @TempDir
    private Path folder;

    private ProgramBuffer program;
    private long commits;
    private long lastTime;

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 7, 13})
    void shouldEndAtTheCommitWhenHalvesWereSavedAfterIt(int halves) throws IOException {
        open(BufferMode.STREAMING);
        write(3 * A_HALF + A_HALF / 2);
        commit();
        long committed = lastTime;
        write(halves * A_HALF + 10);

        List<Long> left = left();

        assertEquals(LongStream.rangeClosed(1, committed).boxed().toList(), left);
    }

    @Test
    void shouldKeepTheWholeFileWhenTheCommitIsForgotten() throws IOException {
        open(BufferMode.STREAMING);
        write(A_HALF / 2);
        commit();
        write(20 * A_HALF);

        List<Long> left = left();

        assertTrue(left.size() > 18 * A_HALF, () -> left.size() + " events");
        assertEquals(LongStream.rangeClosed(1, left.size()).boxed().toList(), left);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void shouldHoldNothingBehindTheCommitWhenACircularBufferWentOn(int halves) throws IOException {
        open(BufferMode.CIRCULAR);
        write(3 * A_HALF + A_HALF / 2);
        commit();
        long committed = lastTime;
        write(halves * A_HALF + 10);

        List<Long> left = left();

        // The rings go on behind it: a gap or an event that is there twice would show.
        long first = committed - left.size() + 1;
        assertEquals(LongStream.rangeClosed(first, committed).boxed().toList(), left);
        assertEquals(halves < 2, !left.isEmpty());
    }

    private void open(BufferMode mode) throws IOException {
        program = new ProgramBuffer(
                new OwnFolder(RuntimeFolder.open(folder.resolve("run")), 1 << 16),
                "test",
                mode,
                BUFFER_BYTES,
                mode == BufferMode.STREAMING ? folder.resolve("stream.fxt") : null,
                new ClockMap.Line(0, 0, 1));
    }

    /** One batch each: as a collector whose next commit is a long way off. */
    private void write(int events) throws IOException {
        for (int i = 0; i < events; i++) {
            program.buffer().write(instant(++lastTime));
            // However slow the disk is.
            assertTrue(program.buffer().awaitIdle(PLENTY_NANOS));
        }
    }

    private void commit() {
        program.state()
                .commit(
                        ++commits,
                        new ClockMap.Line(0, 0, 1),
                        0,
                        ProgramState.Phase.RECORDING,
                        program.buffer(),
                        new CollectorPasses.Dropped(0, 0));
    }

    private static ByteBuffer instant(long time) {
        ByteBuffer b = ByteBuffer.allocateDirect(EVENT_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        b.putLong(FxtLayout.EVENT
                | (long) (EVENT_BYTES / 8) << FxtLayout.WORDS_SHIFT
                | (FxtLayout.INLINE_STRING | 4L) << FxtLayout.EVENT_NAME_SHIFT);
        b.putLong(time).putLong(1).putLong(2).putLong(0x7473_6574);
        return b.flip();
    }

    /** Times of the events that are recovered from the buffer alone. */
    private List<Long> left() throws IOException {
        ByteBuffer words = ByteBuffer.wrap(LeftRecords.of(program, folder.resolve("left.fxt")))
                .order(ByteOrder.LITTLE_ENDIAN);
        List<Long> times = new ArrayList<>();
        while (words.hasRemaining()) {
            int at = words.position();
            long header = words.getLong();
            if ((header & 15) == FxtLayout.EVENT) {
                times.add(words.getLong());
            }
            words.position(at + (int) (header >>> FxtLayout.WORDS_SHIFT & FxtLayout.MAX_RECORD_WORDS) * 8);
        }
        return times;
    }
}
