package dev.zonecast.agent;

import dev.zonecast.trace.TraceEvent;
import dev.zonecast.trace.TraceFrame;
import dev.zonecast.trace.TraceListener;
import dev.zonecast.trace.TraceReader;
import dev.zonecast.trace.TraceZone;
import dev.zonecast.trace.Track;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What a recording says of frames: how many, the GPU's work in them, the values of plots one by one. */
final class FrameFigures implements TraceListener {
    /** A GPU zone that is in no other. */
    record Pass(String context, String name, long beginNanos, long endNanos) {}

    final List<Pass> passes = new ArrayList<>();
    final Map<String, List<Double>> plots = new TreeMap<>();
    final Map<String, Integer> frames = new TreeMap<>();
    final Map<String, Integer> gpuZones = new TreeMap<>();
    final Map<String, Integer> cpuZones = new TreeMap<>();

    /** How long the shortest GPU zone of a name takes. */
    final Map<String, Long> shortestNanos = new TreeMap<>();

    /** GPU contexts with zones. */
    final Set<String> contexts = new TreeSet<>();

    /** Zones that lie in others, by name. */
    final Map<String, Integer> inner = new TreeMap<>();

    static FrameFigures read(Path recording) throws Exception {
        var figures = new FrameFigures();
        TraceReader.read(recording, figures);
        return figures;
    }

    @Override
    public void zone(TraceZone zone) {
        if (zone.track().kind() != Track.Kind.GPU) {
            cpuZones.merge(zone.name(), 1, Integer::sum);
            return;
        }
        gpuZones.merge(zone.name(), 1, Integer::sum);
        shortestNanos.merge(zone.name(), zone.durationNanos(), Math::min);
        contexts.add(zone.track().name());
        if (zone.depth() == 1) {
            passes.add(new Pass(zone.track().name(), zone.name(), zone.beginNanos(), zone.endNanos()));
        } else {
            inner.merge(zone.name(), 1, Integer::sum);
        }
    }

    @Override
    public void event(TraceEvent event) {
        switch (event) {
            case TraceFrame frame
            when !frame.cutOff() -> frames.merge(frame.isBase() ? "" : frame.name(), 1, Integer::sum);
            case TraceEvent.PlotValue value ->
                plots.computeIfAbsent(value.plot().name(), _ -> new ArrayList<>())
                        .add(value.value());
            default -> {}
        }
    }

    /** Of all values of a plot. */
    double sumOf(String plot) {
        return plots.getOrDefault(plot, List.of()).stream()
                .mapToDouble(Double::doubleValue)
                .sum();
    }

    /**
     * The share of the GPU's time, from the first command of a frame to its swap, that is in named zones: the median of the frames, because a
     * machine that stands still makes any of them long. For programs whose frames end with a pass to the screen.
     */
    double named() {
        List<Double> shares = new ArrayList<>();
        long named = 0;
        long all = 0;
        Pass last = null;
        for (Pass pass : passes.stream()
                .sorted(Comparator.comparingLong(Pass::beginNanos))
                .toList()) {
            boolean isFirst = last == null || last.name().startsWith("screen");
            if (isFirst && all > 0) {
                shares.add((double) named / all);
                named = 0;
                all = 0;
            }
            all += pass.endNanos() - (isFirst ? pass.beginNanos() : Math.min(last.endNanos(), pass.beginNanos()));
            named += pass.name().equals("other") ? 0 : pass.endNanos() - pass.beginNanos();
            last = pass;
        }
        shares.add((double) named / all);
        shares.sort(null);
        return shares.get(shares.size() / 2);
    }
}
