package dev.zonecast.trace.bounds;

import dev.zonecast.trace.TraceFrame;
import dev.zonecast.trace.TraceZone;
import dev.zonecast.trace.Track;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The verdicts of one program's frames. */
final class ProgramVerdicts {
    /** A frame is settled when the zones of threads are this far beyond it: zones of the GPU come later than others. */
    private static final long LAG_NANOS = 4_000_000_000L;

    /** About 10 MiB: a cache holds most of it. */
    private static final int MAX_ZONES = 1 << 18;

    /** A frame is not longer than usual up to this part of the median. */
    private static final double USUAL = 1.2;

    private final List<TraceFrame> frames;
    /** As the first reading knows it; null: not known. */
    private final Track marker;

    private final Wakers wakers;

    private final Map<ThreadKey, ThreadStops> stops = new HashMap<>();
    private final Map<ThreadKey, Timeline> tracks = new LinkedHashMap<>();
    private final List<FrameVerdict> settled = new ArrayList<>();
    private final PartSums sums = new PartSums();
    private final double usualNanos;
    private final long lastNanos;
    /** The first frame that is not settled; null if all are. */
    private TraceFrame next;

    private Timeline thread;
    private Timeline last;
    private long latestNanos;
    private long dropped;
    private int zones;

    /** @param marker the thread that marks the frames; null: not known */
    ProgramVerdicts(List<TraceFrame> frames, Track marker, Map<ThreadKey, List<Stop>> stops, Wakers wakers) {
        this.frames = new ArrayList<>(frames);
        this.frames.sort(Comparator.comparingLong(TraceFrame::beginNanos));
        this.marker = marker;
        this.wakers = wakers;
        stops.forEach((track, all) -> this.stops.put(track, new ThreadStops(all)));
        next = this.frames.getFirst();
        latestNanos = next.beginNanos();
        lastNanos = frames.stream().mapToLong(TraceFrame::endNanos).max().orElseThrow();
        long[] lengths =
                frames.stream().mapToLong(TraceFrame::durationNanos).sorted().toArray();
        usualNanos = USUAL * lengths[lengths.length / 2];
    }

    /** Takes the next zone of a thread or of the GPU. */
    void zone(TraceZone zone) {
        if (next == null || zone.endNanos() <= next.beginNanos() || zone.beginNanos() >= lastNanos + LAG_NANOS) {
            return;
        }
        Timeline track = timeline(zone.track());
        track.add(zone);
        zones++;
        if (!track.isOfGpu()) {
            latestNanos = Math.max(latestNanos, zone.endNanos());
        }
        if (latestNanos - next.endNanos() > LAG_NANOS) {
            settleUntil(latestNanos - LAG_NANOS / 2);
        } else if (zones >= MAX_ZONES) {
            makeRoom();
        }
    }

    private Timeline timeline(Track track) {
        if (last == null || last.track() != track) {
            last = tracks.computeIfAbsent(ThreadKey.of(track), key -> new Timeline(track));
        }
        return last;
    }

    /** Settles frames early, up to half of the zones of the fullest track. Drops all zones if one frame needs most of the room. */
    private void makeRoom() {
        settleUntil(tracks.values().stream()
                .max(Comparator.comparingInt(Timeline::size))
                .orElseThrow()
                .middleNanos());
        if (zones > MAX_ZONES / 4 * 3) {
            dropped += zones;
            tracks.values().forEach(track -> track.removeBefore(Long.MAX_VALUE));
            zones = 0;
        }
    }

    private void settleUntil(long time) {
        while (next != null && next.endNanos() <= time) {
            settled.add(verdict(next));
            next = settled.size() < frames.size() ? frames.get(settled.size()) : null;
        }
        long keptFrom = next == null ? Long.MAX_VALUE : next.beginNanos();
        tracks.values().forEach(track -> track.removeBefore(keptFrom));
        zones = tracks.values().stream().mapToInt(Timeline::size).sum();
    }

    private FrameVerdict verdict(TraceFrame frame) {
        stops.values().forEach(each -> each.forgetBefore(frame.beginNanos()));
        new CriticalPath(tracks.values(), stops, wakers, sums, frame.beginNanos(), frame.endNanos()).follow(thread());
        List<FramePart> parts = sums.endFrame();
        Cause largest = parts.isEmpty() ? Cause.NONE : parts.getFirst().cause();
        boolean hasTime = largest == Cause.PRESENT && frame.durationNanos() <= usualNanos;
        return new FrameVerdict(frame, hasTime ? Cause.NONE : largest, parts);
    }

    /** The thread that marks the frames; if none is known, the one with the most time in zones. */
    private Timeline thread() {
        if (thread == null) {
            // A thread without zones may have stops.
            thread = marker != null
                    ? tracks.computeIfAbsent(ThreadKey.of(marker), key -> new Timeline(marker))
                    : tracks.values().stream()
                            .filter(track -> track.track().kind() == Track.Kind.THREAD)
                            .max(Comparator.comparingLong(Timeline::coveredNanos))
                            .orElse(null);
        }
        return thread;
    }

    /** All frames, in the order of time: the trace has been read. */
    List<FrameVerdict> all() {
        settleUntil(Long.MAX_VALUE);
        return settled;
    }

    long droppedZones() {
        return dropped;
    }
}
