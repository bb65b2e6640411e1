package dev.zonecast.capture.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.AutoComplete;
import picocli.CommandLine;

/** Starts the command line. */
public final class Main {
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
            return commandLine(out, err).execute(args);
        } catch (OutOfMemoryError e) {
            err.println("zonecast: not enough memory: choose a part of the recording, or set JAVA_TOOL_OPTIONS=-Xmx4g");
            return ExitCode.FAILED;
        }
    }

    static CommandLine commandLine(PrintWriter out, PrintWriter err) {
        CommandLine line = new CommandLine(new CaptureCommand());
        line.addSubcommand(new AutoComplete.GenerateCompletion());
        line.setOut(out);
        line.setErr(err);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setExecutionExceptionHandler(Main::failed);
        return line;
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
