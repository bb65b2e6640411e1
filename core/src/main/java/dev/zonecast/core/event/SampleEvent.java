package dev.zonecast.core.event;

import dev.zonecast.core.kind.EventKind;

/** A thread's stack some time ago; times of one thread may run backwards. The thread may record nothing itself, or have ended. */
public final class SampleEvent extends Event {
    private final SampleKind why;
    private final long weight;
    private final String type;
    private final SampledStack stack;

    /**
     * A sample.
     *
     * @param weight as the kind defines it
     * @param type class of the object of an allocation, else null
     */
    public SampleEvent(EventThread thread, long nanos, SampleKind why, long weight, String type, SampledStack stack) {
        set(EventKind.SAMPLE, thread, nanos);
        this.why = why;
        this.weight = weight;
        this.type = type;
        this.stack = stack;
    }

    public SampleKind why() {
        return why;
    }

    /** As {@link SampleKind} defines it. */
    public long weight() {
        return weight;
    }

    /** Class of the object of an allocation, else null. */
    public String type() {
        return type;
    }

    public SampledStack stack() {
        return stack;
    }
}
