package dev.zonecast.core.collect;

import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.event.FiberEvent;
import dev.zonecast.core.event.Life;
import dev.zonecast.core.event.SinkStart;
import dev.zonecast.core.event.ZoneRun;

/** Attaches waiting sinks and sends them the present state. Owned by the collector's thread. */
final class SinkAdmission {
    private final Collector parts;

    SinkAdmission(Collector parts) {
        this.parts = parts;
    }

    /** See {@link Entrance} for the moment of the call. */
    void admitWaiting() {
        for (Entrance.Arrival it = parts.entrance.admit(); it != null; it = parts.entrance.admit()) {
            SinkStart start = it.start();
            GuardedSink guarded = new GuardedSink(it.sink());
            guarded.call(s -> s.begin(start));
            // A failure of ours ends this sink, with a line in the log.
            guarded.call(ignored -> replayTo(guarded));
            parts.sinks.add(guarded);
        }
    }

    /** Sends the present state to a sink once more. Throws the sink's exceptions. */
    void restate(EventSink sink) {
        GuardedSink guarded = new GuardedSink(sink);
        replayTo(guarded);
        if (guarded.failure() != null) {
            throw new IllegalStateException("not restated", guarded.failure());
        }
    }

    private void replayTo(GuardedSink guarded) {
        parts.announcements.tellAll(guarded);
        ZoneRun run = new ZoneRun();
        for (ThreadTrack track : parts.threads.all()) {
            guarded.call(s -> s.thread(track, Life.STARTED));
            int zone = 0;
            for (; track.runsOn != 0 && zone < track.depth && track.openNanos[zone] < track.runsSinceNanos; zone++) {
                guarded.zones(track, run.onlyBegin(track.openNanos[zone], track.openLocation[zone]));
            }
            if (track.runsOn != 0) {
                guarded.event(new FiberEvent().entered(track, track.runsSinceNanos, track.runsOn, track.runsOnName));
            }
            for (; zone < track.depth; zone++) {
                guarded.zones(track, run.onlyBegin(track.openNanos[zone], track.openLocation[zone]));
            }
        }
        parts.serial.replayTo(guarded);
        parts.late.replayTo(guarded);
    }
}
