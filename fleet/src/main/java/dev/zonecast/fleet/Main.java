package dev.zonecast.fleet;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.sql.SQLException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

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
public final class Main implements Runnable {
    /** All is well. */
    static final int OK = 0;
    /** A regression was found. */
    static final int REGRESSION = 1;
    /** Wrong options, or something that cannot be read or written. */
    static final int FAILED = 2;
    /** A defect of Zonecast. */
    private static final int INTERNAL_ERROR = 70;

    @Spec
    private CommandSpec spec;

    /** Picocli makes it. */
    Main() {}

    /** Ends the JVM with an exit code. */
    public static void main(String[] args) {
        PrintWriter out = new PrintWriter(
                new OutputStreamWriter(new FileOutputStream(FileDescriptor.out), StandardCharsets.UTF_8), false);
        PrintWriter err = new PrintWriter(
                new OutputStreamWriter(new FileOutputStream(FileDescriptor.err), StandardCharsets.UTF_8), true);
        int exit = run(out, err, args);
        if (out.checkError() && exit == OK) {
            err.println("zonecast: the standard output is closed or full: the output is incomplete");
            exit = FAILED;
        }
        System.exit(exit);
    }

    /** Runs a command; returns its exit code. */
    static int run(PrintWriter out, PrintWriter err, String... args) {
        return commandLine().setOut(out).setErr(err).execute(args);
    }

    static CommandLine commandLine() {
        CommandLine line = new CommandLine(new Main());
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setParameterExceptionHandler((e, ignored) -> {
            e.getCommandLine().getErr().println("zonecast: " + e.getMessage());
            CommandLine.UnmatchedArgumentException.printSuggestions(
                    e, e.getCommandLine().getErr());
            e.getCommandLine()
                    .getErr()
                    .println(
                            "\"" + e.getCommandLine().getCommandSpec().qualifiedName() + " --help\" lists the options");
            return FAILED;
        });
        line.setExecutionExceptionHandler((e, failed, ignored) -> {
            failed.getOut().flush();
            String reason = reason(e);
            if (reason == null) {
                failed.getErr().println("zonecast: internal error, please report it with these lines:");
                e.printStackTrace(failed.getErr());
                return INTERNAL_ERROR;
            }
            failed.getErr().println("zonecast: " + reason);
            return FAILED;
        });
        return line;
    }

    /** For people; null of a defect. */
    private static String reason(Exception e) {
        return switch (e) {
            case FileSystemException f when f.getReason() == null -> f.getFile() + ": no such file, or no permission";
            case IOException f -> f.getMessage() == null ? f.toString() : f.getMessage();
            case SQLException f -> f.getMessage();
            default -> null;
        };
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }
}
