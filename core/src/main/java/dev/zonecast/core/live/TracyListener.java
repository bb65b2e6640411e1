package dev.zonecast.core.live;

import dev.zonecast.tracy.Protocol;
import dev.zonecast.tracy.Welcome;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Waits for Tracy viewers on a thread of its own, and gives one of them at a time a session. Another viewer gets the answer that the
 * program is taken; a peer that is no viewer, or of an unknown version, is dropped with a log line.
 * It announces itself if it was told to, as a rule it does not.
 *
 * <p>Any number of connections may come at once: greetings are read as they arrive, for 2 seconds each, and of more than
 * {@value #MAX_CALLERS} that have not finished theirs the oldest is dropped.
 *
 * <p>Thread-safe.
 */
public final class TracyListener {
    static final int MAX_CALLERS = 64;

    private static final int BACKLOG = 256;
    private static final long GREETING_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** A viewer that comes back may be faster than the news that it had left. */
    private static final long TAKEN_GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** How long a session that is over may take to be cleared away while the next viewer waits. */
    private static final long HANDOVER_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final long FAILURE_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final ListenOptions options;
    private final SessionHost host;
    private final System.Logger logger;
    private final QuietLog log;
    private final Thread thread;
    private final ArrayDeque<Caller> callers = new ArrayDeque<>();

    private ProgramInfo program;
    private PresenceBroadcast presence;
    private ServerSocketChannel server;
    private Selector selector;
    private volatile int port = -1;
    private volatile boolean closing;
    private volatile SessionConnection session;
    private final AtomicLong sessions = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();

    /** A listener that does not listen yet. */
    public TracyListener(ListenOptions options, SessionHost host) {
        this(options, host, System.getLogger("dev.zonecast"));
    }

    TracyListener(ListenOptions options, SessionHost host, System.Logger logger) {
        this.options = options;
        this.host = host;
        this.logger = logger;
        this.log = new QuietLog(logger);
        this.thread = Thread.ofPlatform().daemon().name("zonecast-listener").unstarted(this::run);
    }

    /**
     * Binds the port and starts the thread. Called once.
     *
     * @return false if there is no port to be had, which is logged; the program goes on without
     */
    public boolean start() {
        try {
            InetAddress address = options.bindAddress().isBlank()
                    ? InetAddress.getByAddress(new byte[] {127, 0, 0, 1})
                    : InetAddress.getByName(options.bindAddress().strip());
            server = ServerSocketChannel.open();
            bind(address);
            server.configureBlocking(false);
            selector = Selector.open();
            server.register(selector, SelectionKey.OP_ACCEPT);
            InetSocketAddress local = (InetSocketAddress) server.getLocalAddress();
            port = local.getPort();
            program = ProgramInfo.current(options.programName(), options.sourceRoots());
            logger.log(
                    Level.INFO,
                    "waiting for a Tracy viewer at {0}:{1}",
                    local.getAddress().getHostAddress(),
                    Integer.toString(port));
            thread.start();
            if (options.announced() != 0) {
                presence = new PresenceBroadcast(local, options.announced(), program, this::isConnected, logger);
                presence.start();
            }
            return true;
        } catch (UnknownHostException e) {
            return failed("the address " + options.bindAddress() + " is not known");
        } catch (IOException e) {
            return failed(e.getMessage());
        }
    }

    private boolean failed(String reason) {
        logger.log(Level.WARNING, "no viewer can connect: {0}", reason);
        closeAll();
        port = -1;
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

    /** Connections that got no session. */
    public long refused() {
        return refused.get();
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
        if (selector != null) {
            selector.wakeup();
        }
    }

    // --- the listener's thread

    private void run() {
        while (!closing) {
            try {
                selector.select(timeoutMillis());
                takeReady();
                expireGreetings();
                admit();
            } catch (IOException | RuntimeException e) {
                // Too many open files, for one. A defect must neither end the listening nor make it spin.
                log.log(Level.WARNING, "waiting for viewers goes on after a failure: " + e);
                LockSupport.parkNanos(FAILURE_PAUSE_NANOS);
            }
        }
        closeAll();
    }

    private long timeoutMillis() {
        long now = System.nanoTime();
        long nearest = Long.MAX_VALUE;
        for (Caller caller : callers) {
            nearest = Math.min(nearest, caller.deadlineNanos - now);
        }
        return nearest == Long.MAX_VALUE ? 0 : Math.max(1, TimeUnit.NANOSECONDS.toMillis(nearest) + 1);
    }

    private void takeReady() throws IOException {
        Iterator<SelectionKey> ready = selector.selectedKeys().iterator();
        while (ready.hasNext()) {
            SelectionKey key = ready.next();
            ready.remove();
            if (!key.isValid()) {
                continue;
            }
            if (key.attachment() instanceof Caller caller) {
                read(caller);
            } else {
                acceptAll();
            }
        }
    }

    private void acceptAll() throws IOException {
        for (SocketChannel channel = server.accept(); channel != null; channel = server.accept()) {
            try {
                channel.configureBlocking(false);
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
                Caller caller = new Caller(channel, key, System.nanoTime() + GREETING_NANOS);
                key.attach(caller);
                callers.add(caller);
            } catch (IOException e) {
                // Gone already.
                channel.close();
                continue;
            }
            if (callers.size() > MAX_CALLERS) {
                drop(callers.peek(), "dropped: too many connections wait for a session");
            }
        }
    }

    private void read(Caller caller) {
        try {
            switch (caller.read()) {
                case INCOMPLETE -> {}
                case CLOSED ->
                    drop(
                            caller,
                            "closed the connection after " + caller.greetingBytes()
                                    + " of the 12 bytes of a Tracy viewer's greeting");
                case FOREIGN -> drop(caller, "is not a Tracy viewer, dropped");
                case COMPLETE -> greeted(caller);
            }
        } catch (IOException e) {
            drop(caller, "connection lost before the greeting was complete (" + e.getMessage() + ")");
        }
    }

    private void greeted(Caller caller) throws IOException {
        Protocol protocol = Protocol.ofVersion(caller.version());
        if (protocol == null) {
            caller.answer(Welcome.STATUS_PROTOCOL_MISMATCH);
            drop(
                    caller,
                    "speaks version " + Integer.toUnsignedString(caller.version())
                            + " of Tracy's protocol; this program speaks " + Protocol.supported()
                            + ": connect with one of these, or look for a newer Zonecast");
            return;
        }
        caller.protocol = protocol;
        caller.greetedNanos = System.nanoTime();
        caller.deadlineNanos = caller.greetedNanos + TAKEN_GRACE_NANOS;
        // What it sends next belongs to the session.
        caller.key.interestOps(0);
    }

    private void expireGreetings() {
        long now = System.nanoTime();
        for (Caller caller : callers.toArray(Caller[]::new)) {
            if (caller.protocol == null && now - caller.deadlineNanos >= 0) {
                drop(
                        caller,
                        "sent " + caller.greetingBytes()
                                + " of the 12 bytes of a Tracy viewer's greeting within 2 s, dropped");
            }
        }
    }

    /** The first viewer that waits gets the session if it is free; one that waits in vain is told so. */
    private void admit() throws IOException {
        for (Caller caller : callers.toArray(Caller[]::new)) {
            if (caller.protocol == null) {
                continue;
            }
            SessionConnection present = session;
            if (present == null) {
                begin(caller);
            } else {
                long now = System.nanoTime();
                if (present.isOver()) {
                    caller.deadlineNanos = caller.greetedNanos + HANDOVER_NANOS;
                }
                if (now - caller.deadlineNanos >= 0) {
                    refuse(caller, "is told to come later: " + present.description() + " is connected");
                }
            }
        }
    }

    private void refuse(Caller caller, String why) {
        try {
            caller.answer(Welcome.STATUS_NOT_AVAILABLE);
        } catch (IOException e) {
            // It did not wait for the answer.
        }
        drop(caller, why);
    }

    private void begin(Caller caller) throws IOException {
        callers.remove(caller);
        caller.key.cancel();
        // A key that is cancelled keeps its channel from blocking mode until the next selection.
        selector.selectNow();
        caller.channel.configureBlocking(true);
        SessionConnection connection =
                new SessionConnection(caller.channel, caller.address, !caller.loopback, host, log, this::sessionClosed);
        session = connection;
        sessions.incrementAndGet();
        if (connection.attach(new TracySession(caller.protocol, program, connection))) {
            tellPresence();
        } else {
            session = null;
            refuse(caller, "is refused: the profiler has ended");
        }
    }

    /** Called by the collector's thread. */
    private void sessionClosed() {
        session = null;
        tellPresence();
        selector.wakeup();
    }

    private void tellPresence() {
        if (presence != null) {
            presence.viewerChanged();
        }
    }

    private void drop(Caller caller, String why) {
        refused.incrementAndGet();
        callers.remove(caller);
        log.log(Level.INFO, caller.address + " " + why);
        close(caller.channel);
    }

    private void closeAll() {
        callers.forEach(caller -> close(caller.channel));
        close(server);
        close(selector);
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
