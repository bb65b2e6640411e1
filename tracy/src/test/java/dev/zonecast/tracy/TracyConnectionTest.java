package dev.zonecast.tracy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.util.List;
import org.junit.jupiter.api.Test;

class TracyConnectionTest {
    private static final InetSocketAddress ADDRESS = InetSocketAddress.createUnresolved("far", 8086);

    private static ConnectException failure(IOException reason) throws IOException {
        try (Socket unreachable = new Socket() {
            @Override
            public void connect(SocketAddress address, int limitMillis) throws IOException {
                throw reason;
            }
        }) {
            return assertThrows(
                    ConnectException.class,
                    () -> TracyConnection.connect(ADDRESS, Protocol.ALL.getFirst(), unreachable));
        }
    }

    /** Callers wait for a program after this exception. */
    @Test
    void shouldNameTheHostThatCannotBeReached() throws IOException {
        for (IOException reason : List.of(
                new NoRouteToHostException("No route to host"), new SocketTimeoutException("Connect timed out"))) {
            ConnectException failure = failure(reason);

            assertEquals("far:8086 cannot be reached: " + reason.getMessage(), failure.getMessage());
            assertEquals(reason, failure.getCause());
        }
    }

    @Test
    void shouldPassOnThatThePortIsClosed() throws IOException {
        ConnectException refused = new ConnectException("Connection refused");

        assertEquals(refused, failure(refused));
    }
}
