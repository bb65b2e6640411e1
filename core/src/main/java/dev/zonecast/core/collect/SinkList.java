package dev.zonecast.core.collect;

import dev.zonecast.core.SourceLocation;
import java.util.ArrayList;
import java.util.List;

/** The sinks in use. Owned by the collector's thread. */
final class SinkList {
    private GuardedSink[] sinks = {};

    boolean isEmpty() {
        return sinks.length == 0;
    }

    void zoneBegin(ThreadTrack thread, long nanos, SourceLocation location) {
        for (GuardedSink sink : sinks) {
            sink.zoneBegin(thread, nanos, location);
        }
    }

    void zoneEnd(ThreadTrack thread, long nanos) {
        for (GuardedSink sink : sinks) {
            sink.zoneEnd(thread, nanos);
        }
    }

    /** Any event but a zone's begin and end. */
    void deliver(DecodedEvent event) {
        for (GuardedSink sink : sinks) {
            sink.deliver(event);
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
