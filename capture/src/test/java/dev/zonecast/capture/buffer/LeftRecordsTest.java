package dev.zonecast.capture.buffer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.trace.LockSpan;
import dev.zonecast.trace.LossKind;
import dev.zonecast.trace.TraceLog;
import dev.zonecast.trace.TraceMarker;
import dev.zonecast.trace.TraceMemoryEvent;
import dev.zonecast.trace.TraceMessage;
import dev.zonecast.trace.Track;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every kind of record survives a kill in its thread's ring, before the collector has looked at it. */
class LeftRecordsTest {
    private static final String PROGRAM = LeftProgram.class.getName();

    private static LeftTrace whole;
    private static LeftTrace split;
    private static LeftTrace begun;

    @BeforeAll
    static void killPrograms(@TempDir Path folder) throws Exception {
        whole = LeftTrace.of(folder, "whole", "-Dzonecast.buffer=oneshot");
        split = LeftTrace.of(folder, "split", "-Dzonecast.buffer=circular");
        begun = LeftTrace.of(
                folder, "begun", "-Dzonecast.buffer=streaming", "-Dzonecast.record=" + folder.resolve("stream.fxt"));
    }

    @Test
    void shouldMakeWellFormedTracesWhenAProgramIsKilled() {
        for (LeftTrace trace : List.of(whole, split, begun)) {
            assertEquals(0, trace.summary.losses().of(LossKind.UNMATCHED_ENDS), trace.summary::toString);
            assertEquals(0, trace.summary.losses().of(LossKind.UNKNOWN_REFERENCES), trace.summary::toString);
            assertEquals(0, trace.result.damaged());
            assertFalse(trace.summary.endedWell());
        }
        assertTrue(whole.result.fromRings() > 50, () -> whole.result.toString());
    }

    // --- recorded as a whole when the collector stood still

    @Test
    void shouldRecoverZonesWithAllThatWasSaidOfThem() {
        TraceLog.LoggedZone zone = whole.zone("renamed");
        assertEquals("main", zone.thread());
        assertEquals(List.of("a text"), zone.texts());
        assertEquals(List.of(42L), zone.values());
        assertEquals(0x00FF00, zone.rgb());
        assertEquals("Physics", zone.location().category().name());
        assertFalse(whole.zone("outer").cutOff());
    }

    @Test
    void shouldRecoverCallStacks() {
        assertEquals(LeftProgram.STACK.toString(), whole.zone("script").stack().toString());
        assertEquals(
                PROGRAM + ".whole",
                whole.zone("stacked").stack().calls().getFirst().function());
        assertEquals(
                LeftProgram.STACK.toString(),
                whole.message("with a stack").stack().toString());
        assertEquals(
                PROGRAM + ".messages",
                whole.message("with its own stack").stack().calls().getFirst().function());
    }

    @Test
    void shouldRecoverMessagesOfAllKinds() {
        TraceMessage coloured = whole.message("coloured");
        assertEquals("WARNING", coloured.severity());
        assertEquals(0x123456, coloured.rgb());
        assertEquals("ERROR", whole.message("with a stack").severity());
        assertTrue(whole.message("of the profiler").ofProfiler());
        TraceMessage literal = whole.message("a literal");
        assertEquals("TRACE", literal.severity());
        assertEquals(0x654321, literal.rgb());
        assertEquals("main", literal.track().name());
    }

    @Test
    void shouldRecoverWhatEndedAThread() {
        TraceMessage crash = whole.messages.stream()
                .filter(message -> message.severity().equals("FATAL"))
                .findFirst()
                .orElseThrow();
        assertEquals("java.lang.IllegalStateException: broken", crash.text());
        assertEquals(PROGRAM + ".whole", crash.stack().calls().getFirst().function());
    }

    @Test
    void shouldRecoverPlotsAndReadingsOfCounters() {
        assertTrue(whole.plotValues.get("whole numbers").contains(17.0), whole.plotValues::toString);
        assertTrue(whole.plotValues.get("fractions").contains(0.5), whole.plotValues::toString);
        assertTrue(whole.plotValues.get("counted").contains(5.0), whole.plotValues::toString);
    }

