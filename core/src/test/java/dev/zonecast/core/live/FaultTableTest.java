package dev.zonecast.core.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.ZoneRun;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.tracy.QueryType;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Everything that a peer can do wrong, in every state of the protocol. Whatever it is: no exception, the session is over soon after the
 * peer has gone, no thread and no connection is left, and the next viewer is served as if nothing had been.
 */
class FaultTableTest {
    private static final SourceLocation LOCATION = SourceLocation.of("fault table", "f", "Fault.java", 1, 0);
    private static final int STALL_MILLIS = 150;

    /** How far a peer gets before it does something wrong. */
    enum State {
        /** Connected, nothing said. */
        CONNECTED,
        /** In the middle of the greeting. */
        HALF_GREETED,
        /** Greeted; the answer is not read. */
        GREETED,
        /** The session runs, and has nothing to send. */
        IDLE,
        /** The session has sent events, and the peer has asked. */
        QUERIES_OPEN,
        /** The name of a file is on its way. */
        IN_TRANSFER,
        /** The program sends more than anybody takes. */
        UNDER_LOAD,
        /** The program has said that it ends. */
        ENDING
    }

    /** What it does then. */
    enum Fault {
        CLOSES,
        RESETS,
        HALF_CLOSES,
        SENDS_HALF_A_QUERY,
        SENDS_GARBAGE,
        SENDS_AN_UNKNOWN_TYPE,
        ASKS_FOR_UNKNOWN_IDS,
        CHANGES_UNKNOWN_PARAMETERS,
        ASKS_FOR_SOURCE_OUTSIDE_THE_ROOTS,
        FLOODS,
        GREETS_AGAIN,
        TAKES_NOTHING_ANY_MORE
    }

    static Stream<Arguments> table() {
        return Arrays.stream(State.values())
                .flatMap(state -> Arrays.stream(Fault.values()).map(fault -> Arguments.of(state, fault)));
    }

    @TempDir
    Path folder;

    private final EventThread main = EventThread.of(1, "main");
    private final ZoneRun run = new ZoneRun();
    private CollectorStandIn host;
    private int port;

    @BeforeEach
    void listen() throws IOException {
        Path root = Files.createDirectories(folder.resolve("root"));
        Files.writeString(folder.resolve("secret.txt"), "secret");
        host = new CollectorStandIn(
                new ListenOptions("", CollectorStandIn.freePort(), "test program", 0, List.of(root)));
        host.stallLimitNanos = Duration.ofMillis(STALL_MILLIS).toNanos();
        host.endLimitNanos = Duration.ofMillis(STALL_MILLIS).toNanos();
        port = host.listen();
    }

    @AfterEach
    void close() {
        host.close();
    }

    @ParameterizedTest
    @MethodSource("table")
    void shouldServeTheNextViewerWhenOneMisbehaves(State state, Fault fault) throws IOException {
        Socket peer = TracyViewer.connect(port);
        reach(state, peer);
        try {
            commit(fault, peer);
        } catch (IOException e) {
            // The program has hung up, as it may.
        }
        if (fault == Fault.TAKES_NOTHING_ANY_MORE) {
            load(400_000);
        }
        peer.close();

        await("the end of the session", () -> host.liveCount() == 0);
        await("the end of its threads", () -> sessionThreads() == 0);
        host.stallLimitNanos = Duration.ofSeconds(20).toNanos();
        serveAGoodViewer();
        assertEquals(List.of(), host.failures());
    }

    private void serveAGoodViewer() throws IOException {
        TracyViewer viewer = TracyViewer.join(port, 82);
        viewer.await("the session of a good viewer", () -> host.liveCount() == 1);
        load(1);
        viewer.await("its zone", () -> viewer.trace().zoneCount() == 1);
        viewer.awaitAnswers();
        assertEquals("fault table", viewer.trace().displayName(null, Ids.of(LOCATION)));
        host.shutDown(Duration.ofSeconds(20));
        assertTrue(viewer.awaitEnd().terminated);
    }

    // --- states

