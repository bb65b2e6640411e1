package dev.zonecast.capture.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command that the others are part of. */
@Command(
        name = "zonecast",
        description = "Records programs; measures, compares, exports and shows recordings.",
        mixinStandardHelpOptions = true,
        version = "zonecast 0.1.0-SNAPSHOT",
        synopsisSubcommandLabel = "COMMAND")
final class CaptureCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }
}