    @Test
    void shouldRecoverMarkersWithTheirData() {
        List<TraceMarker> texts = whole.markers("text marker");
        assertEquals(4, texts.size(), texts::toString);
        assertEquals("Game", texts.getFirst().kind().category().name());
        assertEquals(List.of("details"), texts.get(1).values());
        assertEquals(LeftProgram.STACK.toString(), texts.get(2).stack().toString());
        assertTrue(texts.get(2).isInterval());
        assertEquals(List.of("about another"), texts.get(3).values());
        assertEquals("other", texts.get(3).track().name());
        assertEquals(1, whole.markers("started marker").size());
        List<TraceMarker> shots = whole.markers("Shot");
        assertEquals(List.of(7L, 2.5, true, "bow", "FIRE"), shots.getFirst().values());
        assertEquals(Arrays.asList(8L, -1.0, false, null, null), shots.get(1).values());
        assertEquals(List.of(9L, 0.0, true, "sword", "AIM"), whole.zone("Shot").markerValues());
    }

    @Test
    void shouldRecoverMemory() {
        List<TraceMemoryEvent> buffers = pool(whole, "buffers");
        assertEquals(3, buffers.size(), buffers::toString);
        assertEquals(0x2000, buffers.get(1).address());
        assertEquals(50, buffers.get(1).bytes());
        assertEquals(
                PROGRAM + ".whole", buffers.get(1).stack().calls().getFirst().function());
        assertEquals(TraceMemoryEvent.Kind.FREED, buffers.get(2).kind());
        assertEquals(100, buffers.get(2).bytes());
        assertEquals(
                TraceMemoryEvent.Kind.DISCARDED,
                pool(whole, "scratch").getLast().kind());
    }

    private static List<TraceMemoryEvent> pool(LeftTrace trace, String name) {
        return trace.memory.stream().filter(event -> event.pool().equals(name)).toList();
    }

    @Test
    void shouldRecoverLocks() {
        assertEquals("obtained", whole.lock("world", false).getFirst().outcome());
        LockSpan hold = whole.lock("world", true).getFirst();
        assertEquals("released", hold.outcome());
        assertEquals("main", hold.name());
    }

    @Test
    void shouldRecoverFibers() {
        assertEquals("loader", whole.zone("on fiber").thread());
        assertEquals(
                2,
                whole.zones.stream()
                        .filter(zone -> zone.name().equals("on fiber"))
                        .count());
        assertEquals(2, whole.fiberRuns.size(), whole.fiberRuns::toString);
        assertEquals("main", whole.fiberRuns.getLast().carrier());
        assertEquals("loader", whole.fiberRuns.getLast().fiber());
    }

    @Test
    void shouldRecoverWhereAVirtualThreadRan() {
        TraceLog.LoggedZone zone = whole.zone("on virtual");
        assertEquals("light", zone.thread());
        assertEquals(1, zone.texts().size());
        assertTrue(zone.texts().getFirst().startsWith("carrier: ForkJoinPool-1-worker-"), zone.texts()::toString);
    }

    @Test
    void shouldRecoverFramesOfAllKinds() {
        assertEquals(2, whole.frames.stream().filter(frame -> frame.isBase()).count(), whole.frames::toString);
        assertEquals(2, whole.frames("pass").size());
        assertEquals(1, whole.frames("loading").size());
        assertEquals(List.of(2L), whole.vsyncs);
    }

    @Test
    void shouldRecoverZonesOfTheGpu() {
        assertEquals(Track.Kind.GPU, whole.zone("draw").track().kind());
        assertFalse(whole.zone("draw").cutOff());
        assertEquals("graphics", whole.contexts.getFirst().name());
        assertEquals(List.of(1000L), whole.calibrations);
    }

    // --- begun before the last commit, ended behind it

