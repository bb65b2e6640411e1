package dev.zonecast.capture.trace;

import dev.zonecast.core.CallStack;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Keeps all that a trace says. */
@SuppressWarnings("missing-explicit-ctor") // Of tests only.
public class TraceLog implements TraceListener {
    /** A zone, copied. */
    public record LoggedZone(
            Track track,
            Location location,
            String name,
            int depth,
            long begin,
            long end,
            long self,
            int rgb,
            boolean cutOff,
            List<String> texts,
            List<Long> values,
            CallStack stack,
            MarkerKind marker,
            List<Object> markerValues) {
        /** Name of the row that it is in. */
        public String thread() {
            return track.name();
        }
    }

    public final List<LoggedZone> zones = new ArrayList<>();
    public final List<Frame> frames = new ArrayList<>();
    public final List<Marker> markers = new ArrayList<>();
    public final List<Message> messages = new ArrayList<>();
    public final Map<String, List<Double>> plotValues = new HashMap<>();
    public final Map<String, PlotSeries> plots = new HashMap<>();
    public final List<MemoryEvent> memory = new ArrayList<>();
    public final List<CallStack> zoneStacks = new ArrayList<>();
    public final List<ProfilerStatistics> statistics = new ArrayList<>();
    public final List<FrameImage> images = new ArrayList<>();
    public final List<GpuContext> contexts = new ArrayList<>();
    public final List<LockSpan> locks = new ArrayList<>();
    public final List<String> others = new ArrayList<>();

    /** Displays of the vertical synchronisations. */
    public final List<Long> vsyncs = new ArrayList<>();

    /** Errors of the GPUs' calibrations, in nanoseconds. */
    public final List<Long> calibrations = new ArrayList<>();

    public final Set<PlotSeries> allPlots = new LinkedHashSet<>();
    public final Set<Program> programs = new LinkedHashSet<>();
    public Session session;

    /** Where a fiber ran. */
    public record FiberRun(String carrier, String fiber, long begin, long end) {}

    public final List<FiberRun> fiberRuns = new ArrayList<>();

    /** Zones of locations that are shown by this name, in the order of their ends. */
    public List<LoggedZone> zones(String displayName) {
        return zones.stream()
                .filter(zone -> zone.location().displayName().equals(displayName))
                .toList();
    }

    @Override
    public void session(Session newSession) {
        session = newSession;
    }

    @Override
    public void program(Program program) {
        programs.add(program);
    }

    @Override
    public void zone(Zone zone) {
        if (zone.stack() != null) {
            zoneStacks.add(zone.stack());
        }
        zones.add(new LoggedZone(
                zone.track(),
                zone.location(),
                zone.name(),
                zone.depth(),
                zone.beginNanos(),
                zone.endNanos(),
                zone.selfNanos(),
                zone.rgb(),
                zone.isCutOff(),
                List.copyOf(zone.texts()),
                List.copyOf(zone.values()),
                zone.stack(),
                zone.marker(),
                zone.markerValues()));
    }

    @Override
    public void fiberRun(Track carrier, String fiber, long beginNanos, long endNanos) {
        fiberRuns.add(new FiberRun(carrier.name(), fiber, beginNanos, endNanos));
    }

    @Override
    public void memory(MemoryEvent event) {
        memory.add(event);
    }

    @Override
    public void frame(Frame frame) {
        frames.add(frame);
    }

    @Override
    public void plotValue(PlotSeries plot, Track track, long timeNanos, double value) {
        plots.put(plot.name(), plot);
        allPlots.add(plot);
        plotValues.computeIfAbsent(plot.name(), name -> new ArrayList<>()).add(value);
    }

    @Override
    public void marker(Marker marker) {
        markers.add(marker);
    }

    @Override
    public void message(Message message) {
        messages.add(message);
    }

    @Override
    public void lock(LockSpan span) {
        locks.add(span);
    }

    @Override
    public void gpuContext(GpuContext context) {
        contexts.add(context);
    }

    @Override
    public void vsync(Track track, long timeNanos) {
        vsyncs.add(track.subject());
    }

    @Override
    public void gpuCalibration(GpuContext context, long timeNanos, long errorNanos) {
        calibrations.add(errorNanos);
    }

    @Override
    public void frameImage(FrameImage image) {
        images.add(image);
    }

    @Override
    public void statistics(ProfilerStatistics newStatistics) {
        statistics.add(newStatistics);
    }

    @Override
    public void flow(int type, Track track, long timeNanos, String category, String name, long id) {
        others.add("flow " + type + " " + name + " " + id);
    }

    @Override
    public void async(int type, Track track, long timeNanos, String category, String name, long id) {
        others.add("async " + type + " " + name + " " + id);
    }
}
