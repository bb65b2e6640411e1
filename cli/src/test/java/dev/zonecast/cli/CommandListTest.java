package dev.zonecast.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The docs' list of commands is made of their declarations. {@code -Dzonecast.docs.write=true} writes it. */
class CommandListTest {
    private static final Path PAGE = Path.of("..", "docs", "reference", "commands.md");

    /** The first line that is written. */
    private static final String FIRST = "## stats\n";

    private static final int WIDE = 10_000;

    private static String commands() {
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        return Main.commandLine(nowhere, nowhere).getSubcommands().entrySet().stream()
                .map(CommandListTest::command)
                .collect(Collectors.joining("\n"));
    }

    private static String command(Map.Entry<String, CommandLine> command) {
        CommandSpec spec = command.getValue().getCommandSpec();
        spec.usageMessage().width(WIDE);
        String usage = new Help(spec, Help.defaultColorScheme(Help.Ansi.OFF))
                .synopsis(0)
                .strip()
                .replaceAll("\\s+", " ");
        StringBuilder text = new StringBuilder("## " + command.getKey() + "\n\n")
                .append(text(spec.usageMessage().description()))
                .append("\n\n```\n")
                .append(usage)
                .append("\n```\n");
        List<String> rows = spec.positionalParameters().stream()
                .filter(parameter -> !parameter.hidden())
                .map(CommandListTest::row)
                .collect(Collectors.toList());
        spec.options().stream()
                .filter(option -> !option.hidden() && !option.usageHelp() && !option.versionHelp())
                .map(CommandListTest::row)
                .forEach(rows::add);
        if (!rows.isEmpty()) {
            text.append("\n| argument | meaning |\n|---|---|\n");
            rows.forEach(text::append);
        }
        String footer = text(spec.usageMessage().footer());
        if (!footer.isEmpty()) {
            text.append("\n").append(footer).append("\n");
        }
        return text.toString();
    }

    private static String row(PositionalParamSpec parameter) {
        return "| `" + parameter.paramLabel().replace("|", "\\|") + "` | " + cell(parameter.description()) + " |\n";
    }

    private static String row(OptionSpec option) {
        String label = option.arity().max() == 0 ? "" : " " + option.paramLabel();
        String more = option.splitRegex().isEmpty() ? "" : "[" + option.splitRegex() + "...]";
        return "| `" + String.join("`, `", option.names()) + label + more + "` | " + cell(option.description())
                + " |\n";
    }

    private static String cell(String[] lines) {
        return text(lines).replace("|", "\\|");
    }

    /** The lines are formats. */
    private static String text(String[] lines) {
        return String.join(" ", lines).replace("%n", " ").replace("%%", "%").strip();
    }

    @Test
    void shouldHaveEachCommandWithItsArguments() throws IOException {
        String page = Files.readString(PAGE);
        String whole = page.substring(0, page.indexOf(FIRST)) + commands();
        if (Boolean.getBoolean("zonecast.docs.write")) {
            Files.writeString(PAGE, whole);
        }

        assertEquals(whole, Files.readString(PAGE));
    }
}
