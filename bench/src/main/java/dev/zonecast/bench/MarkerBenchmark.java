package dev.zonecast.bench;

import dev.zonecast.core.clock.Clock;
import dev.zonecast.core.marker.Marker;
import dev.zonecast.core.marker.MarkerType;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;

/**
 * What does a marker cost the thread that records it?
 *
 * <p>{@code ./zonecast bench MarkerBenchmark -prof gc}: microseconds a burst are nanoseconds a marker.
 *
 * <p>The baseline is one reading of the clock. Four types are defined and used before, so that
 * no call is simple because there is but one type.
 */
@Burst(MarkerBenchmark.EVENTS)
public class MarkerBenchmark extends BurstBenchmark {
    static final int EVENTS = 1000;

    record Hit(int damage, double metres) {}

    record One(long value) {}

    record Named(String name, long value) {}

    record Many(long a, long b, long c, long d, long e, long f) {}

    private static final MarkerType<Hit> HIT = MarkerType.of(Hit.class);
    private static final MarkerType<One> ONE = MarkerType.of(One.class);
    private static final MarkerType<Named> NAMED = MarkerType.of(Named.class);
    private static final MarkerType<Many> MANY = MarkerType.of(Many.class);
    private static final Marker UNTYPED = Marker.of("untyped");
    private static final String TEXT_16 = "chunk [12, -7] 3";

    @Benchmark
    public long clockRead(LiveRecording recording, LiveRecording.WideRoom room) {
        long sum = 0;
        for (int i = 0; i < EVENTS; i++) {
            sum += Clock.ticks();
        }
        return sum;
    }

    @Benchmark
    public void twoNumbers(LiveRecording recording, LiveRecording.WideRoom room) {
        for (int i = 0; i < EVENTS; i++) {
            HIT.instant(new Hit(i, 0.5));
        }
    }

    @Benchmark
    public void intervalWithTwoNumbers(LiveRecording recording, LiveRecording.WideRoom room) {
        long begin = Marker.now();
        for (int i = 0; i < EVENTS; i++) {
            HIT.interval(begin, new Hit(i, 0.5));
        }
    }

    @Benchmark
    public void sixNumbers(LiveRecording recording, LiveRecording.WideRoom room) {
        for (int i = 0; i < EVENTS; i++) {
            MANY.instant(new Many(i, 1, 2, 3, 4, 5));
        }
    }

    @Benchmark
    public void textAndNumber(LiveRecording recording, LiveRecording.WideRoom room) {
        for (int i = 0; i < EVENTS; i++) {
            NAMED.instant(new Named(TEXT_16, i));
        }
    }

    @Benchmark
    public void untyped(LiveRecording recording, LiveRecording.WideRoom room) {
        for (int i = 0; i < EVENTS; i++) {
            UNTYPED.instant();
        }
    }

    /** Before the first burst: later ones shall measure one type alone. */
    @Setup
    public void useAllTypes(LiveRecording recording) {
        ONE.instant(new One(1));
        NAMED.instant(new Named("a", 1));
        MANY.instant(new Many(1, 2, 3, 4, 5, 6));
        HIT.instant(new Hit(1, 1));
    }
}
