package dev.zonecast.capture.tracy;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.collect.ThreadTrack;

/** A thread of the program, or a fiber. */
final class ThreadState {
    /** A fiber that has not left its thread. */
    static final long RUNS = Long.MIN_VALUE;

    /** As the client names it: 32 bits of a thread, 64 of a fiber. */
    final long id;

    final boolean isFiber;

    /** Null until the first event, for which its name must be known. */
    ThreadTrack track;

    /** Whose events come in place of this thread's, or null. */
    ThreadState fiber;

    // Of a fiber: the thread that its last run was told to be on, or null; and when that ended, or RUNS.
    ThreadState runsOn;
    long waitsSinceNanos = RUNS;

    int group;

    // Open zones; of those beyond the limit only the number is kept.
    int depth;
    int refusedDepth;
    long lastNanos;

    /** For the next event that uses one, or null. */
    CallStack callStack;

    ThreadState(long id, boolean isFiber) {
        this.id = id;
        this.isFiber = isFiber;
    }

    /** Times of one thread never run backwards. */
    long notBackwards(long nanos) {
        if (nanos < lastNanos) {
            return lastNanos;
        }
        lastNanos = nanos;
        return nanos;
    }

    CallStack takeCallStack() {
        CallStack taken = callStack;
        callStack = null;
        return taken;
    }
}
