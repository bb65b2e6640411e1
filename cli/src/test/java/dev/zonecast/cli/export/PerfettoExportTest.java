package dev.zonecast.cli.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.fxt.fixtures.OwnTrace;
import dev.zonecast.fxt.fixtures.TraceBytes;
import dev.zonecast.trace.TraceReader;
import dev.zonecast.trace.TwoPrograms;
import dev.zonecast.trace.stats.ProgramChoice;
import dev.zonecast.trace.stats.ZoneFilter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The packets, put together again as their reader does: sorted by time, those of one time in the order of the file. */
class PerfettoExportTest {
    private record Event(long time, int type, String name, List<Long> flows, List<Long> flowEnds) {}

    private record Slice(String name, long begin, long end, int depth) {}

    private final Map<Long, String> names = new HashMap<>();
    private final List<Event> events = new ArrayList<>();
    private final TraceBytes trace = TraceBytes.trace();

    @BeforeEach
    void begin() {
        trace.string(1, "outer")
                .string(2, "middle")
                .string(3, "inner")
                .thread(1, 70, 71)
                .thread(2, 70, 72);
    }

    private void export() throws IOException {
        export(trace.stream());
    }

    private void export(InputStream in) throws IOException {
        export(in, ZoneFilter.ALL);
    }

    private void export(InputStream in, ZoneFilter filter) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        TraceReader.read(in, new PerfettoExport(out, filter, () -> 0));
        PerfettoTrace.fields(out.toByteArray()).forEach(packet -> packet(packet.bytes()));
    }

    private void packet(byte[] packet) {
        long time = 0;
        byte[] event = null;
        for (PerfettoTrace.Field field : PerfettoTrace.fields(packet)) {
            switch (field.number()) {
                case 8 -> time = field.asLong();
                case 11 -> event = field.bytes();
                case 12 -> interned(field.bytes());
                default -> {
                    // Descriptors and the sequence.
                }
            }
        }
        if (event != null) {
            event(time, event);
        }
    }

    private void interned(byte[] data) {
        for (PerfettoTrace.Field table : PerfettoTrace.fields(data)) {
            if (table.number() == 2) {
                List<PerfettoTrace.Field> entry = PerfettoTrace.fields(table.bytes());
                names.put(entry.getFirst().asLong(), new String(entry.getLast().bytes(), StandardCharsets.UTF_8));
            }
        }
    }

    private void event(long time, byte[] event) {
        int type = 0;
        long name = 0;
        List<Long> flows = new ArrayList<>();
        List<Long> ends = new ArrayList<>();
        for (PerfettoTrace.Field field : PerfettoTrace.fields(event)) {
            switch (field.number()) {
                case 9 -> type = (int) field.asLong();
                case 10 -> name = field.asLong();
                case 47 -> flows.add(field.asLong());
                case 48 -> ends.add(field.asLong());
                default -> {
                    // Of no interest here.
                }
            }
        }
        events.add(new Event(time, type, names.getOrDefault(name, ""), flows, ends));
    }

    private List<Slice> slices() {
        List<Event> sorted = new ArrayList<>(events);
        sorted.sort(Comparator.comparingLong(Event::time));
        Deque<Event> open = new ArrayDeque<>();
        List<Slice> slices = new ArrayList<>();
        for (Event event : sorted) {
            if (event.type == PerfettoPackets.SLICE_BEGIN) {
                open.push(event);
            } else if (event.type == PerfettoPackets.SLICE_END) {
                Event begin = open.pop();
                slices.add(new Slice(begin.name, begin.time, event.time, open.size()));
            }
        }
        assertTrue(open.isEmpty());
        slices.sort(Comparator.comparingLong(Slice::begin).thenComparingInt(Slice::depth));
        return slices;
    }

    // --- the tests

    @Test
    void shouldNestZonesThatBeginOrEndTogether() throws IOException {
        // All three begin at 100; the inner ones end at 130; then two without a length.
        trace.event(2, 0, 1, 1, 100)
                .end()
                .event(2, 0, 1, 2, 100)
                .end()
                .event(2, 0, 1, 3, 100)
                .end();
        trace.event(3, 0, 1, 0, 130).end().event(3, 0, 1, 0, 130).end();
        trace.event(2, 0, 1, 3, 150).end().event(3, 0, 1, 0, 150).end();
        trace.event(2, 0, 1, 3, 150).end().event(3, 0, 1, 0, 160).end();
        trace.event(3, 0, 1, 0, 200).end();
        trace.event(2, 0, 1, 1, 200).end().event(3, 0, 1, 0, 210).end();

        export();

        assertEquals(
                List.of(
                        new Slice("outer", 100, 200, 0),
                        new Slice("middle", 100, 130, 1),
                        new Slice("inner", 100, 130, 2),
                        new Slice("inner", 150, 150, 1),
                        new Slice("inner", 150, 160, 1),
                        new Slice("outer", 200, 210, 0)),
                slices());
    }

    /** The middle one of three that begin together is left out. */
    @Test
    void shouldNestZonesThatBeginTogetherWhenOneBetweenThemIsNotWanted() throws IOException {
        trace.event(2, 0, 1, 1, 100)
                .end()
                .event(2, 0, 1, 2, 100)
                .end()
                .event(2, 0, 1, 3, 100)
                .end();
        trace.event(3, 0, 1, 0, 130).end().event(3, 0, 1, 0, 130).end();
        trace.event(3, 0, 1, 0, 200).end();
        ZoneFilter filter = new ZoneFilter(
                ZoneFilter.pattern("/outer|inner/"), null, ProgramChoice.ALL, Long.MIN_VALUE, Long.MAX_VALUE);

        export(trace.stream(), filter);

        assertEquals(List.of(new Slice("outer", 100, 200, 0), new Slice("inner", 100, 130, 1)), slices());
    }

    @Test
    void shouldEndZonesThatTheTraceCutOff() throws IOException {
        trace.event(2, 0, 1, 1, 100)
                .end()
                .event(2, 0, 1, 2, 120)
                .end()
                .event(0, 0, 1, 3, 150)
                .end();

        export();

        assertEquals(List.of(new Slice("outer", 100, 150, 0), new Slice("middle", 120, 150, 1)), slices());
    }

    @Test
    void shouldLetFlowsBeginAndEndAtTheirMoments() throws IOException {
        trace.event(8, 0, 1, 3, 110)
                .word(5)
                .end()
                .event(10, 0, 2, 3, 120)
                .word(5)
                .end();

        export();

        assertEquals(2, events.size());
        assertEquals(events.get(0).flows, events.get(1).flowEnds);
        assertEquals(1, events.get(0).flows.size());
    }

    @ParameterizedTest
    @EnumSource
    void shouldKeepFlowsOfOurRecordingsInTheirProgram(TwoPrograms.Join join) throws IOException {
        export(new ByteArrayInputStream(TwoPrograms.flows(join)));

        Map<Long, List<Long>> timesOfFlows = new HashMap<>();
        for (Event event : events) {
            Stream.concat(event.flows.stream(), event.flowEnds.stream())
                    .forEach(flow -> timesOfFlows
                            .computeIfAbsent(flow, id -> new ArrayList<>())
                            .add(event.time));
        }
        assertEquals(Set.of(List.of(1000L, 2000L), List.of(1500L, 4000L)), Set.copyOf(timesOfFlows.values()));
    }

    /** Joined files may come from two machines. */
    @Test
    void shouldHaveTheTimeOfDayOfTheChosenProgramAlone() throws IOException {
        byte[] joined = new OwnTrace()
                .run(7, "first", 1000)
                .zone(2000, 3000)
                .end()
                .run(8, "second", 500)
                .zone(600, 700)
                .end()
                .bytes();

        assertEquals(2, clocks(joined, ProgramChoice.ALL));
        assertEquals(1, clocks(joined, ProgramChoice.parse("8")));
    }

    private static long clocks(byte[] recording, ProgramChoice choice) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ZoneFilter filter = new ZoneFilter(null, null, choice, Long.MIN_VALUE, Long.MAX_VALUE);
        TraceReader.read(new ByteArrayInputStream(recording), new PerfettoExport(out, filter, () -> 0));
        return PerfettoTrace.fields(out.toByteArray()).stream()
                .flatMap(packet -> PerfettoTrace.fields(packet.bytes()).stream())
                .filter(field -> field.number() == 6)
                .count();
    }
}
