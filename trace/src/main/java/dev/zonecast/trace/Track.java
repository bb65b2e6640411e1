package dev.zonecast.trace;

import dev.zonecast.fxt.ExtensionLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A thread of the trace, or what is written as one: a set of frames, a display, the GPU zones of a context. */
public final class Track {
    /** What it represents. */
    public enum Kind {
        /** A thread of the program. */
        THREAD,
        /** A set of frames. */
        FRAMES,
        /** Vertical blanks of a display. */
        VSYNC,
        /** Zones of a GPU context, submitted by one thread, in one {@link Track#lane}. */
        GPU,
        /** Holds of a lock; its readers that overlap have further tracks. */
        LOCK,
        /** Intervals that are about a thread, the {@link Track#submitter}: its markers are delivered with that one. */
        MARKERS,
        /** The profiler itself. */
        PROFILER,
        /** What the virtual machine does: collections, compilations, waits of a thread. */
        JVM
    }

    private static final int MAX_COMPLETED = 1024;

    private final int index;
    private final Program program;
    private final long koid;
    private String name = "";
    /** An earlier reading knows the name. */
    private boolean hasLastName;

    private Kind kind = Kind.THREAD;
    private long subject;
    private long submitter;
    private int lane;
    private int group;
    private boolean virtual;
    private long endNanos;

    // Open zones, the outermost first; slots are used again.
    private TraceZone[] slots = new TraceZone[4];
    private int depth;

    /** A zone that came whole, or several of them: it may lie in a zone that follows. */
    private record Completed(long begin, long end, long nanos, int levels) {
        private Completed plus(Completed next) {
            return new Completed(
                    Math.min(begin, next.begin),
                    Math.max(end, next.end),
                    nanos + next.nanos,
                    Math.max(levels, next.levels));
        }
    }

    private List<Completed> completed = new ArrayList<>();
    private int levelsTaken;
    private HeldZones held;

    /** Recording that it belongs to. */
    ProgramPart part;

    /** Begins beyond the limit of open zones whose ends have not come. */
    int refusedBegins;

    TraceFrame openFrame;
    LockSpan openHold;
    TraceMarker openMarker;

    Track(int index, Program program, long koid) {
        this.index = index;
        this.program = program;
        this.koid = koid;
    }

    /** Number of the track in this reading, from 0 on without gaps. */
    public int index() {
        return index;
    }

    /** The program it belongs to. */
    public Program program() {
        return program;
    }

    /** Number of its program: {@link Program#number}. */
    public long process() {
        return program.number();
    }

    /** Id in the file. */
    public long koid() {
        return koid;
    }

    /** Its name so far, or its last one: see {@link TrackNames}. {@code thread N} if it has none. */
    public String name() {
        return name.isEmpty() ? "thread " + koid : name;
    }

    /** What it represents. */
    public Kind kind() {
        return kind;
    }

    /** The frame set's id, the display, the GPU context's id or the lock's id. */
    public long subject() {
        return subject;
    }

    /** Of GPU zones: the Java id of the thread that submits them. Of intervals: the koid of the thread that they are about. */
    public long submitter() {
        return submitter;
    }

    /** Of GPU zones: those of one thread that ran at the same time are in different lanes, from 0 on. */
    public int lane() {
        return lane;
    }

    /** Threads are shown by group, 0 = none. */
    public int group() {
        return group;
    }

    /** A virtual thread. */
    public boolean isVirtual() {
        return virtual;
    }

    /** When the thread ended; 0 if it lives when the recording ends, and if that is unknown. */
    public long endNanos() {
        return endNanos;
    }

    void ended(long nanos) {
        endNanos = nanos;
    }

    boolean isNamed() {
        return !name.isEmpty();
    }

    /** It has that name from the begin. Names of records are ignored. */
    void setLastName(String lastName) {
        name = lastName;
        hasLastName = true;
    }

    /** False if it has that name, or its last name, already. */
    boolean setName(String newName) {
        boolean isNew = !hasLastName && !newName.equals(name);
        name = isNew ? newName : name;
        return isNew;
    }

    /** False if all of it is so already. */
    boolean describe(Kind newKind, long newSubject, long newSubmitter, int newGroup, int flags) {
        boolean newVirtual = (flags & ExtensionLayout.TRACK_VIRTUAL) != 0;
        int newLane = flags >>> ExtensionLayout.TRACK_LANE_SHIFT & ExtensionLayout.TRACK_LANE_MASK;
        boolean isNew = kind != newKind
                || subject != newSubject
                || submitter != newSubmitter
                || group != newGroup
                || virtual != newVirtual
                || lane != newLane;
        kind = newKind;
        subject = newSubject;
        submitter = newSubmitter;
        group = newGroup;
        virtual = newVirtual;
        lane = newLane;
        return isNew;
    }

    int depth() {
        return depth;
    }

    /** The open zone of that depth, 1 = outermost. */
    TraceZone open(int zoneDepth) {
        return slots[zoneDepth - 1];
    }

    /** The innermost open zone, or null. */
    TraceZone innermost() {
        return depth == 0 ? null : slots[depth - 1];
    }

    TraceZone push() {
        TraceZone zone = spare();
        depth++;
        return zone;
    }

    /** A slot for a zone inside the innermost one that is not going to stay open. */
    TraceZone spare() {
        if (depth == slots.length) {
            slots = Arrays.copyOf(slots, depth * 2);
        }
        TraceZone zone = slots[depth];
        if (zone == null) {
            zone = new TraceZone(this);
            slots[depth] = zone;
        }
        zone.clear(depth + 1, innermost());
        return zone;
    }

    void pop() {
        depth--;
    }

    /** The trace has ended: nothing comes to the track any more. */
    void release() {
        slots = new TraceZone[4];
        completed = new ArrayList<>();
        held = null;
    }

    /** Keeps a duration that was written whole, until it is known which one it is inside of. */
    void completed(TraceZone zone) {
        if (completed.size() == MAX_COMPLETED) {
            // The older half, two in one.
            for (int i = 0; i < MAX_COMPLETED / 4; i++) {
                completed.set(i, completed.get(2 * i).plus(completed.get(2 * i + 1)));
            }
            completed.subList(MAX_COMPLETED / 4, MAX_COMPLETED / 2).clear();
        }
        completed.add(new Completed(zone.beginNanos, zone.endNanos, zone.durationNanos(), zone.levelsInside + 1));
    }

    /** Nanoseconds of the completed zones within a time, which are taken out: they are in another one from now on. */
    long takeCompleted(long begin, long end) {
        int from = completed.size();
        while (from > 0 && completed.get(from - 1).begin >= begin) {
            from--;
        }
        long sum = 0;
        levelsTaken = 0;
        if (from < completed.size()) {
            List<Completed> later = completed.subList(from, completed.size());
            for (Completed inside : later) {
                if (inside.end <= end) {
                    sum += inside.nanos;
                    levelsTaken = Math.max(levelsTaken, inside.levels);
                }
            }
            later.removeIf(inside -> inside.end <= end);
        }
        return sum;
    }

    /** The most levels that one of the durations had which {@link #takeCompleted} took last. */
    int levelsTaken() {
        return levelsTaken;
    }

    /** Durations that were written whole and wait for those inside them. */
    HeldZones held() {
        if (held == null) {
            held = new HeldZones(this);
        }
        return held;
    }

    boolean hasHeld() {
        return held != null && !held.isEmpty();
    }

    @Override
    public String toString() {
        return name();
    }
}
