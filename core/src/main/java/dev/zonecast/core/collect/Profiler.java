package dev.zonecast.core.collect;

import dev.zonecast.core.BufferMode;
import dev.zonecast.core.Options;
import dev.zonecast.core.RecordingException;
import dev.zonecast.core.Statistics;
import dev.zonecast.core.ZoneSummary;
import dev.zonecast.core.buffer.RuntimeFolder;
import dev.zonecast.core.clock.Clock;
import dev.zonecast.core.fxt.FxtRecording;
import dev.zonecast.core.late.LateEvents;
import dev.zonecast.core.registry.CategorySelection;
import dev.zonecast.core.ring.GateState;
import dev.zonecast.core.ring.RecorderRegistry;
import dev.zonecast.core.ring.RingPolicies;
import dev.zonecast.core.ring.RingPolicy;
import dev.zonecast.core.ring.RingPool;
import dev.zonecast.core.system.PowerReading;
import dev.zonecast.core.system.SystemReports;
import dev.zonecast.core.tracy.ListenOptions;
import dev.zonecast.core.tracy.SessionHost;
import dev.zonecast.core.tracy.TracyListener;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/**
 * The profiler of this process: puts clock, rings, collector, recording and listener together, and takes them down again. One life:
 * it starts once and stops once.
 *
 * <p>Thread-safe.
 */
public final class Profiler {
    private static final System.Logger LOG = System.getLogger("dev.zonecast");

    private static final Duration LATE_LIMIT = Duration.ofSeconds(3);

    private static Profiler instance;

    private final Options options;
    private final Collector collector;
    private final RingPool pool;
    private final SummarySink summary;
    private final SystemReports.Taker machine = new SinksTaker();
    private final SystemReports reports;
    private final Outliving outliving;
    private final FlightRecorder flight;
    private ManagedProvider provider;
    private FxtRecording recording;
    private TracyListener listener;

    /** The copy that this one is a guest of, or null. */
    private Function<Object[], Object> host;

    private String guestLabel;

    /** The end of all sinks; null until it is asked for. */
    private CompletableFuture<Void> ending;

    private Profiler(Options options) {
        this.options = options;
        if (!options.categories().isEmpty()) {
            CategorySelection.choose(options.categories());
        }
        summary = options.summary() ? new SummarySink() : null;
        RingPolicies policies = RingPolicies.parse(options.ringPolicies(), new RingPolicy(nanos(options.ringWait())));
        Waker waker = new Waker();
        outliving = new Outliving(options);
        flight = outliving.flight();
        pool = new RingPool(
                options.ringBytes(),
                options.virtualRingBytes(),
                options.ringLimitBytes(),
                policies,
                waker,
                outliving.rings());
        collector = new Collector(pool, outliving.release());
        outliving.follow(collector);
        waker.collector = collector;
        reports = options.systemReports() ? new SystemReports(machine, GateState::isOpen) : null;
    }

    /** What is found out about the machine goes to all sinks. */
    private final class SinksTaker implements SystemReports.Taker {
        @Override
        public void cpuLoad(long nanos, double percent) {
            collector.tell(sink -> sink.cpuLoad(nanos, percent));
        }

        @Override
        public void power(long nanos, PowerReading reading) {
            collector.tell(sink -> sink.power(nanos, reading));
        }
    }

    /** The pool needs the collector's wake-up, the collector needs the pool. */
    private static final class Waker implements Runnable {
        Collector collector;

        @Override
        public void run() {
            collector.wake();
        }
    }

    /** Where reports about the machine go. */
    SystemReports.Taker machine() {
        return machine;
    }

    /** Starts by the system properties, unless started before or {@code zonecast.autostart=false}. */
    public static void autostart() {
        synchronized (Profiler.class) {
            if (instance != null) {
                return;
            }
        }
        Options options = Options.fromSystemProperties();
        if (options.autostart()) {
            start(options);
        }
    }

