package dev.zonecast.trace.bounds;

import dev.zonecast.trace.Location;
import dev.zonecast.trace.TraceZone;
import dev.zonecast.trace.Track;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * The zones of one track in the order of their ends, inner zones first. So a zone follows all zones inside it, and the innermost zone of
 * each time can be found when it is asked for: of most threads it never is.
 */
final class Timeline {
    /** Zones around a zone that are asked for a role. */
    private static final int MAX_OUTER = 16;

    static final int NONE = -1;

    // Times of a zone.
    private static final int BEGIN = 0;
    private static final int END = 1;

    private static final int TIMES = 2;

    // Numbers of a zone.
    /** Of the zone directly around it, or {@link #NONE}. */
    private static final int PARENT = 0;
    /** Index of the zone's location and its role. */
    private static final int CODE = 1;

    private static final int NUMBERS = 2;
    private static final Role[] ROLES = Role.values();

    /** The zones of a location. */
    static final class Place {
        final Role role;
        final Subject subject;

        /** Of its work on the frame's thread; null: there was none. */
        PartSums.Sum cpu;

        private Place(Role role, Subject subject) {
            this.role = role;
            this.subject = subject;
        }
    }

    private final Track track;

    /** By {@link Location#index}; null: not yet computed. */
    private Place[] places = new Place[64];

    /** Of all zones, without objects: there are millions, and a frame should fit into a cache. */
    private long[] times = new long[64 * TIMES];

    private int[] numbers = new int[64 * NUMBERS];

    /** When each zone was submitted; null: a thread's are not. */
    private long[] submitted;

    private int size;
    private boolean sorted = true;
    private boolean plain = true;

    /** Zones without a zone around them so far. */
    private int[] outermost = new int[64];

    private int outermostCount;
    private int[] chain = new int[16];
    private long coveredNanos;

    /** The zone that is open around the last zone, and its role for zones inside; null: not known. */
    private TraceZone outer;

    private Role around = Role.WORK;

    Timeline(Track track) {
        this.track = track;
        submitted = isOfGpu() ? new long[64] : null;
    }

    Track track() {
        return track;
    }

    boolean isOfGpu() {
        return track.kind() == Track.Kind.GPU;
    }

    /** Number of zones. */
    int size() {
        return size;
    }

    /** Time in zones so far. */
    long coveredNanos() {
        return coveredNanos;
    }

    /** Adds a zone. Zones inside it come before it. */
    @SuppressWarnings("EnumOrdinal") // Of this run only.
    void add(TraceZone zone) {
        if (size * TIMES == times.length) {
            resize(2 * size);
        }
        long end = zone.endNanos();
        sorted &= size == 0 || end(size - 1) <= end;
        times[size * TIMES + BEGIN] = zone.beginNanos();
        times[size * TIMES + END] = end;
        numbers[size * NUMBERS + CODE] =
                zone.location().index() * ROLES.length + role(zone).ordinal();
        if (submitted != null) {
            submitted[size] = zone.cpuBeginNanos();
        }
        coveredNanos += end - zone.beginNanos() - link(size);
        size++;
        if (outer != null && zone.depth() <= outer.depth()) {
            outer = null;
        }
    }

    private void resize(int capacity) {
        times = Arrays.copyOf(times, capacity * TIMES);
        numbers = Arrays.copyOf(numbers, capacity * NUMBERS);
        submitted = submitted == null ? null : Arrays.copyOf(submitted, capacity);
    }

