package dev.zonecast.cli;

import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Makes command lines of every command, with its own options, wrong and right. None of them waits for a program, reads what the user's
 * programs left, or writes outside of a folder.
 */
final class RandomCommands {
    private static final String[] ODD_VALUES = {
        "",
        " ",
        "0",
        "1",
        "-1",
        "2147483648",
        "99999999999999999999",
        "NaN",
        "Infinity",
        "1e400",
        "-0.5",
        "/[/",
        "/(a+)+$/",
        "//",
        "draw",
        "a\u001b[31m",
        "\u202e",
        "\u00fc",
        "\ud83d\ude00",
        "draw > +5%",
        "draw.p99 > 2ms",
        "draw > ",
        "> 5%",
        "all",
        "csv",
        "chrome",
        "zones,frames",
        "zones,",
        "--",
        "-",
        "@",
        "=",
        "%s%n",
        "${x}",
        "x".repeat(300)
    };

    /** Waits until a program is there. */
    private static final List<String> WAITING = List.of("--wait");

    private final Path folder;
    private final Map<String, CommandLine> commands;
    private Random random = new Random();

    /** @param folder for all that is written; it has a file {@code text} that is no folder */
    RandomCommands(Path folder) {
        this.folder = folder;
        PrintWriter none = new PrintWriter(Writer.nullWriter());
        commands = new TreeMap<>(Main.commandLine(none, none, "help").getSubcommands());
    }

    /** What comes is made of that number. */
    RandomCommands with(Random newRandom) {
        random = newRandom;
        return this;
    }

    private String oneOf(List<String> all) {
        return all.get(random.nextInt(all.size()));
    }

    /** A command that reads a file of that content, with options that fit for the most part. */
    List<String> reading(Path file, Path other, boolean isForeign) {
        String name = isForeign
                ? "import"
                : oneOf(List.of("stats", "stats", "compare", "export", "export", "report", "import", "recover"));
        List<String> line = new ArrayList<>(List.of(name));
        switch (name) {
            case "compare" -> {
                boolean first = random.nextBoolean();
                line.add((first ? file : other).toString());
                line.add((first ? other : file).toString());
            }
            case "recover" -> line.addAll(List.of("--verify", file.toString()));
            default -> line.add(file.toString());
        }
        switch (name) {
            case "stats" -> line.addAll(oneOf(List.of("--json", "--csv", "--limit=0", "--messages=1000"), 2));
            case "export" -> line.addAll(List.of("--to", oneOf(List.of("firefox", "chrome", "perfetto", "csv"))));
            case "compare" -> line.addAll(oneOf(List.of("--json", "--all", "--self"), 2));
            case "report" -> line.addAll(oneOf(List.of("--max-zones=5", "--pictures=0"), 2));
            default -> {
                // Has no options that change what is read.
            }
        }
        if (List.of("export", "report", "import").contains(name)) {
            line.addAll(List.of("-o", output().toString()));
        }
        return line;
    }

    /** At most one of some, not each time. */
    private List<String> oneOf(List<String> all, int ofTimes) {
        return random.nextInt(ofTimes) == 0 ? List.of(oneOf(all)) : List.of();
    }

    Path output() {
        return folder.resolve("output");
    }

    /** Any command with any of its options. */
    List<String> any(List<Path> files) {
        String name = oneOf(List.copyOf(commands.keySet()));
        List<String> line = new ArrayList<>(List.of(name));
        // First, so that nothing that follows can take another one.
        switch (name) {
            case "manager", "run" ->
                line.addAll(List.of("--folder", folder.resolve("text").toString()));
            case "status", "categories", "snapshot", "stop" -> line.addAll(List.of("--folder", folder.toString()));
            case "record", "watch" -> line.add("127.0.0.1:1");
            case "recover" -> line.add(folder.toString());
            case "completion", "help", "version" -> {
                // Takes no file.
            }
            default -> line.add(oneOf(files.stream().map(Path::toString).toList()));
        }
        List<OptionSpec> options = commands.get(name).getCommandSpec().options().stream()
                .filter(option -> !WAITING.contains(option.longestName()))
                .toList();
        for (int i = random.nextInt(5); i > 0; i--) {
            add(line, options, files);
        }
        if (random.nextInt(20) == 0) {
            line.removeFirst();
        }
        return line;
    }

    private void add(List<String> line, List<OptionSpec> options, List<Path> files) {
        boolean isOption = random.nextInt(4) > 0 && !options.isEmpty();
        if (!isOption) {
            line.add(random.nextBoolean() ? positional(files) : "--" + oneOf(List.of("nosuch", "", "-", "zon")));
            return;
        }
        OptionSpec option = options.get(random.nextInt(options.size()));
        String name = oneOf(List.of(option.names()));
        if (option.arity().max() == 0) {
            line.add(random.nextInt(10) == 0 ? name + "=" + value(option, files) : name);
        } else if (name.startsWith("--") && random.nextBoolean()) {
            line.add(name + "=" + value(option, files));
        } else {
            line.addAll(List.of(name, value(option, files)));
        }
    }

    private String positional(List<Path> files) {
        return random.nextBoolean()
                ? oneOf(files.stream().map(Path::toString).toList())
                : ODD_VALUES[random.nextInt(ODD_VALUES.length)];
    }

    /** Where something is written, only places in the folder. */
    private String value(ArgSpec option, List<Path> files) {
        if (option.type() == Path.class || option.type() == Path[].class) {
            Path path = List.of(
                            output(),
                            folder,
                            folder.resolve("none").resolve("output"),
                            folder.resolve("text").resolve("output"),
                            folder.resolve("x".repeat(300)))
                    .get(random.nextInt(5));
            return path.toString();
        }
        return random.nextInt(6) == 0 ? positional(files) : ODD_VALUES[random.nextInt(ODD_VALUES.length)];
    }
}