    /**
     * Starts the profiler.
     *
     * @return false if it had been started before; the options are not used then
     */
    public static boolean start(Options options) {
        Objects.requireNonNull(options, "options");
        Profiler profiler;
        synchronized (Profiler.class) {
            if (instance != null) {
                return false;
            }
            profiler = new Profiler(options);
            instance = profiler;
            RecorderRegistry.use(profiler.pool);
        }
        profiler.run();
        return true;
    }

    /** The running profiler, or null. */
    public static synchronized Profiler current() {
        return instance;
    }

    private void run() {
        LOG.log(Level.INFO, "clock: {0} ({1})", Clock.name(), Clock.reason());
        try {
            if (options.shutdownHook()) {
                Runtime.getRuntime()
                        .addShutdownHook(Thread.ofPlatform()
                                .name("zonecast-shutdown")
                                .unstarted(() -> stop(options.shutdownLimit())));
            }
            collector.start();
        } catch (IllegalStateException | OutOfMemoryError e) {
            // The program is ending already, or the system gives no thread.
            LOG.log(Level.WARNING, "nothing is profiled: {0}", e.getMessage());
            abandon();
            return;
        }
        if (isGuest()) {
            startFlight();
            return;
        }
        collector.thread().open(Copies.hostDoor(this, collector));
        if (reports != null) {
            GateState.whenOpened(reports::wake);
        }
        if (summary != null) {
            attach(summary);
        }
        if (options.uncaught()) {
            CrashReports.install(this);
        }
        if (options.jvmMemory()) {
            JvmMemory.start();
        }
        if (options.ringPlots()) {
            RingPlots.start(collector);
        }
        if (flight != null) {
            startFlight();
        } else if (options.recordFile() != null) {
            try {
                startRecording(options.recordFile());
            } catch (IOException e) {
                LOG.log(Level.WARNING, "no recording: {0}", e.getMessage());
            }
        }
        if (options.buffer().manager()) {
            becomeProvider();
        }
        if (options.listen()) {
            listen();
        }
    }

    private void startFlight() {
        if (flight != null) {
            outliving.startFlight(collector);
            if (options.buffer().onException() && flight.mode() != BufferMode.STREAMING) {
                UncaughtSnapshot.install(flight.snapshots());
            }
        }
    }

    /** Another copy of Zonecast may run in this process already: it gets what this one records. */
    private boolean isGuest() {
        Function<Object[], Object> other = CollectorThread.ofOtherCopy();
        if (other == null) {
            return false;
        }
        String label = (String) other.apply(new Object[] {"join", Copies.guestDoor(this)});
        synchronized (this) {
            host = other;
            guestLabel = label;
        }
        LOG.log(
                Level.INFO,
                "another class loader has Zonecast running in this process: it gets these events, with {0} at the"
                        + " names",
                label);
        if (options.recordFile() != null && recordingFile() == null) {
            try {
                startRecording(options.recordFile());
            } catch (IOException | IllegalStateException e) {
                LOG.log(Level.WARNING, "no recording: {0}", e.getMessage());
            }
        }
        return true;
    }

    /** Asks the copy that this one is a guest of, or null if it is none. */
    private Object askHost(Object... request) {
        Function<Object[], Object> other;
        synchronized (this) {
            other = host;
        }
        return other == null ? null : other.apply(request);
    }

    private synchronized boolean hasHost() {
        return host != null;
    }

    private void becomeProvider() {
        try {
            Path runtime = RuntimeFolder.open(options.buffer().folder()).path();
            String name = ProgramName.of(options.programName());
            ManagedProvider started =
                    ManagedProvider.start(this, runtime, name, options.categories(), outliving.managed(this, name));
            synchronized (this) {
                provider = started;
            }
        } catch (IOException | OutOfMemoryError e) {
            LOG.log(Level.WARNING, "no manager: {0}", e.getMessage());
        }
    }

    private void abandon() {
        collector.abandon();
        synchronized (this) {
            ending = CompletableFuture.completedFuture(null);
        }
    }

