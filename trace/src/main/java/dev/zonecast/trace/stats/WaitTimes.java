package dev.zonecast.trace.stats;

import dev.zonecast.trace.LockSpan;
import dev.zonecast.trace.ThreadStop;
import dev.zonecast.trace.Track;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * When threads waited: parked, asleep, for monitors, traced locks, files and sockets. The virtual machine reports a wait up to seconds
 * late. So a first reading collects all waits, and a second one holds zones against them. For one thread.
 */
public final class WaitTimes {
    /** About 90 MiB. */
    private static final int MAX_WAITS = 1 << 20;

    /** Stops in which the thread does not wait for another: all threads stand still, or it loads a class itself. */
    private static final Set<String> NO_WAITS = Set.of("safepoint", "load class");

    private record TrackKey(long process, long koid) {}

    private final Map<TrackKey, ThreadWaits> byTrack = new HashMap<>();

    // By the index of a track in the second reading.
    private ThreadWaits[] byIndex = new ThreadWaits[64];
    private boolean[] known = new boolean[64];
    private int count;

    /** Without waits. */
    public WaitTimes() {}

    private long beyondLimit;

    /** First reading: a thread stood still. */
    public void add(ThreadStop stop) {
        if (!NO_WAITS.contains(stop.name())) {
            add(stop.track(), stop.name(), stop.beginNanos(), stop.endNanos());
        }
    }

    /** First reading: a lock was waited for; one that was held is passed over. */
    public void add(LockSpan span) {
        if (!span.hold()) {
            add(span.track(), span.name(), span.beginNanos(), span.endNanos());
        }
    }

    private void add(Track thread, String name, long begin, long end) {
        if (count == MAX_WAITS) {
            beyondLimit++;
            return;
        }
        count++;
        byTrack.computeIfAbsent(new TrackKey(thread.process(), thread.koid()), key -> new ThreadWaits())
                .add(name, begin, end);
    }

    /** True if no wait is known. */
    public boolean isEmpty() {
        return byTrack.isEmpty();
    }

    /** Waits that were left out, because there were too many. */
    public long beyondLimit() {
        return beyondLimit;
    }

    /** Second reading: the waits of a thread; null if none is known. */
    ThreadWaits of(Track track) {
        if (byTrack.isEmpty()) {
            return null;
        }
        int index = track.index();
        if (index >= known.length) {
            int length = Math.max(index + 1, known.length * 2);
            known = Arrays.copyOf(known, length);
            byIndex = Arrays.copyOf(byIndex, length);
        }
        if (!known[index]) {
            known[index] = true;
            byIndex[index] = ofFirstReading(track);
        }
        return byIndex[index];
    }

    /** As {@link #of}, of a track of either reading. */
    ThreadWaits ofFirstReading(Track track) {
        return track == null ? null : byTrack.get(new TrackKey(track.process(), track.koid()));
    }
}
