package dev.zonecast.fleet;

import dev.zonecast.cli.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Frames of all sessions together. */
@Command(
        name = "frames",
        description = "Frames of all sessions together: counts and percentiles of each set.",
        mixinStandardHelpOptions = true)
final class FramesCommand extends PercentilesCommand {
    @Option(names = "--bounds", description = "what bounds the frames of the base set, in recordings alone")
    private boolean bounds;

    @Override
    public Integer call() throws Exception {
        if (!bounds) {
            return percentiles(true, 0);
        }
        if (page.file() != null) {
            throw wrongOption("--page: --bounds has no picture");
        }
        print(ask(Queries.bounds(Engine.DUCKDB, by(), where), 0));
        return ExitCode.OK;
    }
}
