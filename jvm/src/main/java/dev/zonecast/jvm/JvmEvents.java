package dev.zonecast.jvm;

import dev.zonecast.core.Parameter;
import dev.zonecast.core.Severity;
import dev.zonecast.core.Zonecast;
import dev.zonecast.core.late.LateEvent;
import dev.zonecast.core.late.LateEvents;
import dev.zonecast.core.registry.ProgramEnd;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * Puts what the virtual machine knows on the profiler's time line: garbage collections with their phases, safepoints, long
 * compilations and class loading, waits of threads, exceptions, memory and processor load; and samples of stacks.
 *
 * <pre>{@code
 * JvmEvents jvm = JvmEvents.install(JvmOptions.defaults());
 * }</pre>
 *
 * <p>JFR is loaded when this is installed, and starts with the first viewer or recording. Until it has started its events are missing:
 * a zone and a message on the track of the sampler report it. Needs JFR, which HotSpot has; where there is none, a line in
 * the log reports it and nothing else happens. Thread-safe.
 */
public final class JvmEvents implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger("dev.zonecast");

    /** What a stop waits for events that JFR has not handed over yet. */
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(10);

    private static final String PARAMETER = "sampling period in ms, 0: off";
    private static final int MOST_MILLIS = 60_000;

    private static JvmEvents installed;
    private static boolean listens;

    private final JvmOptions options;
    private volatile Sampling sampling;
    private final ThreadFilter filter;
    private final StartGap gap = new StartGap();
    private JfrSession session;

    /** Shows the sampling period; null while there is none. */
    private Parameter parameter;

    private String problem;
    private boolean starting;
    private boolean closed;

    private JvmEvents(JvmOptions options) {
        this.options = options;
        sampling = options.sampling;
        filter = new ThreadFilter(options.threads, options.onlyRecordingThreads);
    }

    /**
     * Installs it, for the process. A second call gives the same until that is closed, whatever its options: there is a line in the log.
     *
     * @param options read now
     */
    public static JvmEvents install(JvmOptions options) {
        Objects.requireNonNull(options, "options");
        JvmEvents made = new JvmEvents(options);
        JvmEvents before = installIfNone(made);
        if (before != null) {
            LOG.log(Level.WARNING, "JvmEvents is already installed; these options are ignored");
            return before;
        }
        made.begin();
        if (Zonecast.isEnabled()) {
            made.showPeriod();
        }
        return made;
    }

    private synchronized void showPeriod() {
        int millis = (int) sampling.period().toMillis();
        parameter = Parameter.ofInt(PARAMETER, millis)
                .onChange(changed -> samplingPeriod(Duration.ofMillis(Math.clamp(changed.value(), 0, MOST_MILLIS))));
        // An installation before this one may have left another value.
        parameter.set(millis);
    }

    /** The period that a choice has led to, unless there is a newer choice. */
    synchronized void showPeriod(Sampling of, Duration period) {
        if (parameter != null && !closed && sampling == of) {
            parameter.set((int) period.toMillis());
        }
    }

    private void begin() {
        // A viewer asks when it connects, which may be before JFR has started.
        LateEvents.INSTANCE.samplingPeriodNanos(sampling.period().toNanos());
        if (!Zonecast.isEnabled() || options.wantNothing(sampling)) {
            return;
        }
        listen();
        Zonecast.start();
        if (Zonecast.isActive()) {
            start();
        } else {
            Thread.ofPlatform().daemon().name("zonecast-jvm-load").start(JvmEvents::load);
        }
    }

    /**
     * Samples at this period from now on, in place of the period or modes chosen before; within a second. Viewers show it as a parameter,
     * in milliseconds.
     *
     * @param period processor time of a thread between two samples, in whole milliseconds; zero: no samples
     * @throws IllegalArgumentException unless zero or between 1 ms and 1 minute
     */
    public void samplingPeriod(Duration period) {
        choose(Sampling.each(period));
    }

    /** Samples as often as the load and the frame rate allow from now on, in place of what was chosen before; within a second. */
    public void adaptiveSampling(AdaptiveSampling modes) {
        choose(Sampling.by(modes));
    }

    private void choose(Sampling chosen) {
        synchronized (this) {
            sampling = chosen;
            showPeriod(chosen, chosen.period());
            if (closed || session != null || problem != null) {
                return;
            }
        }
        begin();
    }

    /** Last choice of the program or of a viewer's user. */
    Sampling sampling() {
        return sampling;
    }

    private static synchronized JvmEvents installIfNone(JvmEvents made) {
        JvmEvents before = installed;
        installed = before == null ? made : before;
        return before;
    }

    /** Once a process: a listener of JFR cannot be removed. */
    private static synchronized void listen() {
        if (!listens) {
            listens = true;
            Zonecast.whenActivated(() ->
                    Thread.ofPlatform().daemon().name("zonecast-jvm-start").start(JvmEvents::startInstalled));
        }
    }

    /** So that JFR starts sooner when a viewer or recording listens. What fails here fails at the start too, and is logged there. */
    private static void load() {
        try {
            Jfr.load();
        } catch (LinkageError | RuntimeException e) {
            LOG.log(Level.DEBUG, "JFR cannot be loaded", e);
        }
    }

    private static void startInstalled() {
        JvmEvents now;
        synchronized (JvmEvents.class) {
            now = installed;
        }
        if (now != null) {
            now.start();
        }
    }

    /** JFR reads and writes files when it starts: under no lock. */
    private void start() {
        if (!mayStart()) {
            tellProblem();
            return;
        }
        LateEvents.INSTANCE.add(gap);
        JfrSession opened = null;
        String failure = null;
        try {
            opened = Jfr.open(options, filter, gap, this);
            if (publish(opened)) {
                opened.start();
            } else {
                opened.close();
            }
        } catch (LinkageError e) {
            failure = "this Java runtime has no module jdk.jfr";
        } catch (IOException | RuntimeException | Error e) {
            failure = "JFR does not start: " + e.getMessage();
        }
        if (failure != null) {
            failed(failure);
            if (opened != null) {
                opened.close();
            }
            LateEvents.INSTANCE.samplingPeriodNanos(0);
            tellProblem();
        }
        LateEvents.INSTANCE.remove(gap);
        // JFR starts no more while shutdown hooks run.
        if (failure != null && !ProgramEnd.hasBegun()) {
            // Last: it may throw.
            LOG.log(Level.WARNING, "no events of the JVM: {0}", failure);
        }
    }

    /** In the recording, where the events are missing. */
    private void tellProblem() {
        String reason = problem();
        if (reason != null && LateEvents.areWanted()) {
            boolean ignored = LateEvents.INSTANCE.publish(List.of(new LateEvent.Note(
                    Tracks.of("JVM: sampler"),
                    System.nanoTime(),
                    Severity.WARNING,
                    "no events of the JVM: " + reason)));
        }
    }

    private synchronized boolean mayStart() {
        boolean may = !starting && session == null && problem == null && !closed && !options.wantNothing(sampling);
        starting |= may;
        return may;
    }

    /** Before its stream can tell that it has ended; false if this has been closed. */
    private synchronized boolean publish(JfrSession opened) {
        starting = false;
        session = closed ? null : opened;
        return !closed;
    }

    private synchronized void failed(String reason) {
        starting = false;
        session = null;
        problem = reason;
    }

    /** The session's stream has ended, and not by us. Any thread. */
    void streamEnded(JfrSession of, String reason) {
        synchronized (this) {
            if (session != of) {
                return;
            }
            session = null;
            problem = "JFR's stream has ended: " + reason;
        }
        of.close();
        // Last: it may throw.
        LOG.log(Level.WARNING, "no more events of the JVM: {0}", problem());
    }

    /** Stops JFR without a listener; it starts again with the next viewer or recording. The stream's thread. */
    void nobodyListens(JfrSession of) {
        synchronized (this) {
            // A viewer or recording that connected in between uses this session.
            if (session != of || Zonecast.isActive()) {
                return;
            }
            session = null;
        }
        of.close();
        LateEvents.INSTANCE.samplingPeriodNanos(sampling.period().toNanos());
    }

    /** Samples a thread whatever it is called, and whether it records anything itself or not. */
    public void register(Thread thread) {
        filter.register(thread.threadId());
    }

    /** True while events are recorded: a viewer or recording listens, or did some seconds ago, and JFR has started. */
    public synchronized boolean isRunning() {
        return session != null;
    }

    /** Why there are no events, or no further ones; null if there is no reason. {@link #close} and another installation begin anew. */
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

    /** JFR's event for samples; null without sampling. */
    public String samplingEvent() {
        JfrSession of = session();
        return of == null ? null : of.samplingEvent();
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

    /** Hands over what has happened until now, which takes up to a second as a rule, and takes no further events. JFR goes on for others. */
    @Override
    public void close() {
        JfrSession of;
        synchronized (this) {
            closed = true;
            of = session;
        }
        if (of != null) {
            close(of);
        }
        synchronized (JvmEvents.class) {
            if (installed == this) {
                installed = null;
                LateEvents.INSTANCE.samplingPeriodNanos(0);
            }
        }
    }

    private void close(JfrSession of) {
        try {
            if (Zonecast.isActive()) {
                of.publishAll(CLOSE_LIMIT);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        synchronized (this) {
            session = null;
        }
        of.close();
    }
}
