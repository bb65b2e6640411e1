package dev.zonecast.trace.stats;

import dev.zonecast.trace.Frame;
import dev.zonecast.trace.Location;
import dev.zonecast.trace.Track;
import dev.zonecast.trace.Zone;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What was in the slowest frames of a program: work and GPU time by place, what the virtual machine did, and waits of the frames' own
 * thread. Of a zone the part within the frame counts. Zones that are open when the recording ends count too.
 */
public final class FrameContents {
    /**
     * A place's part of a frame.
     *
     * @param location where
     * @param kind on what
     * @param selfNanos within the frame, without the zones inside and without waits, of all threads together
     * @param longestNanos the same of the thread that has the most
     * @param threads that have any
     * @param count zones that reach into the frame
     * @param usualNanos self time of the place in a frame on the average, of all threads together
     */
    public record Part(
            Location location,
            ZoneKind kind,
            long selfNanos,
            long longestNanos,
            int threads,
            long count,
            double usualNanos) {
        /** Time above the average: of one thread at most, so never more than the frame took. */
        public long excessNanos() {
            return Math.round(Math.min((double) longestNanos, selfNanos - usualNanos));
        }
    }

    /**
     * What the virtual machine did in a frame.
     *
     * @param location of its zones
     * @param kind collector and the like, or compiler
     * @param track on which they are: {@code JVM: garbage collection} and so on
     * @param nanos within the frame; of zones inside each other each has its own time in full
     * @param count zones that reach into the frame
     */
    public record JvmPart(Location location, ZoneKind kind, String track, long nanos, long count) {}

    /**
     * What the frame's own thread waited for.
     *
     * @param name {@code park}, {@code wait for} a lock, and so on
     * @param nanos within the frame
     */
    public record WaitPart(String name, long nanos) {}

    /** A part counts as longer than usual from that part of the frame's time on. */
    private static final double LONGER_FROM = 0.02;

    /** About 100 MiB. Beyond it the faster half of the frames is given up. */
    static final int MAX_CELLS = 1 << 21;

    private static final int KINDS = ZoneKind.values().length;
    private static final ZoneKind[] ZONE_KINDS = ZoneKind.values();

    /** A cell as it is handed out. */
    private record Cell(int place, int track, long nanos, long count) {}

    /** Of no frames. */
    public static final FrameContents NONE =
            new FrameContents(new BaseFrames(-1, 0), ZoneFilter.ALL, new WaitTimes(), MAX_CELLS);

    private final ZoneFilter filter;
    private final WaitTimes waits;
    private final int maxCells;
    private final long process;
    private final Track ownThread;
    private final long count;
    private final long firstNanos;
    private final long lastNanos;

    /** Slowest first. */
    private List<Frame> frames;

    // The same in the order of time.
    private long[] begins;
    private long[] ends;
    private int[] frameOf;
    /** The first one that ends behind the begin of the zone before. */
    private int near;

    private FrameCells cells = new FrameCells();
    /** Of the time from the first frame to the last, by place. */
    private long[] allNanos = new long[64];

    private final List<Location> locations = new ArrayList<>();
    private final List<Track> tracks = new ArrayList<>();
    private List<List<Cell>> byFrame;

    FrameContents(BaseFrames frames, ZoneFilter filter, WaitTimes waits, int maxCells) {
        this.filter = filter;
        this.maxCells = maxCells;
        this.waits = waits;
        process = frames.process();
        ownThread = frames.thread();
        count = frames.count();
        firstNanos = frames.firstNanos();
        lastNanos = frames.lastNanos();
        keep(frames.slowest());
    }

    private void keep(List<Frame> slowest) {
        frames = slowest;
        int length = slowest.size();
        long[] unordered = slowest.stream().mapToLong(Frame::beginNanos).toArray();
        frameOf = BeginOrder.of(i -> unordered[i], length);
        begins = Arrays.stream(frameOf)
                .mapToLong(i -> slowest.get(i).beginNanos())
                .toArray();
        ends = Arrays.stream(frameOf).mapToLong(i -> slowest.get(i).endNanos()).toArray();
        near = 0;
    }

