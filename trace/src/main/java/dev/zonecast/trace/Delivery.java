package dev.zonecast.trace;

import java.io.IOException;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** Hands events to a listener, and counts those that it does not show. */
final class Delivery {
    /** Programs whose hidden events are counted apart. An account has room for as many; the others' belong to no program. */
    static final int MAX_PROGRAMS = 32;

    private final TraceListener listener;
    private final LossAccount losses;
    /** By number of the program. */
    private final Map<Long, Map<TraceEventKind, Long>> hiddenOf = new LinkedHashMap<>();
    /** No event of any kind that the listener does not show. */
    private final Map<TraceEventKind, Long> none = new EnumMap<>(TraceEventKind.class);

    private Program program;
    private Map<TraceEventKind, Long> hidden = none;

    Delivery(TraceListener listener, LossAccount losses) {
        this.listener = listener;
        this.losses = losses;
        listener.hidden().forEach(kind -> none.put(kind, 0L));
    }

    void zone(TraceZone zone) throws IOException {
        of(zone.track().program());
        if (zone.cutOff) {
            losses.add(LossKind.OPEN_ZONES, zone.track().process(), 1);
        } else {
            zone.track().part.zones++;
            count(TraceEventKind.ZONES, true);
        }
        // Most zones have none of these.
        if (zone.touched && !none.isEmpty()) {
            count(TraceEventKind.ZONE_TEXTS, zone.hasTextsOrValues());
            count(TraceEventKind.ZONE_NAMES, !zone.name.equals(zone.location.displayName()));
            count(TraceEventKind.ZONE_COLORS, zone.rgb >= 0 && zone.rgb != zone.location.rgb());
            count(TraceEventKind.ZONE_STACKS, zone.stackText != null);
            count(TraceEventKind.MARKER_DATA, !zone.markerValues.isEmpty());
        }
        listener.zone(zone);
    }

    void event(TraceEvent event) throws IOException {
        of(event.track().program());
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
        of(context.program());
        count(TraceEventKind.GPU_CALIBRATIONS, true);
        listener.gpuCalibration(context, timeNanos, errorNanos, driftPpm);
    }

    void frameImage(TraceFrameImage image) throws IOException {
        of(image.program());
        count(TraceEventKind.FRAME_IMAGES, true);
        listener.frameImage(image);
    }

    /** What follows is of that program. */
    private void of(Program next) {
        if (next != program) {
            program = next;
            long process = next.number();
            boolean hasRoom = hiddenOf.size() < MAX_PROGRAMS || hiddenOf.containsKey(process);
            hidden = hiddenOf.computeIfAbsent(
                    hasRoom ? process : LossAccount.ANY_PROCESS, number -> new EnumMap<>(none));
        }
    }

    private void count(TraceEventKind kind, boolean has) {
        if (has) {
            hidden.computeIfPresent(kind, (key, count) -> count + 1);
        }
    }

    /** The trace has been read: adds what the listener does not show; then the listener adds what it left out. */
    void end() throws IOException {
        hiddenOf.forEach((process, counts) ->
                counts.forEach((kind, count) -> losses.add(LossKind.LEFT_OUT, process, kind.text(), count)));
        listener.end(losses);
    }
}
