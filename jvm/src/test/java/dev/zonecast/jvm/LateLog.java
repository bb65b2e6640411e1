package dev.zonecast.jvm;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.event.Event;
import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.Life;
import dev.zonecast.core.event.MessageEvent;
import dev.zonecast.core.event.PlotValue;
import dev.zonecast.core.event.SampleEvent;
import dev.zonecast.core.event.SampleKind;
import dev.zonecast.core.event.StopEvent;
import dev.zonecast.core.event.ZoneAttribute;
import dev.zonecast.core.event.ZoneBegin;
import dev.zonecast.core.event.ZoneRun;
import dev.zonecast.core.kind.EventKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Keeps what a sink gets of zones, stops, samples, messages and plots. Written by the collector, read by the test afterwards. */
final class LateLog implements EventSink {
    /** @param text of the zone, or null */
    record Zone(String track, String name, long beginNanos, long endNanos, String text, int depth) {}

    record Stop(String thread, String name, long beginNanos, long endNanos) {}

    record Message(String track, String text) {}

    private static final class Open {
        final String name;
        final long begin;
        String text;

        Open(String name, long begin) {
            this.name = name;
            this.begin = begin;
        }
    }

    private final Map<EventThread, ArrayDeque<Open>> open = new HashMap<>();
    private final List<Zone> zones = new ArrayList<>();
    private final List<Stop> stops = new ArrayList<>();
    private final List<SampleEvent> samples = new ArrayList<>();
    private final List<Message> messages = new ArrayList<>();
    private final List<String> started = new ArrayList<>();
    private final Map<String, Double> plots = new HashMap<>();

    synchronized List<Zone> zones(String name) {
        return zones.stream().filter(zone -> zone.name.equals(name)).toList();
    }

    synchronized List<Zone> allZones() {
        return List.copyOf(zones);
    }

    synchronized List<Stop> stops() {
        return List.copyOf(stops);
    }

    synchronized List<SampleEvent> samples(SampleKind kind) {
        return samples.stream().filter(sample -> sample.why() == kind).toList();
    }

    synchronized List<Message> messages() {
        return List.copyOf(messages);
    }

    /** How many tracks of that name there are. */
    synchronized long startedTracks(String name) {
        return started.stream().filter(name::equals).count();
    }

    /** Last values. */
    synchronized Map<String, Double> plots() {
        return Map.copyOf(plots);
    }

    @Override
    public String description() {
        return "log";
    }

    @Override
    public synchronized void thread(EventThread thread, Life life) {
        if (life == Life.STARTED) {
            started.add(thread.name());
        }
    }

    @Override
    public synchronized void zones(EventThread thread, ZoneRun run) {
        for (int i = 0; i < run.size(); i++) {
            if (run.isEnd(i)) {
                ArrayDeque<Open> stack = open.get(thread);
                Open ended = stack.removeLast();
                zones.add(new Zone(thread.name(), ended.name, ended.begin, run.nanos(i), ended.text, stack.size()));
            } else {
                begin(thread, run.nanos(i), run.place(i));
            }
        }
    }

    private void begin(EventThread thread, long nanos, SourceLocation location) {
        open.computeIfAbsent(thread, t -> new ArrayDeque<>()).addLast(new Open(location.displayName(), nanos));
    }

    @Override
    public synchronized void event(Event event) {
        String thread = event.thread() == null ? "" : event.thread().name();
        switch (event) {
            case ZoneBegin e -> begin(e.thread(), e.nanos(), e.location());
            case ZoneAttribute e
            when e.kind() == EventKind.ZONE_TEXT ->
                open.get(e.thread()).getLast().text = e.text().toString();
            case PlotValue e when !e.isWhole() -> plots.put(e.plot().name(), e.decimal());
            case MessageEvent e
            when e.kind() != EventKind.MESSAGE_LITERAL ->
                messages.add(new Message(thread, e.text().toString()));
            case StopEvent e -> stops.add(new Stop(thread, e.location().displayName(), e.nanos(), e.endNanos()));
            case SampleEvent e -> samples.add(e);
            default -> {}
        }
    }
}
