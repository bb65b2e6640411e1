package dev.zonecast.fleet;

import dev.zonecast.cli.ExitCode;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A command that asks for times of all sessions together. */
abstract class PercentilesCommand extends DatasetCommand {
    @Option(names = "--by", paramLabel = "COLUMN,...", description = "columns of sessions, as build,gpu")
    private String by = "";

    @Option(names = "--where", paramLabel = "CONDITION", description = "in SQL, on the columns of sessions")
    String where;

    @Mixin
    FleetPage page;

    List<String> by() {
        return columns("--by", by);
    }

    /** Prints percentiles of zones or of frames, and writes their page. */
    int percentiles(boolean ofFrames, int limit) throws IOException, SQLException {
        checkPage(page.file());
        // The page has all rows.
        int asked = page.file() != null ? 0 : limit;
        ResultTable rows = ask(Queries.zones(Engine.DUCKDB, by(), where, ofFrames), asked);
        print(rows.first(limit));
        String what = (ofFrames ? "Frames" : "Zones") + " of " + title();
        page.write("zones", what, where == null ? "" : where, by(), rows);
        return ExitCode.OK;
    }
}
