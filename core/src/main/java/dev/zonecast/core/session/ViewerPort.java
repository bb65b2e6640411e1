package dev.zonecast.core.session;

import dev.zonecast.core.Mode;
import dev.zonecast.core.Option;
import dev.zonecast.core.Options;
import dev.zonecast.core.collect.Collector;
import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.history.History;
import dev.zonecast.core.live.ListenOptions;
import dev.zonecast.core.live.SessionHost;
import dev.zonecast.core.live.TracyListener;
import dev.zonecast.core.live.ViewerLink;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The port for viewers: opened once, at the start of the profiler or by a call. Viewers' sessions come and go as sinks.
 *
 * <p>Thread-safe. No lock: the port is opened under none.
 */
final class ViewerPort {
    private static final System.Logger LOG = System.getLogger("dev.zonecast");

    /** Beside a recording a viewer may not delay the reading of rings for long: full rings would drop the recording's events. */
    private static final long SHARED_STALL_NANOS = 1_000_000_000;

    private final Options options;
    private final Profiler profiler;
    private final Collector collector;

    /** The listener, or null if there is no port to be had. The reference is null while none is opened. */
    private final AtomicReference<CompletableFuture<TracyListener>> opened = new AtomicReference<>();

    /** The first viewer has come, or none comes any more. */
    private final CompletableFuture<Void> firstCame = new CompletableFuture<>();

    /** Null if none is kept. */
    private final History history;

    /** Sinks beside a viewer that are no recording: the history, the summary. */
    private final int ownSinks;

    private volatile boolean closed;

    /** @param sumsUp the profiler has a sink for the summary of zones */
    ViewerPort(Options options, Profiler profiler, Collector collector, boolean sumsUp) {
        this.options = options;
        this.profiler = profiler;
        this.collector = collector;
        Duration keep = options.get(Option.HISTORY);
        history = keep.isZero() || !options.get(Option.MODE).listens()
                ? null
                : new History(keep, options.get(Option.HISTORY_BYTES), collector::restate);
        ownSinks = (history == null ? 0 : 1) + (sumsUp ? 1 : 0);
    }

    /** Begins to keep the history for viewers, if there is one. Before {@link #open}. */
    void keepHistory() {
        if (history != null) {
            collector.attach(history);
        }
    }

    /** Holds the calling thread until a viewer comes, as long as the options say. */
    void holdStart() {
        Duration limit = options.get(Option.START_WAIT);
        if (limit.isZero()) {
            return;
        }
        if (port() < 0) {
            LOG.log(Level.WARNING, "{0}: the program does not wait, because no viewer can connect", Option.START_WAIT);
        } else if (!awaitFirst("the program", Option.START_WAIT, limit)) {
            LOG.log(Level.INFO, "no viewer has come; the program goes on");
        }
    }

    /**
     * Holds the calling thread until the first viewer has come, as long as the options say.
     *
     * @return how long the end may take, at least the time given
     */
    Duration holdEnd(Duration limit) {
        Duration exit = options.get(Option.EXIT_WAIT);
        long start = System.nanoTime();
        if (exit.isZero() || port() < 0 || collector.isOwnThread()) {
            return limit;
        }
        boolean ignored = awaitFirst("the end of the program", Option.EXIT_WAIT, exit);
        Duration left = exit.minusNanos(System.nanoTime() - start);
        return isConnected() && left.compareTo(limit) > 0 ? left : limit;
    }

    private boolean awaitFirst(String who, Option<Duration> option, Duration limit) {
        if (!firstCame.isDone()) {
            LOG.log(
                    Level.INFO,
                    "{0} waits for a Tracy viewer at port {1} ({2})",
                    who,
                    Integer.toString(port()),
                    option);
        }
        return profiler.await(firstCame, limit);
    }

    /**
     * Opens the port, unless it is open.
     *
     * @return the port; -1 if there is none, which is logged
     */
    int open() {
        Mode mode = options.get(Option.MODE);
        if (!mode.listens()) {
            LOG.log(Level.WARNING, "no viewer can connect: {0}={1}", Option.MODE, mode);
            return -1;
        }
        CompletableFuture<TracyListener> mine = new CompletableFuture<>();
        CompletableFuture<TracyListener> first = opened.compareAndExchange(null, mine);
        if (first != null) {
            TracyListener other = first.join();
            return other == null ? -1 : other.port();
        }
        TracyListener listener = null;
        try {
            TracyListener made = new TracyListener(listenOptions(), new ViewerHost());
            listener = made.start() ? made : null;
        } finally {
            if (listener == null) {
                opened.set(null);
            }
            mine.complete(listener);
        }
        if (closed && listener != null) {
            listener.close(Duration.ZERO);
        }
        return port();
    }

    private ListenOptions listenOptions() {
        return new ListenOptions(
                options.get(Option.BIND_ADDRESS),
                options.get(Option.PORT),
                options.get(Option.PROGRAM_NAME),
                options.get(Option.ANNOUNCED),
                options.get(Option.SOURCE_ROOTS));
    }

    private TracyListener listener() {
        CompletableFuture<TracyListener> present = opened.get();
        return present == null ? null : present.getNow(null);
    }

    /** Port that viewers connect to, or -1. */
    int port() {
        TracyListener listener = listener();
        return listener == null ? -1 : listener.port();
    }

    boolean isConnected() {
        TracyListener listener = listener();
        return listener != null && listener.isConnected();
    }

    /** See {@link SessionHost#stallLimitNanos}. */
    long stallLimitNanos() {
        boolean isBesideRecording = collector.sinkCount() > 1 + ownSinks;
        return isBesideRecording ? Math.min(chosenStallNanos(), SHARED_STALL_NANOS) : chosenStallNanos();
    }

    /** See {@link SessionHost#stallLimitText}. */
    String stallLimitText() {
        return stallLimitNanos() < chosenStallNanos()
                ? "beside a recording or another sink the limit is 1 s"
                : Option.VIEWER_STALL.toString();
    }

    private long chosenStallNanos() {
        return TimeUnit.NANOSECONDS.convert(options.get(Option.VIEWER_STALL));
    }

    /** Accepts no further viewer; see {@link TracyListener#close}. */
    void close(Duration limit) {
        closed = true;
        firstCame.complete(null);
        TracyListener listener = listener();
        if (listener != null) {
            listener.close(limit);
        }
    }

    private final class ViewerHost implements SessionHost {
        @Override
        public boolean attach(EventSink session) {
            // The collector ends all sinks that were announced before its entrance was closed.
            boolean taken = collector.announce(session);
            if (taken) {
                tellOpenedAside();
            }
            return taken;
        }

        /** Not in {@link #attach}: who waits for the first viewer asks next whether one is connected. */
        @Override
        public void attached() {
            firstCame.complete(null);
        }

        @Override
        public EventSink served(EventSink session, ViewerLink link) {
            return history == null ? session : history.served(session, link);
        }

        /** An action that hangs must not hold up the listener. */
        private void tellOpenedAside() {
            try {
                Thread.ofPlatform().daemon().name("zonecast-activated").start(collector::tellOpened);
            } catch (OutOfMemoryError e) {
                collector.tellOpened();
            }
        }

        @Override
        public void detach(EventSink session) {
            var ignored = profiler.detach(session, options.get(Option.SHUTDOWN_LIMIT));
        }

        @Override
        public long originNanos() {
            return collector.originNanos();
        }

        @Override
        public long stallLimitNanos() {
            return ViewerPort.this.stallLimitNanos();
        }

        @Override
        public String stallLimitText() {
            return ViewerPort.this.stallLimitText();
        }
    }
}
