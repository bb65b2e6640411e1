package dev.zonecast.agent;

import dev.zonecast.core.Message;
import dev.zonecast.core.PlotFormat;
import dev.zonecast.core.Severity;
import dev.zonecast.core.state.CounterCells;
import dev.zonecast.core.state.CounterTable;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * What LWJGL allocates in each frame, on all threads: plots, and a message of a frame that allocates much more than usual. Stack
 * allocations are none. Thread-safe.
 */
public final class Allocations {
    /** A burst is so many times what is usual. */
    private static final int BURST = 4;

    /** Fewer blocks are no burst, unless they have {@link #limit} bytes. */
    private static final int BURST_BLOCKS = 1_000;

    /** Frames of which the usual is the average, the last ones most. */
    private static final double FRAMES = 16;

    private static final Allocations PROCESS =
            new Allocations(() -> AgentStart.hookOptions().uploadsFrom());

    private final LongSupplier limit;
    private final int blocks = CounterTable.INSTANCE.reserve();
    private final int bytes = CounterTable.INSTANCE.reserve();

    // Guarded by this.
    private final FrameCounter blocksPlot = new FrameCounter(() -> "LWJGL allocations", PlotFormat.NUMBER);
    private final FrameCounter bytesPlot = new FrameCounter(() -> "LWJGL allocated", PlotFormat.MEMORY);
    private double usualBlocks = -1;
    private double usualBytes;

    private long countedBlocks;
    private long countedBytes;

    /** @param limit bytes of a frame that may be a burst */
    Allocations(LongSupplier limit) {
        this.limit = limit;
    }

    /** Those of this process. */
    public static Allocations ofProcess() {
        return PROCESS;
    }

    /** Counts a block; true if it is large enough for a zone of its own. */
    public boolean add(long size) {
        CounterCells.add(blocks, 1);
        CounterCells.add(bytes, size);
        return size >= limit.getAsLong();
    }

    /** A frame of the base set ends. */
    synchronized void frameEnds() {
        long allBlocks = CounterCells.sum(blocks);
        long allBytes = CounterCells.sum(bytes);
        long frameBlocks = allBlocks - countedBlocks;
        long frameBytes = allBytes - countedBytes;
        countedBlocks = allBlocks;
        countedBytes = allBytes;
        blocksPlot.publish(frameBlocks);
        bytesPlot.publish(frameBytes);
        String burst = burst(frameBlocks, frameBytes);
        if (burst != null) {
            Message.log(Severity.INFO, burst);
        }
    }

    /** The line about a burst; null if the frame has none. */
    String burst(long frameBlocks, long frameBytes) {
        if (usualBlocks < 0) {
            // Before the first frame lies the program's start.
            usualBlocks = 0;
            return null;
        }
        boolean isBurst = (frameBytes >= limit.getAsLong() && frameBytes > BURST * usualBytes)
                || (frameBlocks >= BURST_BLOCKS && frameBlocks > BURST * usualBlocks);
        String line = isBurst
                ? "LWJGL allocated " + text(frameBytes, frameBlocks) + " in this frame; usual are "
                        + text(Math.round(usualBytes), Math.round(usualBlocks))
                : null;
        usualBlocks += (frameBlocks - usualBlocks) / FRAMES;
        usualBytes += (frameBytes - usualBytes) / FRAMES;
        return line;
    }

    private static String text(long bytes, long blocks) {
        return String.format(Locale.ROOT, "%,d bytes in %,d %s", bytes, blocks, blocks == 1 ? "block" : "blocks");
    }
}
