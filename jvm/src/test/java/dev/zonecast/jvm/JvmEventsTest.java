package dev.zonecast.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.Options;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import dev.zonecast.core.collect.Profiler;
import dev.zonecast.core.late.LateEvent;
import dev.zonecast.core.late.SampledCall;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import jdk.jfr.Recording;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A real JFR in this process: one session for the class, with a program that does a bit of everything. */
@Timeout(240)
class JvmEventsTest {
    private static final SourceLocation FORCED = SourceLocation.here("forced collection");
    private static final SourceLocation BLOCKED = SourceLocation.here("blocked");
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int COLLECTIONS = 10;

    /** The promise; what is measured is some hundred nanoseconds. */
    private static final long TOLERANCE_NANOS = 200_000;

    private static final LateLog LOG = new LateLog();
    private static JvmEvents jvm;
    private static Recording foreign;
    private static long sink;

    @BeforeAll
    static void runTheProgram() throws InterruptedException {
        warmUp();
        foreign = new Recording();
        foreign.setName("somebody else's");
        foreign.enable("jdk.ThreadPark").withoutThreshold();
        foreign.start();
        Zonecast.start(Options.defaults().listen(false).shutdownHook(false));
        Profiler.current().attach(LOG);
        jvm = JvmEvents.install(JvmOptions.defaults().samplingPeriod(Duration.ofMillis(1)));
        jvm.flush(LIMIT);
        for (int i = 0; i < COLLECTIONS; i++) {
            try (Zone _ = Zone.open(FORCED)) {
                System.gc();
            }
        }
        block();
        throwSomething();
        for (int i = 0; i < 20; i++) {
            sevenParts();
            threeParts();
        }
        jvm.flush(LIMIT);
        assertTrue(Zonecast.flush(LIMIT));
    }

    @AfterAll
    static void end() {
        jvm.close();
        foreign.close();
        Zonecast.shutdown(LIMIT);
    }

    private static void warmUp() {
        for (int i = 0; i < 20; i++) {
            sink += work(1 << 18) + sameWork(1 << 18);
        }
    }

    private static void sevenParts() {
        sink += work(7 * (1 << 24));
    }

    private static void threeParts() {
        sink += sameWork(3 * (1 << 24));
    }

    private static long work(int steps) {
        long x = sink;
        for (int i = 0; i < steps; i++) {
            x = x * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L ^ x >>> 29;
        }
        return x;
    }

    private static long sameWork(int steps) {
        long x = sink;
        for (int i = 0; i < steps; i++) {
            x = x * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L ^ x >>> 29;
        }
        return x;
    }

