package dev.zonecast.cli.export;

import dev.zonecast.cli.export.PerfettoPackets.Event;
import dev.zonecast.trace.Calls;
import dev.zonecast.trace.MarkerKind;
import dev.zonecast.trace.Zone;
import java.util.List;

/** Arguments of Perfetto's events: texts, values, data of markers, call stacks. */
final class PerfettoArguments {
    private PerfettoArguments() {}

    /** Texts, values, marker data and call stack of a zone. */
    static void zone(Zone zone, Event event) {
        int i = 0;
        for (String text : zone.texts()) {
            event.argument(i++ == 0 ? "text" : "text " + i, text);
        }
        i = 0;
        for (long value : zone.values()) {
            event.argument(i++ == 0 ? "value" : "value " + i, value);
        }
        if (zone.marker() != null) {
            data(zone.marker(), zone.markerValues(), event);
        }
        stack(zone.stack(), event);
    }

    /** @param stack null: none */
    static void stack(Calls stack, Event event) {
        if (stack != null) {
            event.argument("stack", stack.toString());
        }
    }

    /** Data of a marker. */
    static void data(MarkerKind kind, List<Object> values, Event event) {
        for (int i = 0; i < Math.min(values.size(), kind.fields().size()); i++) {
            String key = kind.fields().get(i).key();
            switch (values.get(i)) {
                case null -> {
                    // Missing.
                }
                case Long number -> event.argument(key, number);
                case Double number -> event.argument(key, number);
                default -> event.argument(key, values.get(i).toString());
            }
        }
    }
}
