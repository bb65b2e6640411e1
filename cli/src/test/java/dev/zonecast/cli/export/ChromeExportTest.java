package dev.zonecast.cli.export;

import static dev.zonecast.cli.JsonTree.at;
import static dev.zonecast.cli.JsonTree.list;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.cli.JsonTree;
import dev.zonecast.fxt.fixtures.TraceBytes;
import dev.zonecast.trace.Calls;
import dev.zonecast.trace.DataField;
import dev.zonecast.trace.MarkerCategory;
import dev.zonecast.trace.MarkerKind;
import dev.zonecast.trace.TraceMarker;
import dev.zonecast.trace.TraceObjects;
import dev.zonecast.trace.TraceReader;
import dev.zonecast.trace.stats.ZoneFilter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Zones without a length, for readers that take an end to be before all that happens at its time. */
class ChromeExportTest {
    private static final int OUTER = 1;
    private static final int MOMENT = 2;
    private static final int INNER = 3;

    private final TraceBytes trace = TraceBytes.trace();

    @BeforeEach
    void begin() {
        // The quotation marks and the time in a name are none of the event's own.
        trace.string(OUTER, "outer")
                .string(MOMENT, "a \"ts\":0.200")
                .string(INNER, "inner")
                .thread(1, 70, 71)
                .thread(2, 70, 72);
    }

    private void zone(int thread, int name, long begin, long end) {
        trace.event(2, 0, thread, name, begin).end();
        end(thread, end);
    }

    private void end(int thread, long time) {
        trace.event(3, 0, thread, 0, time).end();
    }

    private List<String> zones() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ChromeExport export = new ChromeExport(out, ZoneFilter.ALL, () -> 0);
        TraceReader.read(trace.stream(), export);
        export.close();
        Object file = JsonTree.of(out.toString(StandardCharsets.UTF_8));
        return list(at(file, "traceEvents")).stream()
                .filter(event -> "X".equals(at(event, "ph")))
                .map(event -> at(event, "name") + " " + at(event, "ts") + " " + at(event, "dur"))
                .toList();
    }

    @Test
    void shouldBeInsideTheZoneAtWhoseEndItIs() throws IOException {
        trace.event(2, 0, 1, OUTER, 100).end();
        zone(1, INNER, 110, 190);
        zone(1, MOMENT, 200, 200);
        end(1, 200);

        assertEquals(List.of("inner 0.11 0.08", "a \"ts\":0.200 0.199 0.0", "outer 0.1 0.1"), zones());
    }

    @Test
    void shouldKeepItsTimeWhereItIsNotAtTheEnd() throws IOException {
        trace.event(2, 0, 1, OUTER, 100).end();
        zone(1, MOMENT, 200, 200);
        zone(2, INNER, 150, 200);
        end(1, 201);
        zone(1, MOMENT, 300, 300);

        assertEquals(
                List.of("inner 0.15 0.05", "a \"ts\":0.200 0.2 0.0", "outer 0.1 0.101", "a \"ts\":0.200 0.3 0.0"),
                zones());
    }

    /** One nanosecond earlier it would be inside the zone before it. */
    @Test
    void shouldKeepItsTimeBehindAZoneThatEndsThere() throws IOException {
        trace.event(2, 0, 1, OUTER, 100).end();
        zone(1, INNER, 150, 200);
        zone(1, MOMENT, 200, 200);
        end(1, 200);

        assertEquals(List.of("inner 0.15 0.05", "a \"ts\":0.200 0.2 0.0", "outer 0.1 0.1"), zones());
    }

    @Test
    void shouldWriteWhatWaitsWhenTheTraceEnds() throws IOException {
        trace.event(2, 0, 1, OUTER, 100).end();
        zone(1, MOMENT, 200, 200);
        zone(2, INNER, 150, 400);

        assertEquals(List.of("inner 0.15 0.25", "a \"ts\":0.200 0.2 0.0", "outer 0.1 0.3"), zones());
    }

    @Test
    void shouldKeepFieldsOfAMarkerThatHaveTheNamesOfArguments() throws IOException {
        DataField field = new DataField("stack", "stack", "string", DataField.Kind.TEXT, false, false);
        MarkerCategory category = new MarkerCategory("c", "", 0);
        MarkerKind kind = new MarkerKind("card", category, "Card", List.of(field), "", "", "", "", 0);
        Calls calls = new Calls(List.of(new Calls.Call("Game.draw", "Game.java", 7)));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ChromeExport export = new ChromeExport(out, ZoneFilter.ALL, () -> 0);
        export.event(new TraceMarker(kind, TraceObjects.frames(), false, 1, 1, List.of("pile"), calls, false));
        export.close();

        Object args = at(
                list(at(JsonTree.of(out.toString(StandardCharsets.UTF_8)), "traceEvents"))
                        .getFirst(),
                "args");
        assertEquals("pile", at(args, "stack_"));
        assertEquals(calls.text(), at(args, "stack"));
    }
}
