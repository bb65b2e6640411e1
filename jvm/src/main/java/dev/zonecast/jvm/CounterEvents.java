package dev.zonecast.jvm;

import dev.zonecast.core.Plot;
import dev.zonecast.core.PlotFormat;
import dev.zonecast.core.late.LateTrack;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;

/** Processor time of the process and of its threads, and the memory that it holds, each second. The machine's is the collector's to tell. */
final class CounterEvents {
    private static final Duration PERIOD = Duration.ofSeconds(1);

    /** A viewer with hundreds of plots helps nobody; threads that do little are not shown first. */
    private static final int MAX_THREADS = 48;

    private static final double SHOWN_FROM = 0.01;

    /** Told of the machine's load, 0 to 1, each second. */
    interface LoadListener {
        void load(double machineTotal);
    }

    private final Batch batch;
    private final ThreadFilter filter;
    private final LoadListener listener;
    private final LateTrack track = Tracks.of("JVM: processor time");
    private final Plot process = percentage("CPU: process");
    private final Plot resident = Plot.builder("memory of the process")
            .format(PlotFormat.MEMORY)
            .step(true)
            .create();
    private final Map<Long, Plot> threads = new HashMap<>();

    CounterEvents(Batch batch, ThreadFilter filter, LoadListener listener) {
        this.batch = batch;
        this.filter = filter;
        this.listener = listener;
    }

    private static Plot percentage(String name) {
        return Plot.builder(name).format(PlotFormat.PERCENTAGE).create();
    }

    /** @param threadsToo processor time by thread, not only as a whole */
    void subscribe(Subscriptions to, boolean threadsToo) {
        to.on("jdk.CPULoad", settings -> settings.withPeriod(PERIOD), this::load);
        if (threadsToo) {
            to.on("jdk.ThreadCPULoad", settings -> settings.withPeriod(PERIOD), this::threadLoad);
            to.on("jdk.ResidentSetSize", settings -> settings.withPeriod(PERIOD), this::resident);
        }
    }

    private void resident(RecordedEvent event) {
        batch.value(track, Subscriptions.beginTicks(event), resident, (double) event.getLong("size"));
    }

    private void load(RecordedEvent event) {
        double total = event.getFloat("machineTotal");
        long ticks = Subscriptions.beginTicks(event);
        batch.value(track, ticks, process, 100 * (event.getFloat("jvmUser") + event.getFloat("jvmSystem")));
        listener.load(total);
    }

    /** JFR gives a thread's part of all processors. */
    private void threadLoad(RecordedEvent event) {
        RecordedThread thread = event.getThread();
        if (thread == null || thread.getJavaThreadId() <= 0) {
            return;
        }
        long id = thread.getJavaThreadId();
        double load = event.getFloat("user") + event.getFloat("system");
        String name = StackReader.name(thread);
        Plot plot = threads.get(id);
        if (plot == null && load >= SHOWN_FROM && threads.size() < MAX_THREADS && filter.accepts(id, name)) {
            plot = percentage("CPU: " + name);
            threads.put(id, plot);
        }
        if (plot != null) {
            batch.value(track, Subscriptions.beginTicks(event), plot, 100 * load);
        }
    }

    LateTrack track() {
        return track;
    }
}