    private void listen() {
        TracyListener made = new TracyListener(
                new ListenOptions(
                        options.bindAddress(),
                        options.port(),
                        options.programName(),
                        options.announced(),
                        options.sourceRoots()),
                new ViewerHost());
        if (!made.start()) {
            return;
        }
        boolean tooLate;
        synchronized (this) {
            tooLate = ending != null;
            listener = tooLate ? null : made;
        }
        if (tooLate) {
            made.close(Duration.ZERO);
        }
    }

    private synchronized TracyListener listener() {
        return listener;
    }

    /** Viewers' sessions come and go as sinks. */
    private final class ViewerHost implements SessionHost {
        /** Beside a recording a viewer may not hold up the rings for long: the recording would lose what they have no room for. */
        private static final long SHARED_STALL_NANOS = 1_000_000_000;

        @Override
        public boolean attach(EventSink session) {
            // Under the lock, so that stop's command, which ends all sinks, comes behind this one.
            synchronized (Profiler.this) {
                if (ending == null) {
                    Profiler.this.attach(session);
                }
                return ending == null;
            }
        }

        @Override
        public void detach(EventSink session) {
            var _ = Profiler.this.detach(session, options.shutdownLimit());
        }

        @Override
        public long originNanos() {
            return collector.originNanos();
        }

        @Override
        public long stallLimitNanos() {
            long limit = nanos(options.viewerStall());
            return collector.sinkCount() > 1 ? Math.min(limit, SHARED_STALL_NANOS) : limit;
        }
    }

    /** Gives a sink all events from now on. After {@link #stop} it is ended at once, without having begun. */
    public void attach(EventSink sink) {
        collector.attach(sink);
    }

    /** Ends a sink; it has everything that was published before the call. */
    public CompletableFuture<Void> detach(EventSink sink, Duration limit) {
        return collector.execute(() -> collector.detach(sink, nanos(limit)));
    }

    /** Runs something on the collector's thread; at once when that has ended. */
    CompletableFuture<Void> onCollector(Runnable command) {
        return collector.execute(command);
    }

    /** {@link System#nanoTime} of the profiler's start. */
    public long originNanos() {
        return collector.originNanos();
    }

    /**
     * Starts a recording to a file.
     *
     * @throws IOException if the file cannot be made; the message names it
     * @throws IllegalStateException if one runs already
     */
    public void startRecording(Path file) throws IOException {
        if (hasHost()) {
            switch (askHost("startRecording", file)) {
                case IOException e -> throw e;
                case RuntimeException e -> throw e;
                case null, default -> {}
            }
        } else {
            startOwnRecording(file);
        }
    }

    private synchronized void startOwnRecording(Path file) throws IOException {
        if (recording != null && !recording.hasEnded()) {
            throw new IllegalStateException("a recording runs already: " + recording.path());
        }
        if (ending != null) {
            throw new RecordingException(file, "cannot record to " + file + ": the profiler has been shut down", null);
        }
        recording = FxtRecording.create(file, options.programName());
        attach(recording);
    }

    /** Ends the recording and closes its file; nothing happens if there is none. */
    public void stopRecording(Duration limit) {
        Object _ = askHost("stopRecording", limit);
        EventSink ending;
        synchronized (this) {
            ending = recording;
            recording = null;
        }
        if (ending != null) {
            collectLate(limit);
            await(detach(ending, limit), limit);
        }
    }

    /** Late events are told within a second or two; a recording that ends waits for those that belong to it. */
    private void collectLate(Duration limit) {
        if (!collector.isOwnThread()) {
            LateEvents.INSTANCE.collect(limit.compareTo(LATE_LIMIT) < 0 ? limit : LATE_LIMIT);
        }
    }

    /**
     * Writes what the trace buffer holds now to a file, on a thread of its own.
     *
     * @return fails if there is no buffer, or the file cannot be written
     */
    public CompletableFuture<Path> snapshot(Path target) {
        return flight == null
                ? CompletableFuture.failedFuture(new IOException("there is no trace buffer (zonecast.buffer)"))
                : flight.snapshots().take(target);
    }

