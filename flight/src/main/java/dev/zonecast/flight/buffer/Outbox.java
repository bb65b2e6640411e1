package dev.zonecast.flight.buffer;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;

/**
 * What is on its way between a program and a manager, written by a thread of its own: an end that reads nothing holds up nobody, and its
 * connection is closed when more waits for it than any program or manager leaves waiting. An interrupt of a thread that sends does not
 * close the connection. Thread-safe.
 */
public final class Outbox {
    private static final int MOST_WAITING = 64;
    private static final ByteBuffer END = ByteBuffer.allocate(0);

    private final SocketChannel channel;
    private final BlockingQueue<ByteBuffer> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    public Outbox(SocketChannel channel) {
        this.channel = channel;
        Thread.ofPlatform().daemon().name("zonecast-outbox").start(this::run);
    }

    private void run() {
        try (channel) {
            boolean isThere = true;
            for (ByteBuffer next = waiting.take(); next != END; next = waiting.take()) {
                isThere = isThere && write(next);
            }
        } catch (IOException | InterruptedException e) {
            // It is closed, as it was to be.
        } finally {
            ended.complete(null);
        }
    }

    /** False if the other end has disconnected. Its earlier data can still be read: the connection stays open. */
    private boolean write(ByteBuffer bytes) {
        try {
            ManagerProtocol.write(channel, bytes);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Sends all of it, behind what waits. Never blocks. An end that is gone is none of its concern: who reads the connection sees it.
     *
     * @throws IOException if the connection has been closed, or the other end leaves too much waiting, which closes it
     */
    public void send(ByteBuffer bytes) throws IOException {
        if (ended.isDone() || !waiting.offer(bytes)) {
            channel.close();
            throw new IOException("the other end of the connection does not read");
        }
    }

    /** How many packets wait. */
    public int waiting() {
        return waiting.size();
    }

    /** Closes the connection when what waits has been written, or at once if that is impossible; completes then. */
    public CompletableFuture<Void> close() throws IOException {
        while (!waiting.offer(END)) {
            channel.close();
            waiting.clear();
        }
        return ended;
    }
}
