package dev.zonecast.trace.bounds;

import dev.zonecast.trace.Location;
import dev.zonecast.trace.TraceZone;
import dev.zonecast.trace.Track;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Segments of one track: what its innermost zones were, at each time. */
final class Timeline {
    /** Zones that no zone around them has ended yet. Beyond it the two oldest become one. */
    private static final int MAX_COVERED = 1 << 14;

    /** Zones around a zone that are asked for a role. */
    private static final int MAX_OUTER = 16;

    /** A segment that belongs before more others is put there by a sort of all. */
    private static final int MAX_MOVES = 1 << 12;

    // What a segment has in the array of all.
    private static final int BEGIN = 0;
    private static final int END = 1;
    private static final int ZONE_BEGIN = 2;
    private static final int ZONE_END = 3;
    private static final int SUBMITTED = 4;
    /** Index of the zone's location and the segment's role. */
    private static final int CODE = 5;

    private static final int WORDS = 6;
    private static final Role[] ROLES = Role.values();

    /** What the zones of a location are. */
    private record Place(Role role, Subject subject) {}

    private final Track track;

    /** By {@link Location#index}; null: not asked for yet. */
    private Place[] places = new Place[64];

    /** Segments without objects: there are millions. */
    private long[] segments = new long[64 * WORDS];

    private int size;
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
        return size;
    }

    /** Time in zones so far, whatever they do. */
    long coveredNanos() {
        return coveredNanos;
    }

    /** Takes a zone; those inside of it came before. */
    @SuppressWarnings("EnumOrdinal") // Of this run only.
    void add(TraceZone zone) {
        Role role = inherited(zone, place(zone.location()).role);
        long code = (long) zone.location().index() * ROLES.length + role.ordinal();
        long begin = zone.beginNanos();
        long at = zone.endNanos();
        long inside = 0;
        int before = size;
        while (covered > 0 && coveredEnds[covered - 1] > begin && coveredBegins[covered - 1] >= begin) {
            covered--;
            append(zone, code, Math.min(at, coveredEnds[covered]), at);
            at = Math.min(at, coveredBegins[covered]);
            inside += coveredEnds[covered] - coveredBegins[covered];
        }
        append(zone, code, begin, at);
        merge(before);
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

    private void append(TraceZone zone, long code, long from, long to) {
        if (to <= from) {
            return;
        }
        int at = size * WORDS;
        if (at == segments.length) {
            segments = Arrays.copyOf(segments, 2 * at);
        }
        segments[at + BEGIN] = from;
        segments[at + END] = to;
        segments[at + ZONE_BEGIN] = zone.beginNanos();
        segments[at + ZONE_END] = zone.endNanos();
        segments[at + SUBMITTED] = zone.cpuBeginNanos();
        segments[at + CODE] = code;
        size++;
    }

    /** Segments of a zone come after those of the zones inside, and the last one comes first: moves them between those. */
    private void merge(int before) {
        if (!sorted || size == before || (size == before + 1 && isInOrder(before))) {
            return;
        }
        if (before >= MAX_MOVES && begin(before - MAX_MOVES) > begin(size - 1)) {
            sorted = false;
            return;
        }
        long[] added = Arrays.copyOfRange(segments, before * WORDS, size * WORDS);
        int left = before;
        int to = size;
        for (int from = 0; from < added.length; from += WORDS) {
            int right = left;
            while (left > 0 && begin(left - 1) > added[from + BEGIN]) {
                left--;
            }
            to -= right - left;
            System.arraycopy(segments, left * WORDS, segments, to * WORDS, (right - left) * WORDS);
            to--;
            System.arraycopy(added, from, segments, to * WORDS, WORDS);
        }
    }

    private boolean isInOrder(int at) {
        return at == 0 || begin(at - 1) <= begin(at);
    }

    private long begin(int at) {
        return segments[at * WORDS + BEGIN];
    }

    private long end(int at) {
        return segments[at * WORDS + END];
    }

    /** Segments that reach into a time, in the order of their begins. */
    List<Segment> within(long from, long to) {
        sort();
        int at = lowerBound(from);
        while (at > 0 && end(at - 1) > from) {
            at--;
        }
        List<Segment> found = new ArrayList<>();
        for (; at < size && begin(at) < to; at++) {
            found.add(segment(at * WORDS));
        }
        return found;
    }

    private Segment segment(int at) {
        int code = (int) segments[at + CODE];
        return new Segment(
                segments[at + BEGIN],
                segments[at + END],
                ROLES[code % ROLES.length],
                places[code / ROLES.length].subject,
                segments[at + ZONE_BEGIN],
                segments[at + ZONE_END],
                segments[at + SUBMITTED]);
    }

    private void sort() {
        if (!sorted) {
            long[] all = segments.clone();
            int[] order = IntStream.range(0, size)
                    .boxed()
                    .sorted(Comparator.comparingLong(this::begin))
                    .mapToInt(Integer::intValue)
                    .toArray();
            for (int i = 0; i < size; i++) {
                System.arraycopy(all, order[i] * WORDS, segments, i * WORDS, WORDS);
            }
            sorted = true;
        }
    }

    /** The first segment that begins at a time or later. */
    private int lowerBound(long time) {
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (begin(middle) < time) {
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
        while (first < size && end(first) <= time) {
            first++;
        }
        size -= first;
        System.arraycopy(segments, first * WORDS, segments, 0, size * WORDS);
    }
}