    /** Waits for a monitor that a thread named "owner" holds until it sees that this one waits. */
    private static void block() throws InterruptedException {
        Object monitor = new Object();
        CountDownLatch held = new CountDownLatch(1);
        Thread waiter = Thread.currentThread();
        Thread owner = Thread.ofPlatform().name("owner").start(() -> {
            synchronized (monitor) {
                held.countDown();
                while (waiter.getState() != Thread.State.BLOCKED) {
                    Thread.onSpinWait();
                }
                sleep(20);
            }
        });
        held.await();
        try (Zone _ = Zone.open(BLOCKED)) {
            synchronized (monitor) {
                assertTrue(Thread.holdsLock(monitor));
            }
        }
        owner.join();
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void throwSomething() {
        try {
            throw new IllegalStateException("thrown on purpose");
        } catch (IllegalStateException e) {
            sink += e.getMessage().length();
        }
    }

    @Test
    void shouldPutCollectionsInsideTheZonesThatForceThem() {
        List<LateLog.Zone> zones = LOG.zones("forced collection");
        List<LateLog.Zone> collections = LOG.allZones().stream()
                .filter(zone -> zone.name().startsWith("GC ") && zone.text() != null)
                .filter(zone -> zone.text().contains("System.gc()"))
                .toList();

        assertEquals(COLLECTIONS, zones.size());
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
        List<LateLog.Zone> phases = LOG.allZones().stream()
                .filter(zone -> zone.track().equals("JVM: garbage collection") && zone.depth() > 0)
                .toList();

        assertTrue(phases.size() >= COLLECTIONS, () -> "phases: " + phases);
    }

    @Test
    void shouldShowTheWaitForAMonitorWithItsOwnerInsideTheZoneThatWaits() {
        LateLog.Zone blocked = LOG.zones("blocked").getFirst();

        LateLog.Zone wait = LOG.zones("enter monitor").stream()
                .filter(zone -> isInside(zone, blocked))
                .findFirst()
                .orElseThrow();

        assertTrue(wait.text().contains("owner: owner"), wait.text());
        assertTrue(wait.track().endsWith("waits of " + Thread.currentThread().getName()), wait.track());
    }

    @Test
    void shouldStopTheThreadsThatRecordAtSafepointsAndWaits() {
        String self = Thread.currentThread().getName();

        assertTrue(LOG.stops().stream().anyMatch(stop -> is(stop, self, "safepoint")));
        assertTrue(LOG.stops().stream().anyMatch(stop -> is(stop, self, "enter monitor")));
    }

    private static boolean is(LateLog.Stop stop, String thread, String name) {
        return stop.thread().equals(thread) && stop.name().equals(name);
    }

    @Test
    void shouldTellExceptionsAndThreads() {
        List<String> texts = LOG.messages().stream().map(LateLog.Message::text).toList();

        assertTrue(
                texts.stream()
                        .anyMatch(text -> text.startsWith("java.lang.IllegalStateException: thrown on purpose [")),
                texts::toString);
        assertTrue(texts.stream().anyMatch(text -> text.startsWith("thread \"owner\" starts")), texts::toString);
    }

    @Test
    void shouldLeaveOutWaitsThatAnotherRecordingWantsAndThisOneDoesNot() {
        List<LateLog.Zone> tooShort = LOG.zones("park").stream()
                .filter(zone -> zone.endNanos() - zone.beginNanos() < 900_000)
                .toList();

        assertEquals(List.of(), tooShort);
        assertSame(jdk.jfr.RecordingState.RUNNING, foreign.getState());
    }

    @Test
    void shouldGiveAMethodThatTakesSeventyPercentOfTheTimeAsManySamples() {
        List<LateEvent.Sample> samples = LOG.samples(LateEvent.Kind.RUNNING);
        long seven = samples.stream().filter(sample -> has(sample, "work")).count();
        long three = samples.stream().filter(sample -> has(sample, "sameWork")).count();

        assertTrue(seven + three >= 100, () -> "samples: " + samples.size());
        double percent = 100.0 * seven / (seven + three);
        assertTrue(percent >= 65 && percent <= 75, () -> percent + " % of " + (seven + three));
    }

    private static boolean has(LateEvent.Sample sample, String method) {
        for (SampledCall call : sample.stack().calls()) {
            if (call.call().function().equals(JvmEventsTest.class.getName() + "." + method)) {
                return true;
            }
        }
        return false;
    }

    @Test
    void shouldMarkASleepingThreadOnce() {
        List<LateEvent.Sample> sleeping = LOG.samples(LateEvent.Kind.SLEEPING).stream()
                .filter(sample -> sample.threadName().equals("owner"))
                .toList();

        assertEquals(1, sleeping.size());
        assertTrue(sleeping.getFirst().weight() >= 19_000_000);
        assertTrue(
                sleeping.getFirst().stack().calls().stream()
                        .anyMatch(call -> call.call().function().equals(JvmEventsTest.class.getName() + ".sleep")),
                () -> "" + sleeping.getFirst().stack().calls());
    }

    @Test
    void shouldKnowItsClocksError() {
        assertTrue(
                jvm.clockErrorNanos() > 0 && jvm.clockErrorNanos() < TOLERANCE_NANOS,
                () -> jvm.clockErrorNanos() + " ns");
    }

    @Test
    void shouldTellMemoryAndProcessorTime() {
        assertTrue(LOG.plots().get("JVM heap at collections") > 0);
        assertTrue(LOG.plots().get("JVM metaspace") > 0);
        assertTrue(LOG.plots().containsKey("CPU: process"), () -> "" + LOG.plots());
    }

    @Test
    void shouldKeepTheFirstWhenInstalledTwice() {
        assertSame(jvm, JvmEvents.install(JvmOptions.defaults()));
        assertNull(jvm.problem());
        assertTrue(jvm.isRunning());
        assertFalse(Zonecast.statistics().droppedEvents() > 0);
    }
}
