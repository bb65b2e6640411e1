package dev.zonecast.core.recording;

import java.util.concurrent.atomic.LongAdder;

/** What the recordings of this process lost for want of room, by kind. Over all of the process. Thread-safe. */
public final class RecordingLosses {
    /** Names and places that appear as a stand-in: durable parts of trace buffers, and names that outlive the program, were full. */
    public static final RecordingLosses NAMES = new RecordingLosses();

    /** Events that were recorded without their call stack, for which the durable part of a trace buffer had no room. */
    public static final RecordingLosses STACKS = new RecordingLosses();

    /** Records that a recording dropped because its disk was too slow. */
    public static final RecordingLosses RECORDS = new RecordingLosses();

    private final LongAdder count = new LongAdder();

    private RecordingLosses() {}

    /** Counts one. */
    public void increment() {
        count.increment();
    }

    void add(long more) {
        count.add(more);
    }

    /** Losses so far. */
    public long total() {
        return count.sum();
    }
}
