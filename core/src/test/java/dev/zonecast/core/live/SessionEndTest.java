package dev.zonecast.core.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.ZoneRun;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.tracy.Welcome;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The program's end waits for a viewer, but never longer than it was told to. */
class SessionEndTest {
    private static final SourceLocation LOCATION = SourceLocation.of("session end", "f", "F.java", 1, 0);

    /** Far more than the limit of a test's shut-down, far less than for ever. */
    private static final Duration BOUND = Duration.ofSeconds(30);

    private final CollectorStandIn host = new CollectorStandIn();
    private final ZoneRun run = new ZoneRun();
    private final int port = host.listen();
    private final EventThread main = EventThread.of(1, "main");

    @AfterEach
    void close() {
        host.close();
        assertEquals(List.of(), host.failures());
    }

    private void zones(int count) {
        host.feed(s -> {
            for (int i = 0; i < count; i++) {
                long now = System.nanoTime();
                s.zones(main, run.onlyBegin(now, Ids.of(LOCATION)));
                s.zones(main, run.onlyEnd(now));
            }
        });
    }

    private void assertBounded(Duration took) {
        assertTrue(took.compareTo(BOUND) < 0, () -> "took " + took);
        assertEquals(0, host.liveCount());
    }

    @Test
    void shouldDeliverEverythingWhenTheProgramEnds() throws IOException {
        TracyViewer viewer = TracyViewer.join(port, 82);
        viewer.await("the session", () -> host.liveCount() == 1);
        zones(500_000);

        host.shutDown(CollectorStandIn.LIMIT);

        assertEquals(500_000, viewer.awaitEnd().zoneCount());
        assertTrue(host.log.has("has everything"), host.log.lines().toString());
    }

    @Test
    void shouldEndInTimeWhenTheViewerNeverAnswersTheEnd() throws IOException {
        TracyViewer viewer = TracyViewer.join(port, 82);
        viewer.await("the session", () -> host.liveCount() == 1);
        viewer.beMute();
        zones(10);

        assertBounded(host.shutDown(Duration.ofSeconds(8)));

        viewer.await("what was sent", () -> viewer.trace().terminated);
        assertTrue(
                host.log.has("did not read all events within "),
                host.log.lines().toString());
    }

    @Test
    void shouldEndInTimeWhenTheViewerTakesNothing() throws IOException {
        try (TracyViewer viewer = TracyViewer.greet(port, 82)) {
            assertEquals(Welcome.STATUS_WELCOME, viewer.readStatus());
            viewer.await("the session", () -> host.liveCount() == 1);
            zones(50_000);

            assertBounded(host.shutDown(Duration.ofMillis(200)));
        }
    }

    @Test
    void shouldLetTheCollectorGoWhenItWaitsForASlowViewerWhileTheProgramEnds() throws Exception {
        host.stallLimitNanos = Duration.ofHours(1).toNanos();
        try (TracyViewer viewer = TracyViewer.greet(port, 82)) {
            assertEquals(Welcome.STATUS_WELCOME, viewer.readStatus());
            viewer.await("the session", () -> host.liveCount() == 1);
            Thread feeder = Thread.ofPlatform().start(() -> zones(3_000_000));

            Duration took = host.shutDown(Duration.ofMillis(200));

            feeder.join();
            assertBounded(took);
        }
    }

    @Test
    void shouldHangUpAtOnceWhenNoTimeIsGiven() throws IOException {
        TracyViewer viewer = TracyViewer.join(port, 82);
        viewer.await("the session", () -> host.liveCount() == 1);

        assertBounded(host.shutDown(Duration.ZERO));

        viewer.awaitHangUp();
        assertTrue(
                host.log.lines().stream()
                        .anyMatch(line -> line.startsWith("WARNING viewer ")
                                && line.contains(" disconnected before it had all events")),
                host.log.lines().toString());
    }

    @Test
    void shouldEndByTheProtocolWhenTheSessionOutlivesTheViewersClock() throws IOException {
        TracyViewer viewer = TracyViewer.join(port, 82);
        viewer.await("the session", () -> host.liveCount() == 1);

        host.feed(s -> s.cycleEnd(host.originNanos + (1L << 47)));

        assertTrue(viewer.awaitEnd().terminated);
        assertTrue(
                host.log.has("cannot hold more than 39 hours"), host.log.lines().toString());
    }

    @Test
    void shouldRefuseAViewerWhenTheProfilerHasEnded() throws IOException {
        host.refuses = true;
        try (TracyViewer viewer = TracyViewer.greet(port, 82)) {
            assertEquals(Welcome.STATUS_NOT_AVAILABLE, viewer.readStatus());
        }
        host.refuses = false;
        TracyViewer next = TracyViewer.join(port, 82);
        next.terminate();
    }

    @Test
    void shouldTakeNoViewerWhenTheListenerIsClosed() throws Exception {
        host.shutDown(Duration.ZERO);

        assertEquals(-1, host.listener().port());
    }

    @Test
    void shouldStartTheTraceLaterWhenTheProgramHasRunForDays() throws IOException {
        long fiveDays = Duration.ofDays(5).toNanos();
        host.originNanos = System.nanoTime() - fiveDays;
        TracyViewer viewer = TracyViewer.join(port, 82);
        viewer.await("the session", () -> host.liveCount() == 1);
        zones(1);

        LiveTrace trace = host.finish(viewer);
        assertEquals(1L << 46, trace.connectedNanos);
        assertTrue(trace.zones.getFirst().beginNanos >= 1L << 46);
    }
}
