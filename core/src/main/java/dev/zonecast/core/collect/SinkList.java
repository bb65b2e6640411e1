package dev.zonecast.core.collect;

import dev.zonecast.core.event.Event;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.Life;
import dev.zonecast.core.event.ZoneRun;
import java.util.ArrayList;
import java.util.List;

/** The sinks in use. Owned by the collector's thread. */
final class SinkList {
    private GuardedSink[] sinks = {};
    private int added;

    boolean isEmpty() {
        return sinks.length == 0;
    }

    void zones(EventThread thread, ZoneRun run) {
        for (GuardedSink sink : sinks) {
            sink.zones(thread, run);
        }
    }

    /** Any event but begins and ends of zones. */
    void event(Event event) {
        for (GuardedSink sink : sinks) {
            sink.event(event);
        }
    }

    /**
     * An event for the sinks that were here at a moment.
     *
     * @param addedThen {@link #added} then
     */
    void event(Event event, int addedThen) {
        for (GuardedSink sink : sinks) {
            if (sink.number <= addedThen) {
                sink.event(event);
            }
        }
    }

    /** How many sinks have been added so far. */
    int added() {
        return added;
    }

    void thread(EventThread thread, Life life) {
        for (GuardedSink sink : sinks) {
            sink.call(s -> s.thread(thread, life));
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
        sink.number = ++added;
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
