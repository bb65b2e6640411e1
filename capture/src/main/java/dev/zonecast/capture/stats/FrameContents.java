package dev.zonecast.capture.stats;

import dev.zonecast.capture.trace.Frame;
import dev.zonecast.capture.trace.Location;
import dev.zonecast.capture.trace.Zone;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What was in some frames: for each source location, how much of the frame was spent in it and not in zones inside. */
public final class FrameContents {
    /**
     * A location's part of a frame.
     *
     * @param location where
     * @param kind on what
     * @param selfNanos within the frame and without the zones inside, of all threads together
     * @param count zones that reach into the frame
     */
    public record Part(Location location, ZoneKind kind, long selfNanos, long count) {}

    private record Key(Location location, ZoneKind kind) {}

    private static final class Sum {
        private long selfNanos;
        private long count;
    }

    private final List<Frame> frames;
    private final List<Map<Key, Sum>> contents = new ArrayList<>();
    private final long firstBegin;
    private final long lastEnd;

    /** Looks at a few frames: every zone is held against each. */
    public FrameContents(List<Frame> frames) {
        this.frames = List.copyOf(frames);
        long begin = Long.MAX_VALUE;
        long end = Long.MIN_VALUE;
        for (Frame frame : frames) {
            contents.add(new HashMap<>());
            begin = Math.min(begin, frame.beginNanos());
            end = Math.max(end, frame.endNanos());
        }
        firstBegin = begin;
        lastEnd = end;
    }

    /** Takes a zone of the trace. */
    public void add(Zone zone) {
        if (zone.endNanos() <= firstBegin || zone.beginNanos() >= lastEnd) {
            return;
        }
        for (int i = 0; i < frames.size(); i++) {
            Frame frame = frames.get(i);
            long inside = Math.min(zone.endNanos(), frame.endNanos()) - Math.max(zone.beginNanos(), frame.beginNanos());
            if (inside > 0) {
                add(contents.get(i), zone, inside);
            }
        }
    }

    private static void add(Map<Key, Sum> content, Zone zone, long nanos) {
        Sum own = content.computeIfAbsent(new Key(zone.location(), ZoneKind.of(zone)), key -> new Sum());
        own.selfNanos += nanos;
        own.count++;
        Zone parent = zone.parent();
        if (parent != null) {
            content.computeIfAbsent(new Key(parent.location(), ZoneKind.of(parent)), key -> new Sum()).selfNanos -=
                    nanos;
        }
    }

    /**
     * What was in a frame, the largest part first.
     *
     * @param frame place in the list that was given
     */
    public List<Part> of(int frame, int count) {
        return contents.get(frame).entrySet().stream()
                .filter(entry -> entry.getValue().count > 0)
                .map(entry -> new Part(
                        entry.getKey().location,
                        entry.getKey().kind,
                        Math.max(0, entry.getValue().selfNanos),
                        entry.getValue().count))
                .sorted(Comparator.comparingLong(Part::selfNanos).reversed())
                .limit(count)
                .toList();
    }
}
