package dev.zonecast.jvm;

import dev.zonecast.core.Zonecast;
import dev.zonecast.core.late.LateEvents;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Objects;

/**
 * Puts what the virtual machine knows on the profiler's time line: garbage collections with their phases, safepoints, long
 * compilations and class loading, waits of threads, exceptions, memory and processor load; and samples of stacks.
 *
 * <pre>{@code
 * JvmEvents jvm = JvmEvents.install(JvmOptions.defaults());
 * }</pre>
 *
 * <p>Starts with the first viewer or recording, and costs nothing before. Needs JFR, which HotSpot has; where there is none, a line in
 * the log says so and nothing else happens. Thread-safe.
 */
public final class JvmEvents implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger("dev.zonecast");

    private static JvmEvents installed;

    private final JvmOptions options;
    private final ThreadFilter filter;
    private JfrSession session;
    private String problem;
    private boolean closed;

    private JvmEvents(JvmOptions options) {
        this.options = options;
        filter = new ThreadFilter(options.threads(), options.onlyRecordingThreads());
    }

    /**
     * Installs it, for the process. A second call gives the same until that is closed, whatever its options: there is a line in the log.
     *
     * @param options read now
     */
    public static JvmEvents install(JvmOptions options) {
        Objects.requireNonNull(options, "options");
        JvmEvents made;
        synchronized (JvmEvents.class) {
            if (installed != null) {
                LOG.log(
                        Level.WARNING,
                        "the virtual machine's events are installed already; these options are not used");
                return installed;
            }
            made = new JvmEvents(options);
            installed = made;
        }
        if (Zonecast.isEnabled()) {
            // A viewer asks when it connects, which may be before JFR has started.
            LateEvents.INSTANCE.samplingPeriodNanos(options.samplingPeriod().toNanos());
            Zonecast.whenActivated(() ->
                    Thread.ofPlatform().daemon().name("zonecast-jvm-start").start(made::start));
            Zonecast.start();
            if (Zonecast.isActive()) {
                made.start();
            }
        }
        return made;
    }

    private synchronized void start() {
        if (session != null || problem != null || closed) {
            return;
        }
        try {
            session = open(options, filter);
        } catch (LinkageError e) {
            problem = "this Java runtime has no module jdk.jfr";
        } catch (IOException | RuntimeException e) {
            problem = "JFR does not start: " + e.getMessage();
        }
        if (problem != null) {
            LOG.log(Level.WARNING, "no events of the virtual machine: {0}", problem);
        }
    }

    /** Apart, so that this class can be loaded where JFR's are missing. */
    private static JfrSession open(JvmOptions options, ThreadFilter filter) throws IOException {
        return Jfr.open(options, filter);
    }

    /** Samples a thread whatever it is called, and whether it records anything itself or not. */
    public void register(Thread thread) {
        filter.register(thread.threadId());
    }

    /** True while events are taken: somebody has listened, and JFR has started. */
    public synchronized boolean isRunning() {
        return session != null;
    }

    /** Why there are no events, or null. */
    public synchronized String problem() {
        return problem;
    }

    /**
     * How far times of the virtual machine's events may be from those of zones, in nanoseconds, as measured of late; -1 while it is not
     * known.
     */
    public long clockErrorNanos() {
        JfrSession of = session();
        return of == null ? -1 : of.errorNanos();
    }

    /** JFR's event that samples come by; null if none are taken. */
    public String samplingEvent() {
        JfrSession of = session();
        return of == null ? null : of.samplingEvent();
    }

    /** Events and samples that JFR lost, or for which there was no room here. Those that the collector drops are in its statistics. */
    public long dropped() {
        JfrSession of = session();
        return of == null ? 0 : of.dropped();
    }

    private synchronized JfrSession session() {
        return session;
    }

    /**
     * Waits until what happened before the call has been handed over; JFR hands over once a second by itself. Called by itself before
     * a recording ends.
     */
    public void flush(Duration limit) throws InterruptedException {
        JfrSession of = session();
        if (of != null) {
            of.publishAll(limit);
        }
    }

    /** Takes no further events. JFR goes on for others. */
    @Override
    public void close() {
        JfrSession of;
        synchronized (this) {
            closed = true;
            of = session;
            session = null;
        }
        if (of != null) {
            of.close();
        }
        synchronized (JvmEvents.class) {
            if (installed == this) {
                installed = null;
            }
        }
    }
}
