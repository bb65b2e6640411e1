package dev.zonecast.core.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.ZoneAttribute;
import dev.zonecast.core.kind.EventKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** In the script's time each event comes a nanosecond after the one before. */
class ShortZonesTest {
    @TempDir
    Path folder;

    private Script script;
    private EventThread main;

    @BeforeEach
    void begin() throws IOException {
        script = Script.begun(folder);
        main = script.thread(1, "main");
    }

    @Test
    void shouldLeaveOutAZoneThatIsShorterThanItsPlaceWants() throws IOException {
        SourceLocation place = place("from 10", 10);
        script.begin(main, place);
        script.now += 8;
        script.end(main);
        script.begin(main, place);
        script.now += 9;
        script.end(main);

        RecordedTrace trace = script.trace();

        assertEquals(1, trace.zones.size());
        assertEquals(10, trace.zones.getFirst().end - trace.zones.getFirst().begin);
    }

    @Test
    void shouldSayHowManyItLeftOut() throws IOException {
        for (int i = 0; i < 3; i++) {
            script.begin(main, place("from 10", 10));
            script.end(main);
        }

        assertTrue(texts(script.items()).contains("zones left out because they were short: 3"));
    }

    @Test
    void shouldKeepAShortZoneWithAllSaidOfItWhenOneInsideIsRecorded() throws IOException {
        script.begin(main, place("outer", 1_000));
        script.text(main, "first");
        script.name(main, "renamed");
        script.recording.event(new ZoneAttribute().value(EventKind.ZONE_VALUE, main, 7));
        script.recording.event(new ZoneAttribute().value(EventKind.ZONE_COLOR, main, 0x123456));
        script.begin(main, place("short", 1_000));
        script.text(main, "gone");
        script.end(main);
        script.begin(main, place("any", 0));
        script.end(main);
        script.text(main, "second");
        script.end(main);

        RecordedTrace trace = script.trace();

        assertEquals(
                List.of("renamed", "any"), trace.zones.stream().map(z -> z.name).toList());
        RecordedTrace.Zone outer = trace.zones.getFirst();
        assertEquals(List.of("first", "second"), outer.texts);
        assertEquals(List.of(7L), outer.values);
        assertEquals(0x123456, outer.rgb);
        assertEquals(1, trace.zones.get(1).depth);
        assertTrue(outer.begin < trace.zones.get(1).begin);
    }

    @Test
    void shouldKeepAShortZoneOfWhichMuchIsSaid() throws IOException {
        List<String> said = new ArrayList<>();
        script.begin(main, place("talks", 1_000));
        for (int i = 0; i < 20; i++) {
            said.add("text " + i);
            script.text(main, "text " + i);
        }
        script.end(main);

        assertEquals(said, script.trace().zones.getFirst().texts);
    }

    @Test
    void shouldHaveALongZoneInTheFileWhileItIsOpen() throws IOException {
        script.begin(main, place("long", 10));
        script.begin(main, place("inner", 10));
        script.begin(main, place("longer", 1_000));
        script.now += 50;
        script.recording.cycleEnd(script.now);
        script.recording.flush();

        RecordedTrace killed = RecordedTrace.of(FxtReader.read(Files.readAllBytes(script.file)));

        assertEquals(
                List.of("long", "inner"), killed.zones.stream().map(z -> z.name).toList());
    }

    @Test
    void shouldKeepWhatIsOpenWhenTheRecordingEnds() throws IOException {
        script.begin(main, place("open", 1_000));

        RecordedTrace trace = script.trace();

        assertTrue(trace.zones.getFirst().endedByRecording);
    }

    @Test
    void shouldRefuseATimeBelowZero() {
        SourceLocation place = SourceLocation.of("negative", "Short.zones", "Short.java", 2, 0);

        assertThrows(IllegalArgumentException.class, () -> place.recordedFrom(Duration.ofNanos(-1)));
    }

    /** A zone of a random script, with what it ought to leave. */
    private static final class Expected {
        final String name;
        final long least;
        final long begin;
        long length;
        boolean recorded;
        final List<Expected> inner = new ArrayList<>();

        Expected(String name, long least, long begin) {
            this.name = name;
            this.least = least;
            this.begin = begin;
        }

        void collect(int depth, List<String> into) {
            int inside = depth;
            if (recorded) {
                into.add(depth + " " + name + " " + begin + " " + length);
                inside++;
            }
            for (Expected zone : inner) {
                zone.collect(inside, into);
            }
        }
    }

    @Test
    void shouldKeepExactlyTheLongZonesAndThoseAroundThemWhateverComes() throws IOException {
        Random random = new Random(5);
        long[] least = {0, 3, 20, 200};
        List<Expected> outermost = new ArrayList<>();
        List<Expected> open = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            script.now += random.nextInt(4);
            if (random.nextInt(16) == 0) {
                script.recording.cycleEnd(script.now);
            }
            if (open.isEmpty() || (open.size() < 8 && random.nextBoolean())) {
                long from = least[random.nextInt(least.length)];
                script.begin(main, place("from " + from, from));
                Expected zone = new Expected("from " + from, from, script.now);
                (open.isEmpty() ? outermost : open.getLast().inner).add(zone);
                open.add(zone);
            } else {
                script.end(main);
                end(open, script.now);
            }
        }
        while (!open.isEmpty()) {
            script.end(main);
            end(open, script.now);
        }
        List<String> expected = new ArrayList<>();
        outermost.forEach(zone -> zone.collect(0, expected));

        List<String> actual = script.trace().zones.stream()
                .map(z -> z.depth + " " + z.name + " " + z.begin + " " + (z.end - z.begin))
                .toList();

        assertEquals(expected, actual);
        assertTrue(actual.size() < 10_000, actual.size() + " zones");
    }

    private static void end(List<Expected> open, long now) {
        Expected zone = open.removeLast();
        zone.length = now - zone.begin;
        zone.recorded = zone.length >= zone.least || zone.inner.stream().anyMatch(inner -> inner.recorded);
    }

    private static SourceLocation place(String name, long fromNanos) {
        // Locations of its own: equal content gives the same object, in other tests too.
        return SourceLocation.of(name, "Short.zones", "Short.java", 1, 0).recordedFrom(Duration.ofNanos(fromNanos));
    }

    private static List<String> texts(List<FxtReader.Item> items) {
        return items.stream()
                .filter(FxtReader.Event.class::isInstance)
                .map(item -> ((FxtReader.Event) item).name())
                .toList();
    }
}
