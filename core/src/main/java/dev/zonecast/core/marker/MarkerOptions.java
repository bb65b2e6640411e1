package dev.zonecast.core.marker;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.ring.Recorder;
import dev.zonecast.core.ring.RingLayout;
import java.util.List;
import java.util.Set;

/**
 * What a marker can have beside its data: the calls that led to it, another thread that it is about. Immutable; one that is used often
 * is kept.
 */
public final class MarkerOptions {
    /** Nothing. */
    public static final MarkerOptions NONE = new MarkerOptions(null, false, 0);

    private static final StackWalker WALKER = StackWalker.getInstance();
    private static final Set<String> OWN_CLASSES =
            Set.of(MarkerOptions.class.getName(), Marker.class.getName(), MarkerType.class.getName());

    private final CallStack stack;
    private final boolean captures;
    private final long threadId;

    private MarkerOptions(CallStack stack, boolean captures, long threadId) {
        this.stack = stack;
        this.captures = captures;
        this.threadId = threadId;
    }

    /** The calls that lead to the marker are taken when it is recorded: some microseconds. */
    public static MarkerOptions capturedStack() {
        return new MarkerOptions(null, true, 0);
    }

    /** A stack that was taken earlier; null or empty: none. */
    public static MarkerOptions stack(CallStack taken) {
        return new MarkerOptions(taken == null || taken.calls().isEmpty() ? null : taken, false, 0);
    }

    /** The marker is about another thread, and shown with it if that has had an event; else with the thread that records it. */
    public static MarkerOptions thread(Thread about) {
        return NONE.onThread(about);
    }

    /** As these, about another thread: see {@link #thread}. */
    public MarkerOptions onThread(Thread about) {
        return new MarkerOptions(stack, captures, about == null ? 0 : about.threadId());
    }

    /** Records what stands before the marker, and returns its flags: without one, a marker takes nothing that stands before it. */
    int record(Recorder recorder, int markerId) {
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
