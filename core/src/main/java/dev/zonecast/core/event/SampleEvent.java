package dev.zonecast.core.event;

import dev.zonecast.core.late.LateEvent;

/** A thread's stack some time ago; times of one thread may run backwards. The thread may record nothing itself, or have ended. */
public final class SampleEvent extends Event {
    private final LateEvent.Sample sample;

    /** A sample. */
    public SampleEvent(EventThread thread, LateEvent.Sample sample) {
        set(EventKind.SAMPLE, thread, sample.nanos());
        this.sample = sample;
    }

    public LateEvent.Sample sample() {
        return sample;
    }
}
