package dev.zonecast.core.live;

import dev.zonecast.core.FreePort;
import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.event.SinkStart;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** The profiler, as a session knows it: one thread that begins, feeds and ends sessions, and passes over them every 2 ms. */
final class CollectorStandIn implements SessionHost, AutoCloseable {
    /** One call to a session. */
    interface Call {
        void on(EventSink session) throws IOException;
    }

    /** Far more than anything takes on a busy machine. */
    static final Duration LIMIT = Duration.ofMinutes(1);

    /** No peer that does its part is dropped or refused, however busy the machine is. */
    static final TracyListener.Patience PATIENCE = new TracyListener.Patience(LIMIT, LIMIT, LIMIT);

    volatile long originNanos = System.nanoTime();
    final CapturedLog log = new CapturedLog();
    volatile long stallLimitNanos = LIMIT.toNanos();
    volatile long endLimitNanos = LIMIT.toNanos();
    volatile long frameMarks;
    volatile boolean refuses;

    /** Thrown in place of the next session. */
    volatile RuntimeException failureOfNext;

    /** Thrown in place of the next request for the end of a session. */
    volatile RuntimeException failureOfNextEnd;

    /** Names of the listener's threads that the system does not give. */
    volatile Set<String> refusedThreads = Set.of();

    /** Called right after a session's begin, as the collector tells what stands. */
    volatile Call onAttach = session -> {};

    private final ScheduledExecutorService collector = Executors.newSingleThreadScheduledExecutor(
            work -> Thread.ofPlatform().daemon().name("test-collector").unstarted(work));
    private final List<EventSink> live = new ArrayList<>();
    private final List<Throwable> failures = new CopyOnWriteArrayList<>();
    private final TracyListener listener;
    private volatile int liveCount;
    private boolean listens;

    CollectorStandIn() {
        this(freePort());
    }

    /** A port that was free a moment ago. */
    static int freePort() {
        try {
            return FreePort.find();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    CollectorStandIn(int port) {
        this(new ListenOptions("", port, "test program"));
    }

    CollectorStandIn(ListenOptions options) {
        this(options, PATIENCE);
    }

    /** Its listener waits for others as long as given. */
    static CollectorStandIn with(TracyListener.Patience patience) {
        return new CollectorStandIn(new ListenOptions("", freePort(), "test program"), patience);
    }

    private CollectorStandIn(ListenOptions options, TracyListener.Patience patience) {
        listener = new TracyListener(options, this, patience, log, this::start);
        var ignored = collector.scheduleWithFixedDelay(this::pass, 2, 2, TimeUnit.MILLISECONDS);
    }

    private void start(Thread thread) {
        if (refusedThreads.contains(thread.getName())) {
            throw new OutOfMemoryError("unable to create native thread");
        }
        thread.start();
    }

    /** Listens; the port. */
    int listen() {
        listener.start();
        return listener.port();
    }

    /** A viewer of a version of the protocol, whose session has begun. Listens from the first one on. */
    TracyViewer join(int version) throws IOException {
        if (!listens) {
            listens = true;
            listener.start();
        }
        TracyViewer viewer = TracyViewer.join(listener.port(), version);
        viewer.await("the session", () -> liveCount() > 0);
        return viewer;
    }

    /** Ends the program; what the viewer has then. */
    LiveTrace finish(TracyViewer viewer) {
        shutDown(LIMIT);
        return viewer.awaitEnd();
    }

    TracyListener listener() {
        return listener;
    }

    private void pass() {
        for (EventSink session : List.copyOf(live)) {
            guarded(session, s -> s.cycleEnd(System.nanoTime()));
        }
    }

    private void guarded(EventSink session, Call call) {
        try {
            call.on(session);
        } catch (IOException | RuntimeException | Error e) {
            failures.add(e);
        }
    }

    @Override
    public boolean attach(EventSink session) {
        if (refuses) {
            return false;
        }
        collector.execute(() -> {
            guarded(session, s -> s.begin(new SinkStart(System.nanoTime(), frameMarks)));
            guarded(session, onAttach);
            live.add(session);
            liveCount = live.size();
        });
        return true;
    }

    @Override
    public EventSink served(EventSink session, ViewerLink link) {
        RuntimeException failure = failureOfNext;
        failureOfNext = null;
        if (failure != null) {
            throw failure;
        }
        return session;
    }

    @Override
    public void detach(EventSink session) {
        RuntimeException failure = failureOfNextEnd;
        failureOfNextEnd = null;
        if (failure != null) {
            throw failure;
        }
        collector.execute(() -> end(session, endLimitNanos));
    }

    private void end(EventSink session, long limitNanos) {
        if (live.remove(session)) {
            liveCount = live.size();
            guarded(session, s -> s.end(System.nanoTime(), limitNanos));
        }
    }

    /** Does something with all sessions on the collector's thread, and waits until it is done. */
    void feed(Call call) {
        feeding(call).join();
    }

    /** As {@link #feed}, without waiting. */
    CompletableFuture<Void> feeding(Call call) {
        return CompletableFuture.runAsync(
                () -> List.copyOf(live).forEach(session -> guarded(session, call)), collector);
    }

    /** Sessions that are attached. */
    int liveCount() {
        return liveCount;
    }

    /** Ends all sessions as the program's end does; how long it took. */
    Duration shutDown(Duration limit) {
        long start = System.nanoTime();
        listener.close(limit);
        CompletableFuture.runAsync(() -> List.copyOf(live).forEach(s -> end(s, limit.toNanos())), collector)
                .join();
        return Duration.ofNanos(System.nanoTime() - start);
    }

    @Override
    public long originNanos() {
        return originNanos;
    }

    @Override
    public long stallLimitNanos() {
        return stallLimitNanos;
    }

    /** What sessions threw; none may. */
    List<Throwable> failures() {
        return failures;
    }

    @Override
    public void close() {
        shutDown(Duration.ofMillis(200));
        collector.shutdownNow();
    }
}
