package dev.zonecast.capture.manager;

import dev.zonecast.core.disk.FileLockedException;
import dev.zonecast.core.disk.LockedFile;
import dev.zonecast.core.registry.LogLimit;
import dev.zonecast.core.registry.SafeLog;
import dev.zonecast.flight.buffer.ManagerProtocol;
import dev.zonecast.flight.buffer.RuntimeFolder;
import java.io.Closeable;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** The socket of the one manager in a runtime folder. A thread serves each connection. Thread-safe. */
final class ManagerSocket implements Closeable {
    private static final System.Logger LOG = System.getLogger("dev.zonecast");
    private static final LogLimit FAILURES = new LogLimit(LOG);
    private static final long FAILURE_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** What a connection is for. */
    interface Service {
        /**
         * Serves a connection until its end.
         *
         * @param greeting of {@link ManagerProtocol}
         */
        void serve(long greeting, SocketChannel connected) throws IOException;
    }

    private final Path file;
    private final Closeable lock;
    private final ServerSocketChannel server;
    private final PeerCheck peers;
    private final Consumer<Thread> starter;
    private final Service service;

    /**
     * Makes the socket.
     *
     * @param starter starts the thread of a connection; may throw {@link OutOfMemoryError}, as {@link Thread#start} does
     * @throws IOException if there is a manager already
     */
    ManagerSocket(Path folder, Consumer<Thread> starter, Service service) throws IOException {
        this.starter = starter;
        this.service = service;
        file = folder.resolve(ManagerProtocol.SOCKET);
        lock = lockFolder(folder);
        ServerSocketChannel opened = null;
        try {
            removeLeft(file);
            opened = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            opened.bind(UnixDomainSocketAddress.of(file));
            RuntimeFolder.makePrivateFile(file);
            peers = new PeerCheck(folder);
            server = opened;
        } catch (IOException | RuntimeException | Error e) {
            // Another one may be made in the folder.
            try (lock;
                    ServerSocketChannel _ = opened) {
                throw e;
            }
        }
    }

    /** Removes the socket of a killed manager. The lock shows that it has ended. */
    private static void removeLeft(Path socket) throws IOException {
        if (Files.exists(socket, LinkOption.NOFOLLOW_LINKS)) {
            if (!Files.readAttributes(socket, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                    .isOther()) {
                throw new IOException(socket + " is not a socket: move it, or choose another folder");
            }
            Files.deleteIfExists(socket);
        }
    }

    /**
     * Makes sure that there is one manager in a runtime folder.
     *
     * @return closed when it is no more
     * @throws IOException if there is one
     */
    static Closeable lockFolder(Path folder) throws IOException {
        Path file = folder.resolve("manager.lock");
        LockedFile lock;
        try {
            lock = LockedFile.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        } catch (FileLockedException e) {
            throw new IOException(
                    "there is a manager already in " + folder
                            + ": use record --all, or another runtime folder (--folder)",
                    e);
        }
        try {
            RuntimeFolder.makePrivateFile(file);
        } catch (IOException e) {
            lock.close();
            throw e;
        }
        return lock;
    }

    /** False once no connection is accepted any more. */
    boolean isOpen() {
        return server.isOpen();
    }

    /** Accepts connections until {@link #stop}. */
    void run() {
        while (server.isOpen()) {
            try {
                accept();
            } catch (ClosedChannelException e) {
                return;
            } catch (IOException | RuntimeException | OutOfMemoryError e) {
                // Too many open files, or no thread. Programs that come later must find a manager.
                FAILURES.log(System.Logger.Level.WARNING, "waiting for programs goes on after a failure: " + e);
                LockSupport.parkNanos(FAILURE_PAUSE_NANOS);
            }
        }
    }

    private void accept() throws IOException {
        SocketChannel connected = server.accept();
        try {
            starter.accept(
                    Thread.ofPlatform().daemon().name("zonecast-connection").unstarted(() -> serve(connected)));
        } catch (RuntimeException | Error e) {
            connected.close();
            throw e;
        }
    }

    private void serve(SocketChannel connected) {
        try (connected) {
            peers.check(connected);
            service.serve(ManagerProtocol.readFully(connected, 8).getLong(), connected);
        } catch (IOException | RuntimeException e) {
            SafeLog.log(LOG, System.Logger.Level.DEBUG, () -> "a connection ends: " + e.getMessage());
        }
    }

    /** Accepts no further connection. */
    void stop() throws IOException {
        server.close();
    }

    /** Removes the socket. Another manager may be made in the folder. */
    @Override
    public void close() throws IOException {
        try (lock) {
            stop();
            Files.deleteIfExists(file);
        }
    }
}
