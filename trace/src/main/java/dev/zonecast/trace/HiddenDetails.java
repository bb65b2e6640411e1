package dev.zonecast.trace;

import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

/** Counts the events with details that a listener does not show. */
final class HiddenDetails {
    private final Set<Detail> hidden;
    private final Map<Detail, Long> counts = new EnumMap<>(Detail.class);

    HiddenDetails(Set<Detail> hidden) {
        this.hidden = hidden;
    }

    private void count(Detail detail, boolean has) {
        if (has && hidden.contains(detail)) {
            counts.merge(detail, 1L, Long::sum);
        }
    }

    /** Most zones have none. */
    void zone(Zone zone) {
        if (!zone.touched || hidden.isEmpty()) {
            return;
        }
        count(Detail.ZONE_TEXTS, zone.hasTextsOrValues());
        count(Detail.ZONE_NAMES, !zone.name.equals(zone.location.displayName()));
        count(Detail.ZONE_COLORS, zone.rgb >= 0 && zone.rgb != zone.location.rgb());
        count(Detail.ZONE_STACKS, zone.stackText != null);
        count(Detail.MARKER_DATA, !zone.markerValues.isEmpty());
    }

    void marker(Marker marker) {
        count(Detail.MARKER_DATA, !marker.values().isEmpty());
        count(Detail.MARKER_STACKS, marker.stack() != null);
    }

    void message(Message message) {
        count(Detail.MESSAGE_STACKS, message.stack() != null);
    }

    void memory(MemoryEvent event) {
        count(Detail.FREE_STACKS, event.kind() == MemoryEvent.Kind.FREED && event.stack() != null);
    }

    void lock(LockSpan span) {
        count(Detail.LOCK_PLACES, span.place() != null);
    }

    void addTo(LossAccount losses) {
        counts.forEach((detail, count) -> losses.add(LossKind.LEFT_OUT, detail.text(), count));
    }
}
