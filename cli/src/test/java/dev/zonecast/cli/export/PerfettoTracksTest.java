package dev.zonecast.cli.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.fixtures.ProviderRecords;
import dev.zonecast.fxt.fixtures.TraceBytes;
import dev.zonecast.trace.LossAccount;
import dev.zonecast.trace.LossKind;
import dev.zonecast.trace.TraceReader;
import dev.zonecast.trace.TraceSummary;
import dev.zonecast.trace.TwoPrograms;
import dev.zonecast.trace.stats.ZoneFilter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is on which track, and what Perfetto makes of it. */
class PerfettoTracksTest {
    private static final String STACK = "Game.main\tGame.java:7";
    private static final long CYCLE = 1 << 24;

    private final TraceBytes trace = TraceBytes.trace();
    private Map<String, Long> leftOut;

    private PerfettoTrace exported(byte[] bytes) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        TraceSummary summary =
                TraceReader.read(new ByteArrayInputStream(bytes), new PerfettoExport(out, ZoneFilter.ALL, () -> 0));
        leftOut = summary.losses().entries().stream()
                .filter(entry -> entry.kind() == LossKind.LEFT_OUT)
                .collect(Collectors.toMap(LossAccount.Entry::subject, LossAccount.Entry::count));
        return new PerfettoTrace(out.toByteArray());
    }

    private static List<String> slices(PerfettoTrace exported, String name) {
        return exported.slices().stream()
                .filter(slice -> slice.name().equals(name))
                .map(slice -> exported.path(slice.track()) + " " + slice.begin() + " " + slice.end())
                .toList();
    }

    private ProviderRecords game() {
        return new ProviderRecords(trace, 1, 70, "game").track(1, ExtensionLayout.TRACK_THREAD, 0, 0, "main");
    }

    @ParameterizedTest
    @EnumSource
    void shouldKeepProgramsWithOneProcessIdApart(TwoPrograms.Join join) throws IOException {
        PerfettoTrace exported = exported(TwoPrograms.bytes(join));

        assertEquals(
                List.of(
                        "1 -1 game",
                        "1 1 game main",
                        (1 << 30) + " -1 server (process 1#2)",
                        (1 << 30) + " 1 server main"),
                exported.tracks.values().stream()
                        .filter(track -> track.process() >= 0)
                        .map(track -> track.process() + " " + track.thread() + " " + track.name())
                        .sorted()
                        .toList());
        assertEquals(List.of("game main 1000 3000", "server main 2000 9000"), slices(exported, "outer"));
        assertEquals(List.of("game/span 1000 2000", "server (process 1#2)/span 1500 4000"), slices(exported, "span"));
        assertEquals(
                List.of("game/load 1.0", "game/load 3.0", "server (process 1#2)/load 10.0"),
                exported.events.stream()
                        .filter(event -> event.type() == 4
                                && exported.path(event.track()).endsWith("load"))
                        .map(event -> exported.path(event.track()) + " " + event.value())
                        .sorted()
                        .toList());
        assertEquals(
                List.of("game/Screenshots 1000", "game/Screenshots 2000", "server (process 1#2)/Screenshots 1500"),
                exported.events.stream()
                        .filter(event -> event.arguments().containsKey("jpeg"))
                        .map(event -> exported.path(event.track()) + " " + event.time())
                        .sorted()
                        .toList());
        assertEquals(
                Map.of("frame images without their frame", 1L), leftOut, "a picture of a frame that no mark began");
    }

    @Test
    void shouldKeepSpansApartWhoseIdsAreEqualModuloAPowerOfTwo() throws IOException {
        game().withId(5, 1, "a", 5, 100)
                .withId(5, 1, "b", 5 + CYCLE, 150)
                .withId(7, 1, "a", 5, 200)
                .withId(5, 1, "c", 5 + (1L << 56), 210)
                .withId(7, 1, "b", 5 + CYCLE, 300)
                .withId(7, 1, "c", 5 + (1L << 56), 400);

        PerfettoTrace exported = exported(trace.bytes());

        assertEquals(List.of("game/a 100 200"), slices(exported, "a"));
        assertEquals(List.of("game/b 150 300"), slices(exported, "b"));
        assertEquals(List.of("game/c 210 400"), slices(exported, "c"));
    }

    @Test
    void shouldNameTheTrackOfASpanAfterItsBegin() throws IOException {
        game().withId(6, 1, "before its begin", 8, 50)
                .withId(5, 1, "load", 9, 100)
                .withId(6, 1, "half of it", 9, 150)
                .withId(7, 1, "load", 9, 200);

        PerfettoTrace exported = exported(trace.bytes());

        assertEquals(List.of("game/load 100 200"), slices(exported, "load"));
        assertEquals(
                List.of("game/before its begin 50", "game/load 150"),
                exported.events.stream()
                        .filter(event -> event.type() == 3)
                        .map(event -> exported.path(event.track()) + " " + event.time())
                        .filter(event -> event.startsWith("game/"))
                        .toList());
    }

    @Test
    void shouldLeaveOutBothEndsOfZonesThatPerfettoHasNoDepthFor() throws IOException {
        ProviderRecords game = game();
        for (int depth = 1; depth <= 600; depth++) {
            game.begin(1, "zone", "level " + depth, 1000 + depth);
        }
        for (int depth = 600; depth >= 1; depth--) {
            game.end(1, "zone", "", 3000 - depth);
        }

        PerfettoTrace exported = exported(trace.bytes());

        assertLevels(exported);
    }

    /** Durations that are written as a whole, the innermost first. */
    @Test
    void shouldLeaveOutWholeDurationsThatPerfettoHasNoDepthFor() throws IOException {
        trace.thread(1, 70, 71);
        for (int depth = 600; depth >= 1; depth--) {
            trace.string(1, "level " + (601 - depth))
                    .event(4, 0, 1, 1, 1000 + depth)
                    .word(3000 - depth)
                    .end();
        }

        PerfettoTrace exported = exported(trace.bytes());

        assertEquals(Map.of("zones nested deeper than 512", 88L), leftOut);
        assertEquals(512, exported.slices().size());
        // The innermost is level 1 here, and the outermost that is kept level 512.
        assertEquals(List.of("thread 71 1600 2400"), slices(exported, "level 1"));
        assertEquals(List.of("thread 71 1089 2911"), slices(exported, "level 512"));
    }

    private void whole(String name, long begin, long end) {
        trace.string(1, name).event(4, 0, 1, 1, begin).word(end).end();
    }

    /** Durations that are written as a whole, the innermost first. */
    @Test
    void shouldKeepWholeDurationsInsideTheOneThatBeginsWithThem() throws IOException {
        trace.thread(1, 70, 71);
        whole("beside", 50, 100);
        whole("innermost", 100, 120);
        whole("inner", 100, 150);
        whole("second", 150, 170);
        whole("empty", 200, 200);
        whole("outer", 100, 200);
        whole("next", 200, 210);
        // A duration with a begin and an end of its own, in one that is whole.
        trace.string(1, "work").event(2, 0, 1, 1, 300).end();
        trace.event(3, 0, 1, 1, 310).end();
        whole("around", 300, 320);

        PerfettoTrace exported = exported(trace.bytes());

        assertEquals(
                List.of(
                        "beside 50 100",
                        "innermost 100 120",
                        "inner 100 150",
                        "outer 100 200",
                        "second 150 170",
                        "empty 200 200",
                        "next 200 210",
                        "work 300 310",
                        "around 300 320"),
                exported.slices().stream()
                        .map(slice -> slice.name() + " " + slice.begin() + " " + slice.end())
                        .toList());
    }

    private void assertLevels(PerfettoTrace exported) {
        assertEquals(Map.of("zones nested deeper than 512", 88L), leftOut);
        List<String> expected = new ArrayList<>();
        for (int depth = 1; depth <= 512; depth++) {
            expected.add("level " + depth + " " + (1000 + depth) + " " + (3000 - depth));
        }
        assertEquals(
                expected,
                exported.slices().stream()
                        .map(slice -> slice.name() + " " + slice.begin() + " " + slice.end())
                        .toList());
    }

    @Test
    void shouldHaveCallStacksOfZonesAndMessages() throws IOException {
        game().beginWithStack(1, "work", 100, STACK)
                .message(1, "said", 150, STACK)
                .end(1, "zone", "", 200);

        PerfettoTrace exported = exported(trace.bytes());

        String expected = "call stack:\nGame.java:7 in Game.main";
        assertEquals(
                expected, exported.slices().getFirst().arguments().get("stack").strip());
        assertEquals(
                expected,
                exported.events.stream()
                        .filter(event -> event.name().equals("said"))
                        .findFirst()
                        .orElseThrow()
                        .arguments()
                        .get("stack")
                        .strip());
    }

    /** The begin of the outer zone has to be written with the one of the inner zone, before the name is known. */
    @Test
    void shouldHaveTheNameThatAZoneGotAfterOneBeganWithIt() throws IOException {
        game().begin(1, "zone", "outer", 100)
                .begin(1, "zone", "inner", 100)
                .end(1, "zone", "", 150)
                .endWithName(1, 200, "level 7");

        PerfettoTrace exported = exported(trace.bytes());

        assertEquals(List.of("main 100 200"), slices(exported, "outer"));
        assertEquals(
                "level 7",
                exported.slices().stream()
                        .filter(slice -> slice.name().equals("outer"))
                        .findFirst()
                        .orElseThrow()
                        .arguments()
                        .get("name"));
    }

    @Test
    void shouldHaveFiberRunsStopsAndBlocksOnTracksBelowTheirThread() throws IOException {
        game().begin(1, "zone", "work", 100)
                .complete(1, "fiber", "loader", 90, 150)
                .complete(1, "stop", "park", 120, 160)
                .complete(1, "stop", "safepoint", 150, 170)
                .memory(1, "pool", 0x10, 64, 130)
                .end(1, "zone", "", 140);

        PerfettoTrace exported = exported(trace.bytes());

        assertEquals(List.of("main 100 140"), slices(exported, "work"));
        assertEquals(List.of("main/fibers 90 150"), slices(exported, "loader"));
        assertEquals(List.of("main/stops 120 160"), slices(exported, "park"));
        assertEquals(List.of("main/stops 150 170"), slices(exported, "safepoint"));
        PerfettoTrace.Event block = exported.events.stream()
                .filter(event -> event.name().equals("allocated"))
                .findFirst()
                .orElseThrow();
        assertEquals("main/blocks of memory 130", exported.path(block.track()) + " " + block.time());
        assertEquals(Map.of("pool", "pool", "address", "0x10", "bytes", "64"), block.arguments());
    }

    @Test
    void shouldCountLossesAndShowTheFullestRing() throws IOException {
        game().statistics(1000, 10, 2).fullStatistics(1500, 20, 2, 0).fullStatistics(2000, 20, 7, 85);

        PerfettoTrace exported = exported(trace.bytes());

        assertEquals(
                List.of(
                        "game/profiler losses 1000 2.0",
                        "game/profiler losses 1500 2.0",
                        "game/fullest ring, percent 1500 0.0",
                        "game/profiler losses 2000 7.0",
                        "game/fullest ring, percent 2000 85.0"),
                exported.events.stream()
                        .filter(event -> event.type() == 4)
                        .map(event -> exported.path(event.track()) + " " + event.time() + " " + event.value())
                        .toList());
    }

    /** Frame 0 is on until the first mark, so that no frame of the recording has its number. */
    @Test
    void shouldShowThePictureOfTheFrameBeforeTheFirstMark() throws IOException {
        game().image(1, 0, 0xF800)
                .track(2, ExtensionLayout.TRACK_FRAMES, 0, 0, "Frames")
                .frameBegin(2, "Frame", 1, 1000)
                .image(2, 1, 0x1F)
                .end(2, "frame", "Frame", 2000);

        PerfettoTrace exported = exported(trace.bytes());

        assertEquals(
                List.of("0 0", "1 1000"),
                exported.events.stream()
                        .filter(event -> event.arguments().containsKey("jpeg"))
                        .map(event -> event.arguments().get("frame") + " " + event.time())
                        .sorted()
                        .toList());
        assertTrue(leftOut.isEmpty(), leftOut.toString());
    }

    @Test
    void shouldShowThePictureOfAProgramWithoutMarks() throws IOException {
        game().image(1, 0, 0xF800);

        PerfettoTrace exported = exported(trace.bytes());

        assertEquals(
                1,
                exported.events.stream()
                        .filter(event -> event.arguments().containsKey("jpeg"))
                        .count());
    }
}
