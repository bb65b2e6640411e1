package dev.zonecast.core.session;

import dev.zonecast.core.Mode;
import dev.zonecast.core.Option;
import dev.zonecast.core.OptionForm;
import dev.zonecast.core.Options;
import dev.zonecast.core.Statistics;
import dev.zonecast.core.ZoneSummary;
import dev.zonecast.core.clock.Clock;
import dev.zonecast.core.collect.Collector;
import dev.zonecast.core.event.Event;
import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.kind.ZoneCounter;
import dev.zonecast.core.late.LateEvents;
import dev.zonecast.core.registry.CategorySelection;
import dev.zonecast.core.registry.SafeLog;
import dev.zonecast.core.registry.ThreadNames;
import dev.zonecast.core.ring.GateState;
import dev.zonecast.core.ring.MemorySampling;
import dev.zonecast.core.ring.RecorderRegistry;
import dev.zonecast.core.ring.RingPolicies;
import dev.zonecast.core.ring.RingPolicy;
import dev.zonecast.core.ring.RingPool;
import dev.zonecast.core.ring.RunningCopy;
import dev.zonecast.core.state.CounterSampler;
import dev.zonecast.core.system.ContextSwitches;
import dev.zonecast.core.system.JdkLibraries;
import dev.zonecast.core.system.MachineReport;
import dev.zonecast.core.system.SystemReports;
import dev.zonecast.core.system.ThreadCounters;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * The profiler of this process: puts clock, rings, collector, recording and listener together, and takes them down again. One life:
 * it starts once and stops once.
 *
 * <p>Thread-safe.
 */
public final class Profiler {
    private static final System.Logger LOG = System.getLogger("dev.zonecast");

    private static final Duration LATE_LIMIT = Duration.ofSeconds(3);

    /** Suppliers of counters are the program's code. */
    private static final Duration COUNTERS_LIMIT = Duration.ofSeconds(1);

    /** Loads of the machine are not reported until then. */
    private static final Duration MACHINE_REST = Duration.ofSeconds(1);

    /** The clock's map has to warm up, and a viewer may hold up the collector. */
    private static final Duration STATISTICS_LIMIT = Duration.ofMillis(250);

    /** A start that has begun, with its thread. The profiler is null if it is off, or another copy of Zonecast runs in this process. */
    private record Start(long threadId, CompletableFuture<Profiler> profiler) {}

    /** Null until the profiler is started. No lock: a start makes files, and runs the program's log. */
    private static final AtomicReference<Start> STARTED = new AtomicReference<>();

    private final Options options;
    private final Collector collector;
    private final RingPool pool;
    private final SummarySink summary;
    private final SystemReports reports;

    /** Null: none are recorded. */
    private final ContextSwitches switches;

    /** Null: zones have no counts. */
    private final ThreadCounters counters;

    private final Flight flight;
    private final OwnRecording recording;

    /** Package-private for tests. */
    final ViewerPort viewers;

    /** The end of all sinks; null before the first request. */
    private CompletableFuture<Void> ending;

    private Profiler(Options options, Flight flight) {
        this.options = options;
        this.flight = flight;
        ThreadNames.renameJavaThreads(options.get(Option.RENAME_THREADS));
        if (!options.get(Option.CATEGORIES).isEmpty()) {
            CategorySelection.choose(options.get(Option.CATEGORIES));
        }
        MemorySampling.start(options.get(Option.MEMORY_SAMPLE));
        summary = summary(options);
        RingPolicies policies = RingPolicies.parse(
                options.get(Option.RING_POLICIES), new RingPolicy(nanos(options.get(Option.RING_WAIT))));
        pool = new RingPool(
                options.get(Option.RING_BYTES),
                options.get(Option.VIRTUAL_RING_BYTES),
                options.get(Option.RING_LIMIT_BYTES),
                policies,
                this::wakeCollector,
                flight.rings());
        collector = new Collector(pool, flight.release());
        flight.follow(collector);
        recording = new OwnRecording(this, collector, options);
        viewers = new ViewerPort(options, this, collector, summary != null);
        counters = ThreadCounters.start(ZoneCounter.parse(options.get(Option.COUNTERS)));
        List<Supplier<Runnable>> reporters = new ArrayList<>();
        if (options.get(Option.SYSTEM_REPORTS)) {
            reporters.add(() -> new MachineReport(this::tell, MACHINE_REST));
        }
        if (options.get(Option.JVM_MEMORY)) {
            reporters.add(JvmMemory::new);
        }
        if (counters != null) {
            reporters.add(() -> counters::closeEnded);
        }
        reports = new SystemReports(reporters, GateState::isOpen);
        switches = options.get(Option.SWITCHES) ? ContextSwitches.start() : null;
    }

