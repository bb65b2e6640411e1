package dev.zonecast.core.event;

/** The reason for a sample. */
public enum SampleKind {
    /** The thread ran Java. The weight is nanoseconds of processor time. */
    RUNNING(0),
    /** The thread was in native code, running or waiting. The weight is nanoseconds from one sample to the next. */
    NATIVE(1),
    /** The thread fell asleep; no sample follows before it wakes up. The weight is the sleep's nanoseconds. */
    SLEEPING(2),
    /** The thread allocated. The weight is the bytes that were allocated since the sample before. */
    ALLOCATION(3);

    private final int code;

    SampleKind(int code) {
        this.code = code;
    }

    /** Code in recordings. */
    public int code() {
        return code;
    }
}
