package dev.zonecast.trace;

import java.util.Arrays;

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
        /** Zones of a GPU context, submitted by one thread. */
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
    private Kind kind = Kind.THREAD;
    private long subject;
    private long submitter;
    private int group;
    private boolean virtual;

    // Open zones, the outermost first; slots are used again.
    private TraceZone[] slots = new TraceZone[4];
    private int depth;

    // Durations that were written whole and are not yet inside another: the latest last.
    private long[] completedBegins = new long[0];
    private long[] completedEnds = new long[0];
    private long[] completedNanos = new long[0];
    /** Levels of such durations, itself included. */
    private int[] completedLevels = new int[0];

    private int levelsTaken;
    private int completed;
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

    /** Its name; {@code thread N} if it has none. */
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

    /** Threads are shown by group, 0 = none. */
    public int group() {
        return group;
    }

    /** A virtual thread. */
    public boolean isVirtual() {
        return virtual;
    }

    void setName(String newName) {
        name = newName;
    }

    void describe(Kind newKind, long newSubject, long newSubmitter, int newGroup, boolean nowVirtual) {
        kind = newKind;
        subject = newSubject;
        submitter = newSubmitter;
        group = newGroup;
        virtual = nowVirtual;
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

    /** Keeps a duration that was written whole, until it is known which one it is inside of. */
    void completed(TraceZone zone) {
        if (completed == MAX_COMPLETED) {
            mergeOldest();
        } else if (completed == completedNanos.length) {
            int length = Math.max(16, completed * 2);
            completedBegins = Arrays.copyOf(completedBegins, length);
            completedEnds = Arrays.copyOf(completedEnds, length);
            completedNanos = Arrays.copyOf(completedNanos, length);
            completedLevels = Arrays.copyOf(completedLevels, length);
        }
        keep(completed++, zone.beginNanos, zone.endNanos, zone.durationNanos(), zone.levelsInside + 1);
    }

    private void keep(int at, long begin, long end, long nanos, int levels) {
        completedBegins[at] = begin;
        completedEnds[at] = end;
        completedNanos[at] = nanos;
        completedLevels[at] = levels;
    }

    /** Makes one of two, for the older half: what encloses one of two that lie far back encloses the other one too. */
    private void mergeOldest() {
        int to = 0;
        for (int i = 0; i < MAX_COMPLETED / 2; i += 2) {
            keep(
                    to++,
                    Math.min(completedBegins[i], completedBegins[i + 1]),
                    Math.max(completedEnds[i], completedEnds[i + 1]),
                    completedNanos[i] + completedNanos[i + 1],
                    Math.max(completedLevels[i], completedLevels[i + 1]));
        }
        for (int i = MAX_COMPLETED / 2; i < completed; i++) {
            keep(to++, completedBegins[i], completedEnds[i], completedNanos[i], completedLevels[i]);
        }
        completed = to;
    }

    /** Takes away the last durations that lie between two times, and returns their sum: they are inside of what took that time. */
    long takeCompleted(long begin, long end) {
        int from = completed;
        while (from > 0 && completedBegins[from - 1] >= begin) {
            from--;
        }
        long sum = 0;
        levelsTaken = 0;
        int kept = from;
        for (int i = from; i < completed; i++) {
            if (completedEnds[i] <= end) {
                sum += completedNanos[i];
                levelsTaken = Math.max(levelsTaken, completedLevels[i]);
            } else {
                keep(kept++, completedBegins[i], completedEnds[i], completedNanos[i], completedLevels[i]);
            }
        }
        completed = kept;
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
