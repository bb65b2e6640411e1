package dev.zonecast.bench.league;

import dev.zonecast.core.clock.Clock;
import java.nio.file.Path;

/** Two clock reads and nothing else. */
final class ClockReads extends Contestant {
    private final boolean ours;
    private long sum;

    ClockReads(boolean ours) {
        this.ours = ours;
    }

    @Override
    void start(Path folder) {}

    @Override
    void zones(int count) {
        sum += ours ? counter(count) : nanoTime(count);
    }

    private static long counter(int count) {
        long sum = 0;
        for (int i = 0; i < count; i++) {
            long begin = Clock.ticks();
            sum += Clock.ticks() - begin;
        }
        return sum;
    }

    private static long nanoTime(int count) {
        long sum = 0;
        for (int i = 0; i < count; i++) {
            long begin = System.nanoTime();
            sum += System.nanoTime() - begin;
        }
        return sum;
    }

    @Override
    Outcome stop(long zones) {
        if (sum == 0) {
            throw new IllegalStateException("the clock stands still");
        }
        return new Outcome(UNKNOWN, UNKNOWN);
    }
}
