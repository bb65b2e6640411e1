package dev.zonecast.core.collect;

import dev.zonecast.core.Frame;
import dev.zonecast.core.clock.Clock;
import dev.zonecast.core.clock.ClockMap;
import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.event.FiberEvent;
import dev.zonecast.core.event.Life;
import dev.zonecast.core.event.SinkStart;
import dev.zonecast.core.event.ZoneRun;

/** Attaches the sinks that wait, and sends them all that is known and open. Owned by the collector's thread. */
final class SinkAdmission {
    private final Entrance entrance;
    private final SinkList sinks;
    private final ClockMap clock;
    private final Announcements announcements;
    private final ThreadTracks threads;
    private final SerialRouter serial;
    private final LateRouter late;

    SinkAdmission(
            Entrance entrance,
            SinkList sinks,
            ClockMap clock,
            Announcements announcements,
            ThreadTracks threads,
            SerialRouter serial,
            LateRouter late) {
        this.entrance = entrance;
        this.sinks = sinks;
        this.clock = clock;
        this.announcements = announcements;
        this.threads = threads;
        this.serial = serial;
        this.late = late;
    }

    /** See {@link Entrance} for the moment of the call. */
    void admitWaiting() {
        for (EventSink sink = entrance.admit(); sink != null; sink = entrance.admit()) {
            GuardedSink guarded = new GuardedSink(sink);
            long now = Math.max(System.nanoTime(), clock.nanos(Clock.ticks()));
            guarded.call(s -> s.begin(new SinkStart(now, Frame.number())));
            // A failure of ours ends this sink, with a line in the log.
            guarded.call(_ -> replayTo(guarded));
            sinks.add(guarded);
        }
    }

    private void replayTo(GuardedSink guarded) {
        announcements.tellAll(guarded);
        ZoneRun run = new ZoneRun();
        for (ThreadTrack track : threads.all()) {
            guarded.call(s -> s.thread(track, Life.STARTED));
            if (track.runsOn != 0) {
                guarded.event(new FiberEvent().entered(track, track.runsSinceNanos, track.runsOn, track.runsOnName));
            }
            for (int i = 0; i < track.depth; i++) {
                guarded.zones(track, run.onlyBegin(track.openNanos[i], track.openLocation[i]));
            }
        }
        serial.replayTo(guarded);
        late.replayTo(guarded);
    }
}
