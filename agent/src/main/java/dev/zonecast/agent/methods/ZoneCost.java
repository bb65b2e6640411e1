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
    private static final int READS = 20_000;
    private static final int ROUNDS = 5;

    /** Two records and the search for the thread's ring cost 14 ns where two readings of the clock cost 36. */
    private static final double WITH_RECORDS = 1.4;

    /** Fewer records say nothing of the cost of one: the collector wakes up without any, too. */
    private static final long MANY_RECORDS = 100_000;

    /** The profiler's threads cost less than that many times the program's thread. More is the cost of other events. */
    private static final double MOST_TIMES = 2;

    /** Weight of a new measurement beside the ones before. */
    private static final double NEW = 0.2;

    private static final Set<String> PROFILER_THREADS =
            Set.of("zonecast-collector", "zonecast-record-writer", "zonecast-disk", "zonecast-tracy-send");

    /** Threads may start while they are listed. */
    private static final int MORE_THREADS = 16;

    private final double threadNanos;
    private double profilerNanos;
    private long events;
    private long cpuNanos;

    ZoneCost() {
        threadNanos = 2 * WITH_RECORDS * clockNanos();
        profilerNanos = threadNanos;
    }

    private static double clockNanos() {
        double least = Double.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            long start = System.nanoTime();
            long sum = 0;
            for (int i = 0; i < READS; i++) {
                sum += Clock.ticks();
            }
            double nanos = (double) (System.nanoTime() - start) / READS;
            // The sum is used, so that the compiler keeps the readings.
            least = sum == 0 ? least : Math.min(least, nanos);
        }
        return least;
    }

    /** Measures the profiler's threads anew. It may take a quarter of a second, while a viewer holds the collector up. */
    void measureProfiler() {
        long newEvents = Zonecast.statistics().events() - events;
        if (newEvents < MANY_RECORDS) {
            return;
        }
        long cpu = profilerCpuNanos();
        if (cpu > cpuNanos) {
            double nanos = 2.0 * (cpu - cpuNanos) / newEvents;
            profilerNanos += NEW * (Math.clamp(nanos, 0, MOST_TIMES * threadNanos) - profilerNanos);
        }
        events += newEvents;
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

    /** Nanoseconds of processor time. */
    double nanos() {
        return threadNanos + profilerNanos;
    }
}
