package dev.zonecast.core;

import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.registry.Registry;
import dev.zonecast.core.ring.Gate;
import dev.zonecast.core.ring.GateState;
import dev.zonecast.core.ring.RunningCopy;
import dev.zonecast.core.ring.Switch;
import dev.zonecast.core.session.Profiler;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/**
 * The profiler as a whole. A program need not call it: the first event starts the profiler with the system properties
 * ({@link Options}), and the end of the program ends it.
 *
 * <p>Thread-safe. With {@code -Dzonecast.enabled=false} no method does anything.
 */
public final class Zonecast {
    private Zonecast() {}

    /**
     * False with {@code -Dzonecast.enabled=false} or {@code -Dzonecast.mode=off}. Also false if another class loader's copy of Zonecast ran
     * in this process at this copy's first call. The value never changes.
     */
    public static boolean isEnabled() {
        return Switch.ON;
    }

    /** True while a viewer or a recording gets events. */
    public static boolean isActive() {
        return Switch.ON && Gate.isOpen();
    }

    /**
     * Runs an action each time that the profiler begins to record: a viewer connects or a recording starts, and nothing recorded before.
     * Instrumentation installs itself there, so that it costs nothing while nothing records.
     *
     * <p>The action cannot be removed. It runs on a thread of the profiler or on the thread that starts the recording, under no lock. Its
     * exceptions are logged.
     */
    public static void whenActivated(Runnable action) {
        if (Switch.ON) {
            GateState.whenOpened(action);
        }
    }

    /** True while a viewer is connected. */
    public static boolean viewerConnected() {
        Profiler profiler = running();
        return profiler != null && profiler.viewerConnected();
    }

    /**
     * Starts the profiler with the system properties, unless it runs.
     *
     * @return false if it was started before, the mode is {@link Mode#OFF}, or another copy of Zonecast runs in this process
     */
    public static boolean start() {
        return Switch.ON && Profiler.startBySystemProperties();
    }

    /**
     * Starts the profiler, unless it runs.
     *
     * @return false if it was started before, the mode is {@link Mode#OFF}, or another copy of Zonecast runs in this process. The options
     *     then have no effect
     */
    public static boolean start(Options options) {
        return Switch.ON && Profiler.start(options);
    }

    /**
     * Starts a recording to a file in Fuchsia's trace format. The file is valid at any moment, even if the program is killed. Starts the
     * profiler if it does not run. Does nothing while another copy of Zonecast runs in this process.
     *
     * @throws IOException if the file cannot be created; the message names the file and the reason
     * @throws IllegalStateException if a recording already runs
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
     * Attaches a sink: it gets all further events, as a viewer or a recording does. Starts the profiler if it does not run. A sink that
     * throws is detached with a log line. The start of the profiler attaches all sinks that {@link java.util.ServiceLoader} finds.
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
     * Detaches a sink. It gets all events before the call first. A call from within a sink does not wait.
     *
     * @return false if the limit was too short, or in a call from within a sink
     */
    public static boolean detach(EventSink sink, Duration limit) {
        Profiler profiler = running();
        return profiler == null || profiler.await(profiler.detach(sink, limit), limit);
    }

    /**
     * Ends the recording. The file has all events before the call. If none runs, waits for the files of earlier ones that a slow disk keeps
     * open. Waits 30 s at most.
     */
    public static void stopRecording() {
        Profiler profiler = running();
        if (profiler != null) {
            Duration limit = Duration.ofSeconds(30);
            profiler.readCounters(limit);
            profiler.stopRecording(limit);
        }
    }

    /** The file of the running recording, or null. */
    public static Path recordingFile() {
        Profiler profiler = running();
        return profiler == null ? null : profiler.recordingFile();
    }

    /**
     * Records an exception that ends the work of the calling thread. The profiler records uncaught exceptions itself; this is for programs
     * that catch all. Call {@link #flush} next if the process ends without a shutdown.
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
     * Opens the port for viewers, as {@link Option#LISTEN} does at the start, until {@link #shutdown}. For programs that open it on their
     * user's demand. Starts the profiler if it does not run. Has no effect if the port is open.
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

    /** Port for viewers, or -1. */
    public static int port() {
        Profiler profiler = running();
        return profiler == null ? -1 : profiler.port();
    }

    /**
     * Waits until all events before the call are on disk and sent to the viewer. A viewer that still gets its history is not awaited.
     *
     * @return false if the limit was too short
     */
    public static boolean flush(Duration limit) {
        Profiler profiler = running();
        if (profiler == null) {
            return true;
        }
        long begin = System.nanoTime();
        profiler.readCounters(limit);
        return profiler.flush(limit.minusNanos(System.nanoTime() - begin));
    }

    /**
     * Ends the recording, the viewer's session and the profiler; it cannot be started again. Later events are dropped. The end of the
     * program calls it, unless {@link Option#SHUTDOWN_HOOK} is false.
     *
     * @return false if the limit was too short
     */
    public static boolean shutdown(Duration limit) {
        Profiler profiler = running();
        return profiler == null || profiler.stop(limit);
    }

    /**
     * Writes the trace buffer ({@link Option#BUFFER_MODE}) to a file: all events before the call that the buffer still has. Returns without
     * waiting. The file is complete when the future is.
     *
     * @return fails if there is no buffer or the file cannot be written
     */
    public static CompletableFuture<Path> snapshot(Path file) {
        Profiler profiler = running();
        return profiler == null
                ? CompletableFuture.failedFuture(new IOException("the profiler does not run"))
                : profiler.snapshot(file);
    }

    /**
     * Reports an incident. It causes a snapshot of the trace buffer, unless one was made within {@link Option#SNAPSHOT_PAUSE}. Has no effect
     * without a buffer. Returns without waiting.
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
     * The profiler's figures about itself, with all events before the call. Waits up to 250 ms for the collector. If a viewer delays the
     * collector for longer, the figures are older: see {@link Statistics#nanos}.
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

    /** Adds a line about the program or the machine: version, device, settings. Later viewers get it, too. */
    public static void appInfo(String line) {
        if (Switch.ON) {
            Registry.INSTANCE.addAppInfo(String.valueOf(line));
        }
    }

    /** The profiler, started if {@link Option#AUTOSTART} permits; null if it is off or waits for {@link #start()}. */
    private static Profiler running() {
        if (!Switch.ON) {
            return null;
        }
        Profiler.autostart();
        return Profiler.current();
    }
}