    /** Null if neither option asks for it. */
    private static SummarySink summary(Options options) {
        Path folder = options.get(Option.SESSION_FOLDER);
        boolean isWritten = folder != null && options.get(Option.MODE).records();
        return isWritten
                ? new SummarySink(new SessionSummary(folder, options.get(Option.PROGRAM_NAME)))
                : options.get(Option.SUMMARY) ? new SummarySink() : null;
    }

    /** Sends all sinks an event that no ring carries. */
    public void tell(Event event) {
        var ignored = collector.execute(() -> collector.tell(event));
    }

    /** The pool needs the collector's wake-up, the collector needs the pool. */
    private void wakeCollector() {
        collector.wake();
    }

    /** Starts by the system properties, unless started before or {@code zonecast.autostart=false}. */
    public static void autostart() {
        if (STARTED.get() == null && !waitsForItsStart()) {
            boolean ignored = start(Options.fromSystemProperties());
        }
    }

    /** Each call before the start asks. So this looks at one property, and leaves it to the start to log which cannot be read. */
    private static boolean waitsForItsStart() {
        String text = System.getProperty(Option.AUTOSTART.toString());
        OptionForm<Boolean> form = Option.AUTOSTART.form();
        return text != null && form.fits(text) && !form.read(text);
    }

    /** As {@link #start}, by the system properties. They are read once, so each unreadable one is logged once. */
    public static boolean startBySystemProperties() {
        return STARTED.get() == null && start(Options.fromSystemProperties());
    }

    /**
     * Starts the profiler.
     *
     * @return false if it had been started before, the mode is {@link Mode#OFF}, or another copy of Zonecast runs in this process; the
     *     options are not used then
     */
    public static boolean start(Options options) {
        Objects.requireNonNull(options, "options");
        Start mine = new Start(Thread.currentThread().threadId(), new CompletableFuture<>());
        if (!STARTED.compareAndSet(null, mine)) {
            return false;
        }
        Profiler profiler = null;
        boolean isOff = false;
        Flight flight = Flight.NONE;
        try {
            isOff = options.get(Option.MODE) == Mode.OFF || !RunningCopy.claim();
            if (isOff) {
                return false;
            }
            JdkLibraries.open();
            flight = Flight.of(options);
            Profiler made = new Profiler(options, flight);
            RecorderRegistry.use(made.pool);
            profiler = made;
        } catch (RuntimeException | Error e) {
            // The program's log may throw, too.
            flight.discard();
            throw e;
        } finally {
            if (profiler == null && !isOff) {
                RunningCopy.release();
                STARTED.set(null);
            }
            mine.profiler().complete(profiler);
        }
        profiler.run();
        return true;
    }

    /** The running profiler; null if there is none, or another thread is just making it. */
    public static Profiler current() {
        Start started = STARTED.get();
        return started == null ? null : started.profiler().getNow(null);
    }

    /** The running profiler; waits for a thread that is just making it. Null if there is none. */
    public static Profiler awaitCurrent() {
        Start started = STARTED.get();
        return started == null || started.threadId() == Thread.currentThread().threadId()
                ? current()
                : started.profiler().join();
    }

