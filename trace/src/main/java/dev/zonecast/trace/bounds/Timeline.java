package dev.zonecast.trace.bounds;

import dev.zonecast.trace.Location;
import dev.zonecast.trace.TraceZone;
import dev.zonecast.trace.Track;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Segments of one track: what its innermost zones were, at each time. */
final class Timeline {
    /** Zones that no zone around them has ended yet. Beyond it the two oldest become one. */
    private static final int MAX_COVERED = 1 << 14;

    /** Zones around a zone that are asked for a role. */
    private static final int MAX_OUTER = 16;

    /** A segment that belongs before more others is put there by a sort of all. */
    private static final int MAX_MOVES = 8;

    /** What the zones of a location are. */
    private record Place(Role role, Subject subject) {}

    private final Track track;

    /** By {@link Location#index}; null: not asked for yet. */
    private Place[] places = new Place[64];

    private final List<Segment> segments = new ArrayList<>();
    private boolean sorted = true;

    // Zones that are inside no zone so far, in the order of time.
    private final long[] coveredBegins = new long[MAX_COVERED];
    private final long[] coveredEnds = new long[MAX_COVERED];
    private int covered;
    private long coveredNanos;

    Timeline(Track track) {
        this.track = track;
    }

    Track track() {
        return track;
    }

    boolean isOfGpu() {
        return track.kind() == Track.Kind.GPU;
    }

    int size() {
        return segments.size();
    }

    /** Time in zones so far, whatever they do. */
    long coveredNanos() {
        return coveredNanos;
    }

    /** Takes a zone; those inside of it came before. */
    void add(TraceZone zone) {
        Place place = place(zone.location());
        Role role = inherited(zone, place.role);
        long begin = zone.beginNanos();
        long at = zone.endNanos();
        long inside = 0;
        while (covered > 0 && coveredEnds[covered - 1] > begin && coveredBegins[covered - 1] >= begin) {
            covered--;
            gap(zone, role, place.subject, Math.min(at, coveredEnds[covered]), at);
            at = Math.min(at, coveredBegins[covered]);
            inside += coveredEnds[covered] - coveredBegins[covered];
        }
        gap(zone, role, place.subject, begin, at);
        coveredNanos += zone.durationNanos() - inside;
        if (covered == MAX_COVERED) {
            mergeOldest();
        }
        coveredBegins[covered] = begin;
        coveredEnds[covered++] = zone.endNanos();
    }

    private Place place(Location location) {
        int index = location.index();
        if (index >= places.length) {
            places = Arrays.copyOf(places, Math.max(index + 1, 2 * places.length));
        }
        Place known = places[index];
        if (known == null) {
            Role role = isOfGpu() ? Role.GPU : Role.of(location);
            known = new Place(role, new Subject(track.name(), location.displayName(), ""));
            places[index] = known;
        }
        return known;
    }

    /** A zone without a role of its own has that of the zone around it. */
    private Role inherited(TraceZone zone, Role own) {
        TraceZone outer = zone.parent();
        for (int level = 0; own == Role.WORK && outer != null && level < MAX_OUTER; level++) {
            Role around = place(outer.location()).role;
            if (around.isInherited()) {
                return around;
            }
            outer = outer.parent();
        }
        return own;
    }

    private void mergeOldest() {
        coveredEnds[0] = coveredEnds[MAX_COVERED / 2];
        int left = MAX_COVERED - MAX_COVERED / 2 - 1;
        System.arraycopy(coveredBegins, MAX_COVERED / 2 + 1, coveredBegins, 1, left);
        System.arraycopy(coveredEnds, MAX_COVERED / 2 + 1, coveredEnds, 1, left);
        covered = left + 1;
    }

    /** Segments of a zone come after those of the zones inside: it is moved before the few that begin later. */
    private void gap(TraceZone zone, Role role, Subject subject, long from, long to) {
        if (to <= from) {
            return;
        }
        Segment segment =
                new Segment(from, to, role, subject, zone.beginNanos(), zone.endNanos(), zone.cpuBeginNanos());
        int at = segments.size();
        segments.add(segment);
        if (at >= MAX_MOVES && segments.get(at - MAX_MOVES).begin() > from) {
            sorted = false;
            return;
        }
        while (at > 0 && segments.get(at - 1).begin() > from) {
            segments.set(at, segments.get(at - 1));
            at--;
        }
        segments.set(at, segment);
    }

    /** Segments that reach into a time, in the order of their begins. */
    List<Segment> within(long from, long to) {
        sort();
        int low = lowerBound(from);
        while (low > 0 && segments.get(low - 1).end() > from) {
            low--;
        }
        int high = low;
        while (high < segments.size() && segments.get(high).begin() < to) {
            high++;
        }
        return segments.subList(low, high);
    }

    private void sort() {
        if (!sorted) {
            segments.sort((a, b) -> Long.compare(a.begin(), b.begin()));
            sorted = true;
        }
    }

    /** The first segment that begins at a time or later. */
    private int lowerBound(long time) {
        int low = 0;
        int high = segments.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (segments.get(middle).begin() < time) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    void removeBefore(long time) {
        sort();
        int first = 0;
        while (first < segments.size() && segments.get(first).end() <= time) {
            first++;
        }
        segments.subList(0, first).clear();
    }
}
