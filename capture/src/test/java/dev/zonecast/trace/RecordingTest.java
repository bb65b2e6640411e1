package dev.zonecast.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.Frame;
import dev.zonecast.core.FrameName;
import dev.zonecast.core.MemoryPool;
import dev.zonecast.core.Message;
import dev.zonecast.core.Parameter;
import dev.zonecast.core.Plot;
import dev.zonecast.core.PlotFormat;
import dev.zonecast.core.Severity;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Threads;
import dev.zonecast.core.TracedLock;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A recording made by the program's own calls gives back what was said. */
class RecordingTest {
    private static final SourceLocation OUTER = SourceLocation.of("outer", "Game.run", "Game.java", 10, 0x336699);
    private static final SourceLocation INNER = SourceLocation.of("", "Game.step", "Game.java", 20, 0);
    private static final SourceLocation SCRIPT = SourceLocation.of("think", "think", "ai.lua", 3, 0);
    private static final int DEPTH = 700;

    @TempDir
    static Path folder;

    private static Path file;
    private static TraceLog log;
    private static TraceSummary summary;

    @BeforeAll
    static void record() throws Exception {
        file = folder.resolve("recording.fxt");
        Parameter.ofInt("recorded speed", 7);
        Zonecast.startRecording(file);
        Thread thread = Thread.ofPlatform().start(RecordingTest::play);
        thread.join();
        Zonecast.stopRecording();
        log = TraceLog.of(file);
        summary = log.summary;
    }

    @Test
    void shouldHaveThePlacesWhereLocksWereObtained() {
        List<LockSpan> holds = log.locks.stream()
                .filter(span -> span.hold() && span.track().name().contains("marked lock"))
                .toList();

        assertEquals(2, holds.size());
        assertEquals(
                log.zones.stream()
                        .map(TraceLog.LoggedZone::location)
                        .filter(location -> location.displayName().equals(INNER.displayName()))
                        .findFirst()
                        .orElseThrow(),
                holds.getFirst().place());
        assertNull(holds.getLast().place());
    }

    @Test
    void shouldSayWhatParametersWere() {
        List<String> texts =
                log.messages.stream().map(dev.zonecast.trace.TraceMessage::text).toList();

        assertTrue(texts.contains("parameter recorded speed = 7"), texts.toString());
    }

    @SuppressWarnings("LockNotBeforeTry") // Nothing is between the two.
    private static void play() {
        Threads.name("player");
        Threads.group(4);
        Plot memory = Plot.builder("heap")
                .format(PlotFormat.MEMORY)
                .step(true)
                .color(0x112233)
                .create();
        TracedLock lock = new TracedLock("marked lock");
        lock.lock();
        lock.mark(INNER);
        lock.unlock();
        lock.lock();
        lock.unlock();
        for (int i = 0; i < 3; i++) {
            Frame.mark();
            try (Zone outer = Zone.open(OUTER)) {
                outer.text("first " + i);
                outer.value(-i);
                outer.color(0xABCDEF);
                for (int k = 0; k < 2; k++) {
                    Zone.end(Zone.begin(INNER));
                }
                outer.name("renamed " + i);
                outer.text("second");
                for (int k = 0; k < 6; k++) {
                    outer.text("more " + k);
                }
            }
            memory.set(1000 + i);
            Message.log("step " + i);
        }
        Message.log(Severity.WARNING, "l".repeat(50_000));
        try (Zone script = Zone.open(SCRIPT)) {
            script.text("x".repeat(40_000));
        }
        deep(DEPTH);
        MemoryPool buffers = MemoryPool.of("buffers").callStacks(2);
        buffers.allocated(0x1000, 64);
        Zone.end(Zone.begin(SCRIPT, 3));
        Message.log(Severity.ERROR, "with calls", 1);
        buffers.freed(0x1000);
        buffers.callStacks(0).allocated(0x2000, 32);
        buffers.discarded();
        FrameName network = FrameName.of("network");
        Frame.begin(network);
        Frame.end(network);
    }

    private static void deep(int depth) {
        try (Zone zone = Zone.open(INNER)) {
            zone.text("depth " + depth);
            if (depth > 1) {
                deep(depth - 1);
            }
        }
    }

    @Test
    void shouldGiveBackZonesWithAllThatWasSaidOfThem() {
        List<TraceLog.LoggedZone> outer = log.zones("outer");

        assertEquals(3, outer.size());
        TraceLog.LoggedZone zone = outer.get(1);
        assertEquals("renamed 1", zone.name());
        assertEquals(
                List.of("first 1", "second", "more 0", "more 1", "more 2", "more 3", "more 4", "more 5"), zone.texts());
        assertEquals(List.of(-1L), zone.values());
        assertEquals(0xABCDEF, zone.rgb());
        assertEquals(0x336699, zone.location().rgb());
        assertEquals("Game.java", zone.location().file());
        assertEquals(10, zone.location().line());
        assertEquals("player", zone.track().name());
        assertEquals(4, zone.track().group());
        assertEquals(1, zone.depth());
        long children = log.zones("Game.step").stream()
                .filter(inner -> inner.begin() >= zone.begin() && inner.end() <= zone.end())
                .mapToLong(inner -> inner.end() - inner.begin())
                .sum();
        assertEquals(zone.end() - zone.begin() - children, zone.self());
    }

