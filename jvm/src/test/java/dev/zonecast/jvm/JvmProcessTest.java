package dev.zonecast.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** JFR that is missing, used by others, or taken away: each in a process of its own. */
@Timeout(600)
class JvmProcessTest {
    @TempDir
    private Path folder;

    private static List<String> said(String printed) {
        return printed.lines().filter(line -> line.startsWith("- ")).toList();
    }

    private static String run(List<String> flags, String... arguments) throws IOException, InterruptedException {
        return ChildJvm.run(SharedJfr.class, flags, arguments);
    }

    /** All events that the other recording asked for are in it, each once. */
    private static void assertNothingLost(Path file) throws IOException {
        List<Integer> numbers = RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().equals("test.Counted"))
                .map((RecordedEvent event) -> event.getInt("number"))
                .sorted()
                .toList();

        assertEquals(IntStream.range(0, 3000).boxed().toList(), numbers);
    }

    @Test
    void shouldSayWhyAndLetTheProgramGoOnWhenTheRuntimeHasNoJfr() throws Exception {
        String modules = "java.base,java.logging,java.management,jdk.management,jdk.unsupported";
        String printed = ChildJvm.run(NoJfr.class, List.of("--limit-modules=" + modules));

        assertEquals(
                List.of(
                        "- running: false",
                        "- problem: this Java runtime has no module jdk.jfr",
                        "- sampling event: null, clock error: -1",
                        "- zones: 1",
                        "- message: no events of the JVM: this Java runtime has no module jdk.jfr"),
                said(printed),
                printed);
        assertTrue(printed.contains("no events of the JVM: this Java runtime has no module jdk.jfr"), printed);
    }

    @Test
    void shouldLeaveARecordingOfTheProgramAsItIs() throws Exception {
        Path file = folder.resolve("theirs.jfr");

        String printed = run(List.of(), "recording", file.toString());

        assertEquals(
                List.of("- settings as before: true", "- state: RUNNING", "- collections: 1"), said(printed), printed);
        assertTrue(printed.contains("JFR records for other code too: [theirs]"), printed);
        assertNothingLost(file);
    }

    @Test
    void shouldLeaveARecordingOfTheCommandLineAsItIs() throws Exception {
        Path file = folder.resolve("flag.jfr");

        String printed = run(
                List.of("-XX:StartFlightRecording:filename=" + file + ",settings=none,test.Counted#enabled=true"),
                "flag");

        assertEquals(List.of("- collections: 1"), said(printed), printed);
        assertNothingLost(file);
    }

    @Test
    void shouldGoOnWhenACommandStartsAndStopsARecording() throws Exception {
        Path file = folder.resolve("command.jfr");

        String printed = run(List.of(), "command", file.toString());

        assertEquals(List.of("- collections: 2", "- running: true"), said(printed), printed);
        assertNothingLost(file);
    }

    @Test
    void shouldSayThatTheStreamHasEndedWhenSomebodyElseStopsIt() throws Exception {
        assertEndIsTold(run(List.of(), "stopped"));
    }

    @Test
    void shouldSayThatTheStreamHasEndedWhenSomebodyElseClosesIt() throws Exception {
        assertEndIsTold(run(List.of(), "closed"));
    }

    @Test
    void shouldStartAgainWhileTheSessionBeforeIsStillClosing() throws Exception {
        String printed = run(List.of(), "overlapping");

        assertEquals(List.of("- two: true", "- recordings left: 0"), said(printed), printed);
    }

    private static void assertEndIsTold(String printed) {
        String problem = "JFR's stream has ended: other code has stopped or closed its recording";
        assertEquals(
                List.of(
                        "- flush waits: false",
                        "- running: false",
                        "- problem: " + problem,
                        "- collections: 1",
                        "- collections in all: 2"),
                said(printed),
                printed);
        assertTrue(printed.contains("no more events of the JVM: " + problem), printed);
    }

    @Test
    void shouldStartAndStopManyTimesAndLoseNothing() throws Exception {
        String printed = run(List.of(), "repeated");

        assertEquals(
                List.of("- collections: 4", "- tracks: 1", "- recordings left: 0", "- threads left: 0"),
                said(printed),
                printed);
    }

    @Test
    void shouldSampleByTheOtherEventWhenTheMachineHasNoneByProcessorTime() throws Exception {
        String printed = run(List.of(), "fallback");

        assertEquals(List.of("- sampled by jdk.ExecutionSample", "- samples: true"), said(printed), printed);
        assertTrue(printed.contains("this JVM has no events [jdk.ThreadPark"), printed);
    }

    @Test
    void shouldWeighSamplesByThePeriodOfTheRecordingThatWantsMost() throws Exception {
        String printed = run(List.of(), "shared");

        assertEquals(List.of("- weights: [5000000]"), said(printed), printed);
    }

    @Test
    void shouldSampleLessOftenWhenTheLoadIsHigh() throws Exception {
        String printed = run(List.of(), "adaptive");

        assertEquals(
                List.of(
                        "- period at first: 20000000",
                        "- told: true",
                        "- sampled so: true",
                        "- period at last: 30000000"),
                said(printed),
                printed);
    }

    @Test
    void shouldSwitchSamplesAndChangeTheirRateWhileTheProgramRuns() throws Exception {
        String printed = run(List.of(), "switched");

        assertEquals(
                List.of(
                        "- running: false",
                        "- on: true",
                        "- other rate: true, shown 20",
                        "- sampled by: null, period 0",
                        "- shown: 0",
                        "- samples while off: 0",
                        "- adaptive: true, shown 70"),
                said(printed),
                printed);
    }

    @Test
    void shouldRestWhileNobodyListens() throws Exception {
        String printed = run(List.of(), "rest", folder.resolve("a").toString());

        assertEquals(
                List.of(
                        "- running before anybody listens: false",
                        "- running: true",
                        "- running afterwards: false",
                        "- running: true",
                        "- running afterwards: false",
                        "- recordings left: 0",
                        "- problem: null"),
                said(printed),
                printed);
    }

    @Test
    void shouldMarkAllOfARecordingThatEndsBeforeJfrHasStarted() throws Exception {
        String printed = run(List.of(), "early");

        assertEquals(List.of("- gaps: 1", "- messages: 1"), said(printed), printed);
    }

    @Test
    void shouldMarkAllOfARecordingThatEndsJustAfterJfrHasStarted() throws Exception {
        String printed = run(List.of(), "just started");

        assertEquals(List.of("- gaps: 1"), said(printed), printed);
    }

    /** From JDK 25 on, JFR itself hands over no more than it was asked for. */
    @Test
    void shouldCountTheExceptionsThatItDoesNotShow() throws Exception {
        String printed = run(List.of(), "exceptions");

        assertEquals(List.of("- all: true"), said(printed), printed);
    }

    @Test
    void shouldTellViewersOfNoSamplingWhenItIsClosedOrOff() throws Exception {
        String printed = run(List.of(), "unheard");

        assertEquals(List.of("- period: 0", "- period: 0"), said(printed), printed);
    }

    @Test
    void shouldSayWhyAndLeaveNothingWhenTheLogThrowsAtTheStart() throws Exception {
        String printed = run(List.of(), "broken log");

        assertEquals(
                List.of("- broken log", "- problem: JFR does not start: broken log", "- recordings left: 0"),
                said(printed),
                printed);
    }

    @Test
    void shouldNotWarnWhenTheProgramEndsBeforeJfrHasStarted() throws Exception {
        // Without java.logging, which closes its handlers at the program's end, before or after ours.
        String modules = "java.base,java.management,jdk.management,jdk.jfr,jdk.unsupported";
        String printed = run(List.of("--limit-modules=" + modules), "late");

        assertEquals(List.of("- problem: JFR does not start: Shutdown in progress"), said(printed), printed);
        assertFalse(printed.contains("WARNING"), printed);
    }

    @Test
    void shouldCloseTheSessionWhenTheLogThrowsAtTheLineAboutItsEnd() throws Exception {
        String printed = run(List.of(), "broken log at the end");

        assertEquals(List.of("- recordings left: 0"), said(printed), printed);
    }

    @Test
    void shouldNotStartJfrWhenNothingIsWanted() throws Exception {
        String printed = run(List.of(), "nothing");

        assertEquals(List.of("- running: false", "- problem: null", "- JFR: false"), said(printed), printed);
    }
}
