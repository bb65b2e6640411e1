package dev.zonecast.cli.limits;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.cli.CommandRun;
import dev.zonecast.fxt.fixtures.JavaProgram;
import dev.zonecast.trace.TraceLog;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A table that is full costs a line in the log and a count for each kind, in the statistics and in the trace. */
class TableLimitsTest {
    private static final long LIMIT_SECONDS = 120;

    @TempDir
    static Path folder;

    private static Path trace;
    private static List<String> output;
    private static List<String> log;

    @BeforeAll
    static void fillAll() throws Exception {
        trace = folder.resolve("full.fxt");
        Path out = folder.resolve("out.txt");
        Path err = folder.resolve("err.txt");
        Process program = new ProcessBuilder(new JavaProgram(FullTables.class)
                        // The recording makes a plot at the machine's first load, and finds no room if that is late.
                        .flags("-Dzonecast.listen=false", "-Dzonecast.record=" + trace, "-Dzonecast.system=false")
                        .command())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        boolean ended = program.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
        program.destroyForcibly().waitFor();
        output = Files.readAllLines(out);
        log = Files.readAllLines(err);
        assertTrue(ended && program.exitValue() == 0, () -> output + "\n" + log);
    }

    private static Map<String, Long> figures(String prefix) {
        Map<String, Long> figures = new TreeMap<>();
        output.stream().filter(line -> line.startsWith(prefix + " ")).forEach(line -> {
            int number = line.lastIndexOf(' ');
            figures.put(line.substring(prefix.length() + 1, number), Long.valueOf(line.substring(number + 1)));
        });
        return figures;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1000 parameters",
                "4096 counters",
                "1000 categories of sections",
                "4096 categories",
                "65536 memory pools",
                "65536 frame names",
                "65536 plots",
                "10000 markers",
                "32000 source locations",
                "255 GPU contexts",
                "1000 lines of application information",
                "4096 open sections",
                "262144 names"
            })
    void shouldLogOnceAndCountWhatATableRefuses(String limit) {
        String entries = limit.substring(limit.indexOf(' ') + 1);

        assertEquals(figures("expected").get(entries), figures("counted").get(entries), output::toString);
        assertEquals(
                1,
                log.stream()
                        .filter(line -> line.contains("limit reached: " + limit + "; "))
                        .count(),
                log::toString);
    }

    @Test
    void shouldHaveATestForEachTable() {
        assertEquals(13, figures("expected").size());
        assertEquals(figures("expected"), figures("counted"));
    }

    @Test
    void shouldShowTheCountsOfTheTraceToo() throws Exception {
        TraceLog read = TraceLog.of(trace);

        assertEquals(
                figures("expected"), new TreeMap<>(read.statistics.getLast().refusals()));
        CommandRun stats = CommandRun.of("stats", trace);
        assertEquals(0, stats.exit(), stats.err());
        assertTrue(stats.out().lines().anyMatch(line -> line.matches("refused +\\d+ .*")), stats.out());
        for (String table : List.of("source locations", "GPU contexts")) {
            String part = figures("expected").get(table) + " " + table;
            assertTrue(stats.out().lines().anyMatch(line -> line.endsWith(" " + part)), stats.out());
        }
    }

    @Test
    void shouldRecordWhatFindsNoRoomUnderOneName() throws Exception {
        CommandRun stats = CommandRun.of("stats", trace);

        assertTrue(stats.out().contains("(too many source locations)"), stats.out());
        assertTrue(stats.out().contains("(too many markers)"), stats.out());
        // Three open sections, and three markers of a type for which there was no room.
        assertEquals(6, dropped());
    }

    private static long dropped() {
        return output.stream()
                .filter(line -> line.startsWith("dropped "))
                .mapToLong(line -> Long.parseLong(line.substring("dropped ".length())))
                .findFirst()
                .orElse(-1);
    }
}
