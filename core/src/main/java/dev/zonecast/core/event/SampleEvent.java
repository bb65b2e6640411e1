package dev.zonecast.core.event;

import dev.zonecast.core.kind.EventKind;

/**
 * A past stack of a thread. Samples of a thread are not sorted by time. The thread may have no other events, or may have ended.
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
