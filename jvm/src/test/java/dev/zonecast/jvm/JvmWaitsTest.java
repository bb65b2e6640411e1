package dev.zonecast.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Waits, class loading, compilations and safepoints of {@link ObservedProgram}, each of which happened for real. */
@Timeout(600)
class JvmWaitsTest {
    private static final long WAITED_NANOS = (ObservedProgram.WAIT_MILLIS - 1) * 1_000_000L;

    /** A thread may lose its processor between the clock's two reads. */
    private static final long TOLERANCE_NANOS = 2_000_000;

    private static ObservedProgram program;
    private static LateLog log;

    @BeforeAll
    static void runTheProgram() throws InterruptedException, IOException {
        program = ObservedProgram.get();
        log = program.log;
    }

    /** A zone of that name that lasted as long as the program let it, on a track of the thread that waited. */
    private static LateLog.Zone wait(String name, String textPart) {
        List<LateLog.Zone> zones = log.zones(name);
        return zones.stream()
                .filter(zone -> zone.endNanos() - zone.beginNanos() >= WAITED_NANOS)
                .filter(zone -> textPart == null || zone.text().contains(textPart))
                .filter(zone -> zone.track().contains("waits of " + program.thread))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + ": " + zones));
    }

    /** The thread itself stood still for as long. */
    private static void assertStopped(LateLog.Zone zone) {
        assertTrue(
                log.stops().stream()
                        .anyMatch(stop -> stop.thread().equals(program.thread)
                                && stop.name().equals(zone.name())
                                && Math.abs(stop.beginNanos() - zone.beginNanos()) < TOLERANCE_NANOS
                                && Math.abs(stop.endNanos() - zone.endNanos()) < TOLERANCE_NANOS),
                () -> zone + " among " + log.stops());
    }

    @Test
    void shouldShowTheWaitInAMonitorWithWhoNotifiedIt() {
        LateLog.Zone zone = wait("wait in monitor", "notified by: notifier");

        assertTrue(zone.text().startsWith("for: java.lang.Object"), zone.text());
        assertStopped(zone);
    }

    @Test
    void shouldShowAParkedThreadWithTheClassOfWhatItWaitsFor() {
        assertStopped(wait("park", "for: " + ObservedProgram.class.getName()));
    }

    @Test
    void shouldShowAVirtualThreadThatIsPinnedToItsCarrier() {
        List<LateLog.Zone> pinned = log.zones("pinned").stream()
                .filter(zone -> zone.track().contains("waits of " + ObservedProgram.PINNED))
                .toList();

        assertEquals(1, pinned.size(), () -> "" + log.zones("pinned"));
        LateLog.Zone zone = pinned.getFirst();
        assertTrue(zone.endNanos() - zone.beginNanos() >= WAITED_NANOS, zone::toString);
        boolean namesReason = Runtime.version().feature() >= 24;
        assertEquals(namesReason, zone.text() != null && zone.text().startsWith("by: "), zone.text());
    }

    @Test
    void shouldShowASocketThatKeepsAThreadWaiting() {
        LateLog.Zone zone = wait("read socket", ":" + program.port);

        assertTrue(zone.text().contains("bytes: 3"), zone.text());
        assertStopped(zone);
    }

    @Test
    void shouldShowAFileThatKeepsAThreadWaiting() {
        assumeTrue(program.pipe != null, "no pipes here");

        LateLog.Zone zone = wait("read file", program.pipe.toString());

        assertTrue(zone.text().contains("bytes: 5"), zone.text());
        assertStopped(zone);
    }

    @Test
    void shouldShowAClassThatLoadsSlowlyAndWhoWaitsForIt() {
        LateLog.Zone around = log.zones("loading").getFirst();
        LateLog.Zone zone = log.zones("load class").stream()
                .filter(load -> load.text().startsWith(ObservedProgram.class.getName() + "$Slow"))
                .findFirst()
                .orElseThrow();

        assertEquals("JVM: class loading", zone.track().replaceFirst(" \\(.*", ""));
        assertTrue(zone.text().contains("thread: " + program.thread), zone.text());
        assertTrue(zone.endNanos() - zone.beginNanos() >= WAITED_NANOS, zone::toString);
        assertTrue(zone.beginNanos() >= around.beginNanos() - TOLERANCE_NANOS, zone::toString);
        assertTrue(zone.endNanos() <= around.endNanos() + TOLERANCE_NANOS, zone::toString);
        assertStopped(zone);
    }

    @Test
    void shouldShowCompilationsWithMethodAndLevel() {
        List<LateLog.Zone> ofWork = log.allZones().stream()
                .filter(zone -> zone.track().startsWith("JVM: compiler"))
                .filter(zone -> zone.text().startsWith(ObservedProgram.class.getName() + "."))
                .toList();

        assertTrue(!ofWork.isEmpty(), "none of the program's methods");
        assertTrue(ofWork.getFirst().text().contains("\nlevel: "), ofWork.getFirst()::toString);
    }

    @Test
    void shouldShowTheWaitForThreadsToStopInsideASafepoint() {
        List<LateLog.Zone> safepoints = log.zones("safepoint");
        List<LateLog.Zone> waits = log.zones("waiting for threads to stop");

        assertTrue(safepoints.size() >= ObservedProgram.COLLECTIONS, () -> "" + safepoints);
        assertEquals(safepoints.size(), waits.size());
        for (LateLog.Zone wait : waits) {
            assertTrue(safepoints.stream()
                    .anyMatch(safepoint ->
                            safepoint.beginNanos() <= wait.beginNanos() && wait.endNanos() <= safepoint.endNanos()));
        }
    }

    @Test
    void shouldTellTheThreadThatAllocatesAndTheOneThatWaitsApart() {
        List<LateLog.Zone> ofOwner = log.zones("sleep").stream()
                .filter(zone -> zone.track().equals("JVM: waits of owner"))
                .toList();

        assertEquals(1, ofOwner.size());
        assertTrue(ofOwner.getFirst().endNanos() - ofOwner.getFirst().beginNanos() >= WAITED_NANOS);
    }
}
