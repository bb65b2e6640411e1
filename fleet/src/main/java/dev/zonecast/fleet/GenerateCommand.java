package dev.zonecast.fleet;

import dev.zonecast.cli.ExitCode;
import dev.zonecast.cli.ToolCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Made-up sessions. */
@Command(
        name = "generate",
        description =
                "Writes made-up sessions into a dataset, to try queries and to size a machine. One zone is 5 %% slower "
                        + "on one GPU in build 1.5 than in build 1.4.",
        mixinStandardHelpOptions = true)
final class GenerateCommand extends ToolCommand {
    private static final int SESSIONS_OF_PART = 100_000;

    @Mixin
    private Target target;

    @Option(names = "--sessions", paramLabel = "N", description = "how many sessions (default: ${DEFAULT-VALUE})")
    private int sessions = 2000;

    @Option(
            names = "--zones",
            paramLabel = "N",
            description = "zones of a session at each of its 11 places (default: ${DEFAULT-VALUE})")
    private int zones = 100;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "equal seeds give equal sessions (default: ${DEFAULT-VALUE})")
    private long seed = 1;

    @Override
    public Integer call() throws IOException, SQLException {
        needFile("-o", target.folder());
        if (sessions < 1 || zones < 1) {
            throw wrongOption("--sessions and --zones: 1 or more");
        }
        MadeUpSessions source = new MadeUpSessions(seed, zones);
        SourceFile file = new SourceFile(Path.of("made up"), 0, 0, 0, 0);
        try (Dataset.Writing dataset = target.open()) {
            for (int from = 0; from < sessions; from += SESSIONS_OF_PART) {
                AtomicInteger next = new AtomicInteger(from);
                int to = Math.min(sessions, from + SESSIONS_OF_PART);
                PartWriter.write(dataset, Runtime.getRuntime().availableProcessors(), rows -> {
                    int written = 0;
                    for (int i = next.getAndIncrement(); i < to; i = next.getAndIncrement()) {
                        rows.write(source.session(i), file, i);
                        written++;
                    }
                    return written;
                });
            }
        }
        out().println("wrote " + sessions + " sessions to " + target);
        return ExitCode.OK;
    }
}
