package dev.zonecast.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The end of what {@code record --all} began. */
@Command(
        name = "stop",
        description = "Ends the manager's recording, writes the archive and prints its name.",
        mixinStandardHelpOptions = true)
final class StopCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private ManagerPlace place;

    @Override
    public Integer call() throws IOException {
        place.tell("stop").forEach(spec.commandLine().getOut()::println);
        return ExitCode.OK;
    }
}
