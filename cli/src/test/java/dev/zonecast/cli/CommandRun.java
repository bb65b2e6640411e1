package dev.zonecast.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/** A command as the shell runs it. */
public record CommandRun(int exit, String out, String err) {
    public static CommandRun of(Object... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        return run(out, err, new PrintWriter(out), arguments, new PrintWriter(err, true));
    }

    /** What reaches a terminal. */
    public static CommandRun printable(Object... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        return run(
                out,
                err,
                new PrintWriter(new PrintableWriter(out)),
                arguments,
                new PrintWriter(new PrintableWriter(err), true));
    }

    private static CommandRun run(
            StringWriter outText, StringWriter errText, PrintWriter out, Object[] arguments, PrintWriter err) {
        String[] texts = new String[arguments.length];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = arguments[i].toString();
        }
        int exit = Main.commandLine(out, err, texts).execute(texts);
        out.flush();
        return new CommandRun(exit, outText.toString(), errText.toString());
    }
}
