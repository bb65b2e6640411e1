package dev.zonecast.fleet;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;

/** A command as the shell runs it. */
record FleetRun(int exit, String out, String err) {
    static FleetRun of(Object... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        PrintWriter errors = new PrintWriter(err, true);
        int exit = Main.commandLine(new PrintWriter(out), errors)
                .execute(Arrays.stream(arguments).map(Object::toString).toArray(String[]::new));
        errors.flush();
        return new FleetRun(exit, out.toString(), err.toString());
    }
}
