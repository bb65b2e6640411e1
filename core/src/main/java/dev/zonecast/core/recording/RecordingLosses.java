package dev.zonecast.core.recording;

import java.util.concurrent.atomic.LongAdder;

/** What the recordings of this process lost for want of room, by kind. Over all of the process. Thread-safe. */
@SuppressWarnings("ImmutableEnumChecker") // A count is not.
public enum RecordingLosses {
    /** Names and places that appear as a stand-in: durable parts of trace buffers, and names that outlive the program, were full. */
    NAMES,
    /** Events that were recorded without their call stack, for which the durable part of a trace buffer had no room. */
    STACKS,
    /** Records that a recording dropped because its disk was too slow. */
    RECORDS;

    private final LongAdder count = new LongAdder();

    /** Counts one. */
    public void increment() {
        add(1);
    }

    void add(long more) {
        count.add(more);
    }

    /** Losses so far. */
    public long total() {
        return count.sum();
    }
}
