package dev.zonecast.jvm;

import dev.zonecast.core.Frame;
import dev.zonecast.core.Plot;
import dev.zonecast.core.PlotFormat;
import dev.zonecast.core.Severity;
import dev.zonecast.core.Zonecast;
import dev.zonecast.core.late.LateEvent;
import dev.zonecast.core.late.LateEvents;
import dev.zonecast.core.late.LateTrack;
import dev.zonecast.core.registry.ProgramEnd;
import dev.zonecast.core.registry.SafeLog;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingStream;

/**
 * The stream of JFR's events and what becomes of them. Other recordings of the process are left alone; JFR gives each the union of
 * what all want, so thresholds are looked at here once more.
 *
 * <p>Made, started, closed and flushed by any thread; the rest belongs to the stream's thread.
 */
final class JfrSession implements LateEvents.Source, AutoCloseable {
    private static final System.Logger LOG = System.getLogger("dev.zonecast");

    /** What JFR may keep on disk for the stream to read. */
    private static final long MAX_DISK_BYTES = 64L << 20;

    private static final String ENDED_BY_OTHERS = "other code has stopped or closed its recording";

    private static final Duration MARK_PERIOD = Duration.ofMillis(200);
    private static final long ASK_AGAIN_NANOS = 500_000_000;
    private static final long COST_INTERVAL_NANOS = 900_000_000;

    /** Flushes of JFR, which are a second apart, without a viewer or a recording. */
    private static final int FLUSHES_UNTIL_REST = 5;

    /** Told of the end. */
    private final JvmEvents owner;

    private final StartGap gap;
    private final RecordingStream stream;
    private final Subscriptions subscriptions;
    private final JfrClock clock = new JfrClock();
    private final Batch batch;
    private final LateTrack own = Tracks.of("JVM: sampler");
    private final Plot costPlot = Plot.builder("JFR's own processor time")
            .format(PlotFormat.PERCENTAGE)
            .create();
    private final Plot periodPlot = Plot.of("sampling period in ms");
    private final SamplerCost cost = new SamplerCost();
    private final StreamWatch watch = new StreamWatch(() -> ended(ENDED_BY_OTHERS));
    private final SampleEvents samples;

    /** Null without events. */
    private final GcEvents collections;

    /** Null without events. */
    private final NoteEvents notes;

    private Sampling sampling;

    /** Null: the period stays. */
    private AdaptivePeriod adaptive;

    /** JFR knows it by identity. One of each session: the next session may open before this one is closed. */
    private final Runnable marker = new Runnable() {
        @Override
        public void run() {
            ClockMark.emit(0);
        }
    };

    private final AtomicLong requests = new AtomicLong();
    private final Object flushes = new Object();
    private long answered;
    private boolean closed;
    private volatile long errorNanos = -1;
    private long seenRequest;
    private long lastCostNanos;
    private int unheardFlushes;
    private long lostBytes;
    private boolean failed;
    private volatile boolean closing;

    /** @throws IOException if JFR cannot write to the folder for temporary files */
    JfrSession(JvmOptions options, ThreadFilter filter, StartGap gap, JvmEvents owner) throws IOException {
        this.owner = owner;
        this.gap = gap;
        batch = new Batch(filter);
        sampling = owner.sampling();
        adaptive = adaptive();
        samples = new SampleEvents(options, sampling.period(), batch);
        collections = options.events ? new GcEvents(batch) : null;
        notes = options.events ? new NoteEvents(options, batch) : null;
        tellOthers();
        stream = openStream();
        try {
            subscriptions = new Subscriptions(stream, options.without);
            subscribe(options);
        } catch (RuntimeException | Error e) {
            FlightRecorder.removePeriodicEvent(marker);
            stream.close();
            throw e;
        }
    }

    private void subscribe(JvmOptions options) {
        stream.setMaxSize(MAX_DISK_BYTES);
        stream.setReuse(false);
        stream.enable(ClockMark.class)
                .withPeriod(MARK_PERIOD)
                .withoutStackTrace()
                .withoutThreshold();
        stream.onEvent("dev.zonecast.ClockMark", this::mark);
        stream.onFlush(this::flush);
        stream.onError(this::failed);
        subscriptions.on("jdk.DataLoss", settings -> {}, this::lost);
        FlightRecorder.addPeriodicEvent(ClockMark.class, marker);
        if (options.events) {
            collections.subscribe(subscriptions);
            new SafepointEvents(batch).subscribe(subscriptions);
            new CompilerEvents(options, batch).subscribe(subscriptions);
            new WaitEvents(options, batch).subscribe(subscriptions);
            notes.subscribe(subscriptions);
        }
        samples.subscribe(subscriptions);
        new CounterEvents(batch, options.events, this::load).subscribe(subscriptions);
        if (!subscriptions.missing().isEmpty()) {
            LOG.log(Level.INFO, "this JVM has no events {0}", subscriptions.missing());
        }
    }

