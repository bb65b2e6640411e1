package dev.zonecast.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.event.SampleEvent;
import dev.zonecast.core.event.SampleKind;
import dev.zonecast.core.event.SampledCall;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import jdk.jfr.RecordingState;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** What a real JFR told of {@link ObservedProgram}. */
@Timeout(600)
class JvmEventsTest {
    /** The promise; what is measured is some hundred nanoseconds. */
    private static final long CLOCK_ERROR_NANOS = 200_000;

    /** A thread may lose its processor between the clock's two reads. */
    private static final long TOLERANCE_NANOS = 2_000_000;

    private static ObservedProgram program;
    private static LateLog log;

    @BeforeAll
    static void runTheProgram() throws InterruptedException, IOException {
        program = ObservedProgram.get();
        log = program.log;
    }

    @Test
    void shouldPutCollectionsInsideTheZonesThatForceThem() {
        List<LateLog.Zone> zones = log.zones("forced collection");
        List<LateLog.Zone> collections = log.allZones().stream()
                .filter(zone -> zone.name().startsWith("GC ") && zone.text() != null)
                .filter(zone -> zone.text().contains("System.gc()"))
                .toList();

        assertEquals(ObservedProgram.COLLECTIONS, zones.size());
        for (LateLog.Zone zone : zones) {
            assertEquals(
                    1,
                    collections.stream().filter(gc -> isInside(gc, zone)).count(),
                    () -> zone + " among " + collections);
        }
    }

    private static boolean isInside(LateLog.Zone inner, LateLog.Zone outer) {
        return inner.beginNanos() >= outer.beginNanos() - TOLERANCE_NANOS
                && inner.endNanos() <= outer.endNanos() + TOLERANCE_NANOS;
    }

    @Test
    void shouldShowThePhasesOfACollectionInsideIt() {
        List<LateLog.Zone> phases = log.allZones().stream()
                .filter(zone -> zone.track().equals("JVM: garbage collection") && zone.depth() > 0)
                .toList();

        assertTrue(phases.size() >= ObservedProgram.COLLECTIONS, () -> "phases: " + phases);
    }

    @Test
    void shouldShowTheWaitForAMonitorWithItsOwnerInsideTheZoneThatWaits() {
        LateLog.Zone blocked = log.zones("blocked").getFirst();

        LateLog.Zone wait = log.zones("enter monitor").stream()
                .filter(zone -> isInside(zone, blocked))
                .findFirst()
                .orElseThrow();

        assertTrue(wait.text().contains("owner: owner"), wait.text());
        assertTrue(wait.track().endsWith("waits of " + program.thread), wait.track());
    }

    @Test
    void shouldStopTheThreadsThatRecordAtSafepointsAndWaits() {
        String self = program.thread;

        assertTrue(log.stops().stream().anyMatch(stop -> is(stop, self, "safepoint")));
        assertTrue(log.stops().stream().anyMatch(stop -> is(stop, self, "enter monitor")));
    }

    @Test
    void shouldLeaveOutShortSafepoints() {
        List<LateLog.Zone> safepoints = log.zones("safepoint");
        // Begin and end are rounded to the clock of zones.
        long shortest = SafepointEvents.SHORTEST_NANOS * 99 / 100;

        assertFalse(safepoints.isEmpty());
        assertEquals(
                List.of(),
                safepoints.stream()
                        .filter(zone -> zone.endNanos() - zone.beginNanos() < shortest)
                        .toList());
    }

    private static boolean is(LateLog.Stop stop, String thread, String name) {
        return stop.thread().equals(thread) && stop.name().equals(name);
    }

    @Test
    void shouldTellExceptionsAndThreads() {
        List<String> texts = log.messages().stream().map(LateLog.Message::text).toList();
        assertTrue(texts.stream().noneMatch(text -> text.startsWith("further exceptions")), texts::toString);

        assertTrue(
                texts.stream()
                        .anyMatch(text -> text.startsWith("java.lang.IllegalStateException: thrown on purpose [")),
                texts::toString);
        assertTrue(texts.stream().anyMatch(text -> text.startsWith("thread \"owner\" starts")), texts::toString);
        assertTrue(texts.stream().anyMatch(text -> text.startsWith("thread \"owner\" ends")), texts::toString);
    }

    @Test
    void shouldLeaveOutWaitsThatAnotherRecordingWantsAndThisOneDoesNot() {
        List<LateLog.Zone> tooShort = log.zones("park").stream()
                .filter(zone -> zone.endNanos() - zone.beginNanos() < 900_000)
                .toList();

        assertEquals(List.of(), tooShort);
        assertSame(RecordingState.RUNNING, program.foreign.getState());
    }

