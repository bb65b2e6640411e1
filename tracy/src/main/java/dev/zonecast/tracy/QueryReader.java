package dev.zonecast.tracy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ReadableByteChannel;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Reads the viewer's queries on a thread of its own and keeps them until the collector's thread answers them. A viewer holds back
 * its queries so that they fit into its socket's buffer, 8188 at most: a peer with many more in flight is no Tracy server.
 */
public final class QueryReader implements Runnable {
    /** Unanswered queries that are kept; a real server stays below half of it. */
    public static final int MAX_WAITING = 16_384;

    /** Results of the reader about the peer. Called on the reader's thread. */
    public interface Peer {
        /** The viewer ended the session by the protocol. */
        void terminated();

        /** The viewer wants the session to be ended by the protocol; may come more than once. */
        void asksToEnd();

        /** The connection has ended. */
        void disconnected(String reason);

        /** Receiving failed by a defect of ours, or there is no memory. */
        void failed(String reason, Throwable failure);

        /** The peer does not keep to the protocol. */
        void misbehaved(String reason);
    }

    private final ReadableByteChannel channel;
    private final Peer peer;
    private final ArrayBlockingQueue<Query> waiting = new ArrayBlockingQueue<>(MAX_WAITING);

    public QueryReader(ReadableByteChannel channel, Peer peer) {
        this.channel = channel;
        this.peer = peer;
    }

    @Override
    public void run() {
        try {
            ByteBuffer in = ByteBuffer.allocate(Query.PACKET_BYTES * 512)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .flip();
            do {
                in.compact();
                if (channel.read(in) < 0) {
                    peer.disconnected("closed the connection");
                    return;
                }
                in.flip();
            } while (take(in));
        } catch (IOException e) {
            peer.disconnected("connection lost (" + (e.getMessage() == null ? e.toString() : e.getMessage()) + ")");
        } catch (RuntimeException | Error e) {
            // The viewer must not wait for answers.
            peer.failed("disconnected: receiving failed", e);
        }
    }

    /** Takes all whole packets; false when nothing more is to be read. */
    public boolean take(ByteBuffer in) {
        while (in.remaining() >= Query.PACKET_BYTES) {
            int at = in.position();
            in.position(at + Query.PACKET_BYTES);
            int number = in.get(at) & 0xFF;
            QueryType type = QueryType.of(number);
            if (type == null) {
                peer.misbehaved("sent a query of unknown type " + number);
                return false;
            }
            if (type == QueryType.TERMINATE) {
                peer.terminated();
                return false;
            }
            if (type == QueryType.DISCONNECT) {
                peer.asksToEnd();
            } else if (!waiting.offer(query(in, at, type))) {
                peer.misbehaved("sent more than " + MAX_WAITING + " queries without waiting for answers");
                return false;
            }
        }
        return true;
    }

    private static Query query(ByteBuffer in, int at, QueryType type) {
        return new Query(type, in.getLong(at + Query.POINTER_OFFSET), in.getInt(at + Query.EXTRA_OFFSET));
    }

    /** The next query, or null. */
    public Query poll() {
        return waiting.poll();
    }

    /** The next query, or null after the time given. */
    public Query poll(long limitNanos) throws InterruptedException {
        return waiting.poll(limitNanos, TimeUnit.NANOSECONDS);
    }
}
