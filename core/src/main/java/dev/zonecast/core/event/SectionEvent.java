package dev.zonecast.core.event;

import dev.zonecast.core.kind.EventKind;

/** A section begins or ends. Its times are not sorted with other events: the begin may be long ago. */
public record SectionEvent(EventKind kind, long nanos, SectionInfo section) implements Event {
    /** A section has begun. */
    public static SectionEvent begin(SectionInfo section) {
        return new SectionEvent(EventKind.SECTION_BEGIN, section.beginNanos(), section);
    }

    /** A section that was begun has ended. */
    public static SectionEvent end(SectionInfo section, long nanos) {
        return new SectionEvent(EventKind.SECTION_END, Math.max(nanos, section.beginNanos()), section);
    }
}
