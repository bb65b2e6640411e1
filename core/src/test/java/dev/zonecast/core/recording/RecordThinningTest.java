package dev.zonecast.core.recording;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.FrameEvent;
import dev.zonecast.core.event.Life;
import dev.zonecast.core.event.SinkStart;
import dev.zonecast.core.event.Utf8Text;
import dev.zonecast.core.event.ZoneAttribute;
import dev.zonecast.core.event.ZoneRun;
import dev.zonecast.core.image.TestFrameImages;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.Term;
import dev.zonecast.fxt.write.RecordOutput;
import dev.zonecast.fxt.write.RecordThinning;
import dev.zonecast.memory.Memory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RecordThinningTest {
    private static final ProgramFacts PROGRAM =
            new ProgramFacts("Game", Script.PID, "counter", "a test", "25", "Linux");

    /** A disk that stands still for a part of the time: buffers are thinned then, again and again. */
    private static final class StallingOutput implements RecordOutput {
        private final ByteArrayOutputStream file = new ByteArrayOutputStream();
        private final RecordThinning thinning = new RecordThinning();
        private long takenBytes;
        private int keptBytes;
        private boolean stalls;

        @Override
        public Path path() {
            return Path.of("none.fxt");
        }

        @Override
        public long writtenBytes() {
            return takenBytes;
        }

        @Override
        public boolean failed() {
            return false;
        }

        @Override
        public ByteBuffer firstBuffer() {
            return ByteBuffer.allocateDirect(LEAST_BUFFER_BYTES);
        }

        @Override
        public void write(ByteBuffer records) {
            takenBytes += records.remaining();
            while (records.hasRemaining()) {
                file.write(records.get());
            }
        }

        @Override
        public ByteBuffer exchange(ByteBuffer records) {
            keptBytes = 0;
            if (stalls) {
                int bytes = records.remaining();
                int kept = thinning.thin(Memory.ofBuffer(records), bytes, false);
                takenBytes += bytes - kept;
                if (kept <= records.capacity() / 2) {
                    keptBytes = kept;
                    return records.clear();
                }
                records.limit(kept);
            }
            write(records);
            return records.clear();
        }

        @Override
        public long losses() {
            return thinning.dropped();
        }

        @Override
        public int keptBytes() {
            return keptBytes;
        }

        @Override
        public void close(long limitNanos) {}
    }

    private record Expected(long begin, long end, String name) {}

    @Test
    void shouldKeepTrueTimesOfAllThatIsLeftWhenTheDiskStandsStillNowAndThen() throws IOException {
        for (int seed = 0; seed < 5; seed++) {
            playAndCheck(seed);
        }
    }

    @Test
    void shouldKeepNamesOfThreadsThatHaveAnIndexOnlyWhenThereIsNoRoomForAll() throws IOException {
        StallingOutput output = new StallingOutput();
        FxtRecording recording = new FxtRecording(output, PROGRAM);
        recording.begin(new SinkStart(1000, 0));
        int threads = 2000;
        for (int i = 0; i < threads; i++) {
            EventThread thread = EventThread.of(1 + i, "thread " + i);
            recording.thread(thread, Life.STARTED);
            recording.zones(thread, new ZoneRun().onlyBegin(2000 + i, Ids.of(Script.location("short"))));
            recording.zones(thread, new ZoneRun().onlyEnd(2000 + i));
        }
        recording.end(9000, 0);
        byte[] file = output.file.toByteArray();
        ByteBuffer records = ByteBuffer.allocateDirect(file.length).put(file).flip();

        int kept = output.thinning.thin(Memory.ofBuffer(records), file.length, true);

        byte[] left = new byte[kept];
        records.get(left);
        RecordedTrace trace = RecordedTrace.of(FxtReader.read(left));
        assertEquals(List.of(), trace.zones);
        assertTrue(trace.threadNames.size() <= FxtLayout.MAX_THREAD_INDEX, trace.threadNames.size() + " names");
        assertTrue(kept < file.length / 4, kept + " of " + file.length + " bytes");
    }

    /** They lasted to the end of the recording: their ends, 5 ms later and in the next buffer, were dropped. */
    @Test
    void shouldKeepEndsOfSpansFlowsAndBlocksWhenTheirBeginsAreInTheFile() {
        long[][] kept = {
            event(FxtLayout.ASYNC_END, 1),
            event(FxtLayout.FLOW_END, 1),
            block(ExtensionLayout.MEMORY_FREED, 7, 4096),
            event(FxtLayout.ASYNC_BEGIN, 3),
            event(FxtLayout.FLOW_BEGIN, 3),
            block(ExtensionLayout.MEMORY_ALLOCATED, 7, 64),
            block(ExtensionLayout.MEMORY_DISCARDED, 8, 0),
        };
        long[][] dropped = {
            event(FxtLayout.ASYNC_BEGIN, 2),
            event(FxtLayout.FLOW_BEGIN, 2),
            block(ExtensionLayout.MEMORY_ALLOCATED, 7, 8),
            block(ExtensionLayout.MEMORY_ALLOCATED, 8, 4096),
            event(FxtLayout.ASYNC_END, 2),
            event(FxtLayout.FLOW_END, 2),
            block(ExtensionLayout.MEMORY_FREED, 7, 8),
        };
        // The last record always stays.
        long[] last = {0x21L, 0};
        long[] all = words(dropped[0], dropped[1], dropped[2], dropped[3], kept[0], kept[1], kept[2], kept[3]);
        all = words(all, kept[4], kept[5], dropped[4], dropped[5], dropped[6], kept[6], last);
        Memory records = Memory.ofArray(all);

        RecordThinning thinning = new RecordThinning();
        int bytes = thinning.thin(records, 8 * all.length, false);

        long[] left = new long[bytes / 8];
        Memory.copy(records, 0, left, 0, left.length);
        assertArrayEquals(words(words(kept[0], kept[1], kept[2], kept[3]), kept[4], kept[5], kept[6], last), left);
        assertEquals(dropped.length, thinning.dropped());
    }

    @Test
    void shouldWriteAPictureAnewWhenItMayHaveBeenDropped() throws IOException {
        StallingOutput output = new StallingOutput();
        FxtRecording recording = new FxtRecording(output, PROGRAM);
        recording.begin(new SinkStart(1000, 0));
        EventThread thread = EventThread.of(1, "main");
        recording.thread(thread, Life.STARTED);
        recording.event(TestFrameImages.of(0, 8, 4, false, 1));
        recording.event(TestFrameImages.of(1, 8, 4, false, 1));
        recording.flush();
        output.stalls = true;
        // Another picture, which is dropped: the last record always stays.
        recording.event(TestFrameImages.of(2, 8, 4, false, 2));
        recording.event(new FrameEvent().mark(thread, 2000, 1));
        recording.flush();
        output.stalls = false;
        for (int frame = 3; frame < 6; frame++) {
            recording.event(TestFrameImages.of(frame, 8, 4, false, 2));
        }
        recording.end(9000, 0);

        assertEquals(
                List.of("0 is 0 of 0", "1 is 0 of 1", "0 is 2 of 3", "1 is 2 of 4", "1 is 2 of 5"), pictures(output));
    }

    /** Kind, number and frame of each picture in the file. */
    private static List<String> pictures(StallingOutput output) {
        List<String> pictures = new ArrayList<>();
        for (FxtReader.Item item : FxtReader.read(output.file.toByteArray())) {
            if (item instanceof FxtReader.Blob blob && blob.name().equals(ExtensionLayout.FRAME_IMAGE)) {
                ByteBuffer b = blob.payload().order(ByteOrder.LITTLE_ENDIAN);
                pictures.add(b.getShort(ExtensionLayout.KIND_OFFSET)
                        + " is "
                        + b.getInt(ExtensionLayout.ID_OFFSET)
                        + " of "
                        + b.getLong(ExtensionLayout.FRAME_IMAGE_FRAME));
            }
        }
        return pictures;
    }

    private static long[] words(long[]... records) {
        return Arrays.stream(records).flatMapToLong(Arrays::stream).toArray();
    }

    private static long[] event(int type, long id) {
        return new long[] {FxtLayout.EVENT | 3L << 4 | (long) type << FxtLayout.EVENT_TYPE_SHIFT, 1000, id};
    }

    private static long[] block(int change, int pool, long address) {
        long words = 1 + ExtensionLayout.MEMORY_BYTES / 8;
        long header = FxtLayout.BLOB
                | words << 4
                | (long) Term.BLOB_MEMORY.index() << FxtLayout.BLOB_NAME_SHIFT
                | (long) ExtensionLayout.MEMORY_BYTES << FxtLayout.BLOB_BYTES_SHIFT;
        return new long[] {header, (long) pool << 32 | (long) change << 16, 1000, 1, address, 1};
    }

    /** Zones of many threads, with texts; each zone of the file must be one that was recorded, with its own begin, end and text. */
    private static void playAndCheck(int seed) throws IOException {
        Random random = new Random(seed);
        StallingOutput output = new StallingOutput();
        FxtRecording recording = new FxtRecording(output, PROGRAM);
        recording.begin(new SinkStart(1000, 0));
        List<EventThread> threads = new ArrayList<>();
        List<List<Long>> open = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            threads.add(EventThread.of(1 + i, "thread " + i));
            open.add(new ArrayList<>());
            recording.thread(threads.get(i), Life.STARTED);
        }
        Set<Expected> recorded = new HashSet<>();
        long now = 2000;
        for (int step = 0; step < 40_000; step++) {
            if (step % 4000 == 0) {
                output.stalls = random.nextInt(3) > 0;
            }
            int t = random.nextInt(random.nextInt(20) == 0 ? 300 : 5);
            List<Long> begins = open.get(t);
            now += 10;
            if (begins.size() < 6 && (begins.isEmpty() || random.nextBoolean())) {
                SourceLocation location = Script.location("depth " + begins.size());
                recording.zones(threads.get(t), new ZoneRun().onlyBegin(now, Ids.of(location)));
                recording.event(
                        new ZoneAttribute().text(EventKind.ZONE_TEXT, threads.get(t), Utf8Text.of(Long.toString(now))));
                begins.add(now);
            } else {
                long begin = begins.removeLast();
                recording.zones(threads.get(t), new ZoneRun().onlyEnd(now));
                recorded.add(new Expected(begin, now, "depth " + begins.size()));
            }
            recording.event(new FrameEvent().mark(threads.get(t), now + 1, step));
        }
        output.stalls = false;
        now += 10;
        for (List<Long> begins : open) {
            for (int depth = 0; depth < begins.size(); depth++) {
                recorded.add(new Expected(begins.get(depth), now, "depth " + depth));
            }
        }
        recording.end(now, 0);

        List<FxtReader.Item> items = FxtReader.read(output.file.toByteArray());
        RecordedTrace trace = RecordedTrace.of(items);

        for (RecordedTrace.Zone zone : trace.zones) {
            Expected found = new Expected(zone.begin, zone.end, zone.name);
            assertTrue(recorded.contains(found), () -> "never recorded: " + found);
            assertTrue(zone.texts.isEmpty() || zone.texts.equals(List.of(Long.toString(zone.begin))), "another's text");
        }
        assertEquals(trace.zones.size(), trace.zones.stream().distinct().count());
        assertTrue(output.thinning.dropped() >= 2L * (recorded.size() - trace.zones.size()), "not all losses counted");
        assertTrue(trace.zones.size() < recorded.size(), "nothing was dropped");
    }
}
