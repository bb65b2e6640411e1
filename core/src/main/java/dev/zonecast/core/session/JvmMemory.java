package dev.zonecast.core.session;

import dev.zonecast.core.Plot;
import dev.zonecast.core.PlotFormat;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.util.List;

/** Plots the JVM's memory: heap and non-heap (used), and each of its pools of buffers. A reading allocates some hundred bytes. */
final class JvmMemory implements Runnable {
    private record BufferPlot(BufferPoolMXBean pool, Plot plot) {}

    private final MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    private final Plot heap = plot("heap");
    private final Plot nonHeap = plot("non-heap");
    private final List<BufferPlot> buffers = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
            .map(pool -> new BufferPlot(pool, plot(pool.getName() + " buffers")))
            .toList();

    private static Plot plot(String name) {
        return Plot.builder(name).format(PlotFormat.MEMORY).step(true).create();
    }

    @Override
    public void run() {
        heap.set(memory.getHeapMemoryUsage().getUsed());
        nonHeap.set(memory.getNonHeapMemoryUsage().getUsed());
        for (BufferPlot each : buffers) {
            each.plot().set(Math.max(0, each.pool().getMemoryUsed()));
        }
    }
}
