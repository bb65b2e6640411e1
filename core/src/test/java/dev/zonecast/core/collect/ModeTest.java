package dev.zonecast.core.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.ChildJvm;
import dev.zonecast.core.Message;
import dev.zonecast.core.Mode;
import dev.zonecast.core.Option;
import dev.zonecast.core.Options;
import dev.zonecast.core.Plot;
import dev.zonecast.core.RecordingException;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code zonecast.mode} allows, and the lines of the log about recordings and viewers. */
class ModeTest {
    @TempDir
    Path folder;

    static final class Program {
        private Program() {}

        public static void main(String[] arguments) {
            Zone.end(Zone.begin(SourceLocation.here("zone")));
            System.out.println("enabled " + Zonecast.isEnabled());
            System.out.println("listens " + (Zonecast.port() != -1));
            System.out.println("records " + (Zonecast.recordingFile() != null));
            System.out.println("on demand " + (Zonecast.listen() != -1 && Zonecast.listen() == Zonecast.port()));
            try {
                Zonecast.startRecording(Path.of(arguments[0]));
                System.out.println("no exception");
            } catch (IllegalStateException e) {
                System.out.println("records already");
            } catch (RecordingException e) {
                System.out.println(e.getMessage().replace(arguments[0], "FILE"));
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }
    }

    private ChildJvm.Result run(Path file, String... flags) throws Exception {
        List<String> all = new ArrayList<>(List.of("-Dzonecast.record=" + file, "-Dzonecast.system=false"));
        all.addAll(List.of(flags));
        return new ChildJvm()
                .flags(all.toArray(String[]::new))
                .run(Program.class, file.toString())
                .expectSuccess();
    }

    private static long lines(ChildJvm.Result result, String part) {
        return result.err().lines().filter(line -> line.contains(part)).count();
    }

    @ParameterizedTest
    @CsvSource({
        "off, false, false, false, false, no exception",
        "OFF, false, false, false, false, no exception",
        "record, true, false, true, false, records already",
        "live, true, true, false, true, cannot record to FILE: zonecast.mode=live",
        "all, true, true, true, true, records already",
    })
    void shouldDoWhatTheModeAllows(
            String mode, boolean enabled, boolean listens, boolean records, boolean onDemand, String recording)
            throws Exception {
        Path file = folder.resolve("game.fxt");

        ChildJvm.Result result = run(file, "-Dzonecast.mode=" + mode);

        assertEquals(
                List.of(
                        "enabled " + enabled,
                        "listens " + listens,
                        "records " + records,
                        "on demand " + onDemand,
                        recording),
                result.outLines(),
                result.toString());
        assertEquals(records, Files.exists(file));
        assertEquals(listens ? 1 : 0, lines(result, "waiting for a Tracy viewer at 127.0.0.1:"), result.err());
        assertEquals(records ? 1 : 0, lines(result, "recording to " + file), result.err());
        assertEquals(
                enabled && !listens ? 1 : 0,
                lines(result, "no viewer can connect: zonecast.mode=" + mode),
                result.err());
        assertEquals(
                enabled && !records ? 1 : 0,
                lines(result, "no recording: cannot record to " + file + ": zonecast.mode=" + mode),
                result.err());
        assertEquals(enabled, !result.err().isEmpty(), result.err());
    }

    @Test
    void shouldNameAnUnknownModeOnceAndUseTheDefault() throws Exception {
        ChildJvm.Result result = run(folder.resolve("game.fxt"), "-Dzonecast.mode=quiet");

        assertTrue(result.outLines().containsAll(List.of("listens true", "records true")), result.toString());
        assertEquals(
                1,
                lines(result, "-Dzonecast.mode=quiet cannot be read; the default is used. It takes off"),
                result.err());
    }

    @Test
    void shouldOpenThePortWhenTheProgramAsks() throws Exception {
        ChildJvm.Result result = run(folder.resolve("game.fxt"), "-Dzonecast.listen=false");

        assertTrue(result.outLines().containsAll(List.of("listens false", "on demand true")), result.toString());
        assertEquals(1, lines(result, "waiting for a Tracy viewer at 127.0.0.1:"), result.err());
    }

    @Test
    void shouldNameAnOptionThatTheModeForbids() throws Exception {
        ChildJvm.Result result = run(folder.resolve("game.fxt"), "-Dzonecast.mode=live", "-Dzonecast.buffer=circular");

        assertEquals(1, lines(result, "zonecast.buffer is not used: zonecast.mode=live"), result.err());
    }

    static final class OffByTheProgram {
        private OffByTheProgram() {}

        public static void main(String[] arguments) throws Exception {
            System.out.println("started " + Zonecast.start(Options.defaults().set(Option.MODE, Mode.OFF)));
            Zone.end(Zone.begin(SourceLocation.here("zone")));
            Zonecast.startRecording(Path.of(arguments[0]));
            System.out.println("port " + Zonecast.listen() + ", flush " + Zonecast.flush(Duration.ofSeconds(1)));
            System.out.println("threads "
                    + Thread.getAllStackTraces().keySet().stream()
                            .filter(thread -> thread.getName().startsWith("zonecast"))
                            .count());
        }
    }

    @Test
    void shouldStartNothingWhenTheProgramChoosesOff() throws Exception {
        Path file = folder.resolve("game.fxt");

        ChildJvm.Result result =
                new ChildJvm().run(OffByTheProgram.class, file.toString()).expectSuccess();

        assertEquals(List.of("started false", "port -1, flush true", "threads 0"), result.outLines());
        assertEquals("", result.err());
        assertFalse(Files.exists(file));
    }

    // --- the end of a recording

    @Test
    void shouldLogSizeLossesAndCommandWhenTheProgramEnds() throws Exception {
        Path file = folder.resolve("my game.fxt");

        ChildJvm.Result result = run(file, "-Dzonecast.mode=record");

        assertEquals(1, lines(result, " recorded "), result.err());
        String line = result.err()
                .lines()
                .filter(text -> text.startsWith("zonecast: recorded "))
                .findFirst()
                .orElseThrow(() -> new AssertionError(result.err()));
        String kilobytes = String.format(java.util.Locale.ROOT, "%.1f kB", Files.size(file) / 1e3);
        assertEquals(
                "zonecast: recorded " + kilobytes + ", no losses. Look at it: zonecast report \"" + file + '"', line);
    }

    static final class Lossy {
        private Lossy() {}

        public static void main(String[] arguments) throws Exception {
            Zonecast.startRecording(Path.of(arguments[0]));
            Message.log("x".repeat(1_000_000));
            Plot.of("n".repeat(40_000)).set(1);
            Plot.of("n".repeat(40_000)).set(2);
            Zonecast.stopRecording();
        }
    }

    @Test
    void shouldLogTheEndWithItsLossesWhenTheProgramStopsTheRecording() throws Exception {
        Path file = folder.resolve("game.fxt");

        ChildJvm.Result result = new ChildJvm()
                .flags("-Dzonecast.listen=false", "-Dzonecast.system=false")
                .run(Lossy.class, file.toString())
                .expectSuccess();

        assertEquals(1, lines(result, "recording to " + file), result.err());
        assertEquals(
                1,
                lines(
                        result,
                        "INFO: recorded " + String.format(java.util.Locale.ROOT, "%.1f kB", Files.size(file) / 1e3)
                                + ", lost since the program's start: truncated texts 2. Look at it: zonecast report "
                                + file),
                result.err());
        assertEquals(1, lines(result, "recorded "), result.err());
    }
}
