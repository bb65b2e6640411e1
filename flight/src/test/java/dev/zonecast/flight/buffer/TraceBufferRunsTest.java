package dev.zonecast.flight.buffer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.BufferMode;
import dev.zonecast.core.RecordingException;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.clock.ClockMap;
import dev.zonecast.core.collect.CollectorPasses;
import dev.zonecast.core.collect.ThreadTrack;
import dev.zonecast.core.event.Life;
import dev.zonecast.core.event.SinkStart;
import dev.zonecast.core.event.Utf8Text;
import dev.zonecast.core.event.ZoneAttribute;
import dev.zonecast.core.event.ZoneRun;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.recording.FxtRecording;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.write.RecordOutput;
import dev.zonecast.fxt.write.ZoneNotes;
import dev.zonecast.memory.Memory;
import dev.zonecast.memory.MemoryScope;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Zones that are written straight into a half, with notes for whole runs, lie there as if each record had been appended by itself. */
class TraceBufferRunsTest {
    private static final long FIRST_NANOS = 1_000_000;
    private static final SourceLocation[] PLACES = places();

    @TempDir
    private Path folder;

    private final Random random = new Random(8);

    /** As many as a small durable part has room for. */
    private int places = PLACES.length;

    private final int[] depths = new int[3];

    /** Times of the begins and ends in the order of their writing. */
    private final List<Long> played = new ArrayList<>();

    private long now = FIRST_NANOS;

    /** A buffer with the halves that have been saved of it. */
    private static final class Saved {
        private final TraceBuffer buffer;
        private final List<byte[]> halves = new ArrayList<>();
        private boolean isLate;
        private int waiting = -1;

        Saved(BufferMode mode, long bytes) {
            Memory whole = MemoryScope.auto().allocate(bytes, 64);
            // It saves at once, or not before the test lets it.
            buffer = new TraceBuffer(Path.of("test"), whole, mode, this::save, 0);
        }

        private void save(int wrapped, long durableEnd) {
            int part = wrapped & 1;
            halves.add(bytes(buffer.rolling(part), buffer.rollingEnd(part)));
            if (isLate) {
                waiting = wrapped;
            } else {
                buffer.saved(wrapped);
            }
        }

        void late(boolean late) {
            isLate = late;
            if (!late && waiting >= 0) {
                buffer.saved(waiting);
                waiting = -1;
            }
        }

        byte[] newest() {
            return bytes(buffer.rolling(buffer.wrapped() & 1), buffer.rollingEnd());
        }
    }

    /** Two buffers that get the same: one in the way of a recording, one copies of the finished batches. */
    private static final class Twins implements RecordOutput {
        private final BufferMode mode;
        private final Saved placed;
        private final Saved copied;

        Twins(BufferMode mode, long bytes) {
            this.mode = mode;
            placed = new Saved(mode, bytes);
            copied = new Saved(mode, bytes);
        }

        @Override
        public ByteBuffer firstBuffer() {
            return placed.buffer.firstBuffer();
        }

        @Override
        public ZoneNotes notes() {
            return placed.buffer.notes();
        }

        @Override
        public ByteBuffer exchange(ByteBuffer records) throws RecordingException {
            ByteBuffer copy = ByteBuffer.allocateDirect(records.remaining());
            copy.put(records.duplicate()).flip();
            RecordingException ofCopied = null;
            try {
                copied.buffer.write(copy);
            } catch (RecordingException e) {
                ofCopied = e;
            }
            try {
                ByteBuffer next = placed.buffer.exchange(records);
                assertEquals(null, ofCopied);
                return next;
            } catch (RecordingException e) {
                assertNotNull(ofCopied);
                throw e;
            }
        }

        @Override
        public void write(ByteBuffer records) {
            throw new AssertionError("a recording hands over its buffer");
        }

        @Override
        public Path path() {
            return placed.buffer.path();
        }

        @Override
        public long writtenBytes() {
            return placed.buffer.writtenBytes();
        }

        @Override
        public boolean failed() {
            return placed.buffer.failed();
        }

        @Override
        public void close(long limitNanos) {
            placed.buffer.close(limitNanos);
            copied.buffer.close(limitNanos);
        }

        void late(boolean late) {
            placed.late(late);
            copied.late(late);
        }

        void requireSame() {
            TraceBuffer a = placed.buffer;
            TraceBuffer b = copied.buffer;
            assertEquals(a.wrapped(), b.wrapped());
            assertEquals(a.dropped(), b.dropped());
            assertEquals(a.durableEnd(), b.durableEnd());
            requireSame("durable part", a.durable(), b.durable(), a.durableEnd());
            for (int part = 0; part < (mode == BufferMode.ONESHOT ? 1 : 2); part++) {
                assertEquals(a.rollingEnd(part), b.rollingEnd(part));
                requireSame("half " + part, a.rolling(part), b.rolling(part), a.rollingEnd(part));
            }
            assertEquals(placed.halves.size(), copied.halves.size());
            for (int i = 0; i < placed.halves.size(); i++) {
                assertEquals(-1, Arrays.mismatch(placed.halves.get(i), copied.halves.get(i)), "saved " + i);
            }
        }

