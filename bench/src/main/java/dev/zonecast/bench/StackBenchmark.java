package dev.zonecast.bench;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does a call stack cost the thread that it is taken of?
 *
 * <p>{@code ./zonecast bench StackBenchmark -prof gc}: microseconds a burst are nanoseconds a stack (of a zone: the whole zone).
 *
 * <p>The baseline is a walk over as many frames by {@link StackWalker} alone, without asking them for anything; beside it one that
 * asks each for its line, which is what our collector does later. Both are called twenty frames deep.
 */
@Burst(StackBenchmark.STACKS)
@Warmup(iterations = 5, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 10, time = 200, timeUnit = TimeUnit.MILLISECONDS)
public class StackBenchmark extends BurstBenchmark {
    static final int STACKS = 1000;
    private static final int DEPTH = 16;
    private static final int CALLED_AT = 20;

    private static final SourceLocation LOCATION = SourceLocation.here("zone");
    private static final StackWalker WALKER = StackWalker.getInstance();

    private interface Work {
        long run();
    }

    private static long at(int depth, Work work) {
        return depth == 0 ? work.run() : at(depth - 1, work) + 1;
    }

    @Benchmark
    public long stackWalker() {
        return at(CALLED_AT, () -> {
            long sum = 0;
            for (int i = 0; i < STACKS; i++) {
                sum += WALKER.walk(frames -> frames.limit(DEPTH).toList()).size();
            }
            return sum;
        });
    }

    @Benchmark
    public long stackWalkerWithLines() {
        return at(CALLED_AT, () -> {
            long sum = 0;
            for (int i = 0; i < STACKS; i++) {
                sum += WALKER.walk(frames -> frames.limit(DEPTH)
                        .mapToLong(StackWalker.StackFrame::getLineNumber)
                        .sum());
            }
            return sum;
        });
    }

    @Benchmark
    public long zoneWithStack(LiveRecording recording, LiveRecording.WideRoom room) {
        return at(CALLED_AT, () -> {
            long last = 0;
            for (int i = 0; i < STACKS; i++) {
                last = Zone.begin(LOCATION, DEPTH);
                Zone.end(last);
            }
            return last;
        });
    }
}
