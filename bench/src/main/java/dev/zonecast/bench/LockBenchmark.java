package dev.zonecast.bench;

import dev.zonecast.core.TracedLock;
import dev.zonecast.core.clock.Clock;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * What does a traced lock cost that nobody else wants?
 *
 * <p>{@code ./zonecast bench LockBenchmark -prof gc}: microseconds a burst are nanoseconds for a pair of lock and unlock.
 *
 * <p>The baseline is the lock that it is made of, with the two readings of the clock that its events take.
 */
@Burst(LockBenchmark.PAIRS)
@SuppressWarnings("LockNotBeforeTry") // Nothing is between the two.
public class LockBenchmark extends BurstBenchmark {
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
