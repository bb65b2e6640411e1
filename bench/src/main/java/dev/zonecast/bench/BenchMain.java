package dev.zonecast.bench;

import dev.zonecast.bench.league.League;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/**
 * {@code ./zonecast bench}: asks the questions that have a target and prints a table of the answers. {@code --all} asks all of them,
 * {@code --only PATTERN} those in whose text a regular expression is found, {@code --rounds N} repeats the whole N times (5).
 * {@code soak [MINUTES]} is {@link IdleSoak}, {@code recovery [MEBIBYTES]} is {@link RecoverySpeed}, {@code pauses [ROUNDS]} is
 * {@link SnapshotPauses}, {@code agent [ROUNDS]} is {@link AgentCost}, {@code jvm [ROUNDS]} is {@link JvmCost}, {@code switches [ROUNDS]} is
 * {@link SwitchCost}, {@code sizes [FRAMES]} is {@link Sizes},
 * {@code history [ROUNDS]} is {@link HistorySpeed}, {@code league [ROUNDS]} is {@link League}. Any other arguments go to JMH as they
 * are. JMH's results are kept as JSON.
 *
 * <p>The exit status is 1 if a target was missed, 2 if a benchmark failed.
 */
public final class BenchMain {
    private static final int DEFAULT_ROUNDS = 5;
    private static final int SOAK_MINUTES = 10;
    private static final int RECOVERED_MEBIBYTES = 1024;
    private static final int PAUSE_ROUNDS = 10;
    private static final int JVM_ROUNDS = 7;
    private static final int SWITCH_ROUNDS = 12;
    private static final int AGENT_ROUNDS = 6;
    private static final int SIZES_FRAMES = 1000;
    private static final int HISTORY_ROUNDS = 5;
    private static final int MISSED = 1;
    private static final int FAILED = 2;

    private BenchMain() {}

    /** A wrong argument; the message is for the user. */
    private static final class WrongUseException extends Exception {
        private static final long serialVersionUID = 1;

        WrongUseException(String message) {
            super(message);
        }
    }

