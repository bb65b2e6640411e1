package dev.zonecast.core.live;

import dev.zonecast.tracy.PresenceMessage;
import dev.zonecast.tracy.Protocol;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.DatagramChannel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Announces the program every 3 seconds while no viewer is connected, to UDP port 8086 of everybody in the local network; of this
 * machine only where viewers are awaited at the loopback address. Off unless it was asked for: everybody who listens learns name, process
 * id and port.
 */
final class PresenceBroadcast implements Runnable {
    /** Where viewers listen, whatever port they are to connect to. */
    static final int PORT = 8086;

    static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(3);

    private static final long MIN_GAP_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private static final byte[] EVERYBODY = {(byte) 255, (byte) 255, (byte) 255, (byte) 255};

    /** All addresses 127.x.y.z are this machine's. */
    private static final byte[] THIS_MACHINE = {127, (byte) 255, (byte) 255, (byte) 255};

    private final InetSocketAddress target;
    private final int port;
    private final int version;
    private final Supplier<ProgramInfo> program;
    private final BooleanSupplier viewerConnected;
    private final System.Logger logger;
    private final Thread thread;
    private volatile boolean closed;

    /** The last datagram could not be sent. Of its thread. */
    private boolean failing;

    /**
     * A broadcast that has not begun.
     *
     * @param bound where viewers are awaited
     * @param version of the protocol that is announced
     * @param viewerConnected whether there is nothing to announce now
     */
    PresenceBroadcast(
            InetSocketAddress bound,
            int version,
            Supplier<ProgramInfo> program,
            BooleanSupplier viewerConnected,
            System.Logger logger) {
        this.target =
                new InetSocketAddress(address(bound.getAddress().isLoopbackAddress() ? THIS_MACHINE : EVERYBODY), PORT);
        this.port = bound.getPort();
        this.version = version;
        this.program = program;
        this.viewerConnected = viewerConnected;
        this.logger = logger;
        this.thread = Thread.ofPlatform().daemon().name("zonecast-announce").unstarted(this);
    }

    private static InetAddress address(byte[] bytes) {
        try {
            return InetAddress.getByAddress(bytes);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    void start(Consumer<Thread> starter) {
        starter.accept(thread);
    }

    /** Says that the program is gone, and ends. Any thread; does not wait. */
    void close() {
        closed = true;
        LockSupport.unpark(thread);
    }

    /** A viewer has come, or has gone: this is announced at once. Any thread. */
    void viewerChanged() {
        LockSupport.unpark(thread);
    }

    @Override
    public void run() {
        try (DatagramChannel channel = DatagramChannel.open(StandardProtocolFamily.INET)) {
            channel.setOption(StandardSocketOptions.SO_BROADCAST, true);
            logger.log(
                    Level.INFO,
                    "announcing the program to {0}:{1} for viewers of protocol {2}",
                    target.getAddress().getHostAddress(),
                    Integer.toString(PORT),
                    Protocol.ofVersion(version));
            announce(channel);
        } catch (IOException e) {
            logger.log(Level.WARNING, "the program is not announced any more: {0}", String.valueOf(e.getMessage()));
        }
    }

    private void announce(DatagramChannel channel) throws ClosedChannelException {
        boolean listed = false;
        while (!closed) {
            boolean wanted = !viewerConnected.getAsBoolean();
            if (wanted) {
                listed |= send(channel, (int)
                        (System.currentTimeMillis() / 1000 - program.get().startedEpochSeconds()));
            } else if (listed) {
                listed = !send(channel, PresenceMessage.GONE);
            }
            rest();
        }
        if (listed) {
            boolean ignored = send(channel, PresenceMessage.GONE);
        }
    }

    /** Until the next time, or until something changes; viewers that come and go at once do not make a flood of datagrams. */
    private void rest() {
        long start = System.nanoTime();
        if (!closed) {
            LockSupport.parkNanos(this, INTERVAL_NANOS);
        }
        long left = MIN_GAP_NANOS - (System.nanoTime() - start);
        while (left > 0 && !closed) {
            LockSupport.parkNanos(this, left);
            left = MIN_GAP_NANOS - (System.nanoTime() - start);
        }
    }

    /** False if it cannot be sent now: networks go and come back. */
    private boolean send(DatagramChannel channel, int seconds) throws ClosedChannelException {
        ProgramInfo known = program.get();
        try {
            channel.send(PresenceMessage.of(port, version, known.pid(), known.name(), seconds), target);
            failing = false;
        } catch (ClosedChannelException e) {
            throw e;
        } catch (IOException e) {
            if (!failing) {
                logger.log(
                        Level.WARNING,
                        "the program is not announced for now: {0}. It tries again",
                        String.valueOf(e.getMessage()));
            }
            failing = true;
        }
        return !failing;
    }
}