    private void reach(State state, Socket peer) throws IOException {
        switch (state) {
            case CONNECTED -> {}
            case HALF_GREETED -> send(peer, Arrays.copyOf(TracyViewer.greeting(82), 9));
            case GREETED -> send(peer, TracyViewer.greeting(82));
            case IDLE -> begin(peer);
            case QUERIES_OPEN -> {
                begin(peer);
                load(10);
                send(peer, TracyViewer.packet(QueryType.THREAD_STRING.number(), 1));
                send(peer, TracyViewer.packet(QueryType.SOURCE_LOCATION.number(), Ids.of(LOCATION)));
            }
            case IN_TRANSFER -> {
                begin(peer);
                send(peer, TracyViewer.packet(QueryType.DATA_TRANSFER.number(), 30));
                send(peer, TracyViewer.packet(QueryType.DATA_TRANSFER_PART.number(), 0x4141414141414141L));
            }
            case UNDER_LOAD -> {
                begin(peer);
                // Without end: until the peer is dropped for taking nothing, the collector has this to do. It is queued
                // before the peer goes on, so that none of it reaches the next viewer.
                var ignored = loading(400_000);
            }
            case ENDING -> {
                begin(peer);
                load(10);
                send(peer, TracyViewer.packet(QueryType.DISCONNECT.number(), 0));
            }
        }
    }

    private void begin(Socket peer) throws IOException {
        send(peer, TracyViewer.greeting(82));
        await("the session", () -> host.liveCount() == 1);
    }

    private void load(int zones) {
        loading(zones).join();
    }

    private CompletableFuture<Void> loading(int zones) {
        return host.feeding(s -> {
            for (int i = 0; i < zones; i++) {
                long now = System.nanoTime();
                s.zones(main, run.onlyBegin(now, Ids.of(LOCATION)));
                s.zones(main, run.onlyEnd(now));
            }
        });
    }

    // --- faults

    private void commit(Fault fault, Socket peer) throws IOException {
        switch (fault) {
            case CLOSES -> {}
            case RESETS -> peer.setSoLinger(true, 0);
            case HALF_CLOSES -> peer.shutdownOutput();
            case SENDS_HALF_A_QUERY -> send(peer, new byte[] {1, 2, 3, 4, 5});
            case SENDS_GARBAGE -> {
                byte[] garbage = new byte[100_000];
                new Random(peer.getLocalPort()).nextBytes(garbage);
                send(peer, garbage);
            }
            case SENDS_AN_UNKNOWN_TYPE -> send(peer, TracyViewer.packet(99, 1));
            case ASKS_FOR_UNKNOWN_IDS -> {
                for (QueryType type : QueryType.values()) {
                    if (type != QueryType.TERMINATE && type != QueryType.DISCONNECT) {
                        send(peer, TracyViewer.packet(type.number(), 0x7FFF_FFFF_FFFFL));
                    }
                }
            }
            case CHANGES_UNKNOWN_PARAMETERS -> {
                for (long pointer : new long[] {-1, Long.MIN_VALUE, 4_000L << 32, 0xFFFF_FFFFL << 32 | 1}) {
                    send(peer, TracyViewer.packet(QueryType.PARAMETER.number(), pointer));
                }
            }
            case ASKS_FOR_SOURCE_OUTSIDE_THE_ROOTS -> {
                for (String file : List.of("../secret.txt", "/etc/passwd", "Fault.java", "x".repeat(100_000))) {
                    askForSource(peer, file);
                }
            }
            case FLOODS -> {
                byte[] flood = new byte[13 * 50_000];
                for (int i = 0; i < flood.length; i += 13) {
                    flood[i] = (byte) (1 + i / 13 % 15);
                    if (flood[i] == QueryType.DISCONNECT.number()) {
                        flood[i] = 1;
                    }
                }
                send(peer, flood);
            }
            case GREETS_AGAIN -> send(peer, TracyViewer.greeting(82));
            case TAKES_NOTHING_ANY_MORE -> peer.setReceiveBufferSize(1024);
        }
    }

    private static void askForSource(Socket peer, String file) throws IOException {
        send(peer, TracyViewer.packet(QueryType.DATA_TRANSFER.number(), file.length() + 1));
        for (int at = 0; at <= file.length(); at += 12) {
            ByteBuffer part = ByteBuffer.allocate(13).order(ByteOrder.LITTLE_ENDIAN);
            part.put((byte) QueryType.DATA_TRANSFER_PART.number());
            for (int i = at; i < Math.min(at + 12, file.length()); i++) {
                part.put((byte) file.charAt(i));
            }
            send(peer, part.array());
        }
        send(peer, TracyViewer.packet(QueryType.SOURCE_CODE.number(), 0));
    }

    private static void send(Socket peer, byte[] bytes) throws IOException {
        peer.getOutputStream().write(bytes);
    }

    // --- what is left

    private static long sessionThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("zonecast-tracy-") || name.equals("zonecast-source"))
                .count();
    }

    private static void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < deadline, () -> "waited in vain for " + what);
            LockSupport.parkNanos(1_000_000);
        }
    }
}
