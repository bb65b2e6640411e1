package dev.zonecast.core.collect;

import java.util.ArrayList;
import java.util.List;

/** The sinks in use. Owned by the collector's thread. */
final class SinkList {
    private GuardedSink[] sinks = {};

    boolean isEmpty() {
        return sinks.length == 0;
    }

    void zones(ThreadTrack thread, ZoneRun run) {
        for (GuardedSink sink : sinks) {
            sink.zones(thread, run);
        }
    }

    /** Any event but begins and ends of zones. */
    void deliver(DecodedEvent event) {
        for (GuardedSink sink : sinks) {
            sink.deliver(event);
        }
    }

    void marker(ThreadTrack thread, MarkerEvent marker) {
        for (GuardedSink sink : sinks) {
            sink.marker(thread, marker);
        }
    }

    void call(GuardedSink.Call call) {
        for (GuardedSink sink : sinks) {
            sink.call(call);
        }
    }

    void add(GuardedSink sink) {
        List<GuardedSink> all = new ArrayList<>(List.of(sinks));
        all.add(sink);
        sinks = all.toArray(GuardedSink[]::new);
    }

    void remove(GuardedSink sink) {
        List<GuardedSink> all = new ArrayList<>(List.of(sinks));
        all.remove(sink);
        sinks = all.toArray(GuardedSink[]::new);
    }

    List<GuardedSink> all() {
        return List.of(sinks);
    }
}
