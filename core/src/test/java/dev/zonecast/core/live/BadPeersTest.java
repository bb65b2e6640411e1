package dev.zonecast.core.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.ZoneRun;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.tracy.QueryType;
import dev.zonecast.tracy.Welcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** After any peer the program continues, a line in the log says what happened, and the next viewer is served. */
class BadPeersTest {
    private static final SourceLocation LOCATION = SourceLocation.of("bad peers", "f", "F.java", 1, 0);

    private final CollectorStandIn host = new CollectorStandIn();
    private final ZoneRun run = new ZoneRun();
    private final int port = host.listen();
    private final EventThread main = EventThread.of(1, "main");

    @AfterEach
    void close() throws IOException {
        TracyViewer viewer = TracyViewer.join(port, 82);
        viewer.await("the session of a good viewer", () -> host.liveCount() == 1);
        zone();
        assertEquals(1, host.finish(viewer).zoneCount());
        host.close();
        assertEquals(List.of(), host.failures());
    }

    private void zone() {
        zone(host);
    }

    private void zone(CollectorStandIn to) {
        to.feed(s -> {
            long now = System.nanoTime();
            s.zones(main, run.onlyBegin(now, Ids.of(LOCATION)));
            s.zones(main, run.onlyEnd(now + 1));
        });
    }

    private void awaitLog(String part) {
        awaitLog(host, part);
    }

    private static void awaitLog(CollectorStandIn of, String part) {
        long deadline = System.nanoTime() + CollectorStandIn.LIMIT.toNanos();
        while (!of.log.has(part)) {
            assertTrue(System.nanoTime() < deadline, () -> "no line with \"" + part + "\" in " + of.log.lines());
            java.util.concurrent.locks.LockSupport.parkNanos(1_000_000);
        }
    }

    private void awaitNoSession() {
        long deadline = System.nanoTime() + CollectorStandIn.LIMIT.toNanos();
        while (host.liveCount() > 0) {
            assertTrue(System.nanoTime() < deadline, "the session does not end");
            java.util.concurrent.locks.LockSupport.parkNanos(1_000_000);
        }
    }

    /** Reads to the end; what came. */
    private static byte[] drain(Socket socket) throws IOException {
        try (socket) {
            return socket.getInputStream().readAllBytes();
        } catch (IOException e) {
            return new byte[0];
        }
    }

    // --- before the session

