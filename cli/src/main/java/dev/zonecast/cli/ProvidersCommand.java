package dev.zonecast.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Who is with the manager. */
@Command(
        name = "providers",
        description = "Lists the programs that are with the manager: id, process, name, state, clock.",
        mixinStandardHelpOptions = true)
final class ProvidersCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private ManagerPlace place;

    @Override
    public Integer call() throws IOException {
        place.tell("providers").forEach(spec.commandLine().getOut()::println);
        return ExitCode.OK;
    }
}
