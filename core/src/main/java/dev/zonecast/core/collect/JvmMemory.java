package dev.zonecast.core.collect;

import dev.zonecast.core.Plot;
import dev.zonecast.core.PlotFormat;
import dev.zonecast.core.ring.Gate;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.MemoryUsage;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Plots of what the JVM says of its memory, ten times a second while anybody listens: heap and non-heap (used), and each of its
 * pools of buffers, which are direct and mapped ones. Ten readings a second allocate some hundred bytes each.
 */
final class JvmMemory implements Runnable {
    private static final long INTERVAL_NANOS = 100_000_000;

    private record BufferPlot(BufferPoolMXBean pool, Plot plot) {}

    private final MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    private final Plot heap = plot("heap");
    private final Plot nonHeap = plot("non-heap");
    private final List<BufferPlot> buffers = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
            .map(pool -> new BufferPlot(pool, plot(pool.getName() + " buffers")))
            .toList();

    private JvmMemory() {}

    /** Starts for good. */
    static void start() {
        Thread.ofPlatform().daemon().name("zonecast-memory").start(new JvmMemory());
    }

    private static Plot plot(String name) {
        return Plot.builder(name).format(PlotFormat.MEMORY).step(true).create();
    }

    @Override
    public void run() {
        while (true) {
            if (Gate.isOpen()) {
                read();
            }
            LockSupport.parkNanos(INTERVAL_NANOS);
        }
    }

    private void read() {
        heap.set(used(memory.getHeapMemoryUsage()));
        nonHeap.set(used(memory.getNonHeapMemoryUsage()));
        for (BufferPlot each : buffers) {
            each.plot().set(Math.max(0, each.pool().getMemoryUsed()));
        }
    }

    private static long used(MemoryUsage usage) {
        return Math.max(0, usage.getUsed());
    }
}
