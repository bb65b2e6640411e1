package dev.zonecast.core.ring;

import java.lang.StackWalker.StackFrame;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Set;

/**
 * Takes the calls of the calling thread. What costs is done by the collector: a frame's names and line are asked for there, which
 * takes as long as the walk itself.
 */
public final class StackCapture {
    /** Largest number of captured calls. */
    public static final int MAX_CALLS = 64;

    /** Frames that the JVM fetches at once: 16, our own, and those of the walk. */
    private static final int FIRST_BATCH = 22;

    private static final StackWalker WALKER = StackWalker.getInstance(Set.of(), FIRST_BATCH);

    private StackCapture() {}

    /**
     * The calls that led to a method of ours, innermost first.
     *
     * @param depth how many; cut to {@value #MAX_CALLS}
     * @param methods number of our methods from the caller of this method to the method that the program calls
     * @return null if {@code depth} is 0 or less
     */
    public static StackFrame[] take(int depth, int methods) {
        return depth <= 0
                ? null
                : WALKER.walk(frames -> first(frames.iterator(), Math.min(depth, MAX_CALLS), methods + 1));
    }

    /** Not by the stream's own operations: those take a fifth longer. */
    private static StackFrame[] first(Iterator<StackFrame> frames, int depth, int own) {
        StackFrame[] taken = new StackFrame[depth];
        for (int i = 0; i < own && frames.hasNext(); i++) {
            frames.next();
        }
        int count = 0;
        while (count < depth && frames.hasNext()) {
            taken[count++] = frames.next();
        }
        return count == depth ? taken : Arrays.copyOf(taken, count);
    }
}
