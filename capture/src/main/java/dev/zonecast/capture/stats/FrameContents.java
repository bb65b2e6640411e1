package dev.zonecast.capture.stats;

import dev.zonecast.capture.trace.Frame;
import dev.zonecast.capture.trace.Location;
import dev.zonecast.capture.trace.Zone;
import java.util.ArrayList;
import java.util.Arrays;
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

    /**
     * What the virtual machine did in a frame.
     *
     * @param name of its zones
     * @param track on which they are: {@code JVM: garbage collection}, {@code JVM: waits of main} and so on
     * @param nanos within the frame; of zones inside each other each has its own time in full
     * @param count zones that reach into the frame
     */
    public record JvmPart(String name, String track, long nanos, long count) {
        private static final String WAITS = "JVM: waits of ";

        /** What was done, and of a wait who waited. */
        public String described() {
            return track.startsWith(WAITS) ? name + " of " + track.substring(WAITS.length()) : name;
        }
    }

    private record JvmKey(String name, String track) {}

    private static final int KINDS = ZoneKind.values().length;

    /** Sums of a frame, by the place of location and kind. */
    private static final class Sums {
        private long[] selfNanos = new long[64];
        private long[] counts = new long[64];

        private void reserve(int place) {
            if (place >= counts.length) {
                int length = Math.max(place + 1, counts.length * 2);
                selfNanos = Arrays.copyOf(selfNanos, length);
                counts = Arrays.copyOf(counts, length);
            }
        }
    }

    private static final class JvmSum {
        private long nanos;
        private long count;
    }

    private final List<Frame> frames;
    private final List<Sums> contents = new ArrayList<>();
    private final List<Location> locations = new ArrayList<>();
    private final List<Map<JvmKey, JvmSum>> jvmContents = new ArrayList<>();

    /** No frame reaches into the time between these. */
    private long gapBegin = Long.MAX_VALUE;

    private long gapEnd = Long.MIN_VALUE;

    /** Looks at a few frames: every zone is held against each. */
    public FrameContents(List<Frame> frames) {
        this.frames = List.copyOf(frames);
        for (int i = 0; i < frames.size(); i++) {
            contents.add(new Sums());
            jvmContents.add(new HashMap<>());
        }
    }

    /** Takes a zone of the trace. */
    public void add(Zone zone) {
        // Most zones are in none of a few frames, and so is the one that follows.
        if (zone.beginNanos() >= gapBegin && zone.endNanos() <= gapEnd) {
            return;
        }
        addToFrames(zone);
    }

    private void addToFrames(Zone zone) {
        gapBegin = Long.MIN_VALUE;
        gapEnd = Long.MAX_VALUE;
        for (int i = 0; i < frames.size(); i++) {
            Frame frame = frames.get(i);
            long inside = Math.min(zone.endNanos(), frame.endNanos()) - Math.max(zone.beginNanos(), frame.beginNanos());
            if (inside > 0 && ZoneKind.of(zone) == ZoneKind.JVM) {
                JvmSum sum = jvmContents
                        .get(i)
                        .computeIfAbsent(new JvmKey(zone.name(), zone.track().name()), key -> new JvmSum());
                sum.nanos += inside;
                sum.count++;
            } else if (inside > 0) {
                add(contents.get(i), zone, inside);
            }
            if (frame.endNanos() <= zone.beginNanos()) {
                gapBegin = Math.max(gapBegin, frame.endNanos());
            } else if (frame.beginNanos() >= zone.endNanos()) {
                gapEnd = Math.min(gapEnd, frame.beginNanos());
            } else {
                // Nothing is both.
                gapBegin = Long.MAX_VALUE;
            }
        }
    }

    private void add(Sums sums, Zone zone, long nanos) {
        int place = place(zone);
        sums.reserve(place);
        sums.selfNanos[place] += nanos;
        sums.counts[place]++;
        Zone parent = zone.parent();
        if (parent != null) {
            int around = place(parent);
            sums.reserve(around);
            sums.selfNanos[around] -= nanos;
        }
    }

    @SuppressWarnings("EnumOrdinal") // A place in an array of this run.
    private int place(Zone zone) {
        Location location = zone.location();
        while (locations.size() <= location.index()) {
            locations.add(null);
        }
        locations.set(location.index(), location);
        return location.index() * KINDS + ZoneKind.of(zone).ordinal();
    }

    /**
     * What was in a frame, the largest part first, without what only waited.
     *
     * @param frame place in the list that was given
     */
    @SuppressWarnings("EnumOrdinal") // As above.
    public List<Part> of(int frame, int count) {
        Sums sums = contents.get(frame);
        List<Part> parts = new ArrayList<>();
        for (int place = 0; place < sums.counts.length; place++) {
            if (sums.counts[place] > 0 && !locations.get(place / KINDS).isIdle()) {
                parts.add(new Part(
                        locations.get(place / KINDS),
                        ZoneKind.values()[place % KINDS],
                        Math.max(0, sums.selfNanos[place]),
                        sums.counts[place]));
            }
        }
        parts.sort(Comparator.comparingLong(Part::selfNanos).reversed());
        return parts.subList(0, Math.min(count, parts.size()));
    }

    /**
     * What the virtual machine did in a frame, the longest first.
     *
     * @param frame place in the list that was given
     */
    public List<JvmPart> jvmOf(int frame, int count) {
        return jvmContents.get(frame).entrySet().stream()
                .map(entry -> new JvmPart(
                        entry.getKey().name, entry.getKey().track, entry.getValue().nanos, entry.getValue().count))
                .sorted(Comparator.comparingLong(JvmPart::nanos).reversed())
                .limit(count)
                .toList();
    }
}
