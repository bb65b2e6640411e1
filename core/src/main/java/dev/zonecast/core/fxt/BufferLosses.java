package dev.zonecast.core.fxt;

import java.util.concurrent.atomic.LongAdder;

/**
 * What found no room where it must not be overwritten: in the durable parts of trace buffers and among the names that outlive the
 * program. Over all of the process. Thread-safe.
 */
public final class BufferLosses {
    private static final LongAdder NAMES = new LongAdder();
    private static final LongAdder STACKS = new LongAdder();

    private BufferLosses() {}

    /** Counts a name or place. */
    public static void countName() {
        NAMES.increment();
    }

    static void countStack() {
        STACKS.increment();
    }

    /** Names and places that appear as a stand-in. */
    public static long names() {
        return NAMES.sum();
    }

    /** Events that were recorded without their call stack. */
    public static long stacks() {
        return STACKS.sum();
    }
}
