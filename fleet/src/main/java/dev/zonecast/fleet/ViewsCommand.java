package dev.zonecast.fleet;

import dev.zonecast.cli.ExitCode;
import dev.zonecast.cli.ToolCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The views for other programs. */
@Command(
        name = "views",
        description = "Prints the SQL that defines the tables of a dataset in DuckDB or in Spark.",
        mixinStandardHelpOptions = true)
final class ViewsCommand extends ToolCommand {
    @Parameters(paramLabel = "DATASET", description = "its folder or its address, as s3a://bucket/dataset")
    private String address;

    @Option(
            names = "--engine",
            paramLabel = "ENGINE",
            description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})")
    private Engine engine = Engine.SPARK;

    @Override
    public Integer call() throws IOException {
        List<String> views = address.contains("://")
                ? Views.of(engine, address, List.of(DatasetTable.values()))
                : Dataset.open(Path.of(address)).views(engine);
        views.forEach(statement -> out().println(statement + ";"));
        return ExitCode.OK;
    }
}
