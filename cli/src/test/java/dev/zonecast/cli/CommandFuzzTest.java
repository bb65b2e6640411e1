package dev.zonecast.cli;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.capture.tracy.RecordedFlood;
import dev.zonecast.cli.report.PageTrace;
import dev.zonecast.trace.RandomTrace;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.core.JacksonException;

/**
 * Whatever the options and the files: a command works or says why not, with the exit code of a failure and without a trace of a stack.
 * {@code -Dzonecast.fuzz.files=28000} for the long run; {@code -Dzonecast.fuzz.first=N} begins with another seed.
 */
class CommandFuzzTest {
    private static final int FILES = Integer.getInteger("zonecast.fuzz.files", 300);
    private static final int LINES = Math.max(500, FILES / 10);
    private static final int FIRST = Integer.getInteger("zonecast.fuzz.first", 0);

    /** Far more than any of them takes. */
    private static final Duration HANGS = Duration.ofMinutes(3);

    // Of what is shown when something fails.
    private static final int MOST_SHOWN = 20;
    private static final int MOST_LINES = 8;

    /** All that a file may be at most, so that thousands of them are read in a short time. */
    private static final int MOST_BYTES = 24_000;

    private static final String FOREIGN = "{\"traceEvents\":["
            + "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":1,\"tid\":2,\"args\":{\"name\":\"main\"}},"
            + "{\"ph\":\"X\",\"name\":\"a\",\"cat\":\"c\",\"pid\":1,\"tid\":2,\"ts\":1.5,\"dur\":5,\"args\":{\"k\":[1,2]}},"
            + "{\"ph\":\"B\",\"name\":\"b\",\"pid\":1,\"tid\":2,\"ts\":8},"
            + "{\"ph\":\"b\",\"name\":\"async\",\"cat\":\"c\",\"id\":\"0x7\",\"pid\":1,\"tid\":2,\"ts\":8.5},"
            + "{\"ph\":\"s\",\"name\":\"f\",\"pid\":1,\"tid\":2,\"ts\":8,\"id\":7},"
            + "{\"ph\":\"C\",\"name\":\"n\",\"pid\":1,\"tid\":2,\"ts\":9,\"args\":{\"v\":1e3}},"
            + "{\"ph\":\"i\",\"name\":\"now\",\"s\":\"g\",\"pid\":1,\"tid\":2,\"ts\":9},"
            + "{\"ph\":\"e\",\"name\":\"async\",\"cat\":\"c\",\"id\":\"0x7\",\"pid\":1,\"tid\":2,\"ts\":9.5},"
            + "{\"ph\":\"E\",\"pid\":1,\"tid\":2,\"ts\":10}]}";

    @TempDir
    Path folder;

    private RandomCommands commands;
    private final List<byte[]> recordings = new ArrayList<>();
    private final List<byte[]> foreign = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();
    private final Map<Integer, Integer> exits = new HashMap<>();

    @BeforeEach
    void writeFiles() throws IOException {
        commands = new RandomCommands(folder);
        Files.writeString(folder.resolve("text"), "this is no recording\n");
        for (Path file : List.of(
                SampleTrace.write(folder.resolve("sample.fxt"), 500),
                SampledTrace.write(folder.resolve("sampled.fxt")),
                PageTrace.writeTwo(folder.resolve("page.fxt")),
                RecordedFlood.write(folder.resolve("all.fxt")))) {
            byte[] bytes = Files.readAllBytes(file);
            recordings.add(Arrays.copyOf(bytes, Math.min(bytes.length, MOST_BYTES) & -Long.BYTES));
        }
        foreign.add(FOREIGN.getBytes(StandardCharsets.UTF_8));
        for (String table : List.of("v0.14.0.zones.csv", "v0.14.0.messages.csv", "v0.12.2.zones.csv")) {
            try (var in = RecordedFlood.class.getResourceAsStream(table)) {
                foreign.add(in.readAllBytes());
            }
        }
    }

    private CommandRun run(List<String> line, String about) {
        return assertTimeoutPreemptively(
                HANGS,
                () -> {
                    StringWriter out = new StringWriter();
                    StringWriter err = new StringWriter();
                    int exit = Main.execute(
                            Main::commandLine,
                            line.toArray(String[]::new),
                            new PrintWriter(out),
                            new PrintWriter(err, true));
                    return new CommandRun(exit, out.toString(), err.toString());
                },
                about);
    }

    private void check(List<String> line, String about) throws IOException {
        CommandRun run = run(line, about);
        exits.merge(run.exit(), 1, Integer::sum);
        String wrong = wrong(line, run);
        if (wrong != null) {
            failures.add(wrong + ": " + about + "\nexit " + run.exit() + ", "
                    + run.err().lines().limit(MOST_LINES).collect(Collectors.joining("\n")));
        }
    }

