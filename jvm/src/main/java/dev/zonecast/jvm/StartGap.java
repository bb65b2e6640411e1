package dev.zonecast.jvm;

import dev.zonecast.core.Category;
import dev.zonecast.core.Severity;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.late.LateEvent;
import dev.zonecast.core.late.LateEvents;
import dev.zonecast.core.late.LateTrack;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Shows from when on the virtual machine's events are missing, because JFR takes time to start: a zone and a message on the track of the
 * sampler. Any thread.
 */
final class StartGap implements LateEvents.Source {
    private static final SourceLocation MISSING =
            SourceLocation.of("JVM events not recorded yet", "JVM", "", 0, 0).category(Category.IDLE);

    private final LateTrack track = Tracks.of("JVM: sampler");
    private long shownSinceNanos;

    /** JFR has not started when a recording ends: all of it is a gap. */
    @Override
    public void publishAll(Duration limit) {
        List<LateEvent> events = new ArrayList<>();
        showUntil(System.nanoTime(), events);
        boolean ignored = LateEvents.INSTANCE.publish(events);
    }

    /** Adds the gap, once for each time that events began to be wanted. */
    synchronized void showUntil(long untilNanos, List<LateEvent> events) {
        long since = LateEvents.wantedSinceNanos();
        if (!LateEvents.areWanted() || since == shownSinceNanos) {
            return;
        }
        shownSinceNanos = since;
        if (untilNanos - since <= 0) {
            // JFR still ran for an earlier listener.
            return;
        }
        events.add(new LateEvent.Begin(track, since, MISSING, "JFR was starting"));
        events.add(new LateEvent.End(track, untilNanos));
        String seconds = String.format(Locale.ROOT, "%.3f s", (untilNanos - since) / 1e9);
        events.add(new LateEvent.Note(
                track,
                untilNanos,
                Severity.INFO,
                "events of the JVM are missing for " + seconds + ": JFR was starting"));
    }
}
