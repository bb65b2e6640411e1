package dev.zonecast.bench;

import dev.zonecast.core.Frame;
import dev.zonecast.core.MemoryPool;
import dev.zonecast.core.Message;
import dev.zonecast.core.Plot;
import dev.zonecast.core.Severity;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Span;
import dev.zonecast.core.TracedFlow;
import dev.zonecast.core.TracedLock;
import dev.zonecast.core.Zone;
import dev.zonecast.core.clock.Clock;
import dev.zonecast.core.marker.Marker;
import dev.zonecast.core.marker.MarkerType;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * What do events cost the thread that records them, and what do parts add to a zone?
 *
 * <p>{@code ./zonecast bench EventBenchmark -p what=MARKER_TWO_NUMBERS -prof gc}: microseconds a burst are nanoseconds a call (of a
 * zone with a part: the whole zone; of a lock, a block of memory, a span or a flow: both events).
 *
 * <p>Baselines are the readings of the clock that the events take; of a lock also the lock that it is made of; of a call stack a walk
 * over as many frames by {@link StackWalker}, without or with their lines. Stacks are taken twenty frames deep.
 */
@Burst(EventBenchmark.CALLS)
public class EventBenchmark extends BurstBenchmark {
    static final int CALLS = 1000;

    private static final int STACK_DEPTH = 16;
    private static final int CALLED_AT = 20;
    private static final SourceLocation LOCATION = SourceLocation.here("zone");
    private static final Plot PLOT = Plot.of("plot");
    private static final Message.Literal LITERAL = Message.literal("a message that is always the same");
    private static final String TEXT_16 = "chunk [12, -7] 3";
    private static final String TEXT_32 = "loaded 1024 chunks in 17 ms, now";
    private static final String UMLAUTS_32 = "lädt 1024 Stücke in 17 ms, früh!";
    private static final MemoryPool POOL = MemoryPool.of("bench");
    private static final Lock BARE = new ReentrantLock();
    private static final Lock TRACED = new TracedLock("bench");
    private static final StackWalker WALKER = StackWalker.getInstance();

    record Hit(int damage, double metres) {}

    record One(long value) {}

    record Named(String name, long value) {}

    record Many(long a, long b, long c, long d, long e, long f) {}

    private static final MarkerType<Hit> HIT = MarkerType.of(Hit.class);
    private static final MarkerType<One> ONE = MarkerType.of(One.class);
    private static final MarkerType<Named> NAMED = MarkerType.of(Named.class);
    private static final MarkerType<Many> MANY = MarkerType.of(Many.class);
    private static final Marker UNTYPED = Marker.of("untyped");
    private static final long BEGUN = Marker.now();

    private interface Call {
        void run(int i);
    }

    private interface Result {
        long of(int i);
    }

    /** What is called. */
    @SuppressWarnings({"ImmutableEnumChecker", "LockNotBeforeTry"
    }) // The calls keep no state; nothing that throws is in the locks.
    public enum What {
        CLOCK_READ(0, _ -> Clock.ticks()),
        TWO_CLOCK_READS(0, _ -> Clock.ticks() + Clock.ticks()),
        PLOT_LONG(i -> PLOT.set(i)),
        PLOT_DOUBLE(i -> PLOT.set(i * 0.5)),
        FRAME_MARK(_ -> Frame.mark()),
        MESSAGE_LITERAL(_ -> LITERAL.log(Severity.INFO)),
        MESSAGE_TEXT(_ -> Message.log(TEXT_32)),
        MESSAGE_UMLAUTS(_ -> Message.log(UMLAUTS_32)),
        ZONE_WITH_TEXT(_ -> {
            long zone = Zone.begin(LOCATION);
            Zone.text(zone, TEXT_16);
            Zone.end(zone);
        }),
        ZONE_WITH_VALUE(i -> {
            long zone = Zone.begin(LOCATION);
            Zone.value(zone, i);
            Zone.end(zone);
        }),
        ZONE_WITH_NAME_AND_COLOR(_ -> {
            long zone = Zone.begin(LOCATION);
            Zone.name(zone, TEXT_16);
            Zone.color(zone, 0x336699);
            Zone.end(zone);
        }),
        ZONE_WITH_STACK(CALLED_AT, _ -> {
            long zone = Zone.begin(LOCATION, STACK_DEPTH);
            Zone.end(zone);
            return zone;
        }),
        STACK_WALKER(
                CALLED_AT,
                _ -> WALKER.walk(frames -> frames.limit(STACK_DEPTH).toList()).size()),
        STACK_WALKER_WITH_LINES(
                CALLED_AT,
                _ -> WALKER.walk(frames -> frames.limit(STACK_DEPTH)
                        .mapToLong(StackWalker.StackFrame::getLineNumber)
                        .sum())),
        MARKER_TWO_NUMBERS(i -> HIT.instant(new Hit(i, 0.5))),
        MARKER_INTERVAL(i -> HIT.interval(BEGUN, new Hit(i, 0.5))),
        MARKER_SIX_NUMBERS(i -> MANY.instant(new Many(i, 1, 2, 3, 4, 5))),
        MARKER_TEXT_AND_NUMBER(i -> NAMED.instant(new Named(TEXT_16, i))),
        MARKER_UNTYPED(_ -> UNTYPED.instant()),
        MEMORY(i -> {
            POOL.allocated((i + 1) * 16L, 64);
            POOL.freed((i + 1) * 16L);
        }),
        ZONE(_ -> Zone.end(Zone.begin(LOCATION))),
        SPAN(_ -> Span.end(Span.begin(LOCATION))),
        FLOW(_ -> TracedFlow.end(TracedFlow.begin(LOCATION))),
        TRACED_LOCK(_ -> {
            TRACED.lock();
            TRACED.unlock();
        }),
        LOCK_AND_TWO_CLOCK_READS(0, _ -> {
            BARE.lock();
            long ticks = Clock.ticks() + Clock.ticks();
            BARE.unlock();
            return ticks;
        });

        private final int calledAt;
        private final Result call;

        What(int calledAt, Result call) {
            this.calledAt = calledAt;
            this.call = call;
        }

        What(Call call) {
            this(0, i -> {
                call.run(i);
                return 0;
            });
        }
    }

    @Param
    public What what;

    /** Before the first burst, so that no call of a marker is simple because there is but one type. */
    @Setup
    public void useAllTypes(LiveRecording recording) {
        ONE.instant(new One(1));
        NAMED.instant(new Named("a", 1));
        MANY.instant(new Many(1, 2, 3, 4, 5, 6));
        HIT.instant(new Hit(1, 1));
    }

    @Benchmark
    public long call(LiveRecording recording, LiveRecording.WideRoom room) {
        return at(what.calledAt, what.call);
    }

    private static long at(int depth, Result call) {
        if (depth > 0) {
            return at(depth - 1, call) + 1;
        }
        long sum = 0;
        for (int i = 0; i < CALLS; i++) {
            sum += call.of(i);
        }
        return sum;
    }
}
