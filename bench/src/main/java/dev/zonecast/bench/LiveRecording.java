package dev.zonecast.bench;

import dev.zonecast.core.Option;
import dev.zonecast.core.Options;
import dev.zonecast.core.Statistics;
import dev.zonecast.core.Zonecast;
import dev.zonecast.core.collect.DiscardingSink;
import dev.zonecast.core.session.Profiler;
import java.time.Duration;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The profiler at work: real rings of the default size, the real collector, and a sink that takes every event. A run in which one
 * event was dropped has measured something else, and fails.
 */
@State(Scope.Benchmark)
public class LiveRecording {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final DiscardingSink sink = new DiscardingSink();

    @Setup
    public void start() {
        if (!Zonecast.start(options())) {
            throw new IllegalStateException("the profiler ran before the benchmark");
        }
        Profiler.current().attach(sink);
        Zonecast.flush(LIMIT);
    }

    Options options() {
        // A virtual thread's ring would be shorter than a burst.
        return Options.defaults().set(Option.LISTEN, false).set(Option.VIRTUAL_RING_BYTES, 1 << 20);
    }

    @TearDown
    public void requireNothingLost() {
        Zonecast.flush(LIMIT);
        Statistics statistics = Zonecast.statistics();
        if (statistics.losses().total() > 0 || statistics.wrongCalls() > 0 || !sink.isBalanced()) {
            throw new IllegalStateException("not a valid run: " + statistics);
        }
    }

    /**
     * Keeps room in a thread's ring. The collector reads it all the time, as in any program; but no collector keeps up for long with
     * a thread that does nothing but begin and end zones, and so, every few bursts and outside the measured time, it is waited for.
     */
    @State(Scope.Thread)
    public static class Room {
        /** 24,000 records of 16 bytes: less than half of a ring, from where on producers wake the collector. */
        private static final int BURSTS = 12;

        private final int most;
        private int bursts;

        public Room() {
            this(BURSTS);
        }

        Room(int most) {
            this.most = most;
        }

        @Setup(Level.Invocation)
        public void keep() {
            if (++bursts == most) {
                bursts = 0;
                Zonecast.flush(LIMIT);
            }
        }
    }

    /** As {@link Room}, for records that are longer. */
    @State(Scope.Thread)
    public static class WideRoom extends Room {
        public WideRoom() {
            super(2);
        }
    }
}
