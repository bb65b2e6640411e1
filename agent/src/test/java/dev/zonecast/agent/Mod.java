package dev.zonecast.agent;

import dev.zonecast.core.Frame;
import dev.zonecast.core.Message;
import dev.zonecast.core.Plot;
import dev.zonecast.core.PlotFormat;
import dev.zonecast.core.Severity;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.gpu.gl.GpuCtx;

/** A mod with zones of its own, on the game's thread and on one of its own. It marks the game's frames, too. */
public final class Mod implements Runnable {
    private static final SourceLocation TICK = SourceLocation.here("mod tick");
    private static final SourceLocation WORK = SourceLocation.here("mod work");
    private static final SourceLocation BESIDE = SourceLocation.here("mod beside");
    private static final SourceLocation GPU = SourceLocation.here("mod on the GPU");

    private final Plot entities =
            Plot.builder("mod entities").format(PlotFormat.NUMBER).create();
    private final GpuCtx gpu = GpuCtx.builder().name("mod").create();
    private int ticks;

    @Override
    public void run() {
        long tick = Zone.begin(TICK);
        Zone.end(Zone.begin(WORK));
        gpu.end(gpu.begin(GPU));
        gpu.collect();
        entities.set(++ticks);
        Zone.end(tick);
        if (ticks == 1) {
            Message.log(Severity.INFO, "mod started");
            Thread beside = new Thread(() -> Zone.end(Zone.begin(BESIDE)), "mod thread");
            beside.start();
            try {
                beside.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        Frame.mark();
    }
}
