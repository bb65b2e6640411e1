package dev.zonecast.agent.methods;

import dev.zonecast.core.Zonecast;
import dev.zonecast.core.clock.Clock;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Set;

/**
 * What a zone costs the process: its thread, which reads the clock twice, and the profiler's threads, which read and write two records. Used
 * by one thread.
 */
final class ZoneCost {
    private static final int READS = 5_000;

    /** The first rounds run before the compiler is done. */
    private static final int ROUNDS = 50;

    /**
     * A zone costs its thread so many times two readings of the clock in a loop. It searches the thread's ring and writes two records, and
     * finds neither code nor ring in the caches. The method around it loses inlining. An estimate from processes with few and with many
     * zones; with it a game with 4,552 woven methods stays within the budget.
     */
    private static final double IN_PLACE = 4;

    /** Fewer records say nothing of the cost of one: the collector wakes up without any, too. */
    private static final long MANY_RECORDS = 100_000;

    /** The profiler's threads cost at most so many times the program's thread. More is the cost of other events. */
    private static final double MOST_TIMES = 2;

    /** Weight of a new measurement beside the ones before. */
    private static final double NEW = 0.2;

    private static final Set<String> PROFILER_THREADS =
            Set.of("zonecast-collector", "zonecast-record-writer", "zonecast-disk", "zonecast-tracy-send");

    /** Threads may start while they are listed. */
    private static final int MORE_THREADS = 16;

    private double clockNanos = Double.MAX_VALUE;
    private int rounds;

    /** 0: not measured. */
    private double profilerNanos;

    private long events;
    private long cpuNanos;

    /** Measures a little of everything again. It may take a quarter of a second, while a viewer holds the collector up. */
    void measure() {
        if (rounds < ROUNDS) {
            rounds++;
            measureClock();
        }
        measureProfiler();
    }

    private void measureClock() {
        long start = System.nanoTime();
        long sum = 0;
        for (int i = 0; i < READS; i++) {
            sum += Clock.ticks();
        }
        double nanos = (double) (System.nanoTime() - start) / READS;
        // The sum is used, so that the compiler keeps the readings.
        clockNanos = sum == 0 ? clockNanos : Math.min(clockNanos, nanos);
    }

    private void measureProfiler() {
        long allEvents = Zonecast.statistics().events();
        boolean isFirst = cpuNanos == 0;
        if (!isFirst && allEvents - events < MANY_RECORDS) {
            return;
        }
        long cpu = profilerCpuNanos();
        if (!isFirst && cpu > cpuNanos) {
            double nanos = Math.min(2.0 * (cpu - cpuNanos) / (allEvents - events), MOST_TIMES * threadNanos());
            profilerNanos = profilerNanos == 0 ? nanos : profilerNanos + NEW * (nanos - profilerNanos);
        }
        events = allEvents;
        cpuNanos = cpu;
    }

    /** Processor time of the threads that take what zones leave behind; 0 if the JVM does not know it. */
    private static long profilerCpuNanos() {
        ThreadMXBean bean = ManagementFactory.getThreadMXBean();
        if (!bean.isThreadCpuTimeSupported() || !bean.isThreadCpuTimeEnabled()) {
            return 0;
        }
        ThreadGroup all = Thread.currentThread().getThreadGroup();
        while (all.getParent() != null) {
            all = all.getParent();
        }
        Thread[] threads = new Thread[all.activeCount() + MORE_THREADS];
        int found = all.enumerate(threads);
        long nanos = 0;
        for (int i = 0; i < found; i++) {
            if (PROFILER_THREADS.contains(threads[i].getName())) {
                nanos += Math.max(0, bean.getThreadCpuTime(threads[i].threadId()));
            }
        }
        return nanos;
    }

    private double threadNanos() {
        return 2 * IN_PLACE * clockNanos;
    }

    /** Nanoseconds of processor time. Without a measurement, the profiler's threads cost as much as the program's. */
    double nanos() {
        return threadNanos() + (profilerNanos == 0 ? threadNanos() : profilerNanos);
    }
}
