package dev.zonecast.jvm;

import dev.zonecast.core.MessageSource;
import dev.zonecast.core.Plot;
import dev.zonecast.core.Severity;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.collect.PartialSink;
import dev.zonecast.core.collect.ThreadTrack;
import dev.zonecast.core.collect.Utf8Text;
import dev.zonecast.core.late.LateEvent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Keeps what a sink gets of zones, stops, samples, messages and plots. Written by the collector, read by the test afterwards. */
final class LateLog extends PartialSink {
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

    private final Map<ThreadTrack, ArrayDeque<Open>> open = new HashMap<>();
    private final List<Zone> zones = new ArrayList<>();
    private final List<Stop> stops = new ArrayList<>();
    private final List<LateEvent.Sample> samples = new ArrayList<>();
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

    synchronized List<LateEvent.Sample> samples(LateEvent.Kind kind) {
        return samples.stream().filter(sample -> sample.kind() == kind).toList();
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
    public synchronized void zoneBegin(ThreadTrack thread, long nanos, SourceLocation location) {
        open.computeIfAbsent(thread, t -> new ArrayDeque<>()).addLast(new Open(location.displayName(), nanos));
    }

    @Override
    public synchronized void zoneEnd(ThreadTrack thread, long nanos) {
        ArrayDeque<Open> stack = open.get(thread);
        Open ended = stack.removeLast();
        zones.add(new Zone(thread.name(), ended.name, ended.begin, nanos, ended.text, stack.size()));
    }

    @Override
    public synchronized void zoneText(ThreadTrack thread, Utf8Text text) {
        open.get(thread).getLast().text = text.toString();
    }

    @Override
    public synchronized void threadStopped(
            ThreadTrack thread, long beginNanos, long endNanos, SourceLocation location, String text) {
        stops.add(new Stop(thread.name(), location.displayName(), beginNanos, endNanos));
    }

    @Override
    public synchronized void sample(ThreadTrack thread, LateEvent.Sample sample) {
        samples.add(sample);
    }

    @Override
    public synchronized void message(
            ThreadTrack thread, long nanos, Severity severity, MessageSource source, int rgb, Utf8Text text) {
        messages.add(new Message(thread.name(), text.toString()));
    }

    @Override
    public synchronized void plot(ThreadTrack thread, long nanos, Plot plot, double value) {
        plots.put(plot.name(), value);
    }

    @Override
    public synchronized void threadStarted(ThreadTrack thread) {
        started.add(thread.name());
    }
}
