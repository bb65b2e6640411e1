package dev.zonecast.core.recording;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.Life;
import dev.zonecast.core.event.SinkStart;
import dev.zonecast.core.event.Utf8Text;
import dev.zonecast.core.event.ZoneAttribute;
import dev.zonecast.core.event.ZoneRun;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.registry.Ids;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Zones that come many at a time are recorded as if each came by itself. */
class ZoneRunRecordsTest {
    private static final ProgramFacts PROGRAM = new ProgramFacts("Game", Script.PID, "clock", "", "25", "Linux");
    private static final long FIRST_NANOS = 1_000_000;

    @TempDir
    Path folder;

    /** Begins and ends of one thread, and what comes after them. */
    private static final class Step {
        private final int thread;
        private final long[] nanos;
        private final SourceLocation[] begins;
        private final int then;

        Step(int thread, long[] nanos, SourceLocation[] begins, int then) {
            this.thread = thread;
            this.nanos = nanos;
            this.begins = begins;
            this.then = then;
        }
    }

    @ParameterizedTest
    @CsvSource({"1, false", "2, false", "3, false", "4, false", "5, false", "6, false", "7, true", "8, true", "9, true"
    })
    void shouldWriteTheSameBytesWhenZonesComeInRuns(long seed, boolean compact) throws IOException {
        Random random = new Random(seed);
        List<SourceLocation> places = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            places.add(SourceLocation.of(i % 3 == 0 ? "" : "run " + seed + " " + i, "Game.f" + i, "Game.java", i, i));
        }
        // One that leaves short zones out, beside others of the same thread.
        places.get(7).recordedFrom(Duration.ofNanos(seed % 2 == 0 ? 0 : 300));
        List<Step> steps = steps(random, places);

        byte[] apart = record("apart.fxt", steps, false, compact);
        byte[] together = record("together.fxt", steps, true, compact);

        assertArrayEquals(apart, together);
        assertTrue(apart.length > 100_000, "not only its head: " + apart.length);
    }

    private static List<Step> steps(Random random, List<SourceLocation> places) {
        List<Step> steps = new ArrayList<>();
        int[] depths = new int[3];
        long now = FIRST_NANOS;
        for (int i = 0; i < 600; i++) {
            int thread = random.nextInt(3);
            // One thread goes deeper than begins and ends may.
            int deepest = thread == 0 ? 700 : 12;
            int size = 1 + random.nextInt(random.nextInt(10) == 0 ? ZoneRun.CAPACITY : 20);
            long[] nanos = new long[size];
            SourceLocation[] begins = new SourceLocation[size];
            for (int j = 0; j < size; j++) {
                now += random.nextInt(200);
                nanos[j] = now;
                int depth = depths[thread];
                boolean begin = depth == 0 || (depth < deepest && random.nextInt(100) < (thread == 0 ? 56 : 50));
                begins[j] = begin ? places.get(random.nextInt(places.size())) : null;
                depths[thread] += begin ? 1 : -1;
            }
            steps.add(new Step(thread, nanos, begins, depths[thread] == 0 ? 9 : random.nextInt(10)));
        }
        return steps;
    }

    private byte[] record(String name, List<Step> steps, boolean together, boolean compact) throws IOException {
        Path file = folder.resolve(name);
        FxtRecording recording = FxtRecording.create(file, PROGRAM, 0);
        if (compact) {
            recording.makeCompact();
        }
        recording.begin(new SinkStart(FIRST_NANOS, 0));
        List<EventThread> threads = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            threads.add(EventThread.of(i + 1, "thread " + i));
            recording.thread(threads.getLast(), Life.STARTED);
        }
        long last = FIRST_NANOS;
        for (Step step : steps) {
            EventThread thread = threads.get(step.thread);
            if (together) {
                recording.zones(thread, run(step));
            } else {
                apart(recording, thread, step);
            }
            last = step.nanos[step.nanos.length - 1];
            switch (step.then) {
                case 0 -> recording.event(new ZoneAttribute().text(EventKind.ZONE_TEXT, thread, Utf8Text.of("a text")));
                case 1 ->
                    recording.event(new ZoneAttribute().text(EventKind.ZONE_NAME, thread, Utf8Text.of("another name")));
                case 2 -> recording.event(new ZoneAttribute().value(EventKind.ZONE_VALUE, thread, 4711));
                case 3 -> recording.cycleEnd(last);
                case 4 -> recording.flush();
                default -> {
                    // Nothing between the two runs.
                }
            }
        }
        recording.end(last + 1, 10_000_000_000L);
        return Files.readAllBytes(file);
    }

    private static ZoneRun run(Step step) {
        ZoneRun run = new ZoneRun();
        int begins = 0;
        for (int i = 0; i < step.nanos.length; i++) {
            SourceLocation begin = step.begins[i];
            run.put(i, step.nanos[i], begin == null ? ZoneRun.END : Ids.of(begin));
            begins += begin == null ? 0 : 1;
        }
        run.filled(step.nanos.length, begins);
        return run;
    }

    private static void apart(FxtRecording recording, EventThread thread, Step step) throws IOException {
        for (int i = 0; i < step.nanos.length; i++) {
            if (step.begins[i] == null) {
                recording.zones(thread, new ZoneRun().onlyEnd(step.nanos[i]));
            } else {
                recording.zones(thread, new ZoneRun().onlyBegin(step.nanos[i], Ids.of(step.begins[i])));
            }
        }
    }

    @Test
    void shouldFindRoomWhenARunStartsAtTheEndOfTheBuffer() throws IOException {
        Path file = folder.resolve("many.fxt");
        FxtRecording recording = FxtRecording.create(file, PROGRAM, 0);
        recording.begin(new SinkStart(FIRST_NANOS, 0));
        EventThread thread = EventThread.of(1, "main");
        recording.thread(thread, Life.STARTED);
        SourceLocation place = Script.location("many");
        ZoneRun run = new ZoneRun();
        int zones = 0;
        // Runs of different lengths: buffers end at different places of theirs.
        for (int size = 2; size <= ZoneRun.CAPACITY; size += 2) {
            for (int i = 0; i < size; i++) {
                run.put(i, FIRST_NANOS + zones * 2L + i, i % 2 == 0 ? Ids.of(place) : ZoneRun.END);
            }
            run.filled(size, size / 2);
            recording.zones(thread, run);
            zones += size / 2;
        }
        recording.end(FIRST_NANOS + 2L * zones, 10_000_000_000L);

        RecordedTrace trace = RecordedTrace.of(FxtReader.read(Files.readAllBytes(file)));

        assertEquals(zones, trace.zones.size());
        for (int i = 0; i < zones; i++) {
            assertEquals(FIRST_NANOS + 2L * i, trace.zones.get(i).begin);
            assertEquals(FIRST_NANOS + 2L * i + 1, trace.zones.get(i).end);
        }
    }
}