    /** What is wrong with how a command ended, or null. */
    private String wrong(List<String> line, CommandRun run) throws IOException {
        boolean conditionMet =
                run.exit() == ExitCode.CONDITION_MET && line.stream().anyMatch(word -> word.startsWith("--fail-if"));
        if (run.exit() != ExitCode.OK && run.exit() != ExitCode.FAILED && !conditionMet) {
            return "the exit code";
        }
        if (run.err().contains("\tat ") || run.err().contains("Exception")) {
            return "a trace of a stack";
        }
        if (run.err().contains("not enough memory")) {
            return "far too much memory";
        }
        if (run.exit() == ExitCode.FAILED && run.err().isBlank() && run.out().isBlank()) {
            return "no word about the failure";
        }
        boolean isJson = line.contains("--json") && List.of("stats", "compare").contains(line.getFirst());
        if (run.exit() == ExitCode.OK && isJson && !isJson(run.out())) {
            return "no JSON";
        }
        if (run.exit() == ExitCode.OK && line.contains("-o") && !isWhole(line)) {
            return "an output that cannot be read";
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.anyMatch(file -> file.getFileName().toString().endsWith(".part")) ? "half a file" : null;
        }
    }

    /** What a command wrote is what its format wants. */
    private boolean isWhole(List<String> line) throws IOException {
        Path output = commands.output();
        if (!line.contains(output.toString()) || line.contains("--help") || !Files.isRegularFile(output)) {
            return true;
        }
        return switch (line.getFirst()) {
            case "export" -> {
                boolean isJson = line.contains("firefox") || line.contains("chrome");
                yield !isJson || isJson(Files.readString(output));
            }
            case "import" ->
                run(List.of("stats", output.toString(), "--json"), "imported").exit() == ExitCode.OK;
            case "report" -> Files.readString(output).contains("</html>");
            default -> true;
        };
    }

    private static boolean isJson(String text) {
        // The help or the version, which other options ask for.
        if (text.startsWith("Usage:") || text.startsWith("zonecast ")) {
            return true;
        }
        try {
            return !text.isBlank() && JsonTree.of(text) != null;
        } catch (JacksonException e) {
            return false;
        }
    }

    private void assertNoFailures() {
        assertTrue(
                failures.isEmpty(),
                () -> failures.size() + " failures, the first:\n\n"
                        + failures.stream().limit(MOST_SHOWN).collect(Collectors.joining("\n\n")));
    }

    @Test
    void shouldWorkOrSayWhyNotWhateverTheFile() throws IOException {
        for (int seed = FIRST; seed < FIRST + FILES; seed++) {
            Random random = new Random(seed);
            boolean isForeign = random.nextInt(4) == 0;
            List<byte[]> wholes = isForeign ? foreign : recordings;
            byte[] whole = wholes.get(random.nextInt(wholes.size()));
            byte[] other = wholes.get(random.nextInt(wholes.size()));
            boolean isRandom = !isForeign && random.nextInt(4) == 0;
            byte[] damaged = isRandom ? RandomTrace.of(seed) : FileMutations.damaged(whole, other, isForeign, random);
            boolean isPacked = random.nextInt(10) == 0;
            Path file = folder.resolve("damaged");
            Files.write(file, isPacked ? packed(damaged, random) : damaged);
            List<String> line = commands.with(random).reading(file, folder.resolve("sample.fxt"), isForeign);

            check(line, "seed " + seed + ": " + line);
        }
        assertNoFailures();
        assertTrue(
                exits.getOrDefault(ExitCode.OK, 0) > FILES / 4 && exits.getOrDefault(ExitCode.FAILED, 0) > FILES / 100,
                exits.toString());
    }

    private static byte[] packed(byte[] bytes, Random random) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(bytes);
        }
        byte[] packed = out.toByteArray();
        if (random.nextBoolean()) {
            packed[random.nextInt(packed.length)] ^= (byte) (1 << random.nextInt(Byte.SIZE));
        }
        return packed;
    }

    @Test
    void shouldWorkOrSayWhyNotWhateverTheOptions() throws IOException {
        List<Path> files = List.of(
                folder.resolve("sample.fxt"),
                folder.resolve("page.fxt"),
                folder.resolve("text"),
                folder.resolve("none"),
                folder,
                Path.of("/"));
        for (int seed = FIRST; seed < FIRST + LINES; seed++) {
            List<String> line = commands.with(new Random(seed)).any(files);

            check(line, "seed " + seed + ": " + line);
        }
        assertNoFailures();
        assertTrue(
                exits.getOrDefault(ExitCode.OK, 0) > LINES / 20 && exits.getOrDefault(ExitCode.FAILED, 0) > LINES / 20,
                exits.toString());
    }
}
