package dev.zonecast.cli.export;

import dev.zonecast.trace.MarkerKind;
import dev.zonecast.trace.TraceZone;
import java.util.ArrayList;
import java.util.List;

/**
 * A named value of a zone or a marker, as viewers show it below an event.
 *
 * @param value a text or a number; null: none
 */
record Argument(String name, Object value) {
    /** Texts, values and marker data of a zone. */
    static List<Argument> of(TraceZone zone) {
        List<Argument> all = new ArrayList<>();
        numbered("text", zone.texts(), all);
        numbered("value", zone.values(), all);
        if (zone.marker() != null) {
            all.addAll(of(zone.marker(), zone.markerValues()));
        }
        return all;
    }

    /** Data of a marker. */
    static List<Argument> of(MarkerKind kind, List<Object> values) {
        List<Argument> all = new ArrayList<>();
        for (int i = 0; i < Math.min(values.size(), kind.fields().size()); i++) {
            Object value = values.get(i) instanceof Boolean truth ? truth.toString() : values.get(i);
            all.add(new Argument(kind.fields().get(i).key(), value));
        }
        return all;
    }

    private static void numbered(String name, List<?> values, List<Argument> to) {
        for (int i = 0; i < values.size(); i++) {
            to.add(new Argument(i == 0 ? name : name + " " + (i + 1), values.get(i)));
        }
    }
}
