package dev.zonecast.cli;

import dev.zonecast.capture.manager.Manager;
import dev.zonecast.cli.export.ExportJson;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.core.JsonGenerator;

/** A command, with its outputs. */
public abstract class ToolCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    protected CommandSpec spec() {
        return spec;
    }

    protected PrintWriter out() {
        return spec.commandLine().getOut();
    }

    protected PrintWriter err() {
        return spec.commandLine().getErr();
    }

    /** Prints a line on the error output. */
    protected void say(String line) {
        err().println("zonecast: " + line);
    }

    /** Prints what became of a manager's recording; false if there is no archive. */
    boolean sayEnded(Manager.Ended ended) {
        if (ended == null) {
            say("the recording ended without an archive: zonecast recover lists what is left of it");
            return false;
        }
        say("wrote " + ended.archive());
        ended.warnings().forEach(this::say);
        return true;
    }

    /** Prints JSON: an object whose properties a consumer writes. */
    protected void printJson(Consumer<JsonGenerator> content) {
        try (JsonGenerator json = ExportJson.generator(out())) {
            json.writeStartObject();
            content.accept(json);
            json.writeEndObject();
        }
        out().println();
    }

    /** Refuses options that the command line has and that would have no effect. */
    void refuse(String reason, String... options) {
        for (String option : options) {
            if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
                throw wrongOption(option + " " + reason);
            }
        }
    }

    /** Refuses {@code -}: the standard output has something else, or the file is not written from its start to its end. */
    protected void needFile(String option, Path file) {
        if (Path.of("-").equals(file)) {
            throw wrongOption(option + " cannot be the standard output (-): name a path");
        }
    }

    protected ParameterException wrongOption(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
