package dev.zonecast.core;

import java.lang.StackWalker.StackFrame;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Set;

/**
 * Takes the calls of the calling thread. What costs is done by the collector: a frame's names and line are asked for there, which
 * takes as long as the walk itself.
 */
final class StackCapture {
    /** Frames that the JVM fetches at once: 16, our own, and those of the walk. */
    private static final int FIRST_BATCH = 22;

    private static final StackWalker WALKER = StackWalker.getInstance(Set.of(), FIRST_BATCH);

    /** This class's own frame, and that of the method of ours that the program called. */
    private static final int OWN = 2;

    private StackCapture() {}

    /**
     * The calls that led to the caller's caller, innermost first.
     *
     * @param depth how many; cut to {@link CallStack#MAX_CALLS}
     * @return null if {@code depth} is 0 or less
     */
    static StackFrame[] take(int depth) {
        return depth <= 0
                ? null
                : WALKER.walk(frames -> first(frames.iterator(), Math.min(depth, CallStack.MAX_CALLS)));
    }

    /** Not by the stream's own operations: those take a fifth longer. */
    private static StackFrame[] first(Iterator<StackFrame> frames, int depth) {
        StackFrame[] taken = new StackFrame[depth];
        for (int i = 0; i < OWN && frames.hasNext(); i++) {
            frames.next();
        }
        int count = 0;
        while (count < depth && frames.hasNext()) {
            taken[count++] = frames.next();
        }
        return count == depth ? taken : Arrays.copyOf(taken, count);
    }
}
