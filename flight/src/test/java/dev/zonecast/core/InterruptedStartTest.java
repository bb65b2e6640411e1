package dev.zonecast.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.recording.CutRecording;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An interrupt of the program's thread must cost neither the recording nor the trace buffer, and must not be lost. */
class InterruptedStartTest {
    private static final int ZONES = 500;
    private static final int THREADS = 8;
    private static final int NAMES = 4;
    private static final int ALL_ZONES = ZONES + THREADS * (ZONES + NAMES);

    @TempDir
    Path folder;

    static final class Interrupted {
        private Interrupted() {}

        public static void main(String[] arguments) throws Exception {
            SourceLocation place = SourceLocation.here("interrupted");
            Thread.currentThread().interrupt();
            if (arguments[0].equals("start")) {
                System.out.println("started " + Zonecast.start());
            }
            for (int i = 0; i < ZONES; i++) {
                Zone.end(Zone.begin(place));
            }
            boolean stillInterrupted = Thread.interrupted();
            // More rings than a file has room for, and more names.
            for (int t = 0; t < THREADS; t++) {
                Thread further = Thread.ofPlatform().start(() -> {
                    Thread.currentThread().interrupt();
                    for (int i = 0; i < ZONES; i++) {
                        Zone.end(Zone.begin(place));
                    }
                    String name = "x".repeat(30_000) + Thread.currentThread().threadId();
                    for (int i = 0; i < NAMES; i++) {
                        Zone.end(Zone.begin(SourceLocation.of(name + i, "f", "F.java", i, 0)));
                    }
                    System.out.println("further " + Thread.currentThread().isInterrupted());
                });
                further.join();
            }
            Thread.currentThread().interrupt();
            System.out.println("ended " + Zonecast.shutdown(Duration.ofSeconds(30)));
            System.out.println("flags " + stillInterrupted + " " + Thread.interrupted());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "start, off",
        "event, off",
        "start, circular",
        "event, circular",
        "start, streaming",
        "event, oneshot",
    })
    void shouldRecordAllWhenTheThreadThatStartsIsInterrupted(String how, String buffer) throws Exception {
        Path file = folder.resolve("recording.fxt");
        var result = new ChildJvm()
                .flags(
                        "-Dzonecast.listen=false",
                        "-Dzonecast.record=" + file,
                        "-Dzonecast.ring.bytes=64K",
                        "-Dzonecast.buffer=" + buffer,
                        "-Dzonecast.buffer.bytes=64M",
                        "-Dzonecast.buffer.folder=" + folder.resolve("run"))
                .run(Interrupted.class, how)
                .expectSuccess();

        assertFalse(result.err().contains("would not outlive"), result.err());
        CutRecording recording = CutRecording.read(file);
        assertEquals(ALL_ZONES, recording.zoneBegins(), result.toString());
        assertEquals(ALL_ZONES, recording.zoneEnds());
        assertTrue(
                result.outLines().containsAll(List.of("further true", "ended true", "flags true true")),
                result.toString());
    }

    static final class Asking {
        private Asking() {}

        public static void main(String[] arguments) throws Exception {
            Zonecast.start();
            Path folder = Path.of(arguments[0]);
            Thread.currentThread().interrupt();
            Zonecast.startRecording(folder.resolve("asked.fxt"));
            Zone.end(Zone.begin(SourceLocation.here("asked")));
            System.out.println("flushed " + Zonecast.flush(Duration.ofSeconds(30)));
            Zonecast.stopRecording();
            var snapshot = Zonecast.snapshot(folder.resolve("snapshot.fxt"));
            System.out.println("flag " + Thread.interrupted());
            snapshot.get();
        }
    }

    @Test
    void shouldDoAsAskedWhenTheThreadThatAsksIsInterrupted() throws Exception {
        var result = new ChildJvm()
                .flags(
                        "-Dzonecast.listen=false",
                        "-Dzonecast.buffer=circular",
                        "-Dzonecast.buffer.bytes=4M",
                        "-Dzonecast.buffer.folder=" + folder.resolve("run"))
                .run(Asking.class, folder.toString())
                .expectSuccess();

        assertEquals(List.of("flushed true", "flag true"), result.outLines());
        assertEquals(1, CutRecording.read(folder.resolve("asked.fxt")).zoneEnds());
        assertEquals(1, CutRecording.read(folder.resolve("snapshot.fxt")).zoneEnds());
    }
}
