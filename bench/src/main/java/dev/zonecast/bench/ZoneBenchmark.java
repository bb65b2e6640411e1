package dev.zonecast.bench;

import dev.zonecast.core.CountedZone;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.core.clock.Clock;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Threads;

/**
 * What does a zone cost the thread that begins and ends it, while it is recorded and the collector reads the ring?
 *
 * <p>{@code ./zonecast bench ZoneBenchmark -prof gc}: microseconds a burst are nanoseconds a zone.
 *
 * <p>The baseline is what no profiler can do without: two readings of the same clock.
 */
@Burst(ZoneBenchmark.ZONES)
public class ZoneBenchmark extends BurstBenchmark {
    static final int ZONES = 1000;

    private static final String AS_JAVA_21 = "-Ddev.zonecast.memory.asJava21=true";

    private static final SourceLocation LOCATION = SourceLocation.here("zone");

    @Benchmark
    public long twoClockReads(LiveRecording recording, LiveRecording.Room room) {
        return clockReads();
    }

    @Benchmark
    public void tokenForm(LiveRecording recording, LiveRecording.Room room) {
        zones();
    }

    @Benchmark
    public void closeableForm(LiveRecording recording, LiveRecording.Room room) {
        for (int i = 0; i < ZONES; i++) {
            Zone.open(LOCATION).close();
        }
    }

    /** With two counters of the system. */
    @Benchmark
    @Fork(value = 1, jvmArgsAppend = "-Dzonecast.counters=page-faults,task-clock")
    public void countedForm(LiveRecording recording, LiveRecording.Room room) {
        for (int i = 0; i < ZONES; i++) {
            CountedZone.open(LOCATION).close();
        }
    }

    /** Each thread has a ring of its own; the two share the collector, and on a machine of two cores the cores with it. */
    @Benchmark
    @Threads(2)
    public void tokenFormTwoThreads(LiveRecording recording, LiveRecording.Room room) {
        zones();
    }

    /** As where native access is not enabled. */
    @Benchmark
    @Fork(value = 1, jvmArgsAppend = "-Dzonecast.clock=nanotime")
    public void tokenFormNanoTime(LiveRecording recording, LiveRecording.Room room) {
        zones();
    }

    /** With the memory and the clock of Java 21. */
    @Benchmark
    @Fork(value = 1, jvmArgsAppend = AS_JAVA_21)
    public void tokenFormJava21(LiveRecording recording, LiveRecording.Room room) {
        zones();
    }

    @Benchmark
    @Fork(value = 1, jvmArgsAppend = AS_JAVA_21)
    public long twoClockReadsJava21(LiveRecording recording, LiveRecording.Room room) {
        return clockReads();
    }

    /** On a ring in a mapped file, which the collector empties into a trace buffer. */
    @Benchmark
    public void tokenFormMappedRing(LiveBuffer recording, LiveRecording.Room room) {
        zones();
    }

    @Benchmark
    @Fork(value = 1, jvmArgsAppend = "-Djmh.executor=VIRTUAL")
    public void tokenFormVirtualThread(LiveRecording recording, LiveRecording.Room room) {
        if (!Thread.currentThread().isVirtual()) {
            throw new IllegalStateException("not a virtual thread");
        }
        zones();
    }

    private static long clockReads() {
        long sum = 0;
        for (int i = 0; i < ZONES; i++) {
            long begin = Clock.ticks();
            long end = Clock.ticks();
            sum += end - begin;
        }
        return sum;
    }

    private static void zones() {
        for (int i = 0; i < ZONES; i++) {
            long zone = Zone.begin(LOCATION);
            Zone.end(zone);
        }
    }
}