        private static void requireSame(String what, Memory a, Memory b, long bytes) {
            assertEquals(-1, a.slice(0, bytes).mismatch(b.slice(0, bytes)), what);
        }
    }

    private static byte[] bytes(Memory part, long end) {
        return part.slice(0, end).toBytes();
    }

    private static SourceLocation[] places() {
        SourceLocation[] all = new SourceLocation[60];
        for (int i = 0; i < all.length; i++) {
            all[i] = SourceLocation.of(i % 3 == 0 ? "" : "in a run " + i, "Game.f" + i, "Game.java", i, i);
        }
        return all;
    }

    // --- the same bytes

    /** Halves that are smaller than a batch with its runs, as large as a few of them, and larger. */
    @ParameterizedTest
    @CsvSource({
        "STREAMING, 98304, 800", "STREAMING, 1048576, 2500", "STREAMING, 4194304, 5000",
        "CIRCULAR, 98304, 800", "CIRCULAR, 1048576, 2500", "CIRCULAR, 4194304, 5000"
    })
    void shouldHoldTheSameWhenRunsAreWrittenInPlace(BufferMode mode, long bytes, int steps) throws IOException {
        Twins twins = new Twins(mode, bytes);
        places = bytes < 1 << 20 ? 6 : places;
        FxtRecording recording = begun(twins);
        List<ThreadTrack> threads = threads(recording);

        for (int i = 0; i < steps; i++) {
            step(recording, threads);
        }
        recording.commit(false);

        twins.requireSame();
        assertTrue(twins.placed.buffer.wrapped() >= 3, "halves: " + twins.placed.buffer.wrapped());
        assertEquals(0, twins.placed.buffer.dropped());
        if (mode == BufferMode.STREAMING) {
            List<Long> times = new ArrayList<>();
            twins.placed.halves.forEach(half -> durationTimes(half, times));
            durationTimes(twins.placed.newest(), times);
            assertEquals(played, times);
        }
    }

    @ParameterizedTest
    @CsvSource({"98304, 100", "1048576, 600"})
    void shouldHoldTheSameWhenRecordsAreDroppedBecauseTheSaverIsLate(long bytes, int steps) throws IOException {
        Twins twins = new Twins(BufferMode.STREAMING, bytes);
        places = bytes < 1 << 20 ? 6 : places;
        FxtRecording recording = begun(twins);
        List<ThreadTrack> threads = threads(recording);

        for (int turn = 0; turn < 2; turn++) {
            twins.late(true);
            for (int i = 0; i < steps || twins.placed.buffer.dropped() == 0; i++) {
                step(recording, threads);
            }
            twins.late(false);
            for (int i = 0; i < steps; i++) {
                step(recording, threads);
            }
        }
        recording.commit(false);

        twins.requireSame();
        assertTrue(twins.placed.buffer.dropped() > 0);
    }

    @Test
    void shouldLeaveWhatItHoldsAloneWhenAOneshotBufferIsFull() throws IOException {
        Twins twins = new Twins(BufferMode.ONESHOT, 1 << 20);
        FxtRecording recording = begun(twins);
        List<ThreadTrack> threads = threads(recording);

        assertThrows(RecordingException.class, () -> {
            while (true) {
                step(recording, threads);
                recording.flush();
            }
        });
        twins.requireSame();
        byte[] full = twins.placed.newest();
        // The collector finds out at the end of its pass only.
        run(recording, threads.get(0), 0, 500);

        assertEquals(-1, Arrays.mismatch(full, twins.placed.newest()));
    }

    @Test
    void shouldLeaveWhatItHoldsAloneWhenTheDurablePartIsFull() throws IOException {
        Twins twins = new Twins(BufferMode.CIRCULAR, 4 << 20);
        FxtRecording recording = begun(twins);
        List<ThreadTrack> threads = threads(recording);
        run(recording, threads.get(0), 0, 500);
        recording.flush();
        long before = twins.placed.buffer.rollingEnd();

        assertThrows(RecordingException.class, () -> {
            for (int i = 0; ; i++) {
                recording.zones(
                        threads.get(1),
                        new ZoneRun()
                                .onlyBegin(++now, Ids.of(SourceLocation.of("full " + i, "Game.full", "F.java", i, 0))));
                recording.zones(threads.get(1), new ZoneRun().onlyEnd(++now));
            }
        });
        twins.requireSame();
        byte[] full = twins.placed.newest();
        run(recording, threads.get(0), 0, ZoneRun.CAPACITY);

        // The batch that failed lay in the half, and a part of it has stayed there.
        assertTrue(full.length > before);
        assertEquals(-1, Arrays.mismatch(full, twins.placed.newest()));
    }

