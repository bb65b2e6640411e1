package dev.zonecast.cli.export;

import dev.zonecast.trace.MarkerKind;
import dev.zonecast.trace.TraceZone;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A named value of a zone or a marker, as viewers show it below an event.
 *
 * @param value a text or a number; null: none
 */
record Argument(String name, Object value) {
    /** Texts, values and marker data of a zone. */
    static List<Argument> of(TraceZone zone, MarkerMoments moments) {
        return of(zone, moments, Set.of());
    }

    /** @param taken names that fields of markers must not have */
    static List<Argument> of(TraceZone zone, MarkerMoments moments, Set<String> taken) {
        List<Argument> all = new ArrayList<>();
        numbered("text", zone.texts(), all);
        numbered("value", zone.values(), all);
        if (zone.marker() != null) {
            Set<String> others = new HashSet<>(taken);
            all.forEach(argument -> others.add(argument.name));
            all.addAll(of(zone.marker(), moments.fromStart(zone.marker(), zone.markerValues()), others));
        }
        return all;
    }

    /** Data of a marker. */
    static List<Argument> of(MarkerKind kind, List<Object> values) {
        return of(kind, values, Set.of());
    }

    /** @param taken names that fields must not have: see {@link #freeName} */
    static List<Argument> of(MarkerKind kind, List<Object> values, Set<String> taken) {
        List<Argument> all = new ArrayList<>();
        for (int i = 0; i < Math.min(values.size(), kind.fields().size()); i++) {
            Object value = values.get(i) instanceof Boolean truth ? truth.toString() : values.get(i);
            all.add(new Argument(freeName(kind.fields().get(i).key(), taken), value));
        }
        return all;
    }

    /** The name, with an underscore if it is taken. */
    static String freeName(String name, Set<String> taken) {
        return taken.contains(name) ? name + "_" : name;
    }

    private static void numbered(String name, List<?> values, List<Argument> to) {
        for (int i = 0; i < values.size(); i++) {
            to.add(new Argument(i == 0 ? name : name + " " + (i + 1), values.get(i)));
        }
    }
}
