package dev.zonecast.capture.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import picocli.AutoComplete;
import picocli.CommandLine;

/** Starts the command line. */
public final class Main {
    /** The commands, in the order in which the help has them. */
    private static final List<String> COMMANDS = List.of(
            "stats",
            "compare",
            "export",
            "report",
            "record",
            "recover",
            "manager",
            "providers",
            "snapshot",
            "stop",
            "import",
            "help",
            "generate-completion");

    private Main() {}

    /** Ends the JVM with an exit code: 0 done, 1 a condition of {@code --fail-if} is met, 2 it could not be done. */
    public static void main(String[] args) {
        PrintWriter out = new PrintWriter(System.out, false, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        int exit = execute(args, out, err);
        out.flush();
        System.exit(exit);
    }

    private static int execute(String[] args, PrintWriter out, PrintWriter err) {
        try {
            return commandLine(out, err, args).execute(args);
        } catch (OutOfMemoryError e) {
            err.println("zonecast: not enough memory: choose a part of the recording, or set JAVA_TOOL_OPTIONS=-Xmx4g");
            return ExitCode.FAILED;
        }
    }

    /**
     * With the command that is named first; with all if it is none, or needs to know the others. What a command says of itself is read
     * by reflection, which is most of what a start takes.
     */
    static CommandLine commandLine(PrintWriter out, PrintWriter err, String... args) {
        CommandLine line = new CommandLine(new CaptureCommand());
        String first = args.length == 0 ? "" : args[0];
        boolean isAlone = COMMANDS.contains(first) && !first.equals("help") && !first.equals("generate-completion");
        for (String name : isAlone ? List.of(first) : COMMANDS) {
            line.addSubcommand(name, command(name));
        }
        line.setOut(out);
        line.setErr(err);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setExecutionExceptionHandler(Main::failed);
        return line;
    }

    private static Object command(String name) {
        return switch (name) {
            case "stats" -> new StatsCommand();
            case "compare" -> new CompareCommand();
            case "export" -> new ExportCommand();
            case "report" -> new ReportCommand();
            case "record" -> new RecordCommand();
            case "recover" -> new RecoverCommand();
            case "manager" -> new ManagerCommand();
            case "providers" -> new ProvidersCommand();
            case "snapshot" -> new SnapshotCommand();
            case "stop" -> new StopCommand();
            case "import" -> new ImportCommand();
            case "help" -> new CommandLine.HelpCommand();
            case "generate-completion" -> new AutoComplete.GenerateCompletion();
            default -> throw new IllegalArgumentException(name);
        };
    }

    private static int failed(Exception e, CommandLine line, CommandLine.ParseResult result) throws Exception {
        if (!(e instanceof IOException failure)) {
            throw e;
        }
        line.getOut().flush();
        line.getErr().println("zonecast: " + Reason.of(failure));
        return ExitCode.FAILED;
    }
}
