package dev.zonecast.cli;

import java.io.BufferedWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine;
import tools.jackson.core.exc.JacksonIOException;

/** Starts the command line. */
public final class Main {
    /** The commands by their names, in the order in which the help has them. */
    private static final Map<String, Class<?>> COMMANDS = new LinkedHashMap<>();

    static {
        COMMANDS.put("stats", StatsCommand.class);
        COMMANDS.put("compare", CompareCommand.class);
        COMMANDS.put("export", ExportCommand.class);
        COMMANDS.put("report", ReportCommand.class);
        COMMANDS.put("record", RecordCommand.class);
        COMMANDS.put("watch", WatchCommand.class);
        COMMANDS.put("attach", AttachCommand.class);
        COMMANDS.put("recover", RecoverCommand.class);
        COMMANDS.put("run", RunCommand.class);
        COMMANDS.put("manager", ManagerCommand.class);
        COMMANDS.put("status", ManagerRequest.Status.class);
        COMMANDS.put("categories", ManagerRequest.Categories.class);
        COMMANDS.put("snapshot", ManagerRequest.Snapshot.class);
        COMMANDS.put("stop", ManagerRequest.Stop.class);
        COMMANDS.put("import", ImportCommand.class);
        COMMANDS.put("help", CommandLine.HelpCommand.class);
        COMMANDS.put("completion", CompletionCommand.class);
        COMMANDS.put("version", VersionCommand.class);
    }

    private Main() {}

    /** Ends the JVM with an {@link ExitCode}. */
    public static void main(String[] args) {
        start(Main::commandLine, args);
    }

    /** Makes a command line. */
    public interface Commands {
        /** For a command and its outputs. */
        CommandLine line(PrintWriter out, PrintWriter err, String... args);
    }

    /** Runs a command and ends the JVM with an {@link ExitCode}. */
    public static void start(Commands commands, String... args) {
        // Not System.out: a PrintStream swallows the error that tells a full disk from a finished table.
        PrintWriter out = printer(new FileOutputStream(FileDescriptor.out), false);
        PrintWriter err = printer(new FileOutputStream(FileDescriptor.err), true);
        System.exit(execute(commands, args, out, err));
    }

    private static PrintWriter printer(OutputStream stream, boolean autoFlush) {
        return new PrintWriter(
                new PrintableWriter(new BufferedWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8))),
                autoFlush);
    }

    /** Runs a command. A standard output that is closed or full fails it. */
    static int execute(Commands commands, String[] args, PrintWriter out, PrintWriter err) {
        int exit = run(commands, args, out, err);
        if (out.checkError() && exit == ExitCode.OK) {
            err.println("zonecast: the standard output is closed or full: the output is incomplete");
            return ExitCode.FAILED;
        }
        return exit;
    }

    @SuppressWarnings("CatchingUnchecked") // A defect of any kind has the exit code of a defect.
    private static int run(Commands commands, String[] args, PrintWriter out, PrintWriter err) {
        try {
            return commands.line(out, err, args).execute(args);
        } catch (OutOfMemoryError e) {
            err.println("zonecast: not enough memory: choose a part of the recording, or set JAVA_TOOL_OPTIONS=-Xmx4g");
            return ExitCode.FAILED;
        } catch (RuntimeException | Error e) {
            return defect(e, err);
        }
    }

    private static int defect(Throwable e, PrintWriter err) {
        err.println("zonecast: internal error, please report it with these lines:");
        e.printStackTrace(err);
        err.flush();
        return ExitCode.INTERNAL_ERROR;
    }

    /**
     * With the command that is named first; with all if it is none, or needs to know the others. What a command says of itself is read
     * by reflection, which is most of what a start takes.
     */
    static CommandLine commandLine(PrintWriter out, PrintWriter err, String... args) {
        CommandLine line = new CommandLine(new CaptureCommand());
        String first = args.length == 0 ? "" : args[0];
        boolean isAlone = COMMANDS.containsKey(first) && !first.equals("help") && !first.equals("completion");
        for (String name : isAlone ? Set.of(first) : COMMANDS.keySet()) {
            line.addSubcommand(name, COMMANDS.get(name));
        }
        return configured(line, out, err);
    }

    /** With the version, the outputs, the messages and the exit codes of all commands. */
    public static CommandLine configured(CommandLine line, PrintWriter out, PrintWriter err) {
        CaptureCommand.Version version = new CaptureCommand.Version();
        line.getCommandSpec().versionProvider(version);
        line.getSubcommands()
                .values()
                .forEach(command -> command.getCommandSpec().versionProvider(version));
        line.setOut(out);
        line.setErr(err);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setParameterExceptionHandler((e, ignored) -> misused(e));
        line.setExecutionExceptionHandler(Main::failed);
        return line;
    }

    private static int misused(CommandLine.ParameterException e) {
        CommandLine line = e.getCommandLine();
        line.getErr().println("zonecast: " + mistake(e));
        CommandLine.UnmatchedArgumentException.printSuggestions(e, line.getErr());
        UsageLine.print(line);
        return ExitCode.FAILED;
    }

    /** Picocli's message, without positions of arguments and names of Java's types. */
    private static String mistake(CommandLine.ParameterException e) {
        if (e instanceof CommandLine.UnmatchedArgumentException unmatched
                && !unmatched.isUnknownOption()
                && !e.getCommandLine().getSubcommands().isEmpty()) {
            return "Unknown command: '" + unmatched.getUnmatched().getFirst() + "'";
        }
        return e.getMessage()
                .replaceFirst("^Error: ", "")
                .replaceFirst("^Unmatched (arguments?) (?:at|from) index \\d+", "Unexpected $1")
                .replaceFirst("positional parameter at index \\S+ \\(([^)]+)\\)", "$1")
                .replaceFirst(" is not an? (?:int|long)$", " is no whole number")
                .replaceFirst(" is not a double$", " is no number");
    }

    private static int failed(Exception e, CommandLine line, CommandLine.ParseResult result) {
        line.getOut().flush();
        Exception cause = e instanceof JacksonIOException wrapped ? wrapped.getCause() : e;
        if (cause instanceof IOException failure) {
            line.getErr().println("zonecast: " + Reason.of(failure));
            if (cause instanceof NoSuchFileException missing
                    && result.originalArgs().contains(missing.getFile())) {
                UsageLine.print(line);
            }
            return ExitCode.FAILED;
        }
        return defect(e, line.getErr());
    }
}
