package dev.zonecast.fleet;

import dev.zonecast.cli.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A query of the user. */
@Command(
        name = "sql",
        description = "Runs a query on the tables of a dataset, in DuckDB's SQL.",
        mixinStandardHelpOptions = true)
final class SqlCommand extends DatasetCommand {
    @Parameters(
            index = "1",
            paramLabel = "QUERY",
            description = "as \"SELECT gpu, count(*) FROM sessions GROUP BY gpu\"")
    private String query;

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "print the first N rows (default: ${DEFAULT-VALUE}; 0: all)")
    private int limit = 1000;

    @Override
    public Integer call() throws Exception {
        print(ask(query, limit));
        return ExitCode.OK;
    }
}