    @Test
    void shouldGiveAMethodThatTakesSeventyPercentOfTheTimeAsManySamples() {
        List<SampleEvent> samples = log.samples(SampleKind.RUNNING);
        long seven = samples.stream().filter(sample -> has(sample, "work")).count();
        long three = samples.stream().filter(sample -> has(sample, "sameWork")).count();

        assertTrue(seven + three >= ObservedProgram.SAMPLES, () -> "samples: " + samples.size());
        double percent = 100.0 * seven / (seven + three);
        double really = 100.0 * program.sevenNanos / (program.sevenNanos + program.threeNanos);
        assertTrue(Math.abs(really - 70) < 1, () -> "the program has burnt " + really + " %");
        assertTrue(percent >= 65 && percent <= 75, () -> percent + " % of " + (seven + three));
    }

    static boolean has(SampleEvent sample, String method) {
        for (SampledCall call : sample.stack().calls()) {
            if (call.call().function().equals(ObservedProgram.class.getName() + "." + method)) {
                return true;
            }
        }
        return false;
    }

    @Test
    void shouldMarkASleepingThreadOnce() {
        List<SampleEvent> sleeping = log.samples(SampleKind.SLEEPING).stream()
                .filter(sample -> sample.thread().name().equals("owner") && has(sample, "sleep"))
                .toList();

        assertEquals(1, sleeping.size());
        assertTrue(sleeping.getFirst().weight() >= 19_000_000);
        assertTrue(
                sleeping.getFirst().stack().calls().stream()
                        .anyMatch(call -> call.call().function().equals(ObservedProgram.class.getName() + ".sleep")),
                () -> "" + sleeping.getFirst().stack().calls());
    }

    @Test
    void shouldKnowItsClocksError() throws InterruptedException {
        // After a disturbance it becomes better with each second.
        for (int i = 0; i < 60 && program.jvm.clockErrorNanos() >= CLOCK_ERROR_NANOS; i++) {
            program.jvm.flush(Duration.ofMinutes(1));
        }

        assertTrue(
                program.jvm.clockErrorNanos() > 0 && program.jvm.clockErrorNanos() < CLOCK_ERROR_NANOS,
                () -> program.jvm.clockErrorNanos() + " ns");
    }

    @Test
    void shouldTellMemoryAndProcessorTime() {
        assertTrue(log.plots().get("JVM heap at collections") > 0);
        assertTrue(log.plots().get("JVM metaspace") > 0);
        assertTrue(log.plots().containsKey("JVM direct buffers"), () -> "" + log.plots());
        assertTrue(log.plots().get("memory of the process") > 0);
        assertTrue(log.plots().get("CPU: process") > 0);
        assertTrue(log.plots().containsKey("CPU: " + program.thread), () -> "" + log.plots());
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldTellWhatTheSamplerItselfCosts() {
        double percent = log.plots().get("JFR's own processor time");

        assertTrue(percent > 0 && percent < 400, () -> percent + " %");
    }

    @Test
    void shouldWeighSamplesOfAllocationsByBytesWithTypeAndStack() {
        long bytes = log.samples(SampleKind.ALLOCATION).stream()
                .filter(sample -> sample.type().equals("long[]") && has(sample, "allocate"))
                .mapToLong(SampleEvent::weight)
                .sum();

        double share = (double) bytes / program.allocatedBytes;
        assertTrue(share > 0.5 && share < 1.2, () -> bytes + " of " + program.allocatedBytes + " bytes");
    }

    @Test
    void shouldMarkTheTimeUntilJfrHasStarted() {
        List<LateLog.Zone> gaps = log.zones("JVM events not recorded yet");

        assertEquals(1, gaps.size());
        assertEquals("JVM: sampler", gaps.getFirst().track());
        assertTrue(gaps.getFirst().beginNanos() <= program.attachedNanos, () -> "" + gaps);
        assertTrue(
                gaps.getFirst().endNanos()
                        <= log.zones("forced collection").getFirst().beginNanos(),
                () -> "" + gaps);
        assertEquals(
                1,
                log.messages().stream()
                        .filter(message -> message.text().startsWith("events of the JVM are missing for "))
                        .count());
    }

    @Test
    void shouldKeepTheFirstWhenInstalledTwice() {
        assertSame(program.jvm, JvmEvents.install(JvmOptions.defaults()));
        assertNull(program.jvm.problem());
        assertTrue(program.jvm.isRunning());
        assertEquals(0, program.droppedEvents);
    }
}
