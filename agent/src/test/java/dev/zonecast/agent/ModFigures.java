package dev.zonecast.agent;

import dev.zonecast.trace.TraceEvent;
import dev.zonecast.trace.TraceFrame;
import dev.zonecast.trace.TraceListener;
import dev.zonecast.trace.TraceMessage;
import dev.zonecast.trace.TraceReader;
import dev.zonecast.trace.TraceZone;
import dev.zonecast.trace.Track;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a recording holds of a game and its mod, thread by thread. */
final class ModFigures implements TraceListener {
    /** A zone's time. */
    record Span(long beginNanos, long endNanos) {
        boolean holds(Span inner) {
            return beginNanos <= inner.beginNanos && inner.endNanos <= endNanos;
        }
    }

    final Map<String, Integer> gpuZones = new TreeMap<>();
    final Map<String, List<Double>> plots = new TreeMap<>();
    final List<String> messages = new ArrayList<>();
    int frames;
    private final Map<String, List<Span>> zones = new TreeMap<>();

    static ModFigures read(Path recording) throws Exception {
        var figures = new ModFigures();
        TraceReader.read(recording, figures);
        return figures;
    }

    /** The zones of a name on a thread, in their order. */
    List<Span> on(String thread, String name) {
        return zones.getOrDefault(thread + '\n' + name, List.of());
    }

    @Override
    public void zone(TraceZone zone) {
        if (zone.track().kind() == Track.Kind.GPU) {
            gpuZones.merge(zone.name(), 1, Integer::sum);
            return;
        }
        List<Span> spans = zones.computeIfAbsent(zone.track().name() + '\n' + zone.name(), _ -> new ArrayList<>());
        spans.add(new Span(zone.beginNanos(), zone.endNanos()));
        spans.sort(Comparator.comparingLong(Span::beginNanos));
    }

    @Override
    public void event(TraceEvent event) {
        switch (event) {
            case TraceFrame frame when frame.isBase() && !frame.cutOff() -> frames++;
            case TraceEvent.PlotValue value ->
                plots.computeIfAbsent(value.plot().name(), _ -> new ArrayList<>())
                        .add(value.value());
            case TraceMessage message -> messages.add(message.text());
            default -> {}
        }
    }
}
