package dev.zonecast.trace.stats;

import dev.zonecast.trace.Location;
import dev.zonecast.trace.Program;
import dev.zonecast.trace.TraceFrame;
import dev.zonecast.trace.TraceZone;
import dev.zonecast.trace.Track;
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

    /** About 200 MiB. Beyond it the contents of the faster half of the frames are dropped. */
    static final int MAX_CELLS = 1 << 21;

    /** A place, and its time from the first frame to the last. */
    private static final class Place {
        private final Location location;
        private final ZoneKind kind;
        private long nanos;

        Place(Location location, ZoneKind kind) {
            this.location = location;
            this.kind = kind;
        }

        private boolean isWorkOrGpu() {
            TimeKind time = TimeKind.of(location, kind);
            return time == TimeKind.WORK || time == TimeKind.GPU;
        }
    }

    private record Key(Place place, Track track) {}

    /** The time of a place on a track, and how many zones it comes from. */
    private static final class Cell {
        private long nanos;
        private long count;
    }

    private record Content(TraceFrame frame, Map<Key, Cell> cells) {
        Content(TraceFrame frame) {
            this(frame, new HashMap<>());
        }

        /** Returns how many cells are new. */
        int add(Place place, Track track, long nanos, long count) {
            int before = cells.size();
            Cell cell = cells.computeIfAbsent(new Key(place, track), key -> new Cell());
            cell.nanos += nanos;
            cell.count += count;
            return cells.size() - before;
        }
    }

    /** Of no frames. */
    public static final FrameContents NONE =
            new FrameContents(new BaseFrames(-1, 0), null, ZoneFilter.ALL, new WaitTimes(), MAX_CELLS);

    private final ZoneFilter filter;
    private final WaitTimes waits;
    private final int maxCells;
    private final long process;
    private final Track ownThread;
    private final long count;
    private final long firstNanos;
    private final long lastNanos;
    private final long firstNumber;
    private final long lastNumber;

    /** Slowest first. */
    private List<Content> contents;

    /** The same in the order of time. */
    private List<Content> byTime;

    private long[] ends;

    /** The first one that ends behind the begin of the zone before. */
    private int near;

    private int cells;
    private long beyondLimit;
    private final Slots<Place> places = new Slots<>();

    /** By track: zones that did not know the zone around them. */
    private final Slots<UntakenZones> untaken = new Slots<>();

    /** @param thread that marks the frames; null if none is known */
    FrameContents(BaseFrames frames, Track thread, ZoneFilter filter, WaitTimes waits, int maxCells) {
        this.filter = filter;
        this.maxCells = maxCells;
        this.waits = waits;
        process = frames.process;
        ownThread = thread;
        count = frames.count;
        firstNanos = frames.first;
        lastNanos = frames.last;
        firstNumber = frames.firstNumber;
        lastNumber = frames.lastNumber;
        keep(frames.slowest().stream().map(Content::new).toList());
    }

    private void keep(List<Content> slowest) {
        contents = slowest;
        byTime = slowest.stream()
                .sorted(Comparator.comparingLong(content -> content.frame.beginNanos()))
                .toList();
        ends = byTime.stream().mapToLong(content -> content.frame.endNanos()).toArray();
        near = 0;
        cells = slowest.stream().mapToInt(content -> content.cells.size()).sum();
    }

    /** Takes a zone of the trace. */
    void add(TraceZone zone, ZoneKind kind) {
        if (zone.endNanos() <= firstNanos
                || zone.beginNanos() >= lastNanos
                || zone.track().process() != process) {
            return;
        }
        addWithin(zone, kind);
    }

    private void addWithin(TraceZone zone, ZoneKind kind) {
        boolean ofJvm = zone.track().kind() == Track.Kind.JVM;
        boolean hasUnknownOuter = UntakenZones.hasUnknownOuter(zone);
        // The zone around it, which comes later, takes it out of its own time.
        TraceZone parent = ofJvm || hasUnknownOuter ? null : zone.parent();
        boolean isWait = TimeKind.of(zone.location(), kind) == TimeKind.WAIT;
        Place place = filter.acceptsPlace(zone) && !isWait ? place(zone, kind) : null;
        // One that the filter leaves out has no time in its place to take this out of.
        Place around = parent == null || !filter.acceptsPlace(parent) ? null : place(parent, ZoneKind.of(parent));
        if (place != null || around != null) {
            add(zone.track(), zone.beginNanos(), zone.endNanos(), place, around);
        }
        if (!ofJvm) {
            takeInside(zone, place);
        }
        if (!ofJvm && hasUnknownOuter) {
            leave(zone);
        }
        if (cells > maxCells) {
            int slower = contents.size() / 2;
            beyondLimit += contents.size() - slower;
            keep(List.copyOf(contents.subList(0, slower)));
        }
    }

    /** Takes the zones directly inside out of a zone's own time, if those did not know it. */
    private void takeInside(TraceZone zone, Place place) {
        UntakenZones inside = untaken.find(zone.track().index());
        if (inside == null) {
            return;
        }
        int first = inside.firstInside(zone.beginNanos());
        for (int i = first; i < inside.count() && place != null; i++) {
            add(zone.track(), inside.begin(i), inside.end(i), null, place);
        }
        inside.removeFrom(first);
    }

    private void leave(TraceZone zone) {
        UntakenZones zones = untaken.of(zone.track().index(), UntakenZones::new);
        if (zones.isFull()) {
            zones.makeRoom((begin, end) -> true);
        }
        zones.add(zone);
    }

    /**
     * Adds the time of a zone to one place, and takes it out of another.
     *
     * @param place null: to none
     * @param around null: out of none
     */
    private void add(Track track, long begin, long end, Place place, Place around) {
        ThreadWaits known = waits.of(track);
        long inFrames = within(begin, end, firstNanos, lastNanos, known);
        if (place != null) {
            place.nanos += inFrames;
        }
        if (around != null) {
            around.nanos -= inFrames;
        }
        for (int i = firstFrame(begin); i < ends.length; i++) {
            Content content = byTime.get(i);
            if (content.frame.beginNanos() >= end) {
                break;
            }
            long inside = within(begin, end, content.frame.beginNanos(), content.frame.endNanos(), known);
            if (place != null) {
                cells += content.add(place, track, inside, 1);
            }
            if (around != null) {
                cells += content.add(around, track, -inside, 0);
            }
        }
    }

    private Place place(TraceZone zone, ZoneKind kind) {
        Location location = zone.location();
        return places.of(kind.slot(location), () -> new Place(location, kind));
    }

    /** Nanoseconds of a zone within a time, without waits. */
    private static long within(long zoneBegin, long zoneEnd, long from, long to, ThreadWaits known) {
        long begin = Math.max(zoneBegin, from);
        long end = Math.min(zoneEnd, to);
        long nanos = Math.max(0, end - begin);
        return known == null ? nanos : nanos - known.nanos(begin, end);
    }

    /** The first frame that ends behind a zone's begin. */
    private int firstFrame(long begin) {
        boolean isNear = (near == 0 || ends[near - 1] <= begin) && (near == ends.length || ends[near] > begin);
        if (!isNear) {
            int found = Arrays.binarySearch(ends, begin);
            near = found >= 0 ? found + 1 : -found - 1;
        }
        return near;
    }

    // --- figures, once all zones have been read

    /** Frames whose contents were dropped: there was too much in them. */
    long beyondLimit() {
        return beyondLimit;
    }

    /** Koid of the program whose frames they are. */
    public long process() {
        return process;
    }

    /** Whether a number lies among those of the program's frames, the fast ones included. */
    public boolean hasNumber(Program program, long frame) {
        return program.number() == process && frame >= firstNumber && frame <= lastNumber;
    }

    /** Id of the thread that marks the frames of a program; -1 if it is not known. */
    public long threadOf(Program program) {
        return program.number() == process && ownThread != null ? ownThread.koid() : -1;
    }

    /** The frames whose contents are known, the slowest first. */
    public List<TraceFrame> frames() {
        return contents.stream().map(Content::frame).toList();
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
        Map<Place, List<Cell>> byPlace = new HashMap<>();
        contents.get(frame).cells.forEach((key, cell) -> {
            if (cell.count > 0 && key.place.isWorkOrGpu()) {
                byPlace.computeIfAbsent(key.place, place -> new ArrayList<>()).add(cell);
            }
        });
        return byPlace.entrySet().stream()
                .map(part -> part(part.getKey(), part.getValue()))
                .sorted(Comparator.comparingLong(Part::longestNanos)
                        .reversed()
                        .thenComparing(part -> part.location().displayName())
                        .thenComparingInt(part -> part.location().index()))
                .toList();
    }

    private Part part(Place place, List<Cell> ofPlace) {
        return new Part(
                place.location,
                place.kind,
                ofPlace.stream().mapToLong(cell -> Math.max(0, cell.nanos)).sum(),
                ofPlace.stream()
                        .mapToLong(cell -> Math.max(0, cell.nanos))
                        .max()
                        .orElse(0),
                ofPlace.size(),
                ofPlace.stream().mapToLong(cell -> cell.count).sum(),
                (double) Math.max(0, place.nanos) / Math.max(1, count));
    }

    /**
     * Parts of a frame that took longer than usual, the largest difference first.
     *
     * @param frame place in {@link #frames}
     */
    public List<Part> longerThanUsual(int frame, int most) {
        double least = LONGER_FROM * contents.get(frame).frame.durationNanos();
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
        List<JvmPart> parts = new ArrayList<>();
        contents.get(frame).cells.forEach((key, cell) -> {
            if (cell.count > 0 && key.track.kind() == Track.Kind.JVM) {
                parts.add(new JvmPart(key.place.location, key.place.kind, key.track.name(), cell.nanos, cell.count));
            }
        });
        parts.sort(Comparator.comparing((JvmPart part) -> part.kind() == ZoneKind.JVM_COMPILER)
                .thenComparing(JvmPart::nanos, Comparator.reverseOrder())
                .thenComparing(part -> part.location().displayName())
                .thenComparing(JvmPart::track));
        return parts.stream().limit(most).toList();
    }

    /**
     * What the thread that marks the frames waited for in a frame, the longest first.
     *
     * @param frame place in {@link #frames}
     */
    public List<WaitPart> waitsOf(int frame, int most) {
        ThreadWaits own = ownThread == null ? null : waits.of(ownThread);
        TraceFrame of = contents.get(frame).frame;
        return own == null
                ? List.of()
                : own.parts(of.beginNanos(), of.endNanos()).stream().limit(most).toList();
    }
}