    /** Takes a zone of the trace. */
    void add(Zone zone, ZoneKind kind) {
        if (zone.endNanos() <= firstNanos
                || zone.beginNanos() >= lastNanos
                || zone.track().process() != process) {
            return;
        }
        addWithin(zone, kind);
    }

    @SuppressWarnings("EnumOrdinal") // A place in an array of this run.
    private void addWithin(Zone zone, ZoneKind kind) {
        TimeKind time = TimeKind.of(zone.location(), kind);
        boolean ofJvm = zone.track().kind() == Track.Kind.JVM;
        boolean counts = filter.acceptsPlace(zone) && time != TimeKind.WAIT;
        // A zone that was written whole may lie in one that follows: the open one has that in it, not this one.
        Zone parent = ofJvm || skipsLevels(zone) ? null : zone.parent();
        if (!counts && parent == null) {
            return;
        }
        int track = track(zone.track());
        int place = counts ? place(zone.location(), kind) : -1;
        int around = parent == null ? -1 : place(parent.location(), ZoneKind.of(parent));
        ThreadWaits known = waits.of(zone.track());
        long inFrames = within(zone, firstNanos, lastNanos, known);
        if (counts) {
            allNanos[place] += inFrames;
        }
        if (around >= 0) {
            allNanos[around] -= inFrames;
        }
        for (int i = firstFrame(zone); i < begins.length && begins[i] < zone.endNanos(); i++) {
            long inside = within(zone, begins[i], ends[i], known);
            if (counts) {
                cells.add(frameOf[i], place, track, inside, 1);
            }
            if (around >= 0) {
                cells.add(frameOf[i], around, track, -inside, 0);
            }
        }
        if (cells.size() > maxCells) {
            halve();
        }
    }

    private static boolean skipsLevels(Zone zone) {
        return zone.parent() != null && zone.depth() > zone.parent().depth() + 1;
    }

    /** Nanoseconds of a zone within a time, without waits. */
    private static long within(Zone zone, long from, long to, ThreadWaits known) {
        long begin = Math.max(zone.beginNanos(), from);
        long end = Math.min(zone.endNanos(), to);
        long nanos = Math.max(0, end - begin);
        return known == null ? nanos : nanos - known.nanos(begin, end);
    }

    /** The first frame that ends behind the zone's begin. */
    private int firstFrame(Zone zone) {
        long begin = zone.beginNanos();
        boolean isNear = (near == 0 || ends[near - 1] <= begin) && (near == ends.length || ends[near] > begin);
        if (!isNear) {
            int found = Arrays.binarySearch(ends, begin);
            near = found >= 0 ? found + 1 : -found - 1;
        }
        return near;
    }

    private void halve() {
        int kept = frames.size() / 2;
        FrameCells fewer = new FrameCells();
        cells.forEach((frame, place, track, nanos, zones) -> {
            if (frame < kept) {
                fewer.add(frame, place, track, nanos, zones);
            }
        });
        cells = fewer;
        keep(List.copyOf(frames.subList(0, kept)));
    }

    @SuppressWarnings("EnumOrdinal") // A place in an array of this run.
    private int place(Location location, ZoneKind kind) {
        while (locations.size() <= location.index()) {
            locations.add(null);
        }
        locations.set(location.index(), location);
        int place = location.index() * KINDS + kind.ordinal();
        if (place >= allNanos.length) {
            allNanos = Arrays.copyOf(allNanos, Math.max(place + 1, allNanos.length * 2));
        }
        return place;
    }

    private int track(Track track) {
        while (tracks.size() <= track.index()) {
            tracks.add(null);
        }
        tracks.set(track.index(), track);
        return track.index();
    }

    // --- figures, once all zones have been read

    /** Koid of the program whose frames they are. */
    public long process() {
        return process;
    }

