package dev.zonecast.trace;

import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;

/** Hands events to a listener, and counts those that it does not show. */
final class Delivery {
    private final TraceListener listener;
    private final LossAccount losses;
    private final Map<TraceEventKind, Long> hidden = new EnumMap<>(TraceEventKind.class);
    long zones;

    Delivery(TraceListener listener, LossAccount losses) {
        this.listener = listener;
        this.losses = losses;
        listener.hidden().forEach(kind -> hidden.put(kind, 0L));
    }

    void zone(TraceZone zone) throws IOException {
        if (zone.cutOff) {
            losses.add(LossKind.OPEN_ZONES, zone.track().process(), 1);
        } else {
            zones++;
        }
        // Most zones have none of these.
        if (zone.touched && !hidden.isEmpty()) {
            count(TraceEventKind.ZONE_TEXTS, zone.hasTextsOrValues());
            count(TraceEventKind.ZONE_NAMES, !zone.name.equals(zone.location.displayName()));
            count(TraceEventKind.ZONE_COLORS, zone.rgb >= 0 && zone.rgb != zone.location.rgb());
            count(TraceEventKind.ZONE_STACKS, zone.stackText != null);
            count(TraceEventKind.MARKER_DATA, !zone.markerValues.isEmpty());
        }
        listener.zone(zone);
    }

    void event(TraceEvent event) throws IOException {
        switch (event) {
            case TraceEvent.FiberRun run -> count(TraceEventKind.FIBER_RUNS, true);
            case TraceEvent.FrameMark mark -> {
                // The frame itself counts.
            }
            case TraceEvent.Span span -> {
                // Its steps count.
            }
            case TraceEvent.Flow flow -> {
                // Its steps count.
            }
            case TraceEvent.PlotValue value -> count(TraceEventKind.PLOT_VALUES, true);
            case TraceEvent.Step step -> count(step.isFlow() ? TraceEventKind.FLOWS : TraceEventKind.ASYNCS, true);
            case TraceEvent.Vsync vsync -> count(TraceEventKind.VSYNCS, true);
            case TraceFrame frame -> count(TraceEventKind.FRAMES, true);
            case StackSample sample -> count(TraceEventKind.SAMPLES, true);
            case TraceEvent.CoreRun run -> count(TraceEventKind.CORE_RUNS, true);
            case ThreadStop stop -> count(TraceEventKind.THREAD_STOPS, true);
            case LockSpan span -> {
                count(TraceEventKind.LOCK_SPANS, true);
                count(TraceEventKind.LOCK_PLACES, span.place() != null);
            }
            case TraceMarker marker -> {
                count(TraceEventKind.MARKERS, true);
                count(TraceEventKind.MARKER_DATA, !marker.values().isEmpty());
                count(TraceEventKind.MARKER_STACKS, marker.stack() != null);
            }
            case TraceMemoryEvent memory -> {
                count(TraceEventKind.MEMORY_EVENTS, true);
                boolean isFreed = memory.kind() != TraceMemoryEvent.Kind.ALLOCATED;
                count(TraceEventKind.FREE_STACKS, isFreed && memory.stack() != null);
            }
            case TraceMessage message -> {
                count(TraceEventKind.MESSAGES, true);
                count(TraceEventKind.MESSAGE_STACKS, message.stack() != null);
            }
        }
        listener.event(event);
    }

    void gpuCalibration(GpuContext context, long timeNanos, long errorNanos, double driftPpm) throws IOException {
        count(TraceEventKind.GPU_CALIBRATIONS, true);
        listener.gpuCalibration(context, timeNanos, errorNanos, driftPpm);
    }

    void frameImage(TraceFrameImage image) throws IOException {
        count(TraceEventKind.FRAME_IMAGES, true);
        listener.frameImage(image);
    }

    private void count(TraceEventKind kind, boolean has) {
        if (has) {
            hidden.computeIfPresent(kind, (key, count) -> count + 1);
        }
    }

    /** The trace has been read: adds what the listener does not show; then the listener adds what it left out. */
    void end() throws IOException {
        hidden.computeIfPresent(TraceEventKind.ZONES, (key, count) -> zones);
        hidden.forEach((kind, count) -> losses.add(LossKind.LEFT_OUT, kind.text(), count));
        listener.end(losses);
    }
}
