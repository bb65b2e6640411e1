package dev.zonecast.demo;

import com.sun.management.OperatingSystemMXBean;
import dev.zonecast.core.Message;
import dev.zonecast.core.Plot;
import dev.zonecast.core.PlotFormat;
import dev.zonecast.core.Severity;
import dev.zonecast.demo.scene.VisibilityStage;
import java.lang.management.ManagementFactory;
import java.util.Locale;

/** The plots and messages about each frame. One thread. */
final class FrameTelemetry {
    private static final Plot VISIBLE =
            Plot.builder("visible objects").step(true).color(0xC9A227).create();
    private static final Plot CASTERS =
            Plot.builder("shadow casters").step(true).color(0x8A5FBF).create();
    private static final Plot FRAME_MILLIS =
            Plot.builder("frame time (ms)").fill(true).color(0x2A9D8F).create();
    private static final Plot HEAP_BYTES = Plot.builder("heap used")
            .format(PlotFormat.MEMORY)
            .fill(true)
            .color(0xB56576)
            .create();
    private static final Plot CPU_LOAD = Plot.builder("CPU load")
            .format(PlotFormat.PERCENTAGE)
            .color(0x3E7CB1)
            .create();

    private static final int FRAMES_PER_MESSAGE = 100;
    private static final double SLOW_FACTOR = 3;
    private static final int MEDIAN_WINDOW_FRAMES = 61;
    /** The median of fewer frames says nothing: the first ones load and compile. */
    private static final int MEDIAN_MINIMUM_FRAMES = 20;
    /** The JVM reads the load from the operating system: not a thing to do in each frame. */
    private static final long LOAD_INTERVAL_NANOS = 250_000_000;

    private final OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private final RunningMedian median = new RunningMedian(MEDIAN_WINDOW_FRAMES);
    private long nextLoadNanos = System.nanoTime();

    /**
     * Records a frame.
     *
     * @param number of the frame, from 1
     * @param frameNanos its length
     */
    void frame(int number, long frameNanos, VisibilityStage visibility) {
        VISIBLE.set(visibility.visible().count());
        CASTERS.set(visibility.shadowCasters().count());
        FRAME_MILLIS.set(frameNanos / 1e6);
        Runtime runtime = Runtime.getRuntime();
        HEAP_BYTES.set(runtime.totalMemory() - runtime.freeMemory());
        plotLoad();
        if (number % FRAMES_PER_MESSAGE == 0) {
            Message.log(number + " frames drawn");
        }
        warnIfSlow(number, frameNanos);
    }

    private void plotLoad() {
        long now = System.nanoTime();
        if (now - nextLoadNanos < 0) {
            return;
        }
        nextLoadNanos = now + LOAD_INTERVAL_NANOS;
        double load = system.getProcessCpuLoad();
        if (load >= 0) {
            CPU_LOAD.set(load * 100);
        }
    }

    private void warnIfSlow(int number, long frameNanos) {
        if (median.count() >= MEDIAN_MINIMUM_FRAMES && frameNanos > SLOW_FACTOR * median.value()) {
            Message.log(
                    Severity.WARNING,
                    String.format(
                            Locale.ROOT,
                            "slow frame %d: %.2f ms, the median is %.2f ms",
                            number,
                            frameNanos / 1e6,
                            median.value() / 1e6));
        }
        median.add(frameNanos);
    }
}
