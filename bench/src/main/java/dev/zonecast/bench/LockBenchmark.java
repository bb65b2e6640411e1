package dev.zonecast.bench;

import dev.zonecast.core.TracedLock;
import dev.zonecast.core.clock.Clock;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does a traced lock cost that nobody else wants?
 *
 * <p>{@code ./zonecast bench LockBenchmark -prof gc}: microseconds a burst are nanoseconds for a pair of lock and unlock.
 *
 * <p>The baseline is the lock that it is made of, with the two readings of the clock that its events take.
 */
@Burst(LockBenchmark.PAIRS)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@State(Scope.Benchmark)
@Fork(1)
@Warmup(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 10, time = 100, timeUnit = TimeUnit.MILLISECONDS)
@SuppressWarnings("LockNotBeforeTry") // Nothing is between the two.
public class LockBenchmark {
    static final int PAIRS = 1000;

    private final Lock bare = new ReentrantLock();
    private final Lock traced = new TracedLock("bench");

    @Benchmark
    public void bareLock() {
        for (int i = 0; i < PAIRS; i++) {
            bare.lock();
            bare.unlock();
        }
    }

    @Benchmark
    public long lockAndTwoClockReads(LiveRecording recording, LiveRecording.WideRoom room) {
        long sum = 0;
        for (int i = 0; i < PAIRS; i++) {
            bare.lock();
            sum += Clock.ticks();
            sum += Clock.ticks();
            bare.unlock();
        }
        return sum;
    }

    @Benchmark
    public void tracedLock(LiveRecording recording, LiveRecording.WideRoom room) {
        for (int i = 0; i < PAIRS; i++) {
            traced.lock();
            traced.unlock();
        }
    }

    @Benchmark
    public void tracedLockWhileNobodyListens() {
        for (int i = 0; i < PAIRS; i++) {
            traced.lock();
            traced.unlock();
        }
    }
}
