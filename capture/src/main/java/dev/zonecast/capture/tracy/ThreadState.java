package dev.zonecast.capture.tracy;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.event.EventThread;
import java.util.ArrayDeque;

/** A thread of the program, or a fiber. */
final class ThreadState {
    /** A fiber that has not left its thread. */
    static final long RUNS = Long.MIN_VALUE;

    /** As the client names it: 32 bits of a thread, 64 of a fiber. */
    final long id;

    final boolean isFiber;

    /** It represents several threads: zones of theirs would not nest. */
    final boolean isShared;

    /** Null until the first event, for which its name must be known. */
    EventThread track;

    /** Whose events come in place of this thread's, or null. */
    ThreadState fiber;

    // Of a fiber: the thread that its last run was told to be on, or null; and when that ended, or RUNS.
    ThreadState runsOn;
    long waitsSinceNanos = RUNS;

    int group;

    // Open zones; of those beyond the limit only the number is kept.
    int depth;
    int refusedDepth;

    /** There is room for so many open zones, and for attributes of those down to a depth. */
    int depthRoom = SessionTables.FREE_LEVELS;

    int attributeRoom;

    /** The lock that it waits for, or null: a thread waits for one at a time. */
    LockEvents.Lock waitsFor;

    /** Its changes of locks that are on their way to the sink. */
    final ArrayDeque<LockQueue.Change> queued = new ArrayDeque<>(1);

    long lastNanos;

    /** Time of the last change of a lock that was delivered because no zone came in time; 0: none. */
    long missedNanos;

    /** When a core last went over to it; -1: not yet. */
    long switchedInNanos = -1;

    /** For the next event that uses one, or null. */
    CallStack callStack;

    ThreadState(long id, boolean isFiber, boolean isShared) {
        this.id = id;
        this.isFiber = isFiber;
        this.isShared = isShared;
        refusedDepth = isShared ? 1 : 0;
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