    private void run() {
        SafeLog.log(LOG, Level.INFO, () -> "clock: " + Clock.name() + " (" + Clock.reason() + ")");
        try {
            if (options.get(Option.SHUTDOWN_HOOK)) {
                Runtime.getRuntime()
                        .addShutdownHook(Thread.ofPlatform()
                                .name("zonecast-shutdown")
                                .unstarted(() -> stop(options.get(Option.SHUTDOWN_LIMIT))));
            }
            collector.start();
        } catch (IllegalStateException | OutOfMemoryError e) {
            // The program is ending already, or the system gives no thread.
            SafeLog.log(LOG, Level.WARNING, () -> "nothing is profiled: " + e.getMessage());
            abandon();
            return;
        }
        if (!reports.isEmpty()) {
            GateState.whenOpened(reports::wake);
        }
        if (summary != null) {
            attach(summary);
        }
        attachServices();
        viewers.keepHistory();
        if (options.get(Option.RING_PLOTS)) {
            collector.plotRings();
        }
        if (!flight.start(this) && options.get(Option.RECORD_FILE) != null) {
            try {
                startRecording(options.get(Option.RECORD_FILE));
            } catch (IOException e) {
                SafeLog.log(LOG, Level.WARNING, () -> "no recording: " + e.getMessage());
            }
        }
        if (options.get(Option.UNCAUGHT)) {
            // Behind the flight, so that an exception is recorded before the snapshot that it causes.
            CrashReports.install(this);
        }
        if (options.get(Option.LISTEN) && options.get(Option.MODE).listens()) {
            int ignored = viewers.open();
        }
        // Behind the handler of crashes: other threads run while this one waits.
        flight.holdStart();
        viewers.holdStart();
    }

    /** Attaches the sinks that other artifacts provide. */
    private void attachServices() {
        try {
            ServiceLoader.load(EventSink.class).stream().forEach(this::attach);
        } catch (ServiceConfigurationError | RuntimeException e) {
            SafeLog.log(
                    LOG,
                    Level.WARNING,
                    () -> "the service loader fails: the sinks behind the failure get no events",
                    e);
        }
    }

    private void attach(ServiceLoader.Provider<EventSink> service) {
        try {
            attach(service.get());
        } catch (ServiceConfigurationError | RuntimeException e) {
            SafeLog.log(
                    LOG,
                    Level.WARNING,
                    () -> "a sink that the service loader finds cannot be made, and gets no events",
                    e);
        }
    }

