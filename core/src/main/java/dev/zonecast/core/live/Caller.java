package dev.zonecast.core.live;

import dev.zonecast.tracy.Protocol;
import dev.zonecast.tracy.Welcome;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/** A peer that has connected, until it is identified. Owned by the listener's thread. */
final class Caller {
    /** What a viewer says first: 8 bytes, then its protocol version in 4. */
    private static final byte[] MAGIC = Welcome.magic();

    enum Greeting {
        INCOMPLETE,
        COMPLETE,
        /** The peer closed its end. */
        CLOSED,
        /** The bytes are not a viewer's. */
        FOREIGN
    }

    final SocketChannel channel;
    final SelectionKey key;
    final String address;
    final boolean loopback;

    /** {@link System#nanoTime} after which it is not waited for any longer. */
    long deadlineNanos;

    /** When the greeting was complete. */
    long greetedNanos;

    /** Null before the greeting is complete. */
    Protocol protocol;

    private final ByteBuffer greeting =
            ByteBuffer.allocate(Welcome.GREETING_BYTES).order(ByteOrder.LITTLE_ENDIAN);

    Caller(SocketChannel channel, SelectionKey key, long deadlineNanos) throws IOException {
        this.channel = channel;
        this.key = key;
        this.deadlineNanos = deadlineNanos;
        InetSocketAddress remote = (InetSocketAddress) channel.getRemoteAddress();
        String host = remote.getAddress().getHostAddress();
        this.address = (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + remote.getPort();
        this.loopback = remote.getAddress().isLoopbackAddress();
    }

    /** Takes what has come. A wrong first byte is enough to see that it is not a viewer. */
    Greeting read() throws IOException {
        boolean open = channel.read(greeting) >= 0;
        int count = greeting.position();
        for (int i = 0; i < Math.min(count, MAGIC.length); i++) {
            if (greeting.get(i) != MAGIC[i]) {
                return Greeting.FOREIGN;
            }
        }
        if (count == Welcome.GREETING_BYTES) {
            return Greeting.COMPLETE;
        }
        return open ? Greeting.INCOMPLETE : Greeting.CLOSED;
    }

    int greetingBytes() {
        return greeting.position();
    }

    /** The version that the viewer speaks, once the greeting is complete. */
    int version() {
        return greeting.getInt(MAGIC.length);
    }

    /** Says no. One byte always finds room in a new connection. */
    void answer(byte status) throws IOException {
        channel.write(ByteBuffer.wrap(new byte[] {status}));
    }
}
