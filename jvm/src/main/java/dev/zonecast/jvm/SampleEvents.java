package dev.zonecast.jvm;

import dev.zonecast.core.Plot;
import dev.zonecast.core.PlotFormat;
import dev.zonecast.core.event.SampleKind;
import dev.zonecast.core.late.LateEvents;
import dev.zonecast.core.late.LateTrack;
import java.time.Duration;
import jdk.jfr.consumer.RecordedEvent;

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
    private Duration period;
    private long lost;
    private long allocatedBytes;
    private long lastTicks;

    SampleEvents(JvmOptions options, Batch batch) {
        this.options = options;
        this.batch = batch;
        this.period = options.samplingPeriod;
    }

    void subscribe(Subscriptions to) {
        if (!period.isZero()) {
            event = to.has(BY_TIME) ? BY_TIME : BY_SAFE_THREAD;
            if (event.equals(BY_TIME)) {
                to.on(BY_TIME, settings -> settings.withStackTrace().with("throttle", text(period)), this::byTime);
                to.on("jdk.CPUTimeSamplesLost", settings -> {}, e -> lost += e.getInt("lostSamples"));
            } else {
                to.on(
                        BY_SAFE_THREAD,
                        settings -> settings.withStackTrace().withPeriod(period),
                        e -> thread(e, SampleKind.RUNNING, period.toNanos()));
            }
            to.on(
                    NATIVE,
                    settings -> settings.withStackTrace().withPeriod(nativePeriod()),
                    e -> thread(e, SampleKind.NATIVE, nativePeriod().toNanos()));
            LateEvents.INSTANCE.samplingPeriodNanos(period.toNanos());
        }
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

    /** Another period from now on; the stream runs. */
    void changePeriod(Subscriptions to, Duration newPeriod) {
        if (event == null || newPeriod.equals(period)) {
            return;
        }
        period = newPeriod;
        to.set(event, event.equals(BY_TIME) ? "throttle" : "period", text(newPeriod));
        LateEvents.INSTANCE.samplingPeriodNanos(newPeriod.toNanos());
    }

    private static String text(Duration period) {
        return period.toMillis() + " ms";
    }

    private void byTime(RecordedEvent e) {
        if (e.getBoolean("failed")) {
            lost++;
            return;
        }
        long weight = e.getDuration("samplingPeriod").toNanos();
        batch.sample(e, e.getThread(), SampleKind.RUNNING, weight, null);
    }

    private void thread(RecordedEvent e, SampleKind kind, long weight) {
        batch.sample(e, e.getThread("sampledThread"), kind, weight, null);
    }

    private void allocation(RecordedEvent e) {
        long bytes = e.getLong("weight");
        allocatedBytes += bytes;
        lastTicks = Span.beginOf(e);
        batch.sample(e, e.getThread(), SampleKind.ALLOCATION, bytes, StackReader.typeName(e.getClass("objectClass")));
    }

    /** The flush's sums. */
    void flush() {
        if (lastTicks != 0) {
            batch.value(track, lastTicks, allocated, (double) allocatedBytes);
            allocatedBytes = 0;
            lastTicks = 0;
        }
    }

    /** Name of the event that is used, or null. */
    String event() {
        return event;
    }

    Duration period() {
        return period;
    }

    /** Samples that JFR took or wanted to take, and whose stack it could not give or keep. */
    long lost() {
        return lost;
    }
}
