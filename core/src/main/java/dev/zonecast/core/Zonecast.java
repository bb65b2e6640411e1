package dev.zonecast.core;

import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.registry.Registry;
import dev.zonecast.core.ring.Gate;
import dev.zonecast.core.ring.GateState;
import dev.zonecast.core.ring.RunningCopy;
import dev.zonecast.core.ring.Switch;
import dev.zonecast.core.session.Profiler;
import dev.zonecast.core.state.CounterSampler;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The profiler as a whole. A program need not call anything here: the first event starts it by the system properties
 * ({@link Options}), and the end of the program ends it.
 *
 * <p>Thread-safe. With {@code -Dzonecast.enabled=false} everything here does nothing.
 */
public final class Zonecast {
    private Zonecast() {}

    /**
     * False if the program was started with {@code -Dzonecast.enabled=false} or {@code -Dzonecast.mode=off}, or if another copy of Zonecast, of another class loader,
     * ran in this process at this copy's first call; constant.
     */
    public static boolean isEnabled() {
        return Switch.ON;
    }

    /** True while a viewer or a recording takes events. */
    public static boolean isActive() {
        return Switch.ON && Gate.isOpen();
    }

    /**
     * Runs something each time that events begin to be taken: when a viewer comes or a recording starts, and nobody listened before.
     * For instrumentation that puts itself in place then, and costs nothing while nobody listens.
     *
     * <p>Kept for good. It runs on a thread of the profiler's, or on the one that starts the recording, under no lock. What it throws is
     * logged.
     */
    public static void whenActivated(Runnable action) {
        if (Switch.ON) {
            GateState.whenOpened(action);
        }
    }

    /** True while a viewer is connected: a zone that begins now is recorded for it. */
    public static boolean viewerConnected() {
        Profiler profiler = running();
        return profiler != null && profiler.viewerConnected();
    }

    /**
     * Starts the profiler by the system properties, unless it runs.
     *
     * @return false if it had been started before, the mode is {@link Mode#OFF}, or another copy of Zonecast runs in this process
     */
    public static boolean start() {
        return Switch.ON && Profiler.startBySystemProperties();
    }

    /**
     * Starts the profiler, unless it runs.
     *
     * @return false if it had been started before, the mode is {@link Mode#OFF}, or another copy of Zonecast runs in this process: the
     *     options are not used then
     */
    public static boolean start(Options options) {
        return Switch.ON && Profiler.start(options);
    }

    /**
     * Records to a file from now on, in Fuchsia's trace format. The file is valid at any moment, also when the program is killed.
     * Starts the profiler if need be. Does nothing while another copy of Zonecast runs in this process.
     *
     * @throws IOException if the file cannot be made; the message names it and the reason
     * @throws IllegalStateException if a recording runs already
     */
    public static void startRecording(Path file) throws IOException {
        if (Switch.ON) {
            start();
            Profiler profiler = Profiler.awaitCurrent();
            if (profiler != null) {
                profiler.startRecording(file);
            }
        }
    }

    /**
     * Gives a sink all events from here on, as a viewer or a recording gets them. Starts the profiler if need be. A sink that throws is
     * detached with a log line. A sink that {@link java.util.ServiceLoader} finds is attached when the profiler starts.
     *
     * @return false if the profiler is off, or another copy of Zonecast runs in this process
     */
    public static boolean attach(EventSink sink) {
        Objects.requireNonNull(sink, "sink");
        if (!Switch.ON) {
            return false;
        }
        start();
        Profiler profiler = Profiler.awaitCurrent();
        if (profiler != null) {
            profiler.attach(sink);
        }
        return profiler != null;
    }

