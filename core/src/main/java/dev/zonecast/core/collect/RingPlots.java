package dev.zonecast.core.collect;

import dev.zonecast.core.Plot;
import dev.zonecast.core.PlotFormat;
import dev.zonecast.core.ring.Gate;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Plots how full rings and trace buffer are, ten times a second while a viewer or recording listens, on a thread of its own. */
final class RingPlots implements Runnable {
    /** What {@code record} shows while it runs. */
    static final String FULLEST = "Zonecast: fullest ring";

    private static final long INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Collector collector;
    private final Plot fullest = plot(FULLEST);
    private final Plot buffer = plot("Zonecast: trace buffer");
    private final Map<String, Plot> rings = new HashMap<>();

    private RingPlots(Collector collector) {
        this.collector = collector;
    }

    /** Starts for good. */
    static void start(Collector collector) {
        Thread.ofPlatform().daemon().name("zonecast-watch").start(new RingPlots(collector));
    }

    private static Plot plot(String name) {
        return Plot.builder(name).format(PlotFormat.PERCENTAGE).step(true).create();
    }

    @Override
    public void run() {
        while (!collector.hasStopped()) {
            if (Gate.isOpen()) {
                CompletableFuture<Void> asked = collector.execute(collector::reportRings);
                LockSupport.parkNanos(INTERVAL_NANOS);
                if (asked.isDone()) {
                    plot(collector.ringReport());
                }
            } else {
                LockSupport.parkNanos(INTERVAL_NANOS);
            }
        }
    }

    private void plot(RingWatch.Report report) {
        fullest.set(report.percent());
        if (report.bufferPercent() >= 0) {
            buffer.set(report.bufferPercent());
        }
        for (RingWatch.Ring ring : report.rings()) {
            rings.computeIfAbsent(ring.thread(), thread -> plot("Zonecast: ring of " + thread))
                    .set(ring.percent());
        }
    }
}