    // --- a program that is killed

    @ParameterizedTest
    @EnumSource(BufferMode.class)
    void shouldEndAtTheCommitWhenAProgramDiesInTheMiddleOfARun(BufferMode mode) throws IOException {
        ProgramBuffer program = new ProgramBuffer(
                new OwnFolder(RuntimeFolder.open(folder.resolve("run")), 1 << 16),
                "test",
                mode,
                8 << 20,
                mode == BufferMode.STREAMING ? folder.resolve("stream.fxt") : null,
                new ClockMap.Line(0, 0, 1));
        FxtRecording recording = begun(program.buffer());
        List<ThreadTrack> threads = threads(recording);
        for (int i = 0; i < 40; i++) {
            run(recording, threads.get(0), 0, ZoneRun.CAPACITY);
        }
        recording.commit(false);
        program.state()
                .commit(
                        1,
                        new ClockMap.Line(0, 0, 1),
                        0,
                        ProgramState.Phase.RECORDING,
                        program.buffer(),
                        new CollectorPasses.Dropped(0, 0));
        List<Long> committed = List.copyOf(played);
        // Handed over, but not committed; and then one that lies behind the end.
        run(recording, threads.get(0), 0, ZoneRun.CAPACITY);
        recording.flush();
        run(recording, threads.get(0), 0, ZoneRun.CAPACITY);

        List<Long> left = left(program);

        long end = program.buffer().rollingEnd();
        Memory half = program.buffer().rolling(0);
        assertEquals(FxtLayout.EVENT, (int) half.getLong(end) & 15, "written in place");
        assertNotEquals(committed.size(), played.size());
        assertEquals(committed, left);
    }

    private List<Long> left(ProgramBuffer program) throws IOException {
        List<Long> times = new ArrayList<>();
        durationTimes(LeftRecords.of(program.folder(), folder.resolve("left.fxt")), times);
        return times;
    }

    // --- playing

    private static FxtRecording begun(RecordOutput output) throws IOException {
        FxtRecording recording = FxtRecording.into(output, "Game", 1 << 20);
        recording.begin(new SinkStart(FIRST_NANOS, 0));
        return recording;
    }

    private static List<ThreadTrack> threads(FxtRecording recording) throws IOException {
        List<ThreadTrack> threads = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            threads.add(ThreadTrack.ofName(i + 1, "thread " + i));
            recording.thread(threads.getLast(), Life.STARTED);
        }
        return threads;
    }

    private void step(FxtRecording recording, List<ThreadTrack> threads) throws IOException {
        int which = random.nextInt(3);
        ThreadTrack thread = threads.get(which);
        run(recording, thread, which, 1 + random.nextInt(random.nextInt(8) == 0 ? ZoneRun.CAPACITY : 30));
        switch (depths[which] == 0 ? 9 : random.nextInt(14)) {
            case 0 -> recording.event(new ZoneAttribute().text(EventKind.ZONE_TEXT, thread, Utf8Text.of("a text")));
            case 1 ->
                recording.event(new ZoneAttribute().text(EventKind.ZONE_NAME, thread, Utf8Text.of("another name")));
            case 2 -> recording.event(new ZoneAttribute().value(EventKind.ZONE_VALUE, thread, 4711));
            case 3 -> recording.flush();
            case 4, 5 -> recording.commit(random.nextBoolean());
            case 6 -> recording.cycleEnd(now);
            default -> {
                // Nothing between the two runs.
            }
        }
    }

    private void run(FxtRecording recording, ThreadTrack thread, int which, int size) throws IOException {
        ZoneRun run = new ZoneRun();
        int begins = 0;
        // One thread has many open at a time.
        int deepest = which == 0 ? 200 : 5;
        for (int i = 0; i < size; i++) {
            now += 1 + random.nextInt(200);
            played.add(now);
            int depth = depths[which];
            boolean begin = depth == 0 || (depth < deepest && random.nextInt(100) < 52);
            run.put(i, now, begin ? Ids.of(PLACES[random.nextInt(places)]) : ZoneRun.END);
            begins += begin ? 1 : 0;
            depths[which] += begin ? 1 : -1;
        }
        run.filled(size, begins);
        recording.zones(thread, run);
    }

    /** Times of begins and ends of durations. */
    private static void durationTimes(byte[] records, List<Long> times) {
        Memory words = Memory.ofArray(records);
        for (long at = 0; at < records.length; ) {
            long header = words.getLong(at);
            int type = (int) (header >>> FxtLayout.EVENT_TYPE_SHIFT) & 15;
            if ((header & 15) == FxtLayout.EVENT
                    && (type == FxtLayout.DURATION_BEGIN || type == FxtLayout.DURATION_END)) {
                times.add(words.getLong(at + 8));
            }
            at += (header >>> FxtLayout.WORDS_SHIFT & FxtLayout.MAX_RECORD_WORDS) * FxtLayout.WORD_BYTES;
        }
    }
}
