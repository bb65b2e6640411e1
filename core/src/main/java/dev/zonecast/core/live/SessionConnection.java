package dev.zonecast.core.live;

import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.registry.LogLimit;
import dev.zonecast.tracy.BlockSender;
import dev.zonecast.tracy.Query;
import dev.zonecast.tracy.QueryReader;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * The connection below a session: a thread that sends, one that receives, and the one moment at which it is over, noticed by either first:
 * the viewer left, broke the protocol, took nothing for too long, or the program ends. From then on nothing waits here.
 *
 * <p>{@link #open}, {@link #close} and the queries belong to the collector's thread; all else may be called by any.
 */
final class SessionConnection implements QueryReader.Peer, BlockSender.Peer, ViewerLink {
    private static final long MAX_LIMIT_NANOS = TimeUnit.HOURS.toNanos(1);
    private static final long JOIN_MILLIS = 500;
    private static final long LAST_WORDS_MILLIS = 500;

    private final SocketChannel channel;
    private final String viewer;
    private final boolean compressed;
    private final SessionHost host;
    private final LogLimit log;
    private final Runnable onClosed;

    private EventSink session;
    private QueryReader reader;
    private BlockSender sender;
    private Thread readerThread;
    private Thread senderThread;
    private long openedNanos;
    private volatile boolean attached;
    private volatile boolean over;
    private volatile boolean ending;
    private volatile boolean hurried;
    private volatile long deadlineNanos;
    private volatile long endLimitNanos;
    private volatile boolean askedToEnd;

    /**
     * A connection whose greeting was accepted.
     *
     * @param channel in blocking mode
     * @param viewer its address, for log lines
     * @param compressed whether to compress the blocks
     * @param onClosed called once nothing of this session is left
     */
    SessionConnection(
            SocketChannel channel,
            String viewer,
            boolean compressed,
            SessionHost host,
            LogLimit log,
            Runnable onClosed) {
        this.channel = channel;
        this.viewer = viewer;
        this.compressed = compressed;
        this.host = host;
        this.log = log;
        this.onClosed = onClosed;
    }

    /** Names the session that this connection serves, and gives it to the profiler; false if that has ended. */
    boolean attach(EventSink served) {
        session = served;
        boolean taken = host.attach(served);
        attached = taken;
        if (taken) {
            host.attached();
        }
        return taken;
    }

    /** True once the profiler records for the session. */
    boolean isAttached() {
        return attached;
    }

    String description() {
        return "viewer " + viewer;
    }

    long originNanos() {
        return host.originNanos();
    }

    /** Sends the welcome and begins to receive. */
    BlockSender open(ByteBuffer welcome, String protocol) {
        openedNanos = System.nanoTime();
        log.log(Level.INFO, description() + " connected, protocol " + protocol);
        sender = new BlockSender(channel, welcome, compressed, this);
        reader = new QueryReader(channel, this);
        // First: the sender waits for it when it fails.
        readerThread =
                Thread.ofPlatform().daemon().name("zonecast-tracy-receive").start(reader);
        senderThread = Thread.ofPlatform().daemon().name("zonecast-tracy-send").start(sender);
        return sender;
    }

    // --- while it lives

    Query pollQuery() {
        return reader.poll();
    }

    /** True while the sender is idle: a small block then delays nothing. */
    boolean isIdle() {
        return sender.isIdle();
    }

    @Override
    public boolean hasRoom() {
        return sender.hasRoom();
    }

    @Override
    public void noRoomSince(long nanos) {
        if (waitLeftNanos(nanos) <= 0) {
            stalled(System.nanoTime() - nanos);
        }
    }

    void awaitWritten() {
        sender.awaitWritten();
    }

    @Override
    public boolean isOver() {
        return over;
    }

    @Override
    public long waitLeftNanos(long sinceNanos) {
        long now = System.nanoTime();
        long left = host.stallLimitNanos() - (now - sinceNanos);
        return hurried ? Math.min(left, deadlineNanos - now) : left;
    }

    /** From now on the collector waits for this viewer no longer than the time given, all in all. */
    void hurry(long limitNanos) {
        endLimitNanos = Math.clamp(limitNanos, 0, MAX_LIMIT_NANOS);
        deadlineNanos = System.nanoTime() + endLimitNanos;
        hurried = true;
    }

    // --- the end

    /** Ends the session. Within the limit, the viewer reads the rest and asks its last questions. */
    void startEnding(long limitNanos) {
        hurry(limitNanos);
        ending = true;
    }

    /** The next query, or null after the time given; when the time of the whole end has passed the session is over. */
    Query awaitQuery(long limitNanos) {
        long left = deadlineNanos - System.nanoTime();
        if (left <= 0) {
            notInTime();
            return null;
        }
        try {
            return reader.poll(Math.min(limitNanos, left));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            over(Level.WARNING, "disconnected: the thread that ends its session was interrupted");
            return null;
        }
    }

    @Override
    public void terminated() {
        over(Level.INFO, ending ? "has everything" : "disconnected");
    }

    @Override
    public void asksToEnd() {
        if (!askedToEnd) {
            askedToEnd = true;
            host.detach(session);
        }
    }

    /** The session has lasted for longer than a viewer can count; a new one starts from a later time. */
    void outlived() {
        if (!askedToEnd) {
            log.log(Level.WARNING, description() + " cannot hold more than 39 hours: the session ends, connect again");
            asksToEnd();
        }
    }

    @Override
    public void disconnected(String reason) {
        over(Level.INFO, reason);
    }

    @Override
    public void failed(String reason, Throwable failure) {
        over(Level.WARNING, reason, failure);
    }

    @Override
    public void writingFailed(String reason) {
        // A viewer that hangs up may have said before that it has everything: its last words may not have been read
        // yet.
        join(readerThread, LAST_WORDS_MILLIS);
        over(Level.INFO, reason);
    }

    @Override
    public void misbehaved(String reason) {
        over(Level.WARNING, reason + ": not a Tracy viewer of this protocol, dropped");
    }

    @Override
    public void stalled(long waitedNanos) {
        if (hurried && deadlineNanos - System.nanoTime() <= 0) {
            notInTime();
            return;
        }
        over(
                Level.WARNING,
                "read nothing for " + TimeUnit.NANOSECONDS.toMillis(waitedNanos) + " ms: disconnected ("
                        + host.stallLimitText() + ")");
    }

    private void notInTime() {
        over(
                Level.WARNING,
                "did not read all events within " + TimeUnit.NANOSECONDS.toMillis(endLimitNanos) + " ms: disconnected");
    }

    private void over(Level level, String what) {
        over(level, what, null);
    }

    /** @param failure of ours; null: none */
    private void over(Level level, String what, Throwable failure) {
        synchronized (this) {
            if (over) {
                return;
            }
            over = true;
        }
        double seconds = (System.nanoTime() - openedNanos) / 1e9;
        double megabytes = sender == null ? 0 : sender.writtenBytes() / 1e6;
        String line = String.format(Locale.ROOT, "%s %s (%.1f s, %.1f MB)", description(), what, seconds, megabytes);
        log.log(level, line, line, failure);
        closeChannel();
        if (sender != null) {
            sender.stop();
        }
        host.detach(session);
    }

    private void closeChannel() {
        try {
            channel.close();
        } catch (IOException e) {
            // The connection is gone: there is nothing left to do.
            log.log(Level.DEBUG, description() + ": " + e);
        }
    }

    /** Frees the rest. The last call. */
    void close() {
        over(Level.WARNING, "disconnected before it had all events");
        join(senderThread, JOIN_MILLIS);
        join(readerThread, JOIN_MILLIS);
        onClosed.run();
    }

    /** Both threads end by themselves once the channel is closed. */
    private static void join(Thread thread, long limitMillis) {
        if (thread == null) {
            return;
        }
        try {
            thread.join(limitMillis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
