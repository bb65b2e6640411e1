package dev.zonecast.core.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.ChildJvm;
import dev.zonecast.core.Frame;
import dev.zonecast.core.Message;
import dev.zonecast.core.Plot;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Threads;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program with nothing but the property, from its first zone to the file. */
class EndToEndTest {
    private static final int ZONES = 20_000;
    private static final int WORKERS = 3;

    @TempDir
    Path folder;

    @Test
    void shouldHoldEverythingWhenTheProgramEnds() throws Exception {
        Path file = folder.resolve("ended.fxt");

        new ChildJvm()
                .flags(
                        "-Dzonecast.record=" + file,
                        "-Dzonecast.listen=false",
                        "-Dzonecast.system=false",
                        "-Dzonecast.ring.wait=10000000")
                .run(Game.class, "end")
                .expectSuccess();

        RecordedTrace trace = RecordedTrace.of(FxtReader.read(Files.readAllBytes(file)));
        checkGame(trace);
        assertTrue(trace.endTime > 0);
        assertEquals(0, trace.losses.getLast());
    }

    @Test
    void shouldHoldWhatWasFlushedWhenTheProgramIsKilled() throws Exception {
        Path file = folder.resolve("killed.fxt");

        ChildJvm.Result result = new ChildJvm()
                .flags(
                        "-Dzonecast.record=" + file,
                        "-Dzonecast.listen=false",
                        "-Dzonecast.system=false",
                        "-Dzonecast.ring.wait=10000000")
                .run(Game.class, "halt");

        assertEquals(9, result.exit());
        RecordedTrace trace = RecordedTrace.of(FxtReader.readCut(Files.readAllBytes(file)));
        checkGame(trace);
        assertEquals(-1, trace.endTime);
    }

    @Test
    void shouldGoOnWithoutARecordingWhenTheFileCannotBeMade() throws Exception {
        Path notAFolder = Files.writeString(folder.resolve("file"), "text");

        ChildJvm.Result result = new ChildJvm()
                .flags("-Dzonecast.record=" + notAFolder.resolve("x.fxt"), "-Dzonecast.listen=false")
                .run(Game.class, "end")
                .expectSuccess();

        assertTrue(result.err().contains("is not a folder"), result.err());
    }

    private static void checkGame(RecordedTrace trace) {
        assertEquals("EndToEndTest$Game", trace.process);
        for (int i = 0; i < WORKERS; i++) {
            String name = "worker " + i;
            RecordedTrace.Track track = trace.tracks.values().stream()
                    .filter(t -> trace.threadNames.get(t.koid()).equals(name))
                    .findFirst()
                    .orElseThrow();
            assertEquals(i + 1, track.group());
            List<RecordedTrace.Zone> zones = trace.zones.stream()
                    .filter(zone -> zone.koid == track.koid())
                    .toList();
            assertEquals(2 * ZONES, zones.size());
            assertTrue(zones.stream().allMatch(zone -> zone.end >= zone.begin));
            assertEquals(
                    List.of("0"),
                    zones.get(0).texts,
                    "of the outer zone; the inner ones have none: " + zones.get(1).texts);
        }
        assertEquals(ZONES / 100, trace.frames.size());
        assertEquals(WORKERS * ZONES / 100, trace.messages.size());
        assertEquals(WORKERS * ZONES / 100, trace.plotValues.size());
        assertEquals("a game", trace.infos.getFirst().text());
    }

    static final class Game {
        private static final SourceLocation OUTER = SourceLocation.here("outer", 0x336699);
        private static final SourceLocation INNER = SourceLocation.here("inner");
        private static final Plot PLOT = Plot.of("done");

        public static void main(String[] arguments) throws InterruptedException {
            Zonecast.appInfo("a game");
            List<Thread> workers = new ArrayList<>();
            for (int i = 0; i < WORKERS; i++) {
                int number = i;
                workers.add(Thread.ofPlatform().start(() -> work(number)));
            }
            for (Thread worker : workers) {
                worker.join();
            }
            if (arguments[0].equals("halt")) {
                Zonecast.flush(Duration.ofSeconds(30));
                Runtime.getRuntime().halt(9);
            }
        }

        private static void work(int number) {
            Threads.name("worker " + number);
            Threads.group(number + 1);
            for (int i = 0; i < ZONES; i++) {
                try (Zone outer = Zone.open(OUTER)) {
                    long inner = Zone.begin(INNER);
                    Zone.end(inner);
                    outer.text(Integer.toString(i));
                }
                if (i % 100 == 0) {
                    PLOT.set(i);
                    Message.log("done " + i);
                    if (number == 0) {
                        Frame.mark();
                    }
                }
            }
        }
    }
}
