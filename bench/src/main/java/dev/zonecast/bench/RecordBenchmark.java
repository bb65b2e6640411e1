package dev.zonecast.bench;

import dev.zonecast.core.Frame;
import dev.zonecast.core.Message;
import dev.zonecast.core.Plot;
import dev.zonecast.core.Severity;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.core.clock.Clock;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * What do the other events cost, and what is added to a zone?
 *
 * <p>{@code ./zonecast bench RecordBenchmark -prof gc}: microseconds a burst are nanoseconds an event (of a zone with something: the
 * whole zone).
 *
 * <p>The baseline is one reading of the clock, which each of these events takes.
 */
@Burst(RecordBenchmark.EVENTS)
public class RecordBenchmark extends BurstBenchmark {
    static final int EVENTS = 1000;

    private static final SourceLocation LOCATION = SourceLocation.here("zone");
    private static final Plot PLOT = Plot.of("plot");
    private static final Message.Literal LITERAL = Message.literal("a message that is always the same");
    private static final String TEXT_16 = "chunk [12, -7] 3";
    private static final String TEXT_32 = "loaded 1024 chunks in 17 ms, now";
    private static final String UMLAUTS_32 = "lädt 1024 Stücke in 17 ms, früh!";

    @Benchmark
    public long clockRead(LiveRecording recording, LiveRecording.WideRoom room) {
        long sum = 0;
        for (int i = 0; i < EVENTS; i++) {
            sum += Clock.ticks();
        }
        return sum;
    }

    @Benchmark
    public void plotLong(LiveRecording recording, LiveRecording.WideRoom room) {
        for (int i = 0; i < EVENTS; i++) {
            PLOT.set(i);
        }
    }

    @Benchmark
    public void plotDouble(LiveRecording recording, LiveRecording.WideRoom room) {
        for (int i = 0; i < EVENTS; i++) {
            PLOT.set(i * 0.5);
        }
    }

    @Benchmark
    public void frameMark(LiveRecording recording, LiveRecording.WideRoom room) {
        for (int i = 0; i < EVENTS; i++) {
            Frame.mark();
        }
    }

    @Benchmark
    public void messageLiteral(LiveRecording recording, LiveRecording.WideRoom room) {
        for (int i = 0; i < EVENTS; i++) {
            LITERAL.log(Severity.INFO);
        }
    }

    @Benchmark
    public void messageText(LiveRecording recording, LiveRecording.WideRoom room) {
        for (int i = 0; i < EVENTS; i++) {
            Message.log(TEXT_32);
        }
    }

    @Benchmark
    public void messageTextUmlauts(LiveRecording recording, LiveRecording.WideRoom room) {
        for (int i = 0; i < EVENTS; i++) {
            Message.log(UMLAUTS_32);
        }
    }

    @Benchmark
    public void zoneWithText(LiveRecording recording, LiveRecording.WideRoom room) {
        for (int i = 0; i < EVENTS; i++) {
            long zone = Zone.begin(LOCATION);
            Zone.text(zone, TEXT_16);
            Zone.end(zone);
        }
    }

    @Benchmark
    public void zoneWithValue(LiveRecording recording, LiveRecording.WideRoom room) {
        for (int i = 0; i < EVENTS; i++) {
            long zone = Zone.begin(LOCATION);
            Zone.value(zone, i);
            Zone.end(zone);
        }
    }

    @Benchmark
    public void zoneWithNameAndColor(LiveRecording recording, LiveRecording.WideRoom room) {
        for (int i = 0; i < EVENTS; i++) {
            long zone = Zone.begin(LOCATION);
            Zone.name(zone, TEXT_16);
            Zone.color(zone, 0x336699);
            Zone.end(zone);
        }
    }
}
