package dev.zonecast.core.event;

import dev.zonecast.core.kind.EventKind;

/**
 * A thread's stack some time ago; times of one thread may run backwards. The thread may record nothing itself, or have ended.
 *
 * @param weight as the kind of sample defines it
 * @param type class of the object of an allocation, else null
 */
public record SampleEvent(EventThread thread, long nanos, SampleKind why, long weight, String type, SampledStack stack)
        implements Event {
    @Override
    public EventKind kind() {
        return EventKind.SAMPLE;
    }
}
