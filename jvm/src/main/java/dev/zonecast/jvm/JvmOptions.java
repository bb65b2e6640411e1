package dev.zonecast.jvm;

import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * What is taken from the virtual machine; read once, by {@link JvmEvents#install}. Setters return this, as those of
 * {@link dev.zonecast.core.Options}.
 */
public final class JvmOptions {
    /** The shortest sampling period that JFR knows. */
    public static final Duration SHORTEST_PERIOD = Duration.ofMillis(1);

    private static final Duration LONGEST_PERIOD = Duration.ofMinutes(1);

    boolean events = true;
    Duration compilationsFrom = Duration.ofMillis(10);
    Duration classLoadingFrom = Duration.ofMillis(1);
    Duration waitsFrom = Duration.ofMillis(2);
    Duration inputOutputFrom = Duration.ofMillis(1);
    int exceptionsPerSecond = 100;
    int allocationsPerSecond = 150;
    Sampling sampling = Sampling.each(Duration.ofMillis(10));
    List<String> threads = List.of("*");
    boolean onlyRecordingThreads;
    Set<String> without = Set.of();

    private JvmOptions() {}

    /**
     * Events; compilations from 10 ms, waits from 2 ms, classes, files and sockets from 1 ms on; 100 exceptions and 150 allocations a
     * second; a sample each 10 ms of a thread's processor time; all threads.
     */
    public static JvmOptions defaults() {
        return new JvmOptions();
    }

    /** Zones, counters and lines of the virtual machine's events, or samples alone. */
    public JvmOptions events(boolean wanted) {
        events = wanted;
        return this;
    }

    /** Shows compilations that take as long. */
    public JvmOptions compilationsFrom(Duration threshold) {
        compilationsFrom = checked(threshold);
        return this;
    }

    /** Shows classes whose loading takes as long. */
    public JvmOptions classLoadingFrom(Duration threshold) {
        classLoadingFrom = checked(threshold);
        return this;
    }

    /**
     * Shows waits for monitors, in monitors, parked and asleep, that take as long. Each of them costs a walk of the stack, and programs
     * that wait a millisecond at a time, as limiters of the frame rate do, do so a thousand times a second: hence the 2 ms.
     */
    public JvmOptions waitsFrom(Duration threshold) {
        waitsFrom = checked(threshold);
        return this;
    }

    /** Shows reads and writes of files and sockets that take as long. */
    public JvmOptions inputOutputFrom(Duration threshold) {
        inputOutputFrom = checked(threshold);
        return this;
    }

    /** Shows as many thrown exceptions a second at most; 0 = none. */
    public JvmOptions exceptionsPerSecond(int most) {
        exceptionsPerSecond = checked(most);
        return this;
    }

    /** Takes as many samples of allocations a second at most; 0 = none. */
    public JvmOptions allocationsPerSecond(int most) {
        allocationsPerSecond = checked(most);
        return this;
    }

    /**
     * Samples a thread's stack after so much of its processor time, in whole milliseconds; zero takes no samples.
     * {@link JvmEvents#samplingPeriod} changes it later.
     *
     * @throws IllegalArgumentException unless zero or between 1 ms and 1 minute
     */
    public JvmOptions samplingPeriod(Duration period) {
        sampling = Sampling.each(period);
        return this;
    }

    /** Samples as often as the load and the frame rate allow: see {@link AdaptiveSampling#defaults}. */
    public JvmOptions adaptiveSampling() {
        return adaptiveSampling(AdaptiveSampling.defaults());
    }

    /** Samples as often as the load and the frame rate allow, by modes and thresholds of one's own. */
    public JvmOptions adaptiveSampling(AdaptiveSampling modes) {
        sampling = Sampling.by(modes);
        return this;
    }

    /** True if JFR need not run at all. */
    boolean wantNothing(Sampling chosen) {
        return !events && chosen.period().isZero() && allocationsPerSecond == 0;
    }

    /** As if this virtual machine had no events of these names: for tests of what is done elsewhere. */
    JvmOptions without(String... names) {
        without = Set.of(names);
        return this;
    }

    /**
     * Samples threads of these names, and shows their waits; {@code *} matches any characters. Registered threads are taken
     * whatever they are called ({@link JvmEvents#register}).
     */
    public JvmOptions threads(String... names) {
        for (String name : names) {
            if (name.isEmpty()) {
                throw new IllegalArgumentException("a name of threads is empty; * names all");
            }
        }
        threads = List.of(names);
        return this;
    }

    /** Takes, of those threads, only those that record something themselves. */
    public JvmOptions recordingThreads() {
        onlyRecordingThreads = true;
        return this;
    }

    static boolean isPossible(Duration period) {
        return period.compareTo(SHORTEST_PERIOD) >= 0 && period.compareTo(LONGEST_PERIOD) <= 0;
    }

    private static Duration checked(Duration threshold) {
        if (threshold.isNegative()) {
            throw new IllegalArgumentException("a threshold is negative: " + threshold);
        }
        return threshold;
    }

    private static int checked(int rate) {
        if (rate < 0) {
            throw new IllegalArgumentException("a rate is negative: " + rate);
        }
        return rate;
    }
}
