package dev.zonecast.core.live;

import dev.zonecast.core.clock.ClockFigures;
import dev.zonecast.core.registry.LogLimit;
import dev.zonecast.core.registry.SafeLog;
import dev.zonecast.tracy.Protocol;
import dev.zonecast.tracy.Welcome;
import dev.zonecast.tracy.Wire;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Waits for Tracy viewers on a thread of its own, and gives one of them at a time a session. Another viewer gets the answer that the
 * program is taken; a peer that is no viewer, or of an unknown version, is dropped with a log line.
 * It announces itself if it was told to, as a rule it does not.
 *
 * <p>Any number of connections may come at once: a thread each reads the greeting, for 2 seconds at most. Of more than
 * {@value #MAX_CALLERS} connections without a session the oldest is dropped.
 *
 * <p>Thread-safe.
 */
public final class TracyListener {
    static final int MAX_CALLERS = 64;

    private static final int BACKLOG = 256;
    private static final long FAILURE_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** Of a read: no byte came in time. */
    private static final int TIMEOUT = -2;

    /**
     * How long the listener waits for others.
     *
     * @param greeting for the greeting of a peer
     * @param taken for the session while another viewer has it: a viewer that comes back may be faster than the news that it had left
     * @param handover for the end of a session that is over
     */
    record Patience(Duration greeting, Duration taken, Duration handover) {
        static final Patience USUAL =
                new Patience(Duration.ofSeconds(2), Duration.ofMillis(500), Duration.ofSeconds(5));
    }

    /** A peer that has connected, until it is identified. */
    private record Caller(SocketChannel channel, String address, boolean loopback) {}

    private final ListenOptions options;
    private final SessionHost host;
    private final Patience patience;
    private final System.Logger logger;
    private final Consumer<Thread> starter;
    private final LogLimit log;
    private final Thread thread;
    /** Oldest first. */
    private final Queue<Caller> callers = new ConcurrentLinkedQueue<>();

    /** The one session; viewers get it in the order of their greetings. */
    private final Semaphore free = new Semaphore(1, true);

    /** {@link System#nanoTime} when it began to listen. */
    private long readyNanos;

    /** Null until a viewer comes: it is read from a dozen files, and the program's start does not wait for that. */
    private ProgramInfo program;

    private PresenceBroadcast presence;
    private ServerSocketChannel server;
    private volatile int port = -1;
    private volatile boolean closing;
    private volatile SessionConnection session;
    private final AtomicLong sessions = new AtomicLong();

    /** A listener that does not listen yet. */
    public TracyListener(ListenOptions options, SessionHost host) {
        this(options, host, Patience.USUAL, System.getLogger("dev.zonecast"), Thread::start);
    }

    /** @param starter starts a thread; may throw {@link OutOfMemoryError}, as {@link Thread#start} does */
    TracyListener(
            ListenOptions options,
            SessionHost host,
            Patience patience,
            System.Logger logger,
            Consumer<Thread> starter) {
        this.options = options;
        this.host = host;
        this.patience = patience;
        this.logger = logger;
        this.starter = starter;
        this.log = new LogLimit(logger);
        this.thread = Thread.ofPlatform().daemon().name("zonecast-listener").unstarted(this::run);
    }

    /**
     * Binds the port and starts the thread. Called once.
     *
     * @return false if no port is free, which is logged; the program runs without one
     */
    public boolean start() {
        try {
            InetAddress address = options.bindAddress().isBlank()
                    ? InetAddress.getByAddress(new byte[] {127, 0, 0, 1})
                    : InetAddress.getByName(options.bindAddress().strip());
            server = ServerSocketChannel.open();
            bind(address);
            InetSocketAddress local = (InetSocketAddress) server.getLocalAddress();
            port = local.getPort();
            readyNanos = System.nanoTime();
            logger.log(
                    Level.INFO,
                    "waiting for a Tracy viewer at {0}:{1}",
                    local.getAddress().getHostAddress(),
                    Integer.toString(port));
            starter.accept(thread);
            if (options.announced() != 0) {
                announce(local);
            }
            return true;
        } catch (UnknownHostException e) {
            return failed("the address " + options.bindAddress() + " is not known");
        } catch (IOException e) {
            return failed(e.getMessage());
        } catch (OutOfMemoryError e) {
            return failed("the system gives no thread (" + e.getMessage() + ")");
        } catch (RuntimeException | Error e) {
            // Of the log: a viewer must not wait at a port that nobody serves.
            closing = true;
            closeAll();
            port = -1;
            throw e;
        }
    }

    private void announce(InetSocketAddress local) {
        PresenceBroadcast made =
                new PresenceBroadcast(local, options.announced(), this::program, this::isConnected, logger);
        try {
            made.start(starter);
            presence = made;
        } catch (OutOfMemoryError e) {
            logger.log(
                    Level.WARNING,
                    "the program is not announced: the system gives no thread ({0})",
                    String.valueOf(e.getMessage()));
        }
    }

    private synchronized ProgramInfo program() {
        if (program == null) {
            program = ProgramInfo.current(options.programName(), options.sourceRoots(), readyNanos);
        }
        return program;
    }

    private boolean failed(String reason) {
        closeAll();
        port = -1;
        SafeLog.log(logger, Level.WARNING, () -> "no viewer can connect: " + reason);
        return false;
    }

    private void bind(InetAddress address) throws IOException {
        int first = options.port() == 0 ? ListenOptions.FIRST_PORT : options.port();
        int last = options.port() == 0 ? ListenOptions.LAST_PORT : options.port();
        for (int candidate = first; ; candidate++) {
            try {
                server.bind(new InetSocketAddress(address, candidate), BACKLOG);
                return;
            } catch (BindException e) {
                if (candidate == last) {
                    String ports = first == last ? "port " + first + " is" : "ports " + first + " to " + last + " are";
                    throw new BindException(ports + " taken (" + e.getMessage() + ")");
                }
            }
        }
    }

    /** Port that viewers connect to, or -1. */
    public int port() {
        return port;
    }

    /** Whether a viewer has a session now, for which zones are recorded. */
    public boolean isConnected() {
        SessionConnection present = session;
        return present != null && present.isAttached() && !present.isOver();
    }

    /** Sessions begun so far. */
    public long sessions() {
        return sessions.get();
    }

    /**
     * Takes no further viewer, and lets the collector wait for the present one no longer than the time given: to be called before
     * the sessions' sinks are ended, which this does not do.
     */
    public void close(Duration limit) {
        SessionConnection live = session;
        if (live != null) {
            live.hurry(limit.toNanos());
        }
        closing = true;
        if (presence != null) {
            presence.close();
        }
        port = -1;
        closeAll();
    }

    // --- the listener's thread

    private void run() {
        while (!closing) {
            SocketChannel channel = null;
            try {
                channel = server.accept();
                accept(channel);
            } catch (IOException | RuntimeException | OutOfMemoryError e) {
                close(channel);
                if (!closing) {
                    // Too many open files, for one. A defect must neither end the listening nor make it spin.
                    log.log(Level.WARNING, "waiting for viewers goes on after a failure: " + e);
                    LockSupport.parkNanos(FAILURE_PAUSE_NANOS);
                }
            }
        }
        closeAll();
    }

    private void accept(SocketChannel channel) throws IOException {
        InetSocketAddress remote = (InetSocketAddress) channel.getRemoteAddress();
        String ip = remote.getAddress().getHostAddress();
        String address = (ip.indexOf(':') < 0 ? ip : "[" + ip + "]") + ":" + remote.getPort();
        Caller caller = new Caller(channel, address, remote.getAddress().isLoopbackAddress());
        callers.add(caller);
        if (callers.size() > MAX_CALLERS) {
            drop(callers.peek(), "dropped: too many connections wait for a session");
        }
        Thread.ofPlatform().daemon().name("zonecast-greeting").start(() -> serve(caller));
    }

    // --- a thread for each caller, until it has a session or is dropped

    private void serve(Caller caller) {
        try {
            caller.channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            Protocol protocol = greeting(caller);
            if (protocol == null) {
                return;
            }
            // Here, not on the collector's thread, which needs both for the welcome.
            ProgramInfo known = program();
            ClockFigures ignored = ClockFigures.MEASURED;
            if (mayBegin()) {
                begin(caller, protocol, known);
            } else {
                SessionConnection present = session;
                String who = present == null ? "another viewer" : present.description();
                refuse(caller, "is refused for now: " + who + " is connected");
            }
        } catch (IOException e) {
            drop(caller, "connection lost before the greeting was complete (" + e.getMessage() + ")");
        } catch (InterruptedException e) {
            drop(caller, "dropped: its thread was interrupted");
        } catch (RuntimeException | Error e) {
            // Out of memory, say.
            drop(Level.WARNING, caller, "dropped: its session cannot begin", e);
        }
    }

    /** The protocol that the caller speaks; null if it was dropped. A wrong first byte shows that it is not a viewer. */
    private Protocol greeting(Caller caller) throws IOException {
        byte[] greeting = new byte[Welcome.GREETING_BYTES];
        byte[] magic = Welcome.magic();
        long deadline = System.nanoTime() + patience.greeting.toNanos();
        int count = 0;
        while (count < greeting.length) {
            int read = read(caller.channel.socket(), greeting, count, deadline - System.nanoTime());
            if (read < 0) {
                String end = read == TIMEOUT ? "sent %d%s within %d s, dropped" : "closed the connection after %d%s";
                drop(
                        caller,
                        end.formatted(
                                count, " of the 12 bytes of a Tracy viewer's greeting", patience.greeting.toSeconds()));
                return null;
            }
            count += read;
            int known = Math.min(count, magic.length);
            if (!Arrays.equals(greeting, 0, known, magic, 0, known)) {
                drop(caller, "is not a Tracy viewer, dropped");
                return null;
            }
        }
        int version = Wire.getInt(greeting, magic.length);
        Protocol protocol = Protocol.ofVersion(version);
        if (protocol == null) {
            answer(caller, Welcome.STATUS_PROTOCOL_MISMATCH);
            drop(
                    caller,
                    "speaks version " + Integer.toUnsignedString(version)
                            + " of Tracy's protocol; this program speaks " + Protocol.supported()
                            + ": connect with one of these, or look for a newer Zonecast");
        }
        return protocol;
    }

    /** How many bytes came; -1 at the end, {@link #TIMEOUT} if none came in time. */
    private static int read(Socket socket, byte[] target, int from, long limitNanos) throws IOException {
        // 0 would be no limit.
        socket.setSoTimeout((int) Math.max(1, TimeUnit.NANOSECONDS.toMillis(limitNanos)));
        try {
            return socket.getInputStream().read(target, from, target.length - from);
        } catch (SocketTimeoutException e) {
            return TIMEOUT;
        }
    }

    /** Waits for the session: briefly while another viewer has it, longer while that session ends. */
    private boolean mayBegin() throws InterruptedException {
        if (free.tryAcquire(patience.taken.toNanos(), TimeUnit.NANOSECONDS)) {
            return true;
        }
        SessionConnection present = session;
        boolean isEnding = present == null || present.isOver();
        return isEnding && free.tryAcquire(patience.handover.toNanos(), TimeUnit.NANOSECONDS);
    }

    private void begin(Caller caller, Protocol protocol, ProgramInfo known) {
        if (closing || !callers.remove(caller)) {
            free.release();
            return;
        }
        boolean isTaken = false;
        try {
            SessionConnection connection = new SessionConnection(
                    caller.channel, caller.address, !caller.loopback, host, log, this::sessionClosed);
            session = connection;
            sessions.incrementAndGet();
            isTaken = connection.attach(host.served(new TracySession(protocol, known, connection), connection));
        } finally {
            if (!isTaken) {
                session = null;
                free.release();
                callers.add(caller);
            }
        }
        if (isTaken) {
            tellPresence();
        } else {
            refuse(caller, "is refused: the profiler has ended");
        }
    }

    /** Called by the collector's thread. */
    private void sessionClosed() {
        SessionConnection closed = session;
        session = null;
        if (closed != null) {
            free.release();
        }
        tellPresence();
    }

    private void tellPresence() {
        if (presence != null) {
            presence.viewerChanged();
        }
    }

    private void refuse(Caller caller, String why) {
        try {
            answer(caller, Welcome.STATUS_NOT_AVAILABLE);
        } catch (IOException e) {
            // It did not wait for the answer.
        }
        drop(caller, why);
    }

    /** Says no. One byte always finds room in a new connection. */
    private static void answer(Caller caller, byte status) throws IOException {
        caller.channel.write(ByteBuffer.wrap(new byte[] {status}));
    }

    private void drop(Caller caller, String why) {
        drop(Level.INFO, caller, why, null);
    }

    /** @param failure of ours; null: none */
    private void drop(Level level, Caller caller, String why, Throwable failure) {
        if (callers.remove(caller)) {
            String line = caller.address + " " + why;
            log.log(level, line, line, failure);
            close(caller.channel);
        }
    }

    private void closeAll() {
        callers.forEach(caller -> close(caller.channel));
        callers.clear();
        close(server);
    }

    private void close(AutoCloseable resource) {
        try {
            if (resource != null) {
                resource.close();
            }
        } catch (Exception e) {
            log.log(Level.DEBUG, "closing: " + e);
        }
    }
}
