package dev.zonecast.jvm;

import dev.zonecast.core.Plot;
import dev.zonecast.core.PlotFormat;
import dev.zonecast.core.event.SampleKind;
import dev.zonecast.core.late.LateEvents;
import dev.zonecast.core.late.LateTrack;
import java.time.Duration;
import jdk.jfr.EventSettings;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;

/** Stack samples of running threads, of threads in native code, and of allocations. */
final class SampleEvents {
    private static final String BY_TIME = "jdk.CPUTimeSample";
    private static final String BY_SAFE_THREAD = "jdk.ExecutionSample";
    private static final String NATIVE = "jdk.NativeMethodSample";

    /** Looks at native code cannot tell work from waiting, and a thread that waits is looked at again and again: not too often. */
    private static final Duration SHORTEST_NATIVE_PERIOD = Duration.ofMillis(20);

    private final JvmOptions options;
    private final Batch batch;
    private final LateTrack track = Tracks.of("JVM: allocations");
    private final Plot allocated =
            Plot.builder("JVM allocation").format(PlotFormat.MEMORY).create();
    private String event;
    private volatile Duration period;

    /** Of the last sample by processor time. */
    private long timeWeight;

    private long runningWeight;
    private long nativeWeight;
    private long allocatedBytes;
    private long lastTicks;

    /** The plot's last value is 0, or it has none. */
    private boolean atZero = true;

    SampleEvents(JvmOptions options, Duration period, Batch batch) {
        this.options = options;
        this.batch = batch;
        this.period = period;
    }

    void subscribe(Subscriptions to) {
        event = to.has(BY_TIME) ? BY_TIME : BY_SAFE_THREAD;
        if (event.equals(BY_TIME)) {
            to.on(BY_TIME, EventSettings::withStackTrace, this::byTime);
            to.on("jdk.CPUTimeSamplesLost", settings -> {}, this::lost);
        } else {
            to.on(BY_SAFE_THREAD, EventSettings::withStackTrace, e -> thread(e, SampleKind.RUNNING, runningWeight));
        }
        to.on(NATIVE, EventSettings::withStackTrace, e -> thread(e, SampleKind.NATIVE, nativeWeight));
        setPeriod(to);
        if (options.allocationsPerSecond > 0) {
            to.on(
                    "jdk.ObjectAllocationSample",
                    settings -> settings.withStackTrace().with("throttle", options.allocationsPerSecond + "/s"),
                    this::allocation);
        }
    }

    private Duration nativePeriod() {
        return period.compareTo(SHORTEST_NATIVE_PERIOD) < 0 ? SHORTEST_NATIVE_PERIOD : period;
    }

    /** Another period from now on, or none; the stream runs. */
    void changePeriod(Subscriptions to, Duration newPeriod) {
        if (!newPeriod.equals(period)) {
            period = newPeriod;
            setPeriod(to);
        }
    }

    private void setPeriod(Subscriptions to) {
        if (period.isZero()) {
            to.off(event);
            to.off(NATIVE);
        } else {
            to.set(event, event.equals(BY_TIME) ? "throttle" : "period", text(period));
            to.set(NATIVE, "period", text(nativePeriod()));
        }
        readWeights();
        LateEvents.INSTANCE.samplingPeriodNanos(period.toNanos());
    }

    /** Events of these types do not have their period. */
    private void readWeights() {
        timeWeight = timeWeight == 0 ? period.toNanos() : timeWeight;
        runningWeight = SharedPeriod.shortestNanos(BY_SAFE_THREAD, period);
        nativeWeight = SharedPeriod.shortestNanos(NATIVE, nativePeriod());
    }

    private static String text(Duration period) {
        return period.toMillis() + " ms";
    }

    /** A failed one has no stack. The thread has run all the same. */
    private void byTime(RecordedEvent e) {
        timeWeight = e.getDuration("samplingPeriod").toNanos();
        sample(e, e.getThread(), SampleKind.RUNNING, timeWeight);
    }

    /** JFR's queue of the thread was full, as happens now and then. The stacks are lost, the thread's time is not. */
    private void lost(RecordedEvent e) {
        sample(e, e.getThread(), SampleKind.RUNNING, e.getLong("lostSamples") * timeWeight);
    }

    private void thread(RecordedEvent e, SampleKind kind, long weight) {
        sample(e, e.getThread("sampledThread"), kind, weight);
    }

    private void sample(RecordedEvent e, RecordedThread thread, SampleKind kind, long weight) {
        // Samples that another recording of the process takes come too.
        if (!period.isZero()) {
            batch.sample(e, thread, kind, weight, null);
        }
    }

    private void allocation(RecordedEvent e) {
        long bytes = e.getLong("weight");
        allocatedBytes += bytes;
        lastTicks = Span.beginOf(e);
        batch.sample(e, e.getThread(), SampleKind.ALLOCATION, bytes, StackReader.typeName(e.getClass("objectClass")));
    }

    /** The flush's sums. */
    void flush() {
        // Other recordings come and go.
        readWeights();
        if (lastTicks != 0) {
            batch.value(track, lastTicks, allocated, (double) allocatedBytes);
            allocatedBytes = 0;
            lastTicks = 0;
            atZero = false;
        } else if (!atZero) {
            batch.valueNow(track, allocated, 0);
            atZero = true;
        }
    }

    /** Name of the event in use; null without sampling. */
    String event() {
        return period.isZero() ? null : event;
    }

    Duration period() {
        return period;
    }
}
