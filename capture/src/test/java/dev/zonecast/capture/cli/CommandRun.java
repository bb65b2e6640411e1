package dev.zonecast.capture.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/** A command as the shell runs it. */
public record CommandRun(int exit, String out, String err) {
    public static CommandRun of(Object... arguments) {
        String[] texts = new String[arguments.length];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = arguments[i].toString();
        }
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exit = Main.commandLine(new PrintWriter(out), new PrintWriter(err, true), texts)
                .execute(texts);
        return new CommandRun(exit, out.toString(), err.toString());
    }
}
