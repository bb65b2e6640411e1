package dev.zonecast.jvm;

import dev.zonecast.core.Plot;
import dev.zonecast.core.PlotFormat;
import dev.zonecast.core.late.LateTrack;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedObject;

/** Garbage collections with their phases, and the memory that they leave. */
final class GcEvents {
    private static final List<String> PHASES = List.of(
            "jdk.GCPhasePause",
            "jdk.GCPhasePauseLevel1",
            "jdk.GCPhasePauseLevel2",
            "jdk.GCPhaseConcurrent",
            "jdk.GCPhaseConcurrentLevel1");

    private static final int RGB = 0xB03A2E;

    /** A collection that is under way has at most as many phases waiting; a concurrent one of a large heap has some dozens. */
    static final int MAX_WAITING = 4096;

    private static final int MAX_COLLECTIONS = 64;

    private final Batch batch;
    private final Lanes lanes;
    private final LateTrack memory = Tracks.of("JVM: memory");
    private final Plot heap = memoryPlot("JVM heap at collections");
    private final Plot metaspace = memoryPlot("JVM metaspace");
    private final Plot direct = memoryPlot("JVM direct buffers");

    /** By collection: phases come before the collection that they are inside of. */
    private final Map<Integer, List<Span>> waiting = new LinkedHashMap<>();

    GcEvents(Batch batch) {
        this.batch = batch;
        lanes = batch.lanes("JVM: garbage collection");
    }

    private static Plot memoryPlot(String name) {
        return Plot.builder(name).format(PlotFormat.MEMORY).step(true).create();
    }

    void subscribe(Subscriptions to) {
        to.on("jdk.GarbageCollection", settings -> settings.withoutThreshold(), this::collection);
        for (String phase : PHASES) {
            to.on(phase, settings -> settings.withoutThreshold(), this::phase);
        }
        to.on("jdk.GCHeapSummary", settings -> {}, event -> bytes(event, heap, event, "heapUsed"));
        to.on(
                "jdk.MetaspaceSummary",
                settings -> {},
                event -> bytes(event, metaspace, event.getValue("metaspace"), "used"));
        to.on(
                "jdk.DirectBufferStatistics",
                settings -> settings.withPeriod(Duration.ofSeconds(1)),
                event -> bytes(event, direct, event, "memoryUsed"));
    }

    private void phase(RecordedEvent event) {
        phase(event.getInt("gcId"), batch.span(event, event.getString("name"), RGB, null));
    }

    void phase(int collection, Span phase) {
        if (!waiting.containsKey(collection) && waiting.size() >= MAX_COLLECTIONS) {
            release(waiting.keySet().iterator().next());
        }
        List<Span> phases = waiting.computeIfAbsent(collection, id -> new ArrayList<>());
        if (phases.size() < MAX_WAITING) {
            phases.add(phase);
        } else {
            batch.countLeftOut(1);
        }
    }

    private void collection(RecordedEvent event) {
        int collection = event.getInt("gcId");
        String text = "cause: " + event.getString("cause") + "\nnumber: " + collection + "\npauses: "
                + millis(event.getDuration("sumOfPauses")) + "\nlongest pause: "
                + millis(event.getDuration("longestPause"));
        lanes.add(batch.span(event, "GC " + event.getString("name"), RGB, text));
        release(collection);
    }

    /** The recording may end: phases of collections under way are shown without them. */
    void releaseAll() {
        List.copyOf(waiting.keySet()).forEach(this::release);
    }

    private void release(int collection) {
        List<Span> phases = waiting.remove(collection);
        if (phases != null) {
            phases.forEach(lanes::add);
        }
    }

    private static String millis(Duration duration) {
        return Math.round(duration.toNanos() / 1e3) / 1e3 + " ms";
    }

    private void bytes(RecordedEvent event, Plot plot, RecordedObject of, String field) {
        batch.value(memory, event, plot, (double) of.getLong(field));
    }
}
