package dev.zonecast.flight.buffer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.flight.buffer.ManagerProtocol.Packet;
import java.io.EOFException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutboxTest {
    private static final Packet PACKET = new Packet(ManagerProtocol.CLOCK, 0, 1, 2);

    @TempDir
    private Path folder;

    private SocketChannel ours;
    private SocketChannel other;
    private Outbox outbox;

    @BeforeEach
    void connect() throws IOException {
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            UnixDomainSocketAddress address = UnixDomainSocketAddress.of(folder.resolve("s"));
            server.bind(address);
            other = SocketChannel.open(address);
            ours = server.accept();
        }
        outbox = new Outbox(ours);
    }

    @AfterEach
    void disconnect() throws Exception {
        other.close();
        outbox.close().get(60, TimeUnit.SECONDS);
        assertFalse(ours.isOpen());
    }

    @Test
    void shouldSendWhatWaitsBeforeItCloses() throws Exception {
        outbox.send(PACKET.bytes());
        outbox.close().get(60, TimeUnit.SECONDS);

        assertEquals(PACKET, ManagerProtocol.read(other));
        assertThrows(EOFException.class, () -> ManagerProtocol.read(other));
    }

    @Test
    void shouldLeaveToBeReadWhatTheOtherEndSaidBeforeItWasGone() throws Exception {
        ManagerProtocol.write(other, PACKET.bytes());
        other.close();
        for (int i = 0; i < 1000; i++) {
            outbox.send(PACKET.bytes());
            awaitTaken();
        }

        assertEquals(PACKET, ManagerProtocol.read(ours));
        assertThrows(EOFException.class, () -> ManagerProtocol.read(ours));
    }

    private void awaitTaken() {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (outbox.waiting() > 0) {
            assertTrue(System.nanoTime() < deadline, "nobody takes what is to be sent");
            Thread.onSpinWait();
        }
    }

    @Test
    void shouldCloseTheConnectionOfAnEndThatReadsNothing() {
        assertThrows(IOException.class, () -> {
            for (int i = 0; i < 1_000_000; i++) {
                outbox.send(PACKET.bytes());
            }
        });

        assertFalse(ours.isOpen());
    }
}
