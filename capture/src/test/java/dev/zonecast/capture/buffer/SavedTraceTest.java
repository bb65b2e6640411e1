package dev.zonecast.capture.buffer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.Frame;
import dev.zonecast.core.Message;
import dev.zonecast.core.Plot;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import dev.zonecast.flight.buffer.RetainedHalves;
import dev.zonecast.flight.buffer.SavedTrace;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.RecordSize;
import dev.zonecast.fxt.RecordTimes;
import dev.zonecast.fxt.SavedEnd;
import dev.zonecast.memory.Memory;
import dev.zonecast.memory.MemoryScope;
import dev.zonecast.trace.LossKind;
import dev.zonecast.trace.TraceListener;
import dev.zonecast.trace.TraceLog;
import dev.zonecast.trace.TraceReader;
import dev.zonecast.trace.TraceSummary;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SavedTraceTest {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final int ROUNDS = 1500;
    private static final SourceLocation PLACE = SourceLocation.of("saved", "Saved.run", "Saved.java", 1, 0x123456);

    private static final Plot PLOT = Plot.of("saved turns");

    @TempDir
    Path folder;

    private long[] recording() throws IOException {
        Path file = folder.resolve("whole.fxt");
        Zonecast.startRecording(file);
        for (int i = 0; i < 30; i++) {
            try (Zone zone = Zone.open(PLACE)) {
                zone.value(i);
                Zone.end(Zone.begin(PLACE));
                zone.text("a text");
            }
            PLOT.set(i);
            Message.log("turn " + i);
            Frame.mark();
            if (i == 10) {
                // The rings of a pass come one after the other: a later event of another thread may be before all of
                // ours.
                assertTrue(Zonecast.flush(LIMIT));
            }
        }
        Zonecast.stopRecording();
        byte[] bytes = Files.readAllBytes(file);
        long[] words = new long[bytes.length / 8 - 1];
        // Without the magic number, which a program's buffer does not have.
        java.nio.ByteBuffer.wrap(bytes, 8, words.length * 8)
                .order(java.nio.ByteOrder.LITTLE_ENDIAN)
                .asLongBuffer()
                .get(words);
        return words;
    }

    private static void damage(long[] words, Random random) {
        for (int i = random.nextInt(6); i >= 0; i--) {
            int at = random.nextInt(words.length);
            switch (random.nextInt(4)) {
                case 0 -> words[at] ^= 1L << random.nextInt(64);
                case 1 -> words[at] = random.nextLong();
                // A type that is not known, or a large record: as long as before, or much too long.
                case 2 -> words[at] = (words[at] & ~15L) | (10 + random.nextInt(6));
                default -> words[at] = 15L | (long) random.nextInt(1 << random.nextInt(31)) << 4;
            }
        }
    }

    private static Memory memory(long[] words, int from, int until) {
        Memory memory = MemoryScope.auto().allocate(8L * Math.max(1, until - from), 8);
        Memory.copy(words, from, memory, 0, until - from);
        return memory.slice(0, 8L * (until - from));
    }

    /** Two parts, as a durable part and a half. */
    private Path saved(long[] words, int cut, boolean isKept) throws IOException {
        Path file = folder.resolve("saved.fxt");
        Files.deleteIfExists(file);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            SavedTrace trace = new SavedTrace(file, channel, Long.MAX_VALUE);
            trace.magic();
            RecordTimes times = RecordTimes.fixed(1_000_000_000, 5);
            Memory durable = memory(words, 0, cut);
            Memory half = memory(words, cut, words.length);
            times.correct(durable);
            times.correct(half);
            if (isKept) {
                Path chunks = Files.createDirectories(folder.resolve("chunks"));
                RetainedHalves halves = new RetainedHalves(chunks, "chunk-", Long.MAX_VALUE);
                halves.durable(durable);
                long _ = halves.add(half);
                long _ = halves.evictOldest();
                halves.delete();
            }
            trace.durable(durable);
            trace.half(half);
            trace.endOpen();
            trace.finish(SavedEnd.GOOD);
        }
        return file;
    }

    /** A snapshot with an age had no names, no frames and no messages. */
    @Test
    void shouldKeepWhatLaterEventsReferToWhenOldEventsAreLeftOut() throws IOException {
        long[] whole = recording();
        Path file = folder.resolve("young.fxt");
        int firstEvent = 0;
        List<Long> times = new ArrayList<>();
        for (int at = 0; at < whole.length; at += (int) (RecordSize.bytes(whole[at]) / FxtLayout.WORD_BYTES)) {
            if ((whole[at] & 15) == FxtLayout.EVENT) {
                firstEvent = firstEvent == 0 ? at : firstEvent;
                times.add(whole[at + 1]);
            }
        }
        times.sort(null);
        TraceLog all = TraceLog.of(folder.resolve("whole.fxt"));

        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            SavedTrace trace = new SavedTrace(file, channel, Long.MAX_VALUE);
            trace.keepFrom(times.get(times.size() / 2));
            trace.magic();
            trace.durable(memory(whole, 0, firstEvent));
            trace.half(memory(whole, firstEvent, whole.length));
            trace.endOpen();
            trace.finish(SavedEnd.GOOD);
        }

        TraceLog young = TraceLog.of(file);
        assertEquals(0, young.summary.losses().of(LossKind.UNKNOWN_REFERENCES));
        assertEquals(all.summary.programs().size(), young.summary.programs().size());
        assertTrue(young.zones.size() > 10 && young.zones.size() < all.zones.size() - 10, "" + young.zones.size());
        assertEquals(all.frames.getLast().number(), young.frames.getLast().number());
        assertEquals(
                all.zones.getLast().location().toString(),
                young.zones.getLast().location().toString());
        assertEquals(all.messages.getLast().text(), young.messages.getLast().text());
        assertTrue(young.plots.containsKey(PLOT.name()), young.plots.toString());
    }

    /** There is no exception on the way. */
    @Test
    void shouldMakeAWholeTraceOfWhateverABufferHolds() throws IOException {
        long[] whole = recording();
        assertTimeoutPreemptively(LIMIT, () -> {
            for (int round = 0; round < ROUNDS; round++) {
                Random random = new Random(round);
                long[] words = whole.clone();
                damage(words, random);
                Path file = saved(words, random.nextInt(words.length), round % 8 == 0);
                TraceSummary summary = TraceReader.read(file, new TraceListener() {});

                assertEquals(Files.size(file), summary.bytes(), "round " + round);
            }
        });
    }
}
