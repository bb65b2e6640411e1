package dev.zonecast.jvm;

import dev.zonecast.core.late.LateEvent;
import dev.zonecast.core.late.LateTrack;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Tracks for spans of one kind. Zones of a track nest, so spans that overlap otherwise go to a further track; so do those that began
 * before the end of what the track has got already.
 */
final class Lanes {
    static final int MAX_LANES = 16;

    private static final class Lane {
        final LateTrack track;
        final ArrayDeque<Span> open = new ArrayDeque<>();
        long settledTicks = Long.MIN_VALUE;
        long lastTicks = Long.MIN_VALUE;

        Lane(LateTrack track) {
            this.track = track;
        }

        boolean takes(Span span) {
            return span.beginTicks() >= settledTicks
                    && (open.isEmpty() || span.endTicks() <= open.getLast().endTicks());
        }
    }

    private final String name;
    private final long threadId;
    private final List<Lane> lanes = new ArrayList<>();
    private final List<Span> waiting = new ArrayList<>();
    private long leftOut;

    /** @param threadId of the thread that they tell of, 0 = of none */
    Lanes(String name, long threadId) {
        this.name = name;
        this.threadId = threadId;
    }

    void add(Span span) {
        waiting.add(span);
    }

    /** Spans for which there were too few tracks. */
    long leftOut() {
        return leftOut;
    }

    /** Puts what was added into begins and ends. */
    void publish(JfrClock clock, List<LateEvent> events) {
        waiting.sort(Comparator.comparingLong(Span::beginTicks)
                .thenComparing(Comparator.comparingLong(Span::endTicks).reversed()));
        for (Span span : waiting) {
            for (Lane lane : lanes) {
                endBefore(lane, span.beginTicks(), clock, events);
            }
            Lane lane = laneFor(span);
            if (lane == null) {
                leftOut++;
                continue;
            }
            events.add(new LateEvent.Begin(lane.track, clock.nanos(span.beginTicks()), span.location(), span.text()));
            lane.open.addLast(span);
        }
        for (Lane lane : lanes) {
            endBefore(lane, Long.MAX_VALUE, clock, events);
            lane.settledTicks = lane.lastTicks;
        }
        waiting.clear();
    }

    /** Nothing is added any more. A thread's tracks end: it may have ended too, and a later session has others. */
    void end() {
        if (threadId != 0) {
            lanes.forEach(lane -> lane.track.end());
        }
    }

    private Lane laneFor(Span span) {
        for (int i = 0; i < MAX_LANES; i++) {
            if (lane(i).takes(span)) {
                return lane(i);
            }
        }
        return null;
    }

    private Lane lane(int index) {
        if (index == lanes.size()) {
            String own = index == 0 ? name : name + " (" + (index + 1) + ")";
            lanes.add(new Lane(threadId == 0 ? Tracks.of(own) : LateTrack.of(own)));
        }
        return lanes.get(index);
    }

    private static void endBefore(Lane lane, long ticks, JfrClock clock, List<LateEvent> events) {
        while (!lane.open.isEmpty() && lane.open.getLast().endTicks() <= ticks) {
            Span ended = lane.open.removeLast();
            lane.lastTicks = Math.max(lane.lastTicks, ended.endTicks());
            events.add(new LateEvent.End(lane.track, clock.nanos(ended.endTicks())));
        }
    }
}