    @Test
    void shouldEndZonesInTheRingsThatHadBegunInTheBuffer() {
        assertFalse(split.zone("outer").cutOff());
        assertEquals(
                1,
                split.zones.stream().filter(zone -> zone.name().equals("outer")).count());
        assertFalse(split.zone("draw").cutOff());
        assertEquals(Track.Kind.GPU, split.zone("draw").track().kind());
    }

    @Test
    void shouldEndMarkersInTheRingsThatHadStartedInTheBuffer() {
        TraceMarker started = split.markers("started marker").getFirst();
        assertFalse(started.cutOff());
        assertEquals(1, split.markers("started marker").size());
        List<TraceMarker> shots = split.markers("Shot");
        assertEquals(2, shots.size(), shots::toString);
        for (TraceMarker shot : shots) {
            assertFalse(shot.cutOff());
            assertEquals("main", shot.track().name());
        }
    }

    @Test
    void shouldFreeMemoryInTheRingsThatWasAllocatedInTheBuffer() {
        List<TraceMemoryEvent> buffers = pool(split, "buffers");
        assertEquals(4, buffers.size(), buffers::toString);
        assertEquals(TraceMemoryEvent.Kind.FREED, buffers.get(2).kind());
        assertEquals(100, buffers.get(2).bytes());
        assertEquals(TraceMemoryEvent.Kind.FREED, pool(split, "").getLast().kind());
        assertEquals(List.of(100L, 150L, 7L, 50L, 0L, 1050L), split.memoryInUse);
    }

    @Test
    void shouldReleaseLocksInTheRingsThatWereObtainedInTheBuffer() {
        List<LockSpan> holds = split.lock("passed on", true);
        assertEquals(
                List.of("main", "other"), holds.stream().map(LockSpan::name).toList());
        assertTrue(holds.stream().allMatch(hold -> hold.outcome().equals("released")), holds::toString);
    }

    @Test
    void shouldEndFramesInTheRingsThatHadBegunInTheBuffer() {
        assertEquals(1, split.frames("loading").size());
        assertEquals(
                1,
                split.frames.stream()
                        .filter(frame -> frame.isBase() && !frame.cutOff())
                        .count(),
                split.frames::toString);
    }

    @Test
    void shouldEndSpansAndFlowsInTheRingsThatHadBegunInTheBuffer() {
        assertEquals(
                List.of(
                        "async 5 place 81",
                        "flow 8 place 82",
                        "async 6 plain 81",
                        "async 7 place 81",
                        "flow 10 place 82"),
                split.others);
        assertEquals(List.of("async 5 place 81", "flow 8 place 82"), begun.others);
    }

    @Test
    void shouldEndRunsOfFibersInTheRingsThatHadBegunInTheBuffer() {
        assertEquals("loader", split.message("said by the fiber").track().name());
        assertEquals(3, split.fiberRuns.size(), split.fiberRuns::toString);
        assertTrue(split.zone("on fiber").cutOff());
    }

    // --- begun, and nothing came after it

    @Test
    void shouldTellWhoWaitsForALockAndWhoHasIt() {
        List<LockSpan> waits = begun.lock("held", false);
        assertEquals(1, waits.size(), begun.locks::toString);
        assertEquals("waiter", waits.getFirst().track().name());
        assertEquals("end of recording", waits.getFirst().outcome());
        LockSpan hold = begun.lock("held", true).getFirst();
        assertEquals("main", hold.name());
        assertEquals("end of recording", hold.outcome());
        assertEquals(1, split.lock("held", false).size(), split.locks::toString);
    }

    @Test
    void shouldTellWhichFiberRunsWhere() {
        assertEquals(2, begun.fiberRuns.size(), begun.fiberRuns::toString);
        assertEquals("main", begun.fiberRuns.getLast().carrier());
        assertTrue(begun.zone("on fiber").cutOff());
    }

    @Test
    void shouldKeepWhatIsOpen() {
        assertTrue(begun.zone("outer").cutOff());
        assertTrue(begun.zone("draw").cutOff());
        assertTrue(begun.markers("started marker").getFirst().cutOff());
        assertNotNull(begun.markers("Shot").getFirst());
        assertEquals(3, begun.memory.size(), begun.memory::toString);
    }
}
