package dev.zonecast.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** The reference page has the tables and commands as they are declared. {@code -Dzonecast.docs.write=true} writes it. */
class FleetPageTest {
    private static final Path PAGE = Path.of("..", "docs", "reference", "fleet.md");
    private static final String FIRST = "## Tables\n";

    @Test
    void shouldHaveEachTableAndCommand() throws IOException {
        String page = Files.readString(PAGE);
        int from = page.indexOf(FIRST);
        String whole = (from < 0 ? page : page.substring(0, from)) + tables() + commands();
        if (Boolean.getBoolean("zonecast.docs.write")) {
            Files.writeString(PAGE, whole);
        }

        assertEquals(whole, Files.readString(PAGE));
    }

    private static String tables() {
        StringBuilder text = new StringBuilder(FIRST);
        text.append("\nEach table also has the columns of the partitions:\n\n");
        columns(text, DatasetTable.PARTITIONS);
        for (DatasetTable table : DatasetTable.values()) {
            text.append("\n### ")
                    .append(table.title())
                    .append("\n\n")
                    .append(table.meaning())
                    .append("\n\n");
            columns(text, table.columns());
        }
        return text.toString();
    }

    private static void columns(StringBuilder text, List<DatasetTable.Column> columns) {
        text.append("| column | DuckDB | Spark | meaning |\n|---|---|---|---|\n");
        for (DatasetTable.Column column : columns) {
            text.append(String.format(
                    "| `%s` | `%s` | `%s` | %s |%n",
                    column.name(),
                    column.type().name(Engine.DUCKDB),
                    column.type().name(Engine.SPARK),
                    column.meaning()));
        }
    }

    private static String commands() {
        StringBuilder text = new StringBuilder("\n## Commands\n");
        PrintWriter none = new PrintWriter(Writer.nullWriter());
        for (Map.Entry<String, CommandLine> command :
                Main.commandLine(none, none).getSubcommands().entrySet()) {
            CommandSpec spec = command.getValue().getCommandSpec();
            List<String> rows = new ArrayList<>();
            spec.positionalParameters()
                    .forEach(parameter -> rows.add(row(parameter.paramLabel(), parameter.description())));
            spec.options().stream()
                    .filter(option -> !option.usageHelp() && !option.versionHelp())
                    .forEach(option -> rows.add(row(
                            Arrays.stream(option.names()).collect(Collectors.joining("`, `"))
                                    + (option.arity().max() == 0 ? "" : " " + option.paramLabel()),
                            option.description())));
            text.append("\n### ").append(command.getKey()).append("\n\n");
            text.append(words(spec.usageMessage().description())).append("\n\n");
            text.append("| argument | meaning |\n|---|---|\n").append(String.join("", rows));
        }
        return text.toString();
    }

    private static String row(String label, String... description) {
        return "| `" + label + "` | " + words(description).replace("|", "\\|") + " |\n";
    }

    private static String words(String... lines) {
        return String.join(" ", lines).replace("%%", "%").strip();
    }
}
