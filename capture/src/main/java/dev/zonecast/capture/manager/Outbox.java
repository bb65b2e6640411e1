package dev.zonecast.capture.manager;

import dev.zonecast.flight.buffer.ManagerProtocol;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * What is on its way to a program, written by a thread of its own: one that reads nothing holds up nobody, and is let go of when more
 * waits for it than any program leaves waiting.
 */
final class Outbox implements AutoCloseable {
    private static final int MOST_WAITING = 64;
    private static final ByteBuffer END = ByteBuffer.allocate(0);

    private final SocketChannel channel;
    private final BlockingQueue<ByteBuffer> waiting = new ArrayBlockingQueue<>(MOST_WAITING);

    Outbox(SocketChannel channel) {
        this.channel = channel;
        Thread.ofPlatform().daemon().name("zonecast-outbox").start(this::run);
    }

    private void run() {
        try (channel) {
            for (ByteBuffer next = waiting.take(); next != END; next = waiting.take()) {
                ManagerProtocol.write(channel, next);
            }
        } catch (IOException e) {
            // The reader of the connection sees it too.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Sends all of it, behind what waits. Never blocks.
     *
     * @throws IOException if the program has left too much waiting; the connection is closed
     */
    void send(ByteBuffer bytes) throws IOException {
        if (!waiting.offer(bytes)) {
            channel.close();
            throw new IOException("the program does not read what it is told");
        }
    }

    /** Closes the connection when what waits has been written, or at once if that cannot be. */
    @Override
    public void close() throws IOException {
        if (!waiting.offer(END)) {
            channel.close();
        }
    }
}
