package dev.zonecast.core.recording;

import java.util.Arrays;

/**
 * A thread of the file: a Java thread, or one that represents a set of frames, a display, or the GPU zones of one context and
 * submitting thread, or a lock.
 */
final class Track {
    /**
     * Zones up to this depth are begin and end. Perfetto refuses a begin below it, but takes its end for the parent's; deeper ones
     * are therefore written as a whole when they end.
     */
    static final int MAX_NESTED = 512;

    /** Of an open zone: its location. */
    static final int LOCATION_BITS = 0xFFFF;

    private static final int TEXT_SHIFT = 16;
    private static final int VALUE_SHIFT = 20;
    private static final int COUNT_MASK = 0xF;

    // Flags of an open zone, beside its location and counts.
    /** The name stands in the begin. */
    static final int RENAMED = 1 << 24;

    // There is a blob of the kind, and all that comes after it is in blobs too: readers take arguments first, then
    // blobs.
    static final int TEXT_IN_BLOB = 1 << 25;
    static final int NAME_IN_BLOB = 1 << 26;
    static final int VALUE_IN_BLOB = 1 << 27;
    static final int COLOR_IN_BLOB = 1 << 28;

    final long koid;
    final int kind;
    final long subject;
    final long submitter;

    /** Of GPU zones: those of one thread that ran at the same time are in different lanes, from 0 on. */
    final int lane;

    /** Place in the thread table, as in the header of an event; good for {@link #epoch}. */
    long reference;

    int epoch = -1;

    /** Time of the last zone's begin or end. */
    long lastTime;

    // As last described.
    String name;
    int group;
    boolean isVirtual;
    /** When, as {@link TrackTable} counts. */
    int describedIn;

    /** The thread records events itself, until its end. Other threads are only sampled. */
    boolean records;

    /** Open zones that are not in the file yet: they are inside those of this track. Null if there never were any. */
    HeldZones held;

    /** It is among those whose late arguments are saved with each commit. */
    boolean hasLateToSave;

    private int depth;
    private int[] open = new int[16];
    private long[] deepBegins;
    private LateArguments[] late = new LateArguments[1];
    private int lateCount;

    Track(long koid, int kind, long subject, long submitter) {
        this(koid, kind, subject, submitter, 0);
    }

    Track(long koid, int kind, long subject, long submitter, int lane) {
        this.koid = koid;
        this.kind = kind;
        this.subject = subject;
        this.submitter = submitter;
        this.lane = lane;
    }

    int depth() {
        return depth;
    }

    /** Opens a zone, and returns the new depth: 1 for an outermost one. */
    int push(int locationId) {
        if (depth == open.length) {
            open = Arrays.copyOf(open, depth * 2);
        }
        open[depth] = locationId;
        return ++depth;
    }

    /** The open zones, outermost first, with room for so many more; {@link #opened} says how many there are then. */
    int[] open(int more) {
        if (depth + more > open.length) {
            open = Arrays.copyOf(open, Math.max(depth + more, open.length * 2));
        }
        return open;
    }

    /** So many are open now. */
    void opened(int newDepth) {
        depth = newDepth;
    }

    /** Keeps the begin of the innermost zone, which is below {@link #MAX_NESTED}. */
    void beganDeep(long time) {
        int at = depth - MAX_NESTED - 1;
        if (deepBegins == null) {
            deepBegins = new long[16];
        } else if (at == deepBegins.length) {
            deepBegins = Arrays.copyOf(deepBegins, at * 2);
        }
        deepBegins[at] = time;
    }

    /** Begin of the innermost zone, which is below {@link #MAX_NESTED}. */
    long deepBegin() {
        return deepBegins[depth - MAX_NESTED - 1];
    }

    void pop() {
        depth--;
    }

    int locationId() {
        return open[depth - 1] & LOCATION_BITS;
    }

    /** Counts a text of the innermost zone; stops at 15. */
    int nextText() {
        return next(TEXT_SHIFT);
    }

    /** Counts a value of the innermost zone; stops at 15. */
    int nextValue() {
        return next(VALUE_SHIFT);
    }

    private int next(int shift) {
        int count = (open[depth - 1] >> shift) & COUNT_MASK;
        if (count < COUNT_MASK) {
            open[depth - 1] += 1 << shift;
        }
        return count;
    }

    /** A flag of the innermost zone. */
    boolean has(int flag) {
        return (open[depth - 1] & flag) != 0;
    }

    /** Sets a flag of the innermost zone. */
    void set(int flag) {
        open[depth - 1] |= flag;
    }

    /** Arguments that wait for the end of the innermost zone, or null. */
    LateArguments late() {
        return lateCount > 0 && late[lateCount - 1].depth == depth ? late[lateCount - 1] : null;
    }

    /** As {@link #late}, made if there is none. */
    LateArguments makeLate() {
        LateArguments known = late();
        if (known != null) {
            return known;
        }
        if (lateCount == late.length) {
            late = Arrays.copyOf(late, lateCount * 2);
        }
        LateArguments made = late[lateCount];
        if (made == null) {
            made = new LateArguments();
            late[lateCount] = made;
        }
        made.depth = depth;
        lateCount++;
        return made;
    }

    /** How many open zones have arguments that wait. */
    int lateCount() {
        return lateCount;
    }

    /** Arguments that wait for the end of an open zone; 0 = of the outermost one that has some. */
    LateArguments late(int index) {
        return late[index];
    }

    /** Drops {@link #late}. */
    void dropLate() {
        lateCount--;
        late[lateCount].clear();
    }
}
