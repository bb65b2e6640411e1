package dev.zonecast.fleet;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.trace.TwoPrograms;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Questions to a dataset that have no answer, or a long one. */
class DatasetCommandsTest {
    @TempDir
    private static Path folder;

    private static Path dataset;

    @BeforeAll
    static void generate() {
        dataset = folder.resolve("dataset");
        FleetRun run = FleetRun.of("generate", "-o", dataset, "--sessions", 200, "--zones", 10);
        assertEquals(0, run.exit(), run.err());
    }

    @ParameterizedTest
    @CsvSource({
        "build=no, build=1.5, --baseline",
        "build=1.4, build=no, --candidate",
        "build=1.5, build=1.5, --candidate"
    })
    void shouldFailWhenASideOfAComparisonHasNoSession(String baseline, String candidate, String option) {
        FleetRun run = FleetRun.of("regressions", dataset, "--baseline", baseline, "--candidate", candidate);

        assertEquals(2, run.exit(), run.out());
        assertTrue(run.err().contains("no zone in the sessions of " + option), run.err());
        assertEquals("", run.out());
    }

    @Test
    void shouldPrintAllRowsWhenTheLimitIsBelowZero() {
        FleetRun all = FleetRun.of("zones", dataset, "--limit", 0);

        assertTrue(all.out().lines().count() > 5, all.out());
        assertEquals(all, FleetRun.of("zones", dataset, "--limit", -1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"zones", "frames", "regressions --baseline build=1.4 --candidate build=1.5"})
    void shouldRefuseAPageOnTheStandardOutput(String command) {
        List<Object> line = new ArrayList<>(List.of((Object[]) command.split(" ")));
        line.addAll(1, List.of(dataset, "--page", "-"));

        FleetRun run = FleetRun.of(line.toArray());

        assertEquals(2, run.exit(), run.err());
        assertTrue(run.err().contains("--page cannot be the standard output (-): name a path"), run.err());
        assertEquals("", run.out());
    }

    @ParameterizedTest
    @ValueSource(strings = {"zones", "frames", "regressions --baseline build=1.4 --candidate build=1.5"})
    void shouldRefuseAPageInPlaceOfAFileOfTheDataset(String command) throws IOException {
        List<Path> own = new ArrayList<>(List.of(dataset.resolve("zonecast-fleet.json"), dataset.resolve(".lock")));
        try (Stream<Path> files = Files.walk(dataset.resolve("parts"))) {
            own.add(files.filter(Files::isRegularFile).findFirst().orElseThrow());
        }
        for (Path file : own) {
            byte[] before = Files.readAllBytes(file);
            List<Object> line = new ArrayList<>(List.of((Object[]) command.split(" ")));
            line.addAll(1, List.of(dataset, "--page", file));

            FleetRun run = FleetRun.of(line.toArray());

            assertEquals(2, run.exit(), run.err());
            assertEquals(
                    "zonecast: " + file + ": is a file of the dataset that the command reads. Name another output",
                    run.err().strip());
            assertEquals("", run.out());
            assertArrayEquals(before, Files.readAllBytes(file));
        }
    }

    @Test
    void shouldReplaceAPageOfAnEarlierQuestionInTheFolderOfTheDataset() {
        Path page = dataset.resolve("zones.html");

        assertEquals(0, FleetRun.of("zones", dataset, "--page", page).exit());
        assertEquals(0, FleetRun.of("zones", dataset, "--page", page).exit());
    }

    @ParameterizedTest
    @ValueSource(strings = {"ingest .", "generate"})
    void shouldRefuseADatasetOnTheStandardOutput(String command) {
        List<Object> line = new ArrayList<>(List.of((Object[]) command.split(" ")));
        line.addAll(List.of("-o", "-"));

        FleetRun run = FleetRun.of(line.toArray());

        assertEquals(2, run.exit(), run.out());
        assertTrue(run.err().contains("-o cannot be the standard output (-): name a path"), run.err());
    }

    @Test
    void shouldCountASessionOnceWhenItIsAGroupOfItsOwn() throws IOException {
        Path recording = Files.write(folder.resolve("game.fxt"), TwoPrograms.game("game"));
        Path ofOne = folder.resolve("of one");
        assertEquals(0, FleetRun.of("ingest", recording, "-o", ofOne).exit());

        for (String command : new String[] {"zones", "frames"}) {
            FleetRun run = FleetRun.of(command, ofOne, "--by", "session", "--json");

            assertTrue(run.out().contains("\"sessions\":1,"), run.out() + run.err());
            assertFalse(run.out().contains("\"sessions\":2,"), run.out());
        }
    }

    @Test
    void shouldNotPassOverANamedFileOfAnotherKind() throws IOException {
        Path json = Files.writeString(folder.resolve("game.json"), "[]");
        Path made = folder.resolve("of json");

        FleetRun run = FleetRun.of("ingest", json, "-o", made);

        assertEquals(2, run.exit(), run.out());
        assertEquals(
                "zonecast: " + json + ": its name is not that of a recording (.fxt, .fxt.gz, .fxt.zst, .fxt.lz4) or a"
                        + " summary (.zcs.gz)",
                run.err().strip());
        assertFalse(Files.exists(made));
    }

    @Test
    @EnabledOnOs(OS.LINUX) // The device.
    void shouldSayThatTheDiskIsFullWhenThePageIsWritten() throws IOException {
        // The page is compressed: names without a pattern fill the buffers.
        Random random = new Random(1);
        Path summary = folder.resolve("large.zcs.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(summary))) {
            StringBuilder text = new StringBuilder("zonecast-session\t1\nid\t1\nday\t2026-01-01\n");
            for (int i = 0; i < 50_000; i++) {
                text.append("zone\tcpu\t")
                        .append(Long.toHexString(random.nextLong()))
                        .append("\t1\t9\t9\t9\t9\t5:1\n");
            }
            out.write(text.append("end\n").toString().getBytes(StandardCharsets.UTF_8));
        }
        Path large = folder.resolve("large");
        assertEquals(0, FleetRun.of("ingest", summary, "-o", large).exit());

        FleetRun run = FleetRun.of("zones", large, "--page", "/dev/full");

        assertEquals(2, run.exit(), run.err());
        assertEquals("zonecast: /dev/full: No space left on device", run.err().strip());
    }
}
