package dev.zonecast.flight;

import dev.zonecast.flight.buffer.ManagerProtocol;
import dev.zonecast.flight.buffer.ManagerProtocol.Packet;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Sends packets to a manager on a thread of ours. A manager that hangs holds up neither the program nor the collector, and an interrupt
 * of the program's thread does not close the connection. Thread-safe.
 */
final class PacketSender {
    private static final int MOST_WAITING = 64;

    /** The rest of the room is for what the manager waits for. */
    private static final int MOST_WAITING_BEFORE_ALERTS = 16;

    private static final Packet END = new Packet(0, 0, 0, 0);

    private final SocketChannel channel;
    private final BlockingQueue<Packet> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
    private final Thread thread;
    private volatile boolean failed;

    PacketSender(SocketChannel channel) {
        this.channel = channel;
        thread = Thread.ofPlatform().daemon().name("zonecast-provider-send").start(this::run);
    }

    /** @throws IOException if the manager is gone, or takes nothing */
    void send(Packet packet) throws IOException {
        if (failed || !waiting.offer(packet)) {
            throw new IOException("the manager takes nothing");
        }
    }

    /** Sends an alert, unless many packets wait: the manager has a reason for a snapshot then. */
    void alert(Packet packet) throws IOException {
        if (waiting.size() < MOST_WAITING_BEFORE_ALERTS) {
            send(packet);
        }
    }

    /** Sends what waits, and ends. */
    void close(long limitNanos) {
        if (!waiting.offer(END)) {
            thread.interrupt();
        }
        boolean interrupted = false;
        long deadline = System.nanoTime() + limitNanos;
        for (long left = limitNanos; left > 0 && thread.isAlive(); left = deadline - System.nanoTime()) {
            try {
                TimeUnit.NANOSECONDS.timedJoin(thread, left);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            for (Packet packet = waiting.take(); packet != END; packet = waiting.take()) {
                ManagerProtocol.write(channel, packet.bytes());
            }
        } catch (IOException | InterruptedException e) {
            // The reader of the connection sees it too, and ends the recording.
            failed = true;
        }
    }
}