    private void abandon() {
        collector.abandon();
        if (summary != null) {
            summary.abandon();
        }
        var ignored = end(Duration.ZERO);
        boolean unused = flight.end(this, true, options.get(Option.SHUTDOWN_LIMIT));
        RunningCopy.release();
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
    public CompletableFuture<Void> onCollector(Runnable command) {
        return collector.execute(command);
    }

    /** True once the collector does nothing any more. */
    public boolean hasStopped() {
        return collector.hasStopped();
    }

    /**
     * Starts a recording to a file.
     *
     * @throws IOException if the file cannot be made; the message names it
     * @throws IllegalStateException if one runs already
     */
    public void startRecording(Path file) throws IOException {
        recording.start(file);
    }

    /** Ends the recording and closes its file; nothing happens if there is none. */
    public void stopRecording(Duration limit) {
        recording.stop(limit);
    }

    /**
     * Records the values of all counters: a trace that ends then has the last ones. A supplier of the program that takes longer is not
     * waited for.
     *
     * @param limit of the call for which this is done; this takes a third at most
     */
    public void readCounters(Duration limit) {
        if (GateState.isOpen()) {
            Duration share = Duration.ofNanos(Math.min(nanos(limit) / 3, COUNTERS_LIMIT.toNanos()));
            boolean ignored = await(CounterSampler.INSTANCE.readAll(), share);
        }
    }

    /** Late events arrive within two seconds. The end of a recording waits for its own. */
    public void collectLate(Duration limit) {
        if (!collector.isOwnThread()) {
            LateEvents.INSTANCE.collect(limit.compareTo(LATE_LIMIT) < 0 ? limit : LATE_LIMIT);
        }
    }

    /**
     * Writes the trace buffer to a file, on a thread of its own.
     *
     * @return fails if there is no buffer, or the file cannot be written
     */
    public CompletableFuture<Path> snapshot(Path target) {
        return flight.snapshot(target);
    }

    /** Something has happened that is worth a snapshot; nothing happens if there is no buffer. */
    public void alert(String name) {
        flight.alert(name);
    }

    /** File of the running recording, or null. */
    public Path recordingFile() {
        return recording.path();
    }

    /**
     * Awaits viewers, unless that is done already.
     *
     * @return the port; -1 if there is none, which is logged
     */
    public int listen() {
        return viewers.open();
    }

    /** Port that viewers connect to, or -1. */
    public int port() {
        return viewers.port();
    }

    public boolean viewerConnected() {
        return viewers.isConnected();
    }

    /** Records an exception that ends the work of the calling thread. */
    public void crashed(Throwable thrown) {
        boolean ignored = CrashReports.report(thrown);
    }

    /**
     * Waits until everything published before the call is on disk and on its way to the viewer.
     *
     * @return false if the time was not enough
     */
    public boolean flush(Duration limit) {
        long deadline = System.nanoTime() + nanos(limit);
        return await(collector.execute(collector::flushSinks), limit)
                && recording.awaitWritten(Duration.ofNanos(deadline - System.nanoTime()));
    }

    /** The figures as they are now; the last that there are if the collector does not answer at once. */
    public Statistics statistics() {
        return statistics(STATISTICS_LIMIT);
    }

    /** The figures as they are now; the last that there are if the collector does not answer within the limit. */
    public Statistics statistics(Duration limit) {
        if (collector.isOwnThread()) {
            collector.publishStatistics(true);
        } else {
            boolean ignored = await(collector.execute(() -> collector.publishStatistics(false)), limit);
        }
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
        // It has ended. Its last figures stay.
        return collector.hasStopped() ? summary.summaries() : result.join();
    }

    /**
     * Takes what is in the rings, ends all sinks, and stops for good. Later events are not recorded. A further call waits for the same
     * end.
     *
     * @return false if the time was not enough, or a step of the end failed
     */
    public boolean stop(Duration asked) {
        Duration limit = attempt(() -> viewers.holdEnd(asked), asked);
        long deadline = System.nanoTime() + nanos(limit);
        boolean ignored = attempt(
                () -> {
                    readCounters(limit);
                    collectLate(Duration.ofNanos(Math.max(0, deadline - System.nanoTime()) / 3 * 2));
                    return true;
                },
                false);
        Duration left = Duration.ofNanos(deadline - System.nanoTime());
        boolean ended = attempt(() -> await(end(left), left), false);
        boolean closed = attempt(() -> recording.awaitClosed(deadline - System.nanoTime()), false);
        collector.stop();
        // A viewer may have had far more time than the caller asked for.
        Duration rest = Duration.ofNanos(Math.min(nanos(asked), Math.max(0, deadline - System.nanoTime())));
        boolean saved = attempt(() -> flight.end(this, ended && closed, rest), false);
        boolean written = summary == null
                || attempt(() -> await(summary.written(), Duration.ofNanos(deadline - System.nanoTime())), false);
        RunningCopy.release();
        return ended && closed && saved && written;
    }

    /** Runs a step of the end. A failure, of the program's log for example, must not keep the sinks from their end. */
    private static <T> T attempt(Supplier<T> step, T otherwise) {
        try {
            return step.get();
        } catch (RuntimeException | Error e) {
            SafeLog.log(LOG, Level.WARNING, () -> "a step of the profiler's end failed: " + e);
            return otherwise;
        }
    }

    /** Begins to end all sinks, if that has not begun. */
    private CompletableFuture<Void> end(Duration limit) {
        CompletableFuture<Void> mine = new CompletableFuture<>();
        synchronized (this) {
            if (ending != null) {
                return ending;
            }
            ending = mine;
        }
        long deadline = System.nanoTime() + nanos(limit);
        boolean unused = attempt(() -> stopSources(limit), false);
        var ignored = collector.execute(() -> collector.detachAll(deadline)).whenComplete((nothing, failure) -> {
            if (failure == null) {
                mine.complete(null);
            } else {
                mine.completeExceptionally(failure);
            }
        });
        return mine;
    }

    private boolean stopSources(Duration limit) {
        recording.close();
        viewers.close(Duration.ofNanos(nanos(limit)));
        reports.stop();
        if (counters != null) {
            counters.stop();
        }
        if (switches != null) {
            switches.stop();
        }
        return true;
    }

    /** Without the overflow of {@link Duration#toNanos}; 0 for a negative one. */
    private static long nanos(Duration limit) {
        return Math.max(0, TimeUnit.NANOSECONDS.convert(limit));
    }

    /** False if the time was not enough, or this is the collector's own thread. */
    public boolean await(CompletableFuture<?> work, Duration limit) {
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
                    LOG.log(Level.WARNING, "a request to the collector failed: {0}", String.valueOf(e.getCause()));
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
