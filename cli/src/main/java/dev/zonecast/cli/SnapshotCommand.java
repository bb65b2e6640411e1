package dev.zonecast.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What the manager's programs have in their buffers. */
@Command(
        name = "snapshot",
        description = "Writes what the manager's programs have in their buffers now, while the recording goes on.",
        mixinStandardHelpOptions = true)
final class SnapshotCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private ManagerPlace place;

    @Parameters(paramLabel = "FILE", description = "the archive")
    private Path file;

    @Override
    public Integer call() throws IOException {
        place.tell("snapshot", file.toAbsolutePath().toString())
                .forEach(spec.commandLine().getOut()::println);
        return ExitCode.OK;
    }
}