    /** Something has happened that is worth a snapshot; nothing happens if there is no buffer. */
    public void alert(String name) {
        ManagedProvider managed;
        synchronized (this) {
            managed = provider;
        }
        if (managed != null && managed.alert(name)) {
            return;
        }
        if (flight != null && flight.mode() != BufferMode.STREAMING) {
            var _ = flight.snapshots().trigger("alert " + name);
        }
    }

    /** File of the running recording, or null. */
    public Path recordingFile() {
        return hasHost() ? (Path) askHost("recordingFile") : ownRecordingFile();
    }

    private synchronized Path ownRecordingFile() {
        return recording == null || recording.hasEnded() ? null : recording.path();
    }

    /** Port that viewers connect to, or -1. */
    public int port() {
        if (hasHost()) {
            return askHost("port") instanceof Integer port ? port : -1;
        }
        TracyListener listening = listener();
        return listening == null ? -1 : listening.port();
    }

    public boolean viewerConnected() {
        if (hasHost()) {
            return Boolean.TRUE.equals(askHost("viewerConnected"));
        }
        TracyListener listening = listener();
        return listening != null && listening.isConnected();
    }

    /** Records an exception that ends the work of the calling thread. */
    public void crashed(Throwable thrown) {
        boolean _ = CrashReports.report(thrown);
    }

    /**
     * Waits until everything published before the call is on disk and on its way to the viewer.
     *
     * @return false if the time was not enough
     */
    public boolean flush(Duration limit) {
        boolean own = await(collector.execute(collector::flushSinks), limit);
        return hasHost() ? own && Boolean.TRUE.equals(askHost("flush", limit)) : own;
    }

    public Statistics statistics() {
        return collector.statistics();
    }

    /** Summaries of all zones so far, CPU before GPU, longest total first; empty unless the option is set. */
    public List<ZoneSummary> zoneSummaries(Duration limit) {
        if (summary == null) {
            return List.of();
        }
        CompletableFuture<List<ZoneSummary>> result = new CompletableFuture<>();
        CompletableFuture<Void> done = collector.execute(() -> {
            collector.drainOnce();
            result.complete(summary.summaries());
        });
        if (!await(done, limit)) {
            return List.of();
        }
        // It has ended, and what it knew at last stays.
        return collector.hasStopped() ? summary.summaries() : result.join();
    }

    /**
     * Takes what is in the rings, ends all sinks, and stops for good. Later events are not recorded. A further call waits for the same
     * end.
     *
     * @return false if the time was not enough
     */
    public boolean stop(Duration limit) {
        long limitNanos = nanos(limit);
        collectLate(limit.multipliedBy(2).dividedBy(3));
        CompletableFuture<Void> end;
        synchronized (this) {
            if (ending == null) {
                if (listener != null) {
                    listener.close(Duration.ofNanos(limitNanos));
                }
                if (reports != null) {
                    reports.stop();
                }
                long deadline = System.nanoTime() + limitNanos;
                ending = collector.execute(() -> collector.detachAll(deadline));
            }
            end = ending;
        }
        boolean complete = await(end, limit);
        Object _ = askHost("leave", guestLabel);
        collector.stop();
        ManagedProvider managed;
        synchronized (this) {
            managed = provider;
        }
        if (managed != null) {
            managed.close(complete);
        }
        if (complete) {
            outliving.close(limit);
        }
        return complete;
    }

    /** Without the overflow of {@link Duration#toNanos}; 0 for a negative one. */
    private static long nanos(Duration limit) {
        return Math.max(0, TimeUnit.NANOSECONDS.convert(limit));
    }

    /** False if the time was not enough, or this is the collector's own thread. */
    boolean await(CompletableFuture<?> work, Duration limit) {
        if (collector.isOwnThread()) {
            return false;
        }
        boolean interrupted = false;
        long deadline = System.nanoTime() + nanos(limit);
        try {
            while (true) {
                try {
                    work.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
                    return true;
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (TimeoutException e) {
                    return false;
                } catch (ExecutionException e) {
                    LOG.log(
                            Level.WARNING,
                            "the collector could not do what was asked: {0}",
                            String.valueOf(e.getCause()));
                    return false;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
