package dev.zonecast.core.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.fxt.FxtLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Zones whose name represents their location. */
class CompactRecordsTest {
    private static final int BYTES_OF_A_ZONE = 32;

    @TempDir
    Path folder;

    private Script script;
    private EventThread main;

    @BeforeEach
    void begin() throws IOException {
        script = Script.begun(folder, true);
        main = script.thread(1, "main");
    }

    private void zone(SourceLocation location) throws IOException {
        script.begin(main, location);
        script.end(main);
    }

    private static SourceLocation place(int i) {
        return SourceLocation.of("equal", "Game.f" + i, "Game.java", i, 0);
    }

    @Test
    void shouldTake32BytesForAZoneWithNameAndFunction() throws IOException {
        zone(Script.location("known"));
        long before = bytes();
        for (int i = 0; i < 100; i++) {
            zone(Script.location("known"));
        }

        assertEquals(100 * BYTES_OF_A_ZONE, bytes() - before);
    }

    private long bytes() throws IOException {
        script.recording.flush();
        return Files.size(script.file);
    }

    @Test
    void shouldKeepLocationsOfEqualNamesApart() throws IOException {
        zone(place(1));
        zone(place(2));

        List<RecordedTrace.Zone> zones = script.trace().zones;

        assertEquals(
                List.of(1, 2), zones.stream().map(zone -> zone.location.line()).toList());
    }

    @Test
    void shouldWriteTheLocationOfAZoneThatGetsAnotherName() throws IOException {
        script.begin(main, place(1));
        script.name(main, "another");
        script.text(main, "a text");
        script.end(main);

        List<FxtReader.Item> items = script.items();

        FxtReader.Event begin = Script.event(items, FxtLayout.DURATION_BEGIN, "zone");
        assertEquals("another", begin.name());
        assertEquals(
                List.of("Game.java:1", "a text"),
                begin.arguments().stream().map(FxtReader.Argument::value).toList());
        RecordedTrace.Zone zone = RecordedTrace.of(items).zones.getFirst();
        assertEquals("Game.f1", zone.location.function());
    }

    @Test
    void shouldWriteTheLocationOfEachZoneWhenTheTableHasStartedOver() throws IOException {
        // Three strings of a location are its own.
        int places = FxtLayout.MAX_STRING_INDEX / 3 + 1000;
        for (int i = 0; i < places; i++) {
            zone(place(i));
        }

        List<FxtReader.Item> items = script.items();

        RecordedTrace trace = RecordedTrace.of(items);
        assertEquals(places, trace.zones.size());
        for (int i = 0; i < places; i++) {
            assertEquals(i, trace.zones.get(i).location.line());
        }
        List<FxtReader.Event> begins = items.stream()
                .filter(FxtReader.Event.class::isInstance)
                .map(FxtReader.Event.class::cast)
                .filter(event -> event.type() == FxtLayout.DURATION_BEGIN
                        && event.category().equals("zone"))
                .toList();
        assertTrue(begins.getFirst().arguments().isEmpty());
        assertEquals("loc", begins.getLast().arguments().getFirst().name());
    }
}
