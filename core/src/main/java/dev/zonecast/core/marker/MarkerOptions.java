package dev.zonecast.core.marker;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.clock.Clock;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.ring.Recorder;
import dev.zonecast.core.ring.RingLayout;
import java.util.List;
import java.util.Set;

/**
 * What a marker can have beside its data: a time, the calls that led to it, another thread that it is about. Immutable. Options without
 * a time can be kept in a {@code static final} field; options with a time are made at the call and cost no allocation where it is
 * compiled.
 */
public final class MarkerOptions {
    /** The time of the call. No clock reads this. */
    private static final long NO_TIME = Long.MIN_VALUE;

    /** Nothing. */
    public static final MarkerOptions NONE = new MarkerOptions(null, false, 0, NO_TIME);

    private static final StackWalker WALKER = StackWalker.getInstance();
    private static final Set<String> OWN_CLASSES = Set.of(
            MarkerOptions.class.getName(),
            OpenInterval.class.getName(),
            Marker.class.getName(),
            MarkerType.class.getName());

    private final CallStack stack;
    private final boolean captures;
    private final long threadId;
    private final long ticks;

    private MarkerOptions(CallStack stack, boolean captures, long threadId, long ticks) {
        this.stack = stack;
        this.captures = captures;
        this.threadId = threadId;
        this.ticks = ticks;
    }

    /** The calls that lead to the marker are taken when it is recorded: some microseconds. */
    public static MarkerOptions capturedStack() {
        return new MarkerOptions(null, true, 0, NO_TIME);
    }

    /** A stack that was taken earlier; null or empty: none. */
    public static MarkerOptions stack(CallStack taken) {
        return new MarkerOptions(taken == null || taken.calls().isEmpty() ? null : taken, false, 0, NO_TIME);
    }

    /** The marker is about another thread, and shown with it if that has had an event; else with the thread that records it. */
    public static MarkerOptions thread(Thread about) {
        return NONE.onThread(about);
    }

    /** The moment, the begin or the end is then, not at the call: see {@link #atTime}. */
    public static MarkerOptions at(long ticks) {
        return NONE.atTime(ticks);
    }

    /** As these, about another thread: see {@link #thread}. */
    public MarkerOptions onThread(Thread about) {
        return new MarkerOptions(stack, captures, about == null ? 0 : about.threadId(), ticks);
    }

    /**
     * As these, at a time that has passed. A marker at a time to come is counted and left out.
     *
     * @param then from {@link Marker#now}; of 0 nothing is recorded
     */
    public MarkerOptions atTime(long then) {
        return new MarkerOptions(stack, captures, threadId, then);
    }

    /** When a marker with these options is that is recorded now: 0 if it is not to be. */
    static long ticks(MarkerOptions options) {
        return hasTime(options) ? options.ticks : Clock.ticks();
    }

    /** True if the time is not that of the call. */
    static boolean hasTime(MarkerOptions options) {
        return options != null && options.ticks != NO_TIME;
    }

    /** True if no zone can be the marker, because a zone begins now and on this thread. */
    boolean isOffZone() {
        return ticks != NO_TIME || threadId != 0;
    }

    /** These for the end of a marker that begins now: with its calls, without its time. */
    MarkerOptions kept() {
        return new MarkerOptions(calls(), false, threadId, NO_TIME);
    }

    /** The calls that lead to the marker that begins now, or null. */
    CallStack calls() {
        return captures ? capture() : stack;
    }

    /**
     * Records what stands before the marker, and returns its flags: without one, a marker takes nothing that stands before it.
     *
     * @param options null: none
     */
    static int record(MarkerOptions options, int markerId) {
        // By its fields, so that options that are made for one call need no object.
        return options == null || options.isOnlyTime()
                ? 0
                : record(markerId, options.stack, options.captures, options.threadId);
    }

    private boolean isOnlyTime() {
        return stack == null && !captures && threadId == 0;
    }

    private static int record(int markerId, CallStack stack, boolean captures, long threadId) {
        if (markerId == MarkerType.NO_ID) {
            return 0;
        }
        Recorder recorder = Recorder.current();
        int flags = 0;
        CallStack calls = captures ? capture() : stack;
        if (calls != null) {
            long before = recorder.position();
            recorder.recordText(EventKind.MARKER_STACK, 0, markerId, calls.text() + '\n');
            flags |= recorder.position() == before ? 0 : RingLayout.MARKER_HAS_STACK;
        }
        if (threadId != 0) {
            long before = recorder.position();
            recorder.record(EventKind.MARKER_TARGET, 0, markerId, threadId);
            flags |= recorder.position() == before ? 0 : RingLayout.MARKER_HAS_TARGET;
        }
        return flags;
    }

    private static CallStack capture() {
        List<CallStack.Call> calls =
                WALKER.walk(frames -> frames.dropWhile(frame -> OWN_CLASSES.contains(frame.getClassName()))
                        .limit(CallStack.MAX_CALLS)
                        .map(frame -> CallStack.Call.of(frame.toStackTraceElement()))
                        .toList());
        return calls.isEmpty() ? null : new CallStack(calls);
    }
}