    @Test
    void shouldDropAPeerThatIsNotAViewerWhenItSpeaks() throws IOException {
        Socket browser = TracyViewer.connect(port);
        browser.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));

        assertEquals(0, drain(browser).length);
        awaitLog("is not a Tracy viewer, dropped");
    }

    @Test
    void shouldDropAPeerAtItsFirstWrongByte() throws IOException {
        Socket odd = TracyViewer.connect(port);
        odd.getOutputStream().write(new byte[] {'T', 'r', 'a', 'c', 'x'});

        assertEquals(0, drain(odd).length);
        awaitLog("is not a Tracy viewer, dropped");
    }

    @Test
    void shouldDropAPeerWhenItsGreetingStaysIncomplete() throws IOException {
        try (CollectorStandIn impatient = CollectorStandIn.with(new TracyListener.Patience(
                TracyListener.Patience.USUAL.greeting(), CollectorStandIn.LIMIT, CollectorStandIn.LIMIT))) {
            AtomicReference<Socket> half = new AtomicReference<>();
            // The bytes are there when the listener takes the connection, which is when its time begins.
            impatient.log.onLine = line -> {
                if (line.contains("waiting for a Tracy viewer")) {
                    half.set(sendHalf(impatient.listener().port()));
                }
            };
            impatient.listen();

            assertEquals(0, drain(half.get()).length);
            awaitLog(impatient, "sent 10 of the 12 bytes of a Tracy viewer's greeting within 2 s, dropped");
        }
    }

    private static Socket sendHalf(int port) {
        try {
            Socket half = TracyViewer.connect(port);
            half.getOutputStream().write(Arrays.copyOf(TracyViewer.greeting(82), 10));
            return half;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void shouldNoteAPeerThatLeavesWithinItsGreeting() throws IOException {
        try (Socket half = TracyViewer.connect(port)) {
            half.getOutputStream().write(Arrays.copyOf(TracyViewer.greeting(82), 5));
        }

        awaitLog("closed the connection after 5 of the 12 bytes");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 63, 75, 77, 81, 83, -1})
    void shouldNameBothVersionsWhenTheViewersIsNotSpoken(int version) throws IOException {
        TracyViewer viewer = TracyViewer.greet(port, version);

        assertEquals(Welcome.STATUS_PROTOCOL_MISMATCH, viewer.readStatus());
        viewer.awaitHangUp();
        awaitLog("speaks version " + Integer.toUnsignedString(version)
                + " of Tracy's protocol; this program speaks 82 (Tracy 0.14), 76 (Tracy 0.13), 74 (Tracy 0.12),"
                + " 69 (Tracy 0.11.1): connect with one of these");
    }

    @Test
    void shouldTakeAGreetingThatComesByteByByte() throws IOException {
        Socket slow = TracyViewer.connect(port);
        for (byte b : TracyViewer.greeting(82)) {
            slow.getOutputStream().write(b);
            slow.getOutputStream().flush();
        }

        assertEquals(Welcome.STATUS_WELCOME, slow.getInputStream().read());
        slow.close();
        awaitLog("connected, protocol 82");
        awaitNoSession();
    }

    @Test
    void shouldTellASecondViewerToComeLaterWhenOneIsConnected() throws IOException {
        try (CollectorStandIn impatient = CollectorStandIn.with(new TracyListener.Patience(
                CollectorStandIn.LIMIT, TracyListener.Patience.USUAL.taken(), CollectorStandIn.LIMIT))) {
            TracyViewer first = impatient.join(82);
            TracyViewer second = TracyViewer.greet(impatient.listener().port(), 82);

            assertEquals(Welcome.STATUS_NOT_AVAILABLE, second.readStatus());
            awaitLog(impatient, "is refused for now");
            zone(impatient);
            assertEquals(1, impatient.finish(first).zoneCount());
            assertEquals(List.of(), impatient.failures());
        }
    }

    @Test
    void shouldServeAViewerWhenHundredsOfConnectionsSayNothing() throws IOException {
        List<Socket> silent = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            silent.add(TracyViewer.connect(port));
        }
        TracyViewer viewer = TracyViewer.join(port, 82);
        viewer.await("the session", () -> host.liveCount() == 1);
        viewer.terminate();
        awaitNoSession();
        for (Socket socket : silent) {
            socket.close();
        }
        assertTrue(host.log.lines().size() < 100, "the log is not flooded");
    }

    // --- within the session

    private TracyViewer session() throws IOException {
        TracyViewer viewer = TracyViewer.join(port, 82);
        viewer.await("the session", () -> host.liveCount() == 1);
        zone();
        return viewer;
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 17, 100, 255})
    void shouldDropThePeerWhenAQuerysTypeIsUnknown(int type) throws IOException {
        TracyViewer viewer = session();

        viewer.send(TracyViewer.packet(type, 5));

        viewer.awaitHangUp();
        awaitLog("sent a query of unknown type " + type + ": not a Tracy viewer of this protocol, dropped");
        awaitNoSession();
    }

    @Test
    void shouldDropThePeerWhenItFloodsWithQueries() throws IOException {
        TracyViewer viewer = TracyViewer.join(port, 82);
        viewer.await("the session", () -> host.liveCount() == 1);
        viewer.beMute();
        byte[] flood = new byte[13 * 1000];
        for (int i = 0; i < flood.length; i += 13) {
            flood[i] = 1;
            flood[i + 1] = 1;
        }
        // The collector is kept busy, so that no query is answered.
        host.feed(s -> {
            try {
                for (int i = 0; i < 1000; i++) {
                    viewer.send(flood);
                }
            } catch (IOException e) {
                // Dropped while it floods.
            }
            awaitLog("queries without waiting for answers");
        });

        awaitNoSession();
    }

    @Test
    void shouldAnswerEverythingWithPlaceholdersWhenItWasNeverGivenOut() throws IOException {
        TracyViewer viewer = session();
        viewer.awaitAnswers();
        long[] pointers = {0, -1, 77_777_777L, 0x1234_5678_9ABC_DEFL, 1L << 32, Long.MIN_VALUE};
        for (QueryType type : QueryType.values()) {
            if (type != QueryType.TERMINATE
                    && type != QueryType.DISCONNECT
                    && type != QueryType.SOURCE_LOCATION
                    && type != QueryType.THREAD_STRING) {
                for (long pointer : pointers) {
                    viewer.ask(type, pointer);
                }
            }
        }
        viewer.ask(QueryType.THREAD_STRING, 4711);
        viewer.askForLocation(0x7FFF_FFFFL);

        LiveTrace trace = viewer.awaitAnswers();

        assertEquals("(unknown)", trace.strings.get(77_777_777L));
        assertEquals("(unknown)", trace.plotNames.get(-1L));
        assertEquals("(unknown)", trace.frameNames.get(Long.MIN_VALUE));
        assertEquals("thread 4711", trace.threadNames.get(4711));
        assertEquals(
                "(unknown)", trace.strings.get(trace.locations.get(0x7FFF_FFFFL).file()));
        viewer.terminate();
        awaitNoSession();
    }

    @Test
    void shouldEndTheSessionByTheProtocolWhenTheViewerAsksForTheEnd() throws IOException {
        TracyViewer viewer = session();

        viewer.send(TracyViewer.packet(QueryType.DISCONNECT.number(), 0));
        viewer.send(TracyViewer.packet(QueryType.DISCONNECT.number(), 0));

        LiveTrace trace = viewer.awaitEnd();
        assertTrue(trace.terminated);
        awaitNoSession();
    }

    @Test
    void shouldEndTheSessionWhenTheViewerSendsGarbage() throws IOException {
        for (int seed = 0; seed < 20; seed++) {
            TracyViewer viewer = session();
            byte[] garbage = new byte[50_000];
            new Random(seed).nextBytes(garbage);
            viewer.beMute();
            try {
                viewer.send(garbage);
            } catch (IOException e) {
                // Dropped before the last byte.
            }
            awaitNoSession();
            viewer.close();
        }
        assertEquals(20, host.listener().sessions());
    }

    // --- vanishing in each state

    @Test
    void shouldServeTheNextViewerWhenOneVanishesRightAfterItsGreeting() throws IOException {
        for (int i = 0; i < 20; i++) {
            TracyViewer.greet(port, 82).close();
        }
        awaitNoSession();
    }

    @Test
    void shouldServeTheNextViewerWhenOneVanishesWithQueriesOpen() throws IOException {
        for (int i = 0; i < 10; i++) {
            TracyViewer viewer = TracyViewer.greet(port, 82);
            assertEquals(Welcome.STATUS_WELCOME, viewer.readStatus());
            viewer.send(TracyViewer.packet(1, 1));
            viewer.send(new byte[] {1, 2, 3});
            viewer.close();
            awaitNoSession();
        }
    }

    @Test
    void shouldServeTheNextViewerWhenOneVanishesUnderLoad() throws IOException {
        TracyViewer viewer = session();
        host.feed(s -> {
            for (int i = 0; i < 2_000_000; i++) {
                long now = System.nanoTime();
                s.zones(main, run.onlyBegin(now, Ids.of(LOCATION)));
                s.zones(main, run.onlyEnd(now));
                if (i == 1_000_000) {
                    viewer.close();
                }
            }
        });
        awaitNoSession();
    }

    @Test
    void shouldServeTheNextViewerWhenOneVanishesWithinTheEnd() throws IOException {
        TracyViewer viewer = session();
        viewer.beMute();
        viewer.send(TracyViewer.packet(QueryType.DISCONNECT.number(), 0));
        viewer.await("the terminate event", () -> viewer.trace().terminated);
        viewer.close();
        awaitNoSession();
    }

    @Test
    void shouldServeViewerAfterViewerWhenTheyComeBack() throws IOException {
        for (int i = 0; i < 50; i++) {
            TracyViewer viewer = session();
            viewer.await("the zone", () -> viewer.trace().zoneCount() == 1);
            viewer.awaitAnswers();
            assertEquals("bad peers", viewer.trace().displayName(null, Ids.of(LOCATION)));
            assertEquals("main", viewer.trace().threadNames.get(1));
            if (i % 2 == 0) {
                viewer.terminate();
            } else {
                viewer.close();
            }
        }
        assertEquals(50, host.listener().sessions());
        assertEquals(0, host.log.count("is refused for now"));
        awaitNoSession();
    }

    @Test
    void shouldServeTheNextViewerWhenManyComeAndGoAtOnce() throws Exception {
        List<Thread> storm = new ArrayList<>();
        for (int t = 0; t < 8; t++) {
            int number = t;
            storm.add(Thread.ofPlatform().start(() -> comeAndGo(number)));
        }
        for (int i = 0; i < 200; i++) {
            zone();
        }
        for (Thread thread : storm) {
            thread.join();
        }
        awaitNoSession();
        assertTrue(host.log.lines().size() < 200, () -> host.log.lines().size() + " lines");
    }

    /** Leaves at another moment each time. */
    private void comeAndGo(int number) {
        for (int i = 0; i < 12; i++) {
            try (Socket viewer = TracyViewer.connect(port)) {
                viewer.getOutputStream().write(TracyViewer.greeting(i % 5 == 4 ? 66 : 82));
                if ((i + number) % 3 > 0) {
                    int status = viewer.getInputStream().read();
                    if (status == Welcome.STATUS_WELCOME && (i + number) % 3 == 2) {
                        viewer.getOutputStream().write(TracyViewer.packet(1, i));
                    }
                }
            } catch (IOException e) {
                // Dropped, or refused while another has the session.
            }
        }
    }

    @Test
    void shouldDropAViewerThatTakesNothingWhenItsTimeIsOver() throws IOException {
        host.stallLimitNanos = 100_000_000;
        TracyViewer viewer = TracyViewer.greet(port, 82);
        assertEquals(Welcome.STATUS_WELCOME, viewer.readStatus());
        host.feed(s -> {
            for (int i = 0; i < 3_000_000; i++) {
                long now = System.nanoTime();
                s.zones(main, run.onlyBegin(now, Ids.of(LOCATION)));
                s.zones(main, run.onlyEnd(now));
            }
        });

        awaitLog("read nothing for");
        awaitNoSession();
        viewer.close();
    }

    // --- ports

    @Test
    void shouldGoOnWithoutAViewerWhenTheFixedPortIsTaken() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                CollectorStandIn other = new CollectorStandIn(taken.getLocalPort())) {
            assertEquals(-1, other.listen());

            assertEquals(1, other.log.lines().size());
            assertTrue(
                    other.log.has("no viewer can connect: port " + taken.getLocalPort() + " is taken"),
                    other.log.lines().toString());
        }
    }

    @Test
    void shouldGoOnWithoutAViewerWhenTheSystemGivesNoThread() throws IOException {
        int free = CollectorStandIn.freePort();
        try (CollectorStandIn poor = new CollectorStandIn(free)) {
            poor.refusedThreads = Set.of("zonecast-listener");

            assertFalse(poor.listener().start());

            assertEquals(-1, poor.listener().port());
            assertTrue(
                    poor.log.has("no viewer can connect: the system gives no thread"),
                    poor.log.lines().toString());
            // Nobody listens there any more.
            new ServerSocket(free, 1, InetAddress.getLoopbackAddress()).close();
        }
    }

    @Test
    void shouldServeViewersWhenTheSystemGivesNoThreadForTheAnnouncement() throws IOException {
        try (CollectorStandIn poor = new CollectorStandIn(
                new ListenOptions("", CollectorStandIn.freePort(), "test program", 82, List.of()))) {
            poor.refusedThreads = Set.of("zonecast-announce");

            TracyViewer viewer = poor.join(82);
            zone(poor);

            assertEquals(1, poor.finish(viewer).zoneCount());
            assertTrue(
                    poor.log.has("the program is not announced: the system gives no thread"),
                    poor.log.lines().toString());
            assertEquals(List.of(), poor.failures());
        }
    }

    @Test
    void shouldTakeTheNextPortWhenTheFirstIsTakenAndNoneIsFixed() {
        try (CollectorStandIn one = new CollectorStandIn(0);
                CollectorStandIn two = new CollectorStandIn(0)) {
            int first = one.listen();
            int second = two.listen();

            assertTrue(isInRange(first) && isInRange(second) && first != second);
            assertFalse(one.log.has("no viewer"));
        }
    }

    private static boolean isInRange(int port) {
        return port >= ListenOptions.FIRST_PORT && port <= ListenOptions.LAST_PORT;
    }
}
