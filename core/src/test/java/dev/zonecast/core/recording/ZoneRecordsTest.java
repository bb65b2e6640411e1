package dev.zonecast.core.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.ZoneAttribute;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.kind.ZoneCounter;
import dev.zonecast.core.recording.RecordedTrace.Zone;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.fxt.Term;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ZoneRecordsTest {
    private static final int BEGIN = 2;
    private static final int END = 3;

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
    void shouldGiveBackNestingTimesAndLocationsWhenZonesNest() throws IOException {
        SourceLocation outer = SourceLocation.of("outer", "Game.run", "src/Game.java", 10, 0x102030);
        SourceLocation inner = SourceLocation.of("", "Game.step", "src/Game.java", 20, 0);
        script.begin(main, outer);
        script.begin(main, inner);
        script.end(main);
        script.end(main);

        RecordedTrace trace = script.trace();

        Zone first = trace.zones.get(0);
        Zone second = trace.zones.get(1);
        assertEquals("outer", first.name);
        assertEquals("Game.step", second.name);
        assertEquals(List.of(0, 1), List.of(first.depth, second.depth));
        assertEquals(
                List.of(1_000_001L, 1_000_004L, 1_000_002L, 1_000_003L),
                List.of(first.begin, first.end, second.begin, second.end));
        assertEquals(
                new RecordedTrace.Location(Ids.of(outer), "outer", "Game.run", "src/Game.java", 10, 0x102030),
                first.location);
        assertEquals(
                new RecordedTrace.Location(Ids.of(inner), "", "Game.step", "src/Game.java", 20, 0), second.location);
        assertEquals("main", trace.threadNames.get(first.koid));
        assertEquals("Game", trace.process);
    }

    @Test
    void shouldTellLocationsApartWhenOnlyTheirColoursDiffer() throws IOException {
        script.begin(main, SourceLocation.of("z", "f", "File.java", 1, 0xFF0000));
        script.end(main);
        script.begin(main, SourceLocation.of("z", "f", "File.java", 1, 0x00FF00));
        script.end(main);

        RecordedTrace trace = script.trace();

        assertEquals(0xFF0000, trace.zones.get(0).location.rgb());
        assertEquals(0x00FF00, trace.zones.get(1).location.rgb());
    }

    @Test
    void shouldPutAttributesOnTheBeginWhenNothingCameBetween() throws IOException {
        script.begin(main, Script.location("load"));
        script.text(main, "level 3");
        script.recording.event(new ZoneAttribute().value(EventKind.ZONE_VALUE, main, -7));
        script.recording.event(new ZoneAttribute().value(EventKind.ZONE_COLOR, main, 0x12AB0F));
        script.name(main, "load level");
        script.end(main);

        List<FxtReader.Item> items = script.items();

        FxtReader.Event begin = Script.event(items, BEGIN, "zone");
        assertEquals("load level", begin.name());
        assertEquals(
                List.of("loc=Game.java:42", "function=Game.update", "text=level 3", "value=-7", "color=#12AB0F"),
                begin.arguments().stream().map(a -> a.name() + "=" + a.value()).toList());
        assertEquals(List.of(), Script.event(items, END, "zone").arguments());
        assertEquals("", Script.event(items, END, "zone").name(), "not the name that the begin no longer has");
    }

    @Test
    void shouldNameTheArgumentOfEachCounterAsTheCounter() {
        for (ZoneCounter counter : ZoneCounter.values()) {
            assertEquals(
                    "cpu: " + counter.displayName(), Term.count(counter.code()).text());
        }
    }

    @Test
    void shouldPutAttributesOnTheEndWhenAnotherZoneCameBetween() throws IOException {
        script.begin(main, Script.location("load"));
        script.text(main, "early");
        script.begin(main, Script.location("inner"));
        script.end(main);
        script.text(main, "late");
        script.name(main, "renamed");
        script.recording.event(new ZoneAttribute().count(main, ZoneCounter.PAGE_FAULTS, 64));
        script.recording.event(new ZoneAttribute().value(EventKind.ZONE_VALUE, main, Long.MIN_VALUE));
        script.recording.event(new ZoneAttribute().value(EventKind.ZONE_COLOR, main, 0));
        script.end(main);

        List<FxtReader.Item> items = script.items();
        RecordedTrace trace = RecordedTrace.of(items);

        FxtReader.Event end = (FxtReader.Event) items.get(items.size() - 2);
        assertEquals(
                List.of(
                        "text 2=late",
                        "name=renamed",
                        "cpu: page-faults=64",
                        "value=" + Long.MIN_VALUE,
                        "color=#000000"),
                end.arguments().stream().map(a -> a.name() + "=" + a.value()).toList());
        Zone zone = trace.zones.getFirst();
        assertEquals(List.of("early", "late"), zone.texts);
        assertEquals(Map.of("page-faults", 64L), zone.counts);
        assertEquals("renamed", zone.name);
        assertEquals("load", zone.location.name());
        assertEquals(0, zone.rgb);
    }

    @Test
    void shouldKeepAttributesApartWhenThreadsAlternate() throws IOException {
        EventThread other = script.thread(2, "other");
        script.begin(main, Script.location("a"));
        script.begin(other, Script.location("b"));
        script.text(main, "of a");
        script.text(other, "of b");
        script.end(main);
        script.end(other);

        RecordedTrace trace = script.trace();

        assertEquals(List.of("of a"), trace.zones.get(0).texts);
        assertEquals(List.of("of b"), trace.zones.get(1).texts);
    }

    @Test
    void shouldKeepAttributesWhenTheBeginIsOnDiskAlready() throws IOException {
        script.begin(main, Script.location("a"));
        script.recording.flush();
        script.text(main, "after the flush");
        script.end(main);

        assertEquals(List.of("after the flush"), script.trace().zones.getFirst().texts);
    }

    @Test
    void shouldKeepEveryAttributeWhenThereAreMoreThanAnEventTakes() throws IOException {
        List<String> texts =
                IntStream.range(0, 40).mapToObj(i -> "text number " + i).toList();
        List<Long> values =
                IntStream.range(0, 40).mapToObj(i -> i * 1_000_000_007L).toList();
        for (boolean late : new boolean[] {false, true}) {
            script.begin(main, Script.location("many"));
            if (late) {
                script.begin(main, Script.location("between"));
                script.end(main);
            }
            for (int i = 0; i < 40; i++) {
                script.text(main, texts.get(i));
                script.recording.event(new ZoneAttribute().value(EventKind.ZONE_VALUE, main, values.get(i)));
                script.recording.event(new ZoneAttribute().value(EventKind.ZONE_COLOR, main, i));
                script.name(main, "name " + i);
            }
            script.end(main);
        }

        RecordedTrace trace = script.trace();

        for (Zone zone : List.of(trace.zones.get(0), trace.zones.get(1))) {
            assertEquals(texts, zone.texts);
            assertEquals(values, zone.values);
            assertEquals(39, zone.rgb);
            assertEquals("name 39", zone.name);
        }
    }

    @Test
    void shouldKeepLongTextsWhole() throws IOException {
        // 65,000 bytes of UTF-8, none of the cuts between two characters.
        String text = "x" + "\u00E4".repeat(32_499) + "y";
        for (boolean late : new boolean[] {false, true}) {
            script.begin(main, Script.location("long"));
            if (late) {
                script.begin(main, Script.location("between"));
                script.end(main);
            }
            script.text(main, text);
            script.text(main, text + "2");
            script.name(main, text + "3");
            script.end(main);
        }

        RecordedTrace trace = script.trace();

        for (int i : new int[] {0, 1}) {
            assertEquals(List.of(text, text + "2"), trace.zones.get(i).texts);
            assertEquals(text + "3", trace.zones.get(i).name);
        }
    }

    @Test
    void shouldStayWithinARecordWhenTextsAreOfTheLongestThatAnEventTakes() throws IOException {
        String text = "t".repeat(32_000);
        script.begin(main, Script.location("long"));
        for (int i = 0; i < 5; i++) {
            script.text(main, text + i);
            script.text(main, text.substring(1) + i);
            script.name(main, "n".repeat(31_999) + i);
        }
        script.end(main);

        RecordedTrace trace = script.trace();

        Zone zone = trace.zones.getFirst();
        assertEquals(10, zone.texts.size());
        assertTrue(zone.texts.contains(text + "4"));
        assertTrue(zone.texts.contains(text.substring(1) + "0"));
        assertEquals("n".repeat(31_999) + "4", zone.name);
    }

    @Test
    void shouldShowASymbolWhereATextHasAZeroByte() throws IOException {
        script.begin(main, Script.location("zero"));
        script.text(main, "\0");
        script.text(main, "before\0after, and \0\0\0 more than one word");
        script.end(main);

        assertEquals(
                List.of("\u2400", "before\u2400after, and \u2400\u2400\u2400 more than one word"),
                script.trace().zones.getFirst().texts);
    }

    @Test
    void shouldWriteEmptyTextsAndNames() throws IOException {
        script.begin(main, Script.location("full"));
        script.text(main, "");
        script.name(main, "");
        script.end(main);

        Zone zone = script.trace().zones.getFirst();
        assertEquals(List.of(""), zone.texts);
        assertEquals("", zone.name);
    }

    @Test
    void shouldGiveBackAllZonesWhenTheyNestDeeperThanPerfettoAllows() throws IOException {
        int depth = 700;
        for (int i = 0; i < depth; i++) {
            script.begin(main, Script.location("level " + i));
            for (int k = 0; k < 6; k++) {
                script.text(main, i + "." + k);
            }
        }
        for (int i = depth - 1; i >= 0; i--) {
            script.text(main, "after " + i);
            script.end(main);
        }

        List<FxtReader.Item> items = script.items();
        RecordedTrace trace = RecordedTrace.of(items);

        List<Zone> zones = new ArrayList<>(trace.zones);
        zones.sort((a, b) -> Integer.compare(a.depth, b.depth));
        for (int i = 0; i < depth; i++) {
            Zone zone = zones.get(i);
            assertEquals("level " + i, zone.name);
            assertEquals(i, zone.depth);
            assertEquals(1_000_001 + i, zone.begin);
            assertEquals(1_000_000 + 2L * depth - i, zone.end);
            assertTrue(zone.texts.contains(i + ".0"));
            assertTrue(zone.texts.contains(i + ".5"));
            assertTrue(zone.texts.contains("after " + i));
            assertEquals(7, zone.texts.size());
        }
        long pairs = items.stream()
                .filter(item -> item instanceof FxtReader.Event e
                        && e.type() == BEGIN
                        && e.category().equals("zone"))
                .count();
        assertEquals(512, pairs);
    }

    @Test
    void shouldNotGiveAttributesToTheZoneAboveWhenADeepOneHasThem() throws IOException {
        // One location, so that nothing is written between the last two.
        SourceLocation location = Script.location("level");
        for (int i = 0; i < 513; i++) {
            script.begin(main, location);
        }
        script.text(main, "of the deepest");
        for (int i = 0; i < 513; i++) {
            script.end(main);
        }

        RecordedTrace trace = script.trace();

        List<Zone> withText =
                trace.zones.stream().filter(zone -> !zone.texts.isEmpty()).toList();
        assertEquals(1, withText.size());
        assertEquals(512, withText.getFirst().depth);
    }

    @Test
    void shouldEndWhatIsOpenWhenTheRecordingEnds() throws IOException {
        for (int i = 0; i < 520; i++) {
            script.begin(main, Script.location("open"));
        }
        script.text(main, "waits");

        RecordedTrace trace = script.trace();

        assertEquals(520, trace.zones.size());
        for (Zone zone : trace.zones) {
            assertTrue(zone.endedByRecording);
            assertEquals(script.now, zone.end);
        }
        assertEquals(script.now, trace.endTime);
        assertTrue(trace.zones.stream().anyMatch(zone -> zone.texts.equals(List.of("waits"))));
    }

    @Test
    void shouldNotSayEndedByRecordingWhenTheProgramEndedTheZone() throws IOException {
        script.begin(main, Script.location("closed"));
        script.end(main);

        assertFalse(script.trace().zones.getFirst().endedByRecording);
    }
}