    /** The frames whose contents are known, the slowest first. */
    public List<Frame> frames() {
        return frames;
    }

    private List<Cell> cellsOf(int frame) {
        if (byFrame == null) {
            List<List<Cell>> lists = new ArrayList<>();
            frames.forEach(f -> lists.add(new ArrayList<>()));
            cells.forEach((of, place, track, nanos, zones) -> {
                if (zones > 0) {
                    lists.get(of).add(new Cell(place, track, nanos, zones));
                }
            });
            byFrame = lists;
        }
        return byFrame.get(frame);
    }

    private Location location(int place) {
        return locations.get(place / KINDS);
    }

    private static ZoneKind kind(int place) {
        return ZONE_KINDS[place % KINDS];
    }

    /**
     * Work and GPU time in a frame, the largest part first.
     *
     * @param frame place in {@link #frames}
     */
    public List<Part> of(int frame, int most) {
        return parts(frame).stream().limit(most).toList();
    }

    private List<Part> parts(int frame) {
        Map<Integer, List<Cell>> byPlace = new HashMap<>();
        for (Cell cell : cellsOf(frame)) {
            TimeKind time = TimeKind.of(location(cell.place), kind(cell.place));
            if (time == TimeKind.WORK || time == TimeKind.GPU) {
                byPlace.computeIfAbsent(cell.place, place -> new ArrayList<>()).add(cell);
            }
        }
        List<Part> parts = new ArrayList<>();
        byPlace.forEach((place, ofPlace) -> {
            long self = 0;
            long longest = 0;
            long zones = 0;
            for (Cell cell : ofPlace) {
                self += Math.max(0, cell.nanos);
                longest = Math.max(longest, cell.nanos);
                zones += cell.count;
            }
            double usual = (double) Math.max(0, allNanos[place]) / Math.max(1, count);
            parts.add(new Part(location(place), kind(place), self, longest, ofPlace.size(), zones, usual));
        });
        parts.sort(Comparator.comparingLong(Part::longestNanos)
                .reversed()
                .thenComparing(part -> part.location().displayName())
                .thenComparingInt(part -> part.location().index()));
        return parts;
    }

    /**
     * Parts of a frame that took longer than usual, the largest difference first.
     *
     * @param frame place in {@link #frames}
     */
    public List<Part> longerThanUsual(int frame, int most) {
        double least = LONGER_FROM * frames.get(frame).durationNanos();
        return parts(frame).stream()
                .filter(part -> part.excessNanos() >= least)
                .sorted(Comparator.comparingLong(Part::excessNanos).reversed())
                .limit(most)
                .toList();
    }

    /**
     * What the virtual machine did in a frame, the longest first, compilers last.
     *
     * @param frame place in {@link #frames}
     */
    public List<JvmPart> jvmOf(int frame, int most) {
        return cellsOf(frame).stream()
                .filter(cell -> tracks.get(cell.track).kind() == Track.Kind.JVM)
                .map(cell -> new JvmPart(
                        location(cell.place),
                        kind(cell.place),
                        tracks.get(cell.track).name(),
                        cell.nanos,
                        cell.count))
                .sorted(Comparator.comparing((JvmPart part) -> part.kind() == ZoneKind.JVM_COMPILER)
                        .thenComparing(JvmPart::nanos, Comparator.reverseOrder())
                        .thenComparing(part -> part.location().displayName()))
                .limit(most)
                .toList();
    }

    /**
     * What the thread that marks the frames waited for in a frame, the longest first.
     *
     * @param frame place in {@link #frames}
     */
    public List<WaitPart> waitsOf(int frame, int most) {
        ThreadWaits own = waits.ofFirstReading(ownThread);
        if (own == null) {
            return List.of();
        }
        return own.parts(frames.get(frame).beginNanos(), frames.get(frame).endNanos()).stream()
                .limit(most)
                .map(part -> new WaitPart(part.name(), part.nanos()))
                .toList();
    }
}
