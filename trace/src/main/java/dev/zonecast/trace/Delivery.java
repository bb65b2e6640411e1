package dev.zonecast.trace;

import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;

/** Hands events to a listener, and counts those that it does not show. */
final class Delivery {
    private final TraceListener listener;
    private final LossAccount losses;
    private final Map<TraceEventKind, Long> counts = new EnumMap<>(TraceEventKind.class);
    private final Map<Detail, Long> details = new EnumMap<>(Detail.class);
    private final boolean hidesZoneDetails;
    private long zones;

    Delivery(TraceListener listener, LossAccount losses) {
        this.listener = listener;
        this.losses = losses;
        listener.hiddenDetails().forEach(detail -> details.put(detail, 0L));
        hidesZoneDetails = !details.isEmpty();
    }

    /** Zones that have ended. */
    long zones() {
        return zones;
    }

    /** Most zones have no details. */
    void zone(TraceZone zone) throws IOException {
        if (zone.cutOff) {
            losses.add(LossKind.OPEN_ZONES, zone.track().process(), 1);
        } else {
            zones++;
        }
        if (zone.touched && hidesZoneDetails) {
            count(Detail.ZONE_TEXTS, zone.hasTextsOrValues());
            count(Detail.ZONE_NAMES, !zone.name.equals(zone.location.displayName()));
            count(Detail.ZONE_COLORS, zone.rgb >= 0 && zone.rgb != zone.location.rgb());
            count(Detail.ZONE_STACKS, zone.stackText != null);
            count(Detail.MARKER_DATA, !zone.markerValues.isEmpty());
        }
        listener.zone(zone);
    }

    void event(TraceEvent event) throws IOException {
        switch (event) {
            case TraceEvent.FiberRun run -> count(TraceEventKind.FIBER_RUNS);
            case TraceEvent.FrameMark mark -> {
                // The frame itself counts.
            }
            case TraceEvent.PlotValue value -> count(TraceEventKind.PLOT_VALUES);
            case TraceEvent.Step step -> count(step.isFlow() ? TraceEventKind.FLOWS : TraceEventKind.ASYNCS);
            case TraceEvent.Vsync vsync -> count(TraceEventKind.VSYNCS);
            case TraceFrame frame -> count(TraceEventKind.FRAMES);
            case StackSample sample -> count(TraceEventKind.SAMPLES);
            case ThreadStop stop -> count(TraceEventKind.THREAD_STOPS);
            case LockSpan span -> {
                count(TraceEventKind.LOCK_SPANS);
                count(Detail.LOCK_PLACES, span.place() != null);
            }
            case TraceMarker marker -> {
                count(TraceEventKind.MARKERS);
                count(Detail.MARKER_DATA, !marker.values().isEmpty());
                count(Detail.MARKER_STACKS, marker.stack() != null);
            }
            case TraceMemoryEvent memory -> {
                count(TraceEventKind.MEMORY_EVENTS);
                boolean isFreed = memory.kind() == TraceMemoryEvent.Kind.FREED;
                count(Detail.FREE_STACKS, isFreed && memory.stack() != null);
            }
            case TraceMessage message -> {
                count(TraceEventKind.MESSAGES);
                count(Detail.MESSAGE_STACKS, message.stack() != null);
            }
        }
        listener.event(event);
    }

    void gpuCalibration(GpuContext context, long timeNanos, long errorNanos) throws IOException {
        count(TraceEventKind.GPU_CALIBRATIONS);
        listener.gpuCalibration(context, timeNanos, errorNanos);
    }

    void frameImage(TraceFrameImage image) throws IOException {
        count(TraceEventKind.FRAME_IMAGES);
        listener.frameImage(image);
    }

    private void count(TraceEventKind kind) {
        counts.merge(kind, 1L, Long::sum);
    }

    private void count(Detail detail, boolean has) {
        if (has) {
            details.computeIfPresent(detail, (key, count) -> count + 1);
        }
    }

    /** The trace has been read: adds what the listener does not show; then the listener adds what it left out. */
    void end() throws IOException {
        counts.put(TraceEventKind.ZONES, zones);
        counts.keySet().removeAll(listener.kinds());
        counts.forEach((kind, count) -> losses.add(LossKind.LEFT_OUT, kind.text(), count));
        details.forEach((detail, count) -> losses.add(LossKind.LEFT_OUT, detail.text(), count));
        listener.end(losses);
    }
}