    /** To be called once. */
    void start() {
        // Not startAsync: JFR's thread would keep the program alive after its end.
        Thread.ofPlatform().daemon().name("zonecast-jvm").start(this::run);
        ClockMark.emit(0);
        LateEvents.INSTANCE.add(this);
        Zonecast.appInfo("JVM events: by JFR; samples: "
                + (samples.event() == null
                        ? "none"
                        : samples.event() + " each " + samples.period().toMillis() + " ms"));
    }

    private void run() {
        String reason = ENDED_BY_OTHERS;
        try {
            watch.begin();
            stream.start();
        } catch (RuntimeException | Error e) {
            reason = "it failed: " + e;
        }
        batch.end();
        ended(reason);
    }

    private static RecordingStream openStream() throws IOException {
        try {
            return new RecordingStream();
        } catch (IllegalStateException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static void tellOthers() {
        List<String> others = new ArrayList<>();
        for (Recording recording : FlightRecorder.getFlightRecorder().getRecordings()) {
            if (recording.getState() == RecordingState.RUNNING) {
                others.add(recording.getName());
            }
        }
        if (!others.isEmpty()) {
            LOG.log(
                    Level.INFO,
                    "JFR records for other code too: {0}; both get what they want, and what both want costs once",
                    others);
        }
    }

    // --- the stream's thread

    private void mark(RecordedEvent event) {
        clock.mark(Span.beginOf(event), event.getLong("beforeNanos"), event.getLong("afterNanos"));
        seenRequest = Math.max(seenRequest, event.getLong("request"));
    }

    /** An event could not be read, or we failed at it. The first one is shown in full. */
    private void failed(Throwable e) {
        // An exception here ends JFR's stream.
        SafeLog.log(
                LOG,
                failed ? Level.DEBUG : Level.WARNING,
                () -> "an event of the JVM cannot be read and is missing; further ones are counted as dropped events",
                e);
        failed = true;
        countLost();
    }

    private static void countLost() {
        if (LateEvents.areWanted()) {
            LateEvents.INSTANCE.countDropped(1);
        }
    }

    private void lost(RecordedEvent event) {
        long bytes = event.getLong("amount");
        if (lostBytes == 0) {
            SafeLog.log(
                    LOG,
                    Level.WARNING,
                    () -> "JFR's buffers were full: " + bytes + " bytes of events are missing."
                            + " -XX:FlightRecorderOptions:memorysize=64M has more room");
        }
        lostBytes += bytes;
        // The event has bytes. It counts as one lost event.
        countLost();
        batch.note(own, event, Severity.WARNING, "JFR lost " + bytes + " bytes of events");
    }

    private AdaptivePeriod adaptive() {
        return sampling.adaptive() == null ? null : new AdaptivePeriod(sampling.adaptive());
    }

    /** The program or a viewer's user may have chosen another rate since the last flush. */
    private void followChoice() {
        Sampling chosen = owner.sampling();
        if (chosen != sampling) {
            sampling = chosen;
            adaptive = adaptive();
            samples.changePeriod(subscriptions, chosen.period());
        }
    }

    private void flush() {
        followChoice();
        batch.forgetStacks();
        unheardFlushes = LateEvents.areWanted() ? 0 : unheardFlushes + 1;
        if (unheardFlushes == FLUSHES_UNTIL_REST) {
            owner.nobodyListens(this);
        }
        if (clock.isReady()) {
            errorNanos = clock.errorNanos();
            if (collections != null && isRequested()) {
                collections.releaseAll();
            }
            publish();
            // Before that, who asks has to ask again: nothing has been published.
            answer(seenRequest);
        }
    }

    private void publish() {
        samples.flush();
        if (notes != null) {
            notes.flush();
        }
        List<LateEvent> events = new ArrayList<>();
        gap.showUntil(watch.runningNanos(), events);
        batch.publish(clock, events);
        tellLeftOut(events);
        ownCost(events);
        if (LateEvents.areWanted() && !LateEvents.INSTANCE.publish(events)) {
            SafeLog.log(LOG, Level.DEBUG, () -> events.size() + " events of the virtual machine find no room");
        }
    }

    /** Counts missing events, and reports them where they are missing. */
    private void tellLeftOut(List<LateEvent> events) {
        long more = batch.newlyLeftOut();
        if (more > 0 && LateEvents.areWanted()) {
            LateEvents.INSTANCE.countDropped(more);
            events.add(new LateEvent.Note(
                    own,
                    System.nanoTime(),
                    Severity.WARNING,
                    more + " events of the virtual machine are dropped: too many at a time, or of too many threads"));
        }
    }

    private void ownCost(List<LateEvent> events) {
        long now = System.nanoTime();
        if (!LateEvents.areWanted() || now - lastCostNanos < COST_INTERVAL_NANOS) {
            return;
        }
        lastCostNanos = now;
        double load = cost.load(now);
        if (!Double.isNaN(load)) {
            events.add(new LateEvent.Value(own, now, costPlot, 100 * load));
        }
        if (samples.event() != null) {
            events.add(new LateEvent.Value(
                    own, now, periodPlot, (double) samples.period().toMillis()));
        }
    }

    private void load(double processors, double memory) {
        if (adaptive == null) {
            return;
        }
        long now = System.nanoTime();
        SamplingMode mode = adaptive.mode(100 * processors, 100 * memory, Frame.number(), now);
        Duration period = adaptive.step(mode);
        boolean arrives = !period.equals(samples.period())
                && period.equals(sampling.adaptive().period(mode));
        samples.changePeriod(subscriptions, period);
        owner.showPeriod(sampling, period);
        if (arrives) {
            LateEvents.INSTANCE.publish(List.of(new LateEvent.Note(
                    own, now, Severity.INFO, "sampling: " + mode + ", each " + period.toMillis() + " ms")));
        }
    }

    private boolean isRequested() {
        synchronized (flushes) {
            return seenRequest > answered;
        }
    }

    private void answer(long request) {
        synchronized (flushes) {
            answered = Math.max(answered, request);
            flushes.notifyAll();
        }
    }

    private void ended(String reason) {
        synchronized (flushes) {
            closed = true;
            flushes.notifyAll();
        }
        if (!closing) {
            owner.streamEnded(this, reason);
        }
    }

    // --- any thread

    @Override
    public void publishAll(Duration limit) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        long request = requests.incrementAndGet();
        // A request that comes before JFR has started is not written: it is made again.
        for (long left = limit.toNanos(); left > 0 && !await(request, Math.min(left, ASK_AGAIN_NANOS)); ) {
            left = deadline - System.nanoTime();
        }
        if (!watch.isRunning()) {
            gap.publishAll(limit);
        }
    }

    /** @return true if the request was answered or never will be */
    private boolean await(long request, long nanos) throws InterruptedException {
        long deadline = System.nanoTime() + nanos;
        if (watch.isRunning()) {
            ClockMark.emit(request);
            // A recording that starts while the virtual machine ends never returns, and keeps the program from its end:
            // seen
            // with JDK 25.0.3.
            if (!ProgramEnd.hasBegun()) {
                makeFlush();
            }
        }
        synchronized (flushes) {
            for (long left = nanos; answered < request && !closed && left > 0; left = deadline - System.nanoTime()) {
                flushes.wait(left / 1_000_000 + 1);
            }
            return closed || answered >= request;
        }
    }

    /** JFR flushes once a second; a recording that starts lets it finish the file that it writes to, and so hand over all of it. */
    private static void makeFlush() {
        try (Recording recording = new Recording()) {
            recording.start();
        } catch (RuntimeException e) {
            LOG.log(Level.DEBUG, "JFR cannot be flushed now", e);
        }
    }

    /** How far JFR's times may be from those of the profiler's clock, in nanoseconds; -1 before the first second is over. */
    long errorNanos() {
        return errorNanos;
    }

    /** Name of the event that samples come by, or null. */
    String samplingEvent() {
        return samples.event();
    }

    /** Takes no further events; a second call does nothing. */
    @Override
    public void close() {
        closing = true;
        watch.end();
        LateEvents.INSTANCE.remove(this);
        LateEvents.INSTANCE.samplingPeriodNanos(0);
        FlightRecorder.removePeriodicEvent(marker);
        stream.close();
    }
}
