package dev.zonecast.fleet;

import dev.zonecast.cli.ExitCode;
import dev.zonecast.cli.ToolCommand;
import java.io.PrintWriter;
import java.sql.SQLException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IExecutionExceptionHandler;

/** The command {@code zonecast fleet}, in a JVM of its own: its libraries are large. */
@Command(
        name = "zonecast fleet",
        description = "Many recordings as tables: ingest them, ask for zones, frames and regressions, or ask in SQL.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            IngestCommand.class,
            ZonesCommand.class,
            FramesCommand.class,
            RegressionsCommand.class,
            SqlCommand.class,
            ViewsCommand.class,
            GenerateCommand.class
        })
public final class Main extends ToolCommand {
    /** Picocli makes it. */
    Main() {}

    /** Ends the JVM with an {@link ExitCode}. */
    public static void main(String[] args) {
        dev.zonecast.cli.Main.start(Main::commandLine, args);
    }

    static CommandLine commandLine(PrintWriter out, PrintWriter err, String... ignored) {
        CommandLine line = dev.zonecast.cli.Main.configured(new CommandLine(new Main()), out, err);
        IExecutionExceptionHandler others = line.getExecutionExceptionHandler();
        // The engine's message has lines: one points to a place in the one above.
        return line.setExecutionExceptionHandler((e, failed, result) -> {
            if (!(e instanceof SQLException)) {
                return others.handleExecutionException(e, failed, result);
            }
            failed.getErr().println("zonecast: " + e.getMessage());
            return ExitCode.FAILED;
        });
    }

    @Override
    public Integer call() {
        throw wrongOption("a command is missing");
    }
}
