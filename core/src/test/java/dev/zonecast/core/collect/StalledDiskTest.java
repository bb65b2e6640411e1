package dev.zonecast.core.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.recording.CutRecording;
import dev.zonecast.core.session.Profiler;
import java.io.FileInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A recording whose disk stands still: a pipe that nobody reads until the test lets it continue. */
class StalledDiskTest {
    private static final SourceLocation OUTER = SourceLocation.here("stalled outer");
    private static final SourceLocation INNER = SourceLocation.here("stalled inner");
    private static final SourceLocation LAST = SourceLocation.here("stalled last");

    /** 40 bytes each in the file: more than the queue holds. */
    private static final int BATCHES = 110;

    private static final int BATCH = 10_000;

    @TempDir
    Path folder;

    /** The other end of the pipe. */
    private final class Reader {
        private final CountDownLatch mayRead = new CountDownLatch(1);
        private final Path copy = folder.resolve("copy.fxt");
        private final FutureTask<Long> reading;

        Reader(Path pipe) {
            reading = new FutureTask<>(() -> {
                try (var in = new FileInputStream(pipe.toFile())) {
                    mayRead.await();
                    return Files.copy(in, copy);
                }
            });
            Thread.ofPlatform().daemon().start(reading);
        }
    }

    @Test
    void shouldFeedOthersAndCountWhatIsLostWhenTheDiskStandsStill() throws Exception {
        Path pipe = folder.resolve("pipe.fxt");
        assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0, "there are pipes");
        Reader reader = new Reader(pipe);
        Profiler profiler = TestProfiler.running();
        AtomicLong ends = new AtomicLong();
        EventSink other = TestProfiler.attach(SinkStub.of("other", (method, arguments) -> {
            if (method.equals("zoneEnd")) {
                ends.incrementAndGet();
            }
        }));
        profiler.startRecording(pipe);
        long lostBefore = TestProfiler.statistics().losses().lostRecords();

        long outer = Zone.begin(OUTER);
        for (int i = 1; i <= BATCHES; i++) {
            for (int j = 0; j < BATCH; j++) {
                Zone.end(Zone.begin(INNER));
            }
            long expected = (long) i * BATCH;
            TestProfiler.await(() -> ends.get() >= expected);
        }
        assertFalse(profiler.flush(Duration.ofMillis(50)), "not on a disk that stands still");
        long lost = TestProfiler.statistics().losses().lostRecords() - lostBefore;
        assertTrue(lost > 0, "nothing was lost");

        reader.mayRead.countDown();
        assertTrue(profiler.flush(TestProfiler.LIMIT), "on disk");
        Zone.end(outer);
        Zone.end(Zone.begin(LAST));
        profiler.stopRecording(TestProfiler.LIMIT);
        TestProfiler.detach(other);
        reader.reading.get(TestProfiler.LIMIT.toSeconds(), TimeUnit.SECONDS);

        CutRecording recording = CutRecording.read(reader.copy);
        assertTrue(recording.endedWell());
        assertEquals(recording.zoneBegins(), recording.zoneEnds());
        assertEquals(1, recording.zones("stalled outer"));
        assertEquals(1, recording.zones("stalled last"));
        long missing = (long) BATCHES * BATCH - recording.zones("stalled inner");
        long lostAtLast = TestProfiler.statistics().losses().lostRecords() - lostBefore;
        assertTrue(missing > 0 && 2 * missing <= lostAtLast, missing + " zones missing, " + lostAtLast + " lost");
        assertTrue(recording.lostRecords() >= lost, "in the trace: " + recording.lostRecords());
    }

    /** A recording to a pipe that holds less than what was recorded. */
    private Reader stalled(Profiler profiler, String name) throws Exception {
        Path pipe = folder.resolve(name);
        assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0, "there are pipes");
        Reader reader = new Reader(pipe);
        profiler.startRecording(pipe);
        for (int i = 0; i < BATCH; i++) {
            Zone.end(Zone.begin(INNER));
        }
        return reader;
    }

    @Test
    void shouldWaitInASecondStopWhenTheFirstTookTooLong() throws Exception {
        Profiler profiler = TestProfiler.running();
        Reader reader = stalled(profiler, "again.fxt");
        profiler.stopRecording(Duration.ofMillis(50));

        Thread again = Thread.ofPlatform().start(() -> profiler.stopRecording(TestProfiler.LIMIT));
        TestProfiler.await(
                () -> again.getState() == Thread.State.TIMED_WAITING || again.getState() == Thread.State.TERMINATED);
        assertTrue(again.isAlive(), "it did not wait");

        reader.mayRead.countDown();
        assertTrue(again.join(TestProfiler.LIMIT));
        reader.reading.get(TestProfiler.LIMIT.toSeconds(), TimeUnit.SECONDS);
        assertTrue(CutRecording.read(reader.copy).endedWell());
    }

    @Test
    void shouldWaitForARecordingWhoseStopTookTooLong() throws Exception {
        Profiler profiler = TestProfiler.running();
        Reader reader = stalled(profiler, "late.fxt");

        profiler.stopRecording(Duration.ofMillis(50));
        assertFalse(profiler.flush(Duration.ofMillis(50)), "not on a disk that stands still");
        Path next = folder.resolve("next.fxt");
        profiler.startRecording(next);
        assertEquals(next, profiler.recordingFile());
        profiler.stopRecording(TestProfiler.LIMIT);
        assertFalse(profiler.flush(Duration.ofMillis(50)), "the first one is not on disk");

        reader.mayRead.countDown();
        assertTrue(profiler.flush(TestProfiler.LIMIT), "on disk");
        reader.reading.get(TestProfiler.LIMIT.toSeconds(), TimeUnit.SECONDS);
        CutRecording recording = CutRecording.read(reader.copy);
        assertTrue(recording.endedWell());
        assertEquals(BATCH, recording.zones("stalled inner"));
    }
}
