package dev.zonecast.core.live;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.tracy.Query;
import dev.zonecast.tracy.QueryReader;
import dev.zonecast.tracy.QueryType;
import java.io.ByteArrayInputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.util.List;
import org.junit.jupiter.api.Test;

class QueryReaderTest {
    private final QueryPeer peer = new QueryPeer();

    @Test
    void shouldEndTheSessionWhenReadingFailsByAnError() {
        ReadableByteChannel channel = new ReadableByteChannel() {
            @Override
            public int read(ByteBuffer target) {
                throw new OutOfMemoryError("Cannot reserve 8192 bytes of direct buffer memory");
            }

            @Override
            public boolean isOpen() {
                return true;
            }

            @Override
            public void close() {}
        };

        new QueryReader(channel, peer).run();

        assertEquals(
                List.of("disconnected: receiving failed: java.lang.OutOfMemoryError:"
                        + " Cannot reserve 8192 bytes of direct buffer memory"),
                peer.said);
    }

    @Test
    void shouldEndTheSessionWhenAQueryIsNotTaken() {
        byte[] packet = new byte[Query.PACKET_BYTES];
        packet[0] = (byte) QueryType.DISCONNECT.number();

        QueryPeer unattached = new QueryPeer() {
            @Override
            public void asksToEnd() {
                throw new IllegalStateException("not attached");
            }
        };

        new QueryReader(Channels.newChannel(new ByteArrayInputStream(packet)), unattached).run();

        assertEquals(
                List.of("disconnected: receiving failed: java.lang.IllegalStateException: not attached"),
                unattached.said);
    }
}