    @Test
    void shouldKnowScriptsByTheirFile() {
        TraceLog.LoggedZone zone = log.zones("think").getFirst();

        assertTrue(zone.location().isLua());
        assertEquals(40_000, zone.texts().getFirst().length());
    }

    @Test
    void shouldNestZonesThatAreDeeperThanOtherReadersGo() {
        List<TraceLog.LoggedZone> deep = log.zones("Game.step").stream()
                .filter(zone -> !zone.texts().isEmpty())
                .toList();

        assertEquals(DEPTH, deep.size());
        for (int i = 0; i < DEPTH; i++) {
            TraceLog.LoggedZone zone = deep.get(i);
            assertEquals(DEPTH - i, zone.depth());
            assertEquals(List.of("depth " + (i + 1)), zone.texts());
            long inside = i == 0 ? 0 : deep.get(i - 1).end() - deep.get(i - 1).begin();
            assertEquals(zone.end() - zone.begin() - inside, zone.self(), "self time at depth " + zone.depth());
        }
    }

    @Test
    void shouldGiveBackFramesPlotsAndMessages() {
        assertEquals(
                3,
                log.frames.stream()
                        .filter(dev.zonecast.trace.TraceFrame::isBase)
                        .count());
        assertEquals(
                1,
                log.frames.stream()
                        .filter(frame -> frame.name().equals("network"))
                        .count());
        assertEquals(List.of(1000.0, 1001.0, 1002.0), log.plotValues.get("heap"));
        PlotSeries heap = log.plots.get("heap");
        assertEquals(PlotSeries.Format.MEMORY, heap.format());
        assertEquals(0x112233, heap.look().rgb());
        assertTrue(heap.look().step());
        List<dev.zonecast.trace.TraceMessage> messages = log.messages.stream()
                .filter(m -> m.track().name().equals("player"))
                .toList();
        assertEquals(
                List.of("step 0", "step 1", "step 2"),
                messages.stream()
                        .limit(3)
                        .map(dev.zonecast.trace.TraceMessage::text)
                        .toList());
        assertEquals(50_000, messages.get(3).text().length());
        assertEquals("WARNING", messages.get(3).severity());
    }

    @Test
    void shouldGiveBackMemoryAndCallStacks() {
        assertEquals(
                List.of(
                        "ALLOCATED player buffers 4096 64 2",
                        "FREED player buffers 4096 64 2",
                        "ALLOCATED player buffers 8192 32 0",
                        "DISCARDED player buffers 0 0 0"),
                log.memory.stream()
                        .map(e -> e.kind() + " " + e.track().name() + " " + e.pool() + " " + e.address() + " "
                                + e.bytes() + " "
                                + (e.stack() == null ? 0 : e.stack().calls().size()))
                        .toList());
        String play = RecordingTest.class.getName() + ".play";
        assertEquals(1, log.zoneStacks.size());
        assertEquals(play, log.zoneStacks.getFirst().calls().getFirst().function());
        assertEquals(
                "RecordingTest.java",
                log.zoneStacks.getFirst().calls().getFirst().file());
        List<dev.zonecast.trace.TraceMessage> withCalls =
                log.messages.stream().filter(m -> m.stack() != null).toList();
        assertEquals("with calls", withCalls.getFirst().text());
        assertEquals(play, withCalls.getFirst().stack().calls().getFirst().function());
    }

    @Test
    void shouldSayWhatTheProfilerSaysOfItself() {
        assertTrue(summary.ours());
        assertTrue(summary.endedWell());
        assertFalse(summary.cut());
        assertEquals(0, summary.losses().of(LossKind.OPEN_ZONES));
        assertEquals(0, summary.losses().of(LossKind.UNMATCHED_ENDS));
        assertEquals(0, summary.losses().of(LossKind.UNKNOWN_REFERENCES));
        assertEquals(ProcessHandle.current().pid(), log.session.processId());
        assertEquals(0, log.statistics.getLast().lost().get(LossKind.DROPPED_EVENTS));
        assertTrue(log.statistics.getLast().events() > 0);
    }

    @Test
    void shouldEndOpenZonesWithTheTraceWhenItWasCut() throws IOException {
        byte[] whole = Files.readAllBytes(file);
        long open = 0;
        for (int length = whole.length / 2; length < whole.length; length += whole.length / 20) {
            TraceLog cutLog = new TraceLog();

            TraceSummary cut = TraceReader.read(new ByteArrayInputStream(Arrays.copyOf(whole, length)), cutLog);

            assertFalse(cut.endedWell());
            assertEquals(
                    cut.losses().of(LossKind.OPEN_ZONES),
                    cutLog.zones.stream().filter(TraceLog.LoggedZone::cutOff).count());
            assertTrue(cutLog.zones.stream().allMatch(zone -> zone.end() >= zone.begin()));
            open += cut.losses().of(LossKind.OPEN_ZONES);
        }
        assertTrue(open > 0);
    }
}
