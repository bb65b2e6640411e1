package dev.zonecast.bench.league;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * {@code ./zonecast bench league [ROUNDS]}: measures Zonecast and its peers, each in a process of its own, all of them in each round.
 * What is measured is the begin and the end of a nested zone without content, whose name is a constant. Each peer is set up as its
 * documentation recommends. Between bursts of a thousand zones each recorder may catch up.
 *
 * <p>Written are {@code DATE-league.md}, {@code .csv} and {@code .svg}, in the folder of the results.
 */
public final class League {
    private static final int DEFAULT_ROUNDS = 5;
    private static final int BURSTS = 500;
    private static final int TIMEOUT_SECONDS = 300;
    private static final int FAILED = 2;

    private League() {}

    /**
     * Runs all, prints the table and names the files.
     *
     * @param arguments the number of rounds, or none
     * @return the exit status
     */
    public static int run(List<String> arguments, Path folder, String machine)
            throws IOException, InterruptedException {
        int rounds = rounds(arguments);
        if (rounds < 1) {
            System.err.println("bench: league wants a number of rounds above 0: " + String.join(" ", arguments));
            System.err.println("Usage: zonecast bench league [ROUNDS]");
            return FAILED;
        }
        LeagueTable table = measure(rounds, BURSTS, List.of());
        String named = machine + "; " + rounds + " rounds";
        String name = LocalDate.now(ZoneOffset.UTC) + "-league";
        String markdown = "# League table\n\n![Bars of the table](" + name + ".svg)\n\n" + table.markdown()
                + "\nMachine: " + named + ".\n\nCommand: `./zonecast bench league " + rounds + "`\n";
        Files.writeString(folder.resolve(name + ".md"), markdown);
        Files.writeString(folder.resolve(name + ".csv"), table.csv());
        Files.writeString(folder.resolve(name + ".svg"), LeaguePicture.of(table, named));
        System.out.println(table.markdown());
        System.out.println(named);
        System.out.println(folder.resolve(name + ".md") + ", .csv, .svg");
        return 0;
    }

    /** The number of rounds; 0 if the arguments are wrong. */
    private static int rounds(List<String> arguments) {
        if (arguments.isEmpty()) {
            return DEFAULT_ROUNDS;
        }
        return arguments.size() == 1 && arguments.getFirst().matches("\\d{1,4}")
                ? Integer.parseInt(arguments.getFirst())
                : 0;
    }

    /** Each peer once a round, in the order of the table. */
    static LeagueTable measure(int rounds, int bursts, List<String> jvmOptions)
            throws IOException, InterruptedException {
        LeagueTable table = new LeagueTable();
        for (int round = 1; round <= rounds; round++) {
            for (Peer peer : Peer.values()) {
                String printed = measure(peer, bursts, jvmOptions);
                Figures figures = Figures.of(printed);
                if (figures != null) {
                    table.add(peer, figures);
                    System.err.printf(Locale.ROOT, "round %d, %s: %.1f ns%n", round, peer.title, figures.nanos());
                } else {
                    table.fail(
                            peer,
                            printed.strip()
                                    .lines()
                                    .reduce((first, last) -> last)
                                    .orElse("printed nothing"));
                    System.err.println("round " + round + ", " + peer.title + ": failed\n" + printed);
                }
            }
        }
        return table;
    }

    private static String measure(Peer peer, int bursts, List<String> jvmOptions)
            throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("zonecast-league");
        Path printed = folder.resolve("printed.txt");
        try {
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "--enable-native-access=ALL-UNNAMED",
                    "--sun-misc-unsafe-memory-access=allow"));
            command.addAll(jvmOptions);
            command.addAll(List.of(
                    "--class-path",
                    System.getProperty("java.class.path"),
                    LeagueRun.class.getName(),
                    peer.name(),
                    String.valueOf(bursts),
                    folder.toString()));
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(printed.toFile())
                    .start();
            boolean inTime = process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS);
            if (!inTime) {
                process.destroyForcibly().waitFor();
                return "no figures after " + TIMEOUT_SECONDS + " seconds";
            }
            return Files.readString(printed, StandardCharsets.UTF_8);
        } finally {
            try (Stream<Path> files = Files.list(folder)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(folder);
        }
    }
}
