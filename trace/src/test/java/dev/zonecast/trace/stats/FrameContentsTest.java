package dev.zonecast.trace.stats;

import static dev.zonecast.trace.stats.ScriptedTrace.MILLI;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.trace.TraceEvent;
import dev.zonecast.trace.TraceFrame;
import dev.zonecast.trace.TraceListener;
import dev.zonecast.trace.TraceReader;
import dev.zonecast.trace.TraceZone;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FrameContentsTest {
    private static final int MAIN = 10;
    private static final int FRAMES = 64;
    private static final int PLACES = 10;

    @TempDir
    Path folder;

    /** TraceFrame i takes i + 10 ms, and has the places one after the other, each for a millisecond. */
    private Path trace() throws IOException {
        ScriptedTrace trace = new ScriptedTrace().thread(MAIN, "main");
        long begin = 0;
        for (int i = 0; i < FRAMES; i++) {
            long length = (i + 10) * MILLI;
            trace.frame(i, begin, begin + length);
            for (int place = 0; place < PLACES; place++) {
                trace.zone(MAIN, "place " + place, begin + place * MILLI, begin + (place + 1) * MILLI);
            }
            begin += length;
        }
        return trace.write(folder.resolve("frames.fxt"));
    }

    private FrameContents read(int maxCells) throws IOException {
        return read(trace(), maxCells);
    }

    private static FrameContents read(Path file, int maxCells) throws IOException {
        return read(file, ZoneFilter.ALL, maxCells);
    }

    private static FrameContents read(Path file, ZoneFilter filter, int maxCells) throws IOException {
        BaseFrames frames = new BaseFrames(ScriptedTrace.PROCESS, FRAMES);
        TraceReader.read(file, new TraceListener() {
            @Override
            public void event(TraceEvent event) {
                if (event instanceof TraceFrame frame) {
                    frames.add(frame);
                }
            }
        });
        FrameContents contents = new FrameContents(frames, null, filter, new WaitTimes(), maxCells);
        TraceReader.read(file, new TraceListener() {
            @Override
            public void zone(TraceZone zone) {
                contents.add(zone, ZoneKind.of(zone));
            }
        });
        return contents;
    }

    @Test
    void shouldGiveUpTheFasterFramesWhenThereIsTooMuchInThem() throws IOException {
        FrameContents contents = read(25 * PLACES);

        // Of 64 frames 32 are one half, 16 the next.
        assertEquals(16, contents.frames().size());
        assertEquals(FRAMES - 16, contents.beyondLimit());
        for (int i = 0; i < contents.frames().size(); i++) {
            assertEquals(FRAMES - 1 - i, contents.frames().get(i).number());
            List<FrameContents.Part> parts = contents.of(i, FRAMES);
            assertEquals(
                    PLACES, parts.size(), "frame " + contents.frames().get(i).number());
            parts.forEach(part -> assertEquals(MILLI, part.selfNanos()));
        }
    }

    @Test
    void shouldHaveAllFramesWhenThereIsRoom() throws IOException {
        FrameContents contents = read(FrameContents.MAX_CELLS);

        assertEquals(FRAMES, contents.frames().size());
        assertEquals(MILLI, contents.of(0, 1).getFirst().usualNanos());
    }

    /** Recordings have zones below depth 512 as whole durations, the inner ones first. */
    @Test
    void shouldCountTheTimeOfDeepZonesOnce() throws IOException {
        int nested = 512;
        ScriptedTrace trace = new ScriptedTrace().thread(MAIN, "main");
        for (int depth = 1; depth <= nested; depth++) {
            trace.begin(MAIN, "nested", depth);
        }
        trace.deepZone(MAIN, "third", 515, 11 * MILLI, 12 * MILLI);
        trace.deepZone(MAIN, "second", 514, 10 * MILLI, 14 * MILLI);
        trace.deepZone(MAIN, "second", 514, 15 * MILLI, 17 * MILLI);
        trace.deepZone(MAIN, "first", 513, 5 * MILLI, 20 * MILLI);
        // The zone around it was lost.
        trace.deepZone(MAIN, "second", 514, 30 * MILLI, 33 * MILLI);
        for (int depth = nested; depth >= 1; depth--) {
            trace.end(MAIN, 90 * MILLI);
        }
        trace.frame(0, 0, 16 * MILLI).frame(1, 16 * MILLI, 100 * MILLI);

        FrameContents contents = read(trace.write(folder.resolve("deep.fxt")), FrameContents.MAX_CELLS);

        assertEquals(List.of("nested 67000000", "second 4000000", "first 3000000"), selfNanos(contents, 0));
        assertEquals(
                List.of("first 6000000", "nested " + (5 * MILLI - 1), "second 4000000", "third 1000000"),
                selfNanos(contents, 1));
        // 15 ms without 6 ms inside, in two frames.
        assertEquals(4.5 * MILLI, contents.of(1, 1).getFirst().usualNanos());
    }

    /** A place on two threads, of which one is wanted: what is inside on the other is not taken out of it. */
    @Test
    void shouldHaveTheUsualTimeOfTheWantedThreadAlone() throws IOException {
        int worker = MAIN + 1;
        Path file = new ScriptedTrace()
                .thread(MAIN, "main")
                .thread(worker, "worker")
                .zone(MAIN, "job", 0, 4 * MILLI)
                .begin(worker, "job", MILLI)
                .zone(worker, "step", 2 * MILLI, 5 * MILLI)
                .end(worker, 6 * MILLI)
                .frame(0, 0, 10 * MILLI)
                .write(folder.resolve("threads.fxt"));
        ZoneFilter main =
                new ZoneFilter(null, ZoneFilter.pattern("main"), ProgramChoice.ALL, Long.MIN_VALUE, Long.MAX_VALUE);

        FrameContents.Part job =
                read(file, main, FrameContents.MAX_CELLS).of(0, 1).getFirst();

        assertEquals(4 * MILLI, job.selfNanos());
        assertEquals(4 * MILLI, job.usualNanos());
    }

    private static List<String> selfNanos(FrameContents contents, int frame) {
        return contents.of(frame, 9).stream()
                .map(part -> part.location().displayName() + " " + part.selfNanos())
                .toList();
    }
}