    /** Makes a zone the parent of the outermost zones that lie inside it. Returns their time. */
    private long link(int zone) {
        long inside = 0;
        long begin = begin(zone);
        boolean isWait = role(zone).isWait();
        while (outermostCount > 0 && begin(outermost[outermostCount - 1]) >= begin) {
            int child = outermost[--outermostCount];
            numbers[child * NUMBERS + PARENT] = zone;
            inside += end(child) - begin(child);
            plain &= !isWait;
        }
        plain &= outermostCount == 0 || end(outermost[outermostCount - 1]) <= begin;
        numbers[zone * NUMBERS + PARENT] = NONE;
        if (outermostCount == outermost.length) {
            outermost = Arrays.copyOf(outermost, 2 * outermostCount);
        }
        outermost[outermostCount++] = zone;
        return inside;
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

    /** A zone without a role of its own has the role of the zone around it. */
    private Role role(TraceZone zone) {
        Role own = place(zone.location()).role;
        if (own != Role.WORK || zone.parent() == null) {
            return own;
        }
        if (outer != zone.parent()) {
            outer = zone.parent();
            around = roleOfZonesIn(outer);
        }
        return around;
    }

    private Role roleOfZonesIn(TraceZone zone) {
        TraceZone at = zone;
        for (int level = 0; at != null && level < MAX_OUTER; level++) {
            Role role = place(at.location()).role;
            if (role.isInherited()) {
                return role;
            }
            at = at.parent();
        }
        return Role.WORK;
    }

    long begin(int zone) {
        return times[zone * TIMES + BEGIN];
    }

    long end(int zone) {
        return times[zone * TIMES + END];
    }

    /** The zone directly around it, or {@link #NONE}. Its number is greater. */
    int parent(int zone) {
        return numbers[zone * NUMBERS + PARENT];
    }

    /** True if the zone begins before a time and ends after it: a thread's run, a loading screen. It says nothing about that time. */
    boolean isAround(int zone, long from, long to) {
        return begin(zone) < from && end(zone) > to;
    }

    long submitted(int zone) {
        return submitted == null ? 0 : submitted[zone];
    }

    Role role(int zone) {
        return ROLES[numbers[zone * NUMBERS + CODE] % ROLES.length];
    }

    Place place(int zone) {
        return places[numbers[zone * NUMBERS + CODE] / ROLES.length];
    }

    /** True if each zone lies in another one or beside it, and waits have no zones inside: then times of zones can be subtracted. */
    boolean hasPlainZones() {
        sort();
        return plain;
    }

    /** The innermost zones of a time. */
    Pieces within(long from, long to) {
        sort();
        int zone = firstEndAfter(from);
        Pieces pieces = new Pieces(this, 2 * (firstEndAfter(to) - zone) + 16);
        long at = from;
        for (; zone < size && end(zone) <= to; zone++) {
            at = around(parent(zone), at, begin(zone), pieces);
            if (end(zone) > at) {
                pieces.add(at, end(zone), zone);
                at = end(zone);
            }
        }
        int last = zone < size ? zone : NONE;
        while (last != NONE && begin(last) >= to) {
            last = parent(last);
        }
        around(last, at, to, pieces);
        return pieces;
    }

    /**
     * Adds the times of a zone and of the zones around it.
     *
     * @param innermost zone at the end of these times, or {@link #NONE}
     * @return the end
     */
    private long around(int innermost, long from, long to, Pieces pieces) {
        if (to <= from) {
            return from;
        }
        int count = 0;
        for (int zone = innermost; zone != NONE; zone = begin(zone) <= from ? NONE : parent(zone)) {
            if (count == chain.length) {
                chain = Arrays.copyOf(chain, 2 * count);
            }
            chain[count++] = zone;
        }
        while (count > 0) {
            int zone = chain[--count];
            long begin = Math.max(from, begin(zone));
            long end = Math.min(count > 0 ? begin(chain[count - 1]) : to, end(zone));
            if (begin < end) {
                pieces.add(begin, end, zone);
            }
        }
        return to;
    }

    /** The first zone that ends after a time; the number of zones if there is none. */
    int firstEndAfter(long time) {
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (end(middle) <= time) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** The end of the zone in the middle. */
    long middleNanos() {
        sort();
        return end(size / 2);
    }

    /** Removes the zones that end before a time or at it. */
    void removeBefore(long time) {
        sort();
        int first = firstEndAfter(time);
        outer = null;
        size -= first;
        System.arraycopy(times, first * TIMES, times, 0, size * TIMES);
        System.arraycopy(numbers, first * NUMBERS, numbers, 0, size * NUMBERS);
        if (submitted != null) {
            System.arraycopy(submitted, first, submitted, 0, size);
        }
        for (int zone = 0; zone < size; zone++) {
            numbers[zone * NUMBERS + PARENT] = Math.max(NONE, parent(zone) - first);
        }
        int kept = 0;
        for (int i = 0; i < outermostCount; i++) {
            if (outermost[i] >= first) {
                outermost[kept++] = outermost[i] - first;
            }
        }
        outermostCount = kept;
    }

    /** Zones of other programs' traces, and of the GPU, may come late. */
    private void sort() {
        if (sorted) {
            return;
        }
        int[] order = IntStream.range(0, size)
                .boxed()
                .sorted(Comparator.comparingLong(this::end).thenComparing(this::begin, Comparator.reverseOrder()))
                .mapToInt(Integer::intValue)
                .toArray();
        long[] timesBefore = times.clone();
        int[] numbersBefore = numbers.clone();
        long[] submittedBefore = submitted == null ? null : submitted.clone();
        outermostCount = 0;
        plain = true;
        for (int zone = 0; zone < size; zone++) {
            System.arraycopy(timesBefore, order[zone] * TIMES, times, zone * TIMES, TIMES);
            System.arraycopy(numbersBefore, order[zone] * NUMBERS, numbers, zone * NUMBERS, NUMBERS);
            if (submitted != null) {
                submitted[zone] = submittedBefore[order[zone]];
            }
        }
        for (int zone = 0; zone < size; zone++) {
            link(zone);
        }
        sorted = true;
    }
}
