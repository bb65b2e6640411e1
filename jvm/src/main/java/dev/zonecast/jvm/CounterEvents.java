package dev.zonecast.jvm;

import dev.zonecast.core.Plot;
import dev.zonecast.core.PlotFormat;
import dev.zonecast.core.late.LateTrack;
import java.time.Duration;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;

/** Processor time of the process and of its threads, and the memory that it holds, each second; the load of the machine for others. */
final class CounterEvents {
    private static final Duration PERIOD = Duration.ofSeconds(1);

    /** Takes the load of the machine, each second. */
    interface MachineLoad {
        /** {@code memory}: NaN where it is not known. Both 0 to 1. */
        void second(double processors, double memory);
    }

    private final Batch batch;
    private final boolean shown;
    private final MachineLoad machineLoad;
    private final LateTrack track = Tracks.of("JVM: processor time");
    private final Plot process =
            Plot.builder("CPU: process").format(PlotFormat.PERCENTAGE).create();
    private final Plot resident = Plot.builder("memory of the process")
            .format(PlotFormat.MEMORY)
            .step(true)
            .create();
    private final ThreadPlots threads = new ThreadPlots();
    private double machineMemory = Double.NaN;

    /** @param shown plots processor time and memory of the process */
    CounterEvents(Batch batch, boolean shown, MachineLoad machineLoad) {
        this.batch = batch;
        this.shown = shown;
        this.machineLoad = machineLoad;
    }

    void subscribe(Subscriptions to) {
        to.on("jdk.PhysicalMemory", settings -> settings.withPeriod(PERIOD), this::machineMemory);
        to.on("jdk.CPULoad", settings -> settings.withPeriod(PERIOD), this::load);
        if (shown) {
            to.on("jdk.ThreadCPULoad", settings -> settings.withPeriod(PERIOD), this::threadLoad);
            to.on("jdk.ResidentSetSize", settings -> settings.withPeriod(PERIOD), this::resident);
        }
    }

    private void resident(RecordedEvent event) {
        batch.value(track, event, resident, (double) event.getLong("size"));
    }

    private void machineMemory(RecordedEvent event) {
        machineMemory = (double) event.getLong("usedSize") / event.getLong("totalSize");
    }

    private void load(RecordedEvent event) {
        if (shown) {
            batch.value(track, event, process, 100 * (event.getFloat("jvmUser") + event.getFloat("jvmSystem")));
            for (Plot idle : threads.becameIdle(event.getStartTime().toEpochMilli())) {
                batch.value(track, event, idle, 0);
            }
        }
        machineLoad.second(event.getFloat("machineTotal"), machineMemory);
    }

    /** JFR gives a thread's part of all processors. */
    private void threadLoad(RecordedEvent event) {
        RecordedThread thread = event.getThread();
        if (!batch.accepts(thread)) {
            return;
        }
        double load = event.getFloat("user") + event.getFloat("system");
        long millis = event.getStartTime().toEpochMilli();
        Plot plot = threads.of(thread.getJavaThreadId(), StackReader.name(thread), load, millis);
        if (plot != null) {
            batch.value(track, event, plot, 100 * load);
        }
    }
}
