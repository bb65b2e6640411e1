package dev.zonecast.fleet;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Frames of all sessions together. */
@Command(
        name = "frames",
        description = "Frames of all sessions together: counts and percentiles of each set.",
        mixinStandardHelpOptions = true)
final class FramesCommand extends DatasetCommand {
    @Option(names = "--by", paramLabel = "COLUMN,...", description = "columns of sessions, as build,gpu")
    private String by = "";

    @Option(names = "--where", paramLabel = "CONDITION", description = "in SQL, on the columns of sessions")
    private String where;

    @Option(names = "--bounds", description = "what bounds the frames of the base set, in recordings alone")
    private boolean bounds;

    @Override
    public Integer call() throws Exception {
        return print(
                bounds ? Queries.bounds(columns("--by", by), where) : Queries.zones(columns("--by", by), where, true),
                0);
    }
}
