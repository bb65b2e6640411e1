package dev.zonecast.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.cli.CommandRun;
import dev.zonecast.core.CallStack;
import dev.zonecast.core.Zonecast;
import dev.zonecast.core.marker.Marker;
import dev.zonecast.core.marker.MarkerOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Begins, ends and scopes with options, in a file and what is made of it. */
class MarkerOptionsRecordingTest {
    private static final Marker SAVED = Marker.of("saved at a time");
    private static final CallStack STACK =
            new CallStack(List.of(new CallStack.Call("Game.saveWithOptions", "Game.java", 12)));

    @TempDir
    static Path folder;

    private static TraceLog log;

    @BeforeAll
    static void record() throws Exception {
        Path file = folder.resolve("options.fxt");
        Zonecast.startRecording(file);
        Thread.ofPlatform().start(MarkerOptionsRecordingTest::play).join();
        Zonecast.stopRecording();
        log = new TraceLog();
        TraceSummary ignored = TraceReader.read(file, log);
    }

    private static void play() {
        long then = Marker.now();
        SAVED.instantAt(then);
        SAVED.begin("slot 1", MarkerOptions.stack(STACK).atTime(then));
        SAVED.end(null, MarkerOptions.at(Marker.now()));
        SAVED.begin(null, MarkerOptions.NONE);
        SAVED.end(null, MarkerOptions.stack(STACK));
        SAVED.open("slot 3", MarkerOptions.stack(STACK).atTime(then)).close();
        try (var scope = SAVED.open("slot 4", MarkerOptions.stack(STACK))) {
            assertNotNull(scope);
        }
    }

    @Test
    void shouldGiveBackTimesDataAndStacks() {
        assertEquals(
                List.of("moment []", "interval [slot 1]", "interval []", "interval [slot 3]"),
                log.markers.stream()
                        .map(marker -> (marker.isInterval() ? "interval " : "moment ") + marker.values())
                        .toList());
        long then = log.markers.getFirst().beginNanos();
        assertEquals(then, log.markers.get(1).beginNanos());
        assertTrue(log.markers.get(2).beginNanos() > then);
        assertEquals(then, log.markers.get(3).beginNanos());
        assertNull(log.markers.getFirst().stack());
        for (TraceMarker marker : log.markers.subList(1, 4)) {
            assertEquals(STACK.toString(), marker.stack().toString());
        }
    }

    @Test
    void shouldBeAZoneWithItsStackWhenAScopeHasNoTime() {
        var zone = log.zones("saved at a time").getFirst();

        assertEquals(List.of("slot 4"), zone.markerValues());
        assertEquals(STACK.toString(), zone.stack().toString());
    }

    @Test
    void shouldShowTheStackInEachOutputThatHasStacks() throws Exception {
        for (String output : List.of("firefox", "chrome", "perfetto")) {
            Path file = folder.resolve(output + ".json");

            CommandRun run = CommandRun.of("export", folder.resolve("options.fxt"), "--to", output, "-o", file);

            assertEquals(0, run.exit(), run.err());
            String text = Files.readString(file, java.nio.charset.StandardCharsets.ISO_8859_1);
            assertTrue(text.contains("Game.saveWithOptions"), output);
            assertTrue(text.contains("slot 1") && text.contains("slot 3") && text.contains("slot 4"), output);
        }
    }
}
