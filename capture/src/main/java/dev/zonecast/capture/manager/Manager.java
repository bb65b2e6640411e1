package dev.zonecast.capture.manager;

import dev.zonecast.core.BufferMode;
import dev.zonecast.core.buffer.ManagerProtocol;
import dev.zonecast.core.buffer.RuntimeFolder;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Records several programs at once: they register at its socket, it names each a buffer to record into, saves what they say is full,
 * and makes one archive of all. A program that comes late takes part from then on; one that leaves, hangs, dies or says nonsense ends
 * its own part alone.
 *
 * <p>A thread a connection; all methods are for any thread.
 */
public final class Manager implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger("dev.zonecast");
    private static final long STOP_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(5);
    /** Providers get ids of their own for their sections; 32 bits are the format's. */
    private static final int MOST_PROVIDERS = 4000;

    private final Path folder;
    private final FileChannel lockChannel;
    private final FileLock lock;
    private final ServerSocketChannel server;
    private final List<ProviderSession> providers = new ArrayList<>();
    private Recording recording;
    private int lastId;

    /**
     * Waits for programs in the runtime folder.
     *
     * @throws IOException if there is a manager already
     */
    public Manager(RuntimeFolder runtime) throws IOException {
        folder = runtime.path();
        lockChannel =
                FileChannel.open(folder.resolve("manager.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        lock = lock(lockChannel);
        if (lock == null) {
            lockChannel.close();
            throw new IOException("there is a manager already in " + folder);
        }
        Path socket = folder.resolve(ManagerProtocol.SOCKET);
        // Of one that was killed: the lock says that nobody listens there.
        Files.deleteIfExists(socket);
        server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(socket));
    }

    /** Null if somebody has it. */
    private static FileLock lock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    /** Accepts connections until {@link #close}. */
    public void run() throws IOException {
        while (server.isOpen()) {
            SocketChannel connected;
            try {
                connected = server.accept();
            } catch (java.nio.channels.ClosedChannelException e) {
                return;
            }
            Thread.ofPlatform().daemon().name("zonecast-connection").start(() -> serve(connected));
        }
    }

    private void serve(SocketChannel connected) {
        try (connected) {
            long first = ManagerProtocol.readFully(connected, 8).getLong();
            if (first == ManagerProtocol.PROVIDER) {
                provider(connected);
            } else if (first == ManagerProtocol.CONTROL) {
                new ControlConnection(this, connected).serve();
            } else {
                throw new IOException("a connection that says nonsense");
            }
        } catch (IOException | RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, "a connection ends: {0}", String.valueOf(e.getMessage()));
        }
    }

    private void provider(SocketChannel connected) throws IOException {
        ProviderSession session = ProviderSession.register(nextId(), connected, this::alert);
        synchronized (this) {
            if (providers.size() >= MOST_PROVIDERS) {
                throw new IOException("too many providers");
            }
            providers.add(session);
            session.askClock();
            if (recording != null) {
                session.start(recording);
            }
        }
        session.serve();
        synchronized (this) {
            // What it has given belongs to the recording that runs.
            providers.removeIf(each -> each == session && !each.takesPart());
        }
    }

    private synchronized int nextId() {
        return ++lastId;
    }

    private void alert() {
        LOG.log(System.Logger.Level.INFO, "a program alerts");
    }

    /** A line about each program. */
    public synchronized List<String> providers() {
        List<String> lines = new ArrayList<>();
        for (ProviderSession each : providers) {
            lines.add(each.line());
        }
        return lines;
    }

    /**
     * Begins to record all programs, those that come later too.
     *
     * @throws IOException if a recording runs
     */
    public synchronized void record(BufferMode mode, long bufferBytes, Path target) throws IOException {
        if (recording != null) {
            throw new IOException("a recording runs already, to " + recording.target());
        }
        Path parts = folder.resolve("session-" + System.currentTimeMillis());
        RuntimeFolder.makePrivate(parts);
        recording = new Recording(mode, bufferBytes, target, parts);
        for (ProviderSession each : List.copyOf(providers)) {
            try {
                each.start(recording);
            } catch (IOException e) {
                LOG.log(System.Logger.Level.WARNING, "{0} cannot be recorded: {1}", each.name(), e.getMessage());
            }
        }
    }

    /** Ends the recording, and returns its archive. Programs that do not answer in time are left behind. */
    public Path stop() throws IOException, InterruptedException {
        Recording ending;
        List<ProviderSession> all;
        synchronized (this) {
            if (recording == null) {
                throw new IOException("no recording runs");
            }
            ending = recording;
            recording = null;
            all = List.copyOf(providers);
        }
        all.forEach(ProviderSession::askToStop);
        long deadline = System.nanoTime() + STOP_LIMIT_NANOS;
        List<Recording.Part> parts = new ArrayList<>();
        for (ProviderSession each : all) {
            boolean answered = each.awaitStopped(Math.max(1, deadline - System.nanoTime()));
            if (!answered) {
                LOG.log(System.Logger.Level.WARNING, "{0} does not answer", each.name());
            }
            Recording.Part part = each.finish();
            if (part != null) {
                parts.add(part);
            }
        }
        Recording.writeArchive(parts, ending.target());
        for (Recording.Part part : parts) {
            Files.deleteIfExists(part.file());
        }
        Files.deleteIfExists(ending.folder());
        synchronized (this) {
            providers.removeIf(ProviderSession::isGone);
        }
        return ending.target();
    }

    /** Writes what the buffers hold now, while the recording goes on. */
    public Path snapshot(Path target) throws IOException {
        List<ProviderSession> all;
        Path parts;
        synchronized (this) {
            if (recording == null) {
                throw new IOException("no recording runs");
            }
            all = List.copyOf(providers);
            parts = recording.folder();
        }
        List<Recording.Part> copies = new ArrayList<>();
        for (ProviderSession each : all) {
            Recording.Part part = each.snapshot(parts);
            if (part != null) {
                copies.add(part);
            }
        }
        Recording.writeArchive(copies, target);
        for (Recording.Part part : copies) {
            Files.deleteIfExists(part.file());
        }
        return target;
    }

    @Override
    public void close() throws IOException {
        server.close();
        synchronized (this) {
            providers.forEach(ProviderSession::close);
        }
        Files.deleteIfExists(folder.resolve(ManagerProtocol.SOCKET));
        lock.release();
        lockChannel.close();
    }
}