    /** Runs the questions, or JMH. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        try {
            run(arguments);
        } catch (WrongUseException e) {
            System.err.println("bench: " + e.getMessage());
            System.err.println("Usage: zonecast bench [--all] [--only PATTERN] [--rounds N]");
            System.err.println(
                    "       zonecast bench league|soak|recovery|pauses|agent|jvm|switches|sizes|history|jcstress [N]");
            System.err.println("       zonecast bench [OPTIONS OF JMH] [NAMES]; bench -h lists the options");
            System.exit(FAILED);
        }
    }

    private static void run(String[] arguments) throws IOException, InterruptedException, WrongUseException {
        String name = arguments.length > 0 ? arguments[0] : "";
        switch (name) {
            case "soak" -> System.exit(IdleSoak.run(figure(arguments, SOAK_MINUTES)));
            case "recovery" -> System.exit(RecoverySpeed.run(figure(arguments, RECOVERED_MEBIBYTES)));
            case "pauses" -> System.exit(SnapshotPauses.run(figure(arguments, PAUSE_ROUNDS)));
            case "agent" -> System.exit(AgentCost.run(figure(arguments, AGENT_ROUNDS)));
            case "switches" -> System.exit(SwitchCost.run(figure(arguments, SWITCH_ROUNDS)));
            case "history" -> System.exit(HistorySpeed.run(figure(arguments, HISTORY_ROUNDS)));
            case "sizes" -> System.exit(Sizes.run(figure(arguments, SIZES_FRAMES)));
            case "jvm" -> System.exit(JvmCost.run(figure(arguments, JVM_ROUNDS)));
            case "league" ->
                System.exit(League.run(
                        Arrays.asList(arguments).subList(1, arguments.length),
                        resultFolder(),
                        machine() + "; load " + load() + " before"));
            default -> {
                // Questions, or JMH.
            }
        }
        boolean all = false;
        Pattern only = Pattern.compile("");
        int rounds = DEFAULT_ROUNDS;
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i].equals("--all")) {
                all = true;
            } else if (arguments[i].equals("--rounds") && i + 1 < arguments.length) {
                rounds = number(arguments[i], arguments[++i]);
            } else if (arguments[i].equals("--only") && i + 1 < arguments.length) {
                only = pattern(arguments[++i]);
                all = true;
            } else {
                runJmh(arguments);
                return;
            }
        }
        System.exit(ask(all, only, rounds));
    }

    private static int figure(String[] arguments, int otherwise) throws WrongUseException {
        if (arguments.length > 2) {
            throw new WrongUseException(arguments[0] + " has one argument");
        }
        return arguments.length > 1 ? number(arguments[0], arguments[1]) : otherwise;
    }

    private static int number(String name, String text) throws WrongUseException {
        if (!text.matches("[1-9]\\d{0,5}")) {
            throw new WrongUseException(name + " must be a number above 0: " + text);
        }
        return Integer.parseInt(text);
    }

    private static Pattern pattern(String text) throws WrongUseException {
        try {
            return Pattern.compile(text);
        } catch (PatternSyntaxException e) {
            throw new WrongUseException("--only " + text + ": " + e.getDescription());
        }
    }

    private static void runJmh(String[] arguments) throws IOException, WrongUseException {
        try {
            new CommandLineOptions(arguments);
        } catch (CommandLineOptionException e) {
            throw new WrongUseException(e.getMessage());
        }
        List<String> complete = new ArrayList<>(Arrays.asList(arguments));
        if (!complete.contains("-rff")) {
            complete.addAll(List.of("-rf", "json", "-rff", resultFile().toString()));
        }
        org.openjdk.jmh.Main.main(complete.toArray(String[]::new));
    }

    private static int ask(boolean all, Pattern only, int rounds) throws IOException {
        List<Question> questions = Questions.ALL.stream()
                .filter(q -> all || q.quick())
                .filter(q -> only.matcher(q.text()).find())
                .toList();
        if (questions.isEmpty()) {
            System.err.println("bench: no question has " + only + " in its text");
            return FAILED;
        }
        Rounds run = new Rounds(false);
        String before = load();
        try {
            run.run(questions, rounds);
        } catch (RunnerException e) {
            System.err.println("bench: " + e.getMessage());
            return FAILED;
        }
        ResultTable table = new ResultTable();
        for (Question question : questions) {
            table.add(question, run.scores(question.subject()), run.scores(question.baseline()));
        }
        Path file = resultFile();
        ResultFormatFactory.getInstance(ResultFormatType.JSON, file.toString()).writeOut(run.results());
        String answer = table + "\n" + machine() + "; " + rounds + " rounds; load " + before + " before, " + load()
                + " after\n" + SharedCore.text(SharedCore.slowdown()) + "\n";
        Files.writeString(file.resolveSibling(file.getFileName().toString().replace(".json", ".md")), answer);
        System.out.println();
        System.out.print(answer);
        System.out.println("JMH's results: " + file);
        return table.missed() > 0 ? MISSED : 0;
    }

    private static Path resultFolder() throws IOException {
        return Files.createDirectories(Path.of(System.getProperty("zonecast.bench.results", ".")));
    }

    private static Path resultFile() throws IOException {
        Path folder = resultFolder();
        String time = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString().replace(':', '-');
        return folder.resolve("bench-" + time + ".json");
    }

    private static String machine() throws IOException {
        Path cpuInfo = Path.of("/proc/cpuinfo");
        String cpu = System.getProperty("os.arch");
        if (Files.isReadable(cpuInfo)) {
            cpu = Files.readAllLines(cpuInfo).stream()
                    .filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(cpu);
        }
        return Runtime.getRuntime().availableProcessors() + " cores " + cpu + ", " + System.getProperty("os.name")
                + ", Java " + Runtime.version();
    }

    private static String load() {
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        return load < 0 ? "unknown" : String.format(Locale.ROOT, "%.1f", load);
    }
}