    /**
     * Ends a sink, which gets everything that was recorded before the call.
     *
     * @return false if the time was not enough
     */
    public static boolean detach(EventSink sink, Duration limit) {
        Profiler profiler = running();
        if (profiler == null) {
            return true;
        }
        try {
            profiler.detach(sink, limit).get(limit.toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException | TimeoutException e) {
            return false;
        }
    }

    /** So that the last values are in the trace. */
    private static void sampleCounters() {
        if (Gate.isOpen()) {
            CounterSampler.INSTANCE.sample();
        }
    }

    /** Ends the recording; the file holds everything that was recorded before the call. Nothing happens if there is none. */
    public static void stopRecording() {
        Profiler profiler = running();
        if (profiler != null) {
            sampleCounters();
            profiler.stopRecording(Duration.ofSeconds(30));
        }
    }

    /** The file of the running recording, or null. */
    public static Path recordingFile() {
        Profiler profiler = running();
        return profiler == null ? null : profiler.recordingFile();
    }

    /**
     * Records an exception that ends the work of the calling thread, as is done by itself with those that nobody catches: for
     * programs that catch everything at the end. Follow it by {@link #flush}, should the process end without a shutdown.
     *
     * @param thrown null is ignored
     */
    public static void crashed(Throwable thrown) {
        Profiler profiler = running();
        if (profiler != null && thrown != null) {
            profiler.crashed(thrown);
        }
    }

    /**
     * Awaits viewers from now on, as at the start with {@link Option#LISTEN}: for programs that open the port only when their user asks.
     * Starts the profiler if need be. Listens until {@link #shutdown}. Nothing changes if it listens already.
     *
     * @return the port; -1 if there is none, with the reason in the log
     */
    public static int listen() {
        if (!Switch.ON) {
            return -1;
        }
        start();
        Profiler profiler = Profiler.awaitCurrent();
        return profiler == null ? -1 : profiler.listen();
    }

    /** Port on which viewers are awaited, or -1. */
    public static int port() {
        Profiler profiler = running();
        return profiler == null ? -1 : profiler.port();
    }

    /**
     * Waits until everything recorded before the call is on disk, and handed to the viewer.
     *
     * @return false if the time was not enough
     */
    public static boolean flush(Duration limit) {
        Profiler profiler = running();
        if (profiler == null) {
            return true;
        }
        sampleCounters();
        return profiler.flush(limit);
    }

    /**
     * Ends the recording and the viewer's session and stops for good; what is recorded afterwards is dropped. Called by itself at
     * the end of the program, unless {@link Option#SHUTDOWN_HOOK} is false.
     *
     * @return false if the time was not enough
     */
    public static boolean shutdown(Duration limit) {
        Profiler profiler = running();
        return profiler == null || profiler.stop(limit);
    }

    /**
     * Writes what the trace buffer holds to a file ({@link Option#BUFFER_MODE}): all that was published before the call, as far back as the
     * buffer reaches. Returns at once; the file is there, complete, when the result is.
     *
     * @return fails if there is no buffer, or the file cannot be written
     */
    public static CompletableFuture<Path> snapshot(Path file) {
        Profiler profiler = running();
        return profiler == null
                ? CompletableFuture.failedFuture(new IOException("the profiler does not run"))
                : profiler.snapshot(file);
    }

    /**
     * Something has happened that is worth a look: causes a snapshot of the trace buffer, unless there was one just before. Does
     * nothing where there is no buffer. Returns at once.
     *
     * @param name becomes part of the snapshot's name
     */
    public static void alert(String name) {
        Profiler profiler = running();
        if (profiler != null) {
            profiler.alert(String.valueOf(name));
        }
    }

    /**
     * What the profiler counts, of all that happened before the call. It asks the collector, and waits up to 250 ms for it: where a
     * viewer holds it up, the figures are older, see {@link Statistics#nanos}.
     */
    public static Statistics statistics() {
        Profiler profiler = running();
        return profiler == null ? Statistics.off(clockOfNone()) : profiler.statistics();
    }

    private static String clockOfNone() {
        String reason = RunningCopy.offReason();
        return reason == null ? "off" : "off: " + reason;
    }

    /** Times of all zones by name, if the option {@code summary} is set; CPU before GPU, longest total first. */
    public static List<ZoneSummary> zoneSummaries() {
        Profiler profiler = running();
        return profiler == null ? List.of() : profiler.zoneSummaries(Duration.ofSeconds(10));
    }

    /** A line that describes the program or the machine: version, device, settings. Kept for later viewers too. */
    public static void appInfo(String line) {
        if (Switch.ON) {
            Registry.INSTANCE.addAppInfo(String.valueOf(line));
        }
    }

    /** The profiler, started if it may start by itself; null if it is switched off or waits for {@link #start()}. */
    private static Profiler running() {
        if (!Switch.ON) {
            return null;
        }
        Profiler.autostart();
        return Profiler.current();
    }
}
