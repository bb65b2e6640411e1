package dev.zonecast.core.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.tracy.QueryType;
import java.io.EOFException;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.ConnectException;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What fails at one viewer's session leaves the port to the next viewer. */
class SessionFaultTest {
    private final CollectorStandIn host = CollectorStandIn.with(
            new TracyListener.Patience(CollectorStandIn.LIMIT, Duration.ofMillis(10), Duration.ofMillis(10)));
    private final int port = host.listen();

    @AfterEach
    void close() {
        host.close();
        assertEquals(List.of(), host.failures());
    }

    @Test
    void shouldGiveThePortBackWhenTheLogThrowsAtTheStart() {
        int other = CollectorStandIn.freePort();
        CapturedLog log = new CapturedLog();
        log.onLine = line -> {
            throw new IllegalStateException("broken log");
        };
        TracyListener listener = new TracyListener(
                new ListenOptions("", other, "test"), host, CollectorStandIn.PATIENCE, log, Thread::start);

        assertThrows(IllegalStateException.class, listener::start);

        assertEquals(-1, listener.port());
        assertThrows(ConnectException.class, () -> TracyViewer.connect(other).close());
    }

    @Test
    void shouldGiveThePortBackWhenTheSystemGivesNoThreadAndTheLogThrows() {
        int other = CollectorStandIn.freePort();
        CapturedLog log = new CapturedLog();
        log.onLine = line -> {
            if (line.contains("no viewer can connect")) {
                throw new IllegalStateException("broken log");
            }
        };
        TracyListener listener = new TracyListener(
                new ListenOptions("", other, "test"), host, CollectorStandIn.PATIENCE, log, thread -> {
                    throw new OutOfMemoryError("unable to create native thread");
                });

        assertFalse(listener.start());

        assertEquals(-1, listener.port());
        assertThrows(ConnectException.class, () -> TracyViewer.connect(other).close());
    }

    @Test
    void shouldGoOnListeningWhenTheLogThrowsAtTheLineAboutADroppedConnection() throws IOException {
        throwAt("too many connections", "waiting for viewers goes on");
        List<Socket> silent = new ArrayList<>();
        for (int i = 0; i <= TracyListener.MAX_CALLERS; i++) {
            silent.add(TracyViewer.connect(port));
        }
        // Dropped for the last one.
        assertEquals(-1, silent.getFirst().getInputStream().read());
        for (Socket each : silent) {
            each.close();
        }

        TracyViewer next = TracyViewer.joinWhenItIsFree(port, 82);

        host.finish(next);
    }

    @Test
    void shouldAnswerTheOtherQuestionsForSourcesWhenAFolderCannotBeRead() throws IOException {
        Path broken = (Path)
                Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {Path.class}, (self, method, of) -> {
                    throw new IllegalStateException("broken");
                });
        ListenOptions options = new ListenOptions("", CollectorStandIn.freePort(), "test", 0, List.of(broken));
        assertNotNull(SourceLocation.of("fault", "f", "Fault.java", 1, 0));
        try (CollectorStandIn other = new CollectorStandIn(options)) {
            TracyViewer viewer = other.join(82);
            viewer.askForSource(1, "Fault.java");
            viewer.askForSource(2, "Fault.java");

            LiveTrace unused = viewer.awaitAnswers();

            other.finish(viewer);
            assertEquals(List.of(), other.failures());
        }
    }

    private void throwAt(String... parts) {
        host.log.onLine = line -> {
            if (Arrays.stream(parts).anyMatch(line::contains)) {
                throw new IllegalStateException("broken log");
            }
        };
    }

    @Test
    void shouldDropTheViewerAndServeTheNextOneWhenASessionCannotBegin() throws IOException {
        host.failureOfNext = new IllegalStateException("broken");
        try (TracyViewer dropped = TracyViewer.greet(port, 82)) {
            assertThrows(EOFException.class, dropped::readStatus);
        }
        String line = "dropped: its session cannot begin: java.lang.IllegalStateException: broken";
        assertTrue(
                host.log.lines().stream().anyMatch(each -> each.startsWith("WARNING ") && each.endsWith(line)),
                () -> host.log.lines().toString());

        TracyViewer next = TracyViewer.joinWhenItIsFree(port, 82);

        host.finish(next);
    }

    @Test
    void shouldWarnOfADefectOfOursThatEndsASession() throws IOException {
        TracyViewer viewer = TracyViewer.join(port, 82);
        viewer.await("the session", () -> host.liveCount() == 1);
        host.failureOfNextEnd = new IllegalStateException("broken");

        viewer.send(TracyViewer.packet(QueryType.DISCONNECT.number(), 0));

        viewer.awaitHangUp();
        viewer.await("the end of the session", () -> host.liveCount() == 0);
        List<String> ends = host.log.lines().stream()
                .filter(line -> line.contains("receiving failed"))
                .toList();
        assertEquals(1, ends.size(), ends::toString);
        assertTrue(ends.getFirst().startsWith("WARNING viewer "), ends::toString);
        assertTrue(ends.getFirst().endsWith(": java.lang.IllegalStateException: broken"), ends::toString);
    }

    @Test
    void shouldServeAViewerWhenTheLogThrowsAtTheLineAboutIt() throws IOException {
        throwAt("connected, protocol");

        TracyViewer viewer = TracyViewer.join(port, 82);
        viewer.await("the session", () -> host.liveCount() == 1);

        assertTrue(host.finish(viewer).terminated);
    }

    @Test
    void shouldServeTheNextViewerWhenTheLogThrowsAtTheEndOfASession() throws IOException {
        TracyViewer first = TracyViewer.join(port, 82);
        first.await("the session", () -> host.liveCount() == 1);
        throwAt("closed the connection", "connection lost");
        first.close();

        TracyViewer next = TracyViewer.joinWhenItIsFree(port, 82);

        host.finish(next);
    }
}
