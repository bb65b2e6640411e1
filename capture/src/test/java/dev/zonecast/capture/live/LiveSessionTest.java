package dev.zonecast.capture.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.zonecast.capture.tracy.WireScript;
import dev.zonecast.tracy.Protocol;
import dev.zonecast.tracy.TracyConnection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class LiveSessionTest {
    private static final String READER = "zonecast-watch-reader";

    /** Sends its welcome to a viewer of the newest version, and hangs up. */
    private static void welcome(ServerSocket server) {
        try (Socket viewer = server.accept()) {
            viewer.getInputStream().readNBytes(12);
            viewer.getOutputStream().write(WireScript.welcome(Protocol.ALL.getFirst(), true, 0, 1_000));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldEndAndThrowWhenTheLastIntervalCannotBeMade() throws Exception {
        LongSupplier clock = () -> {
            if (Thread.currentThread().getName().equals(READER)) {
                throw new OutOfMemoryError("Java heap space");
            }
            return 0;
        };
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread.ofPlatform().daemon().start(() -> welcome(server));
            InetSocketAddress address = new InetSocketAddress(server.getInetAddress(), server.getLocalPort());
            try (TracyConnection connection = TracyConnection.connect(address)) {
                LiveSession session = LiveSession.start(connection, Duration.ofSeconds(1), clock);

                assertNull(session.next());
                Throwable failure = assertThrows(OutOfMemoryError.class, session::outcome);
                assertEquals("Java heap space", failure.getMessage());
            }
        }
    }
}
