package dev.zonecast.fleet;

import dev.zonecast.cli.ToolCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A command that asks a dataset. */
abstract class DatasetCommand extends ToolCommand {
    @Parameters(index = "0", paramLabel = "DATASET", description = "the folder that ingest wrote")
    private Path folder;

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    boolean isJson() {
        return json;
    }

    Dataset dataset() throws IOException {
        return Dataset.open(folder);
    }

    /** Refuses a page that is the standard output or in the place of a file of the dataset. Null: no page is wanted. */
    void checkPage(Path page) throws IOException {
        needFile("--page", page);
        if (page != null) {
            dataset().checkIsNotOwn(page);
        }
    }

    /** Name of the dataset's folder. */
    String title() {
        return folder.toAbsolutePath().normalize().getFileName().toString();
    }

    /** The rows of a query, at most so many; 0: all. */
    ResultTable ask(String query, int limit) throws IOException, SQLException {
        try (Connection connection = dataset().query();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            return ResultTable.of(rows, limit);
        }
    }

    void print(ResultTable table) {
        if (json) {
            printJson(table::writeTo);
        } else {
            table.print(out());
        }
        out().flush();
    }

    /** Columns of {@code sessions}, separated by commas. */
    List<String> columns(String option, String names) {
        List<String> columns = new ArrayList<>();
        for (String name : names.isBlank() ? new String[0] : names.split(",", -1)) {
            columns.add(column(option, name.strip()));
        }
        return columns;
    }

    private String column(String option, String name) {
        List<String> known = DatasetTable.SESSIONS.allColumns().stream()
                .map(DatasetTable.Column::name)
                .toList();
        if (!known.contains(name)) {
            throw wrongOption(option + ": no column \"" + name + "\" in sessions. It has " + String.join(", ", known));
        }
        return name;
    }

    /** {@code build=1.4,gpu=Arc A750} as a condition. */
    String condition(String option, String text) {
        List<String> parts = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            int equals = part.indexOf('=');
            if (equals <= 0) {
                throw wrongOption(option + ": has the form COLUMN=VALUE[,COLUMN=VALUE...], as build=1.4: " + text);
            }
            String name = column(option, part.substring(0, equals).strip());
            parts.add("CAST(" + name + " AS VARCHAR) = "
                    + Engine.DUCKDB.text(part.substring(equals + 1).strip()));
        }
        return parts.stream().collect(Collectors.joining(" AND ", "(", ")"));
    }
}
