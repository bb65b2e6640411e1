package dev.zonecast.cli;

import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The commands that ask the manager for something and print its answer. */
abstract class ManagerRequest extends ToolCommand {
    @Mixin
    private ManagerPlace place;

    int ask(String... words) throws IOException {
        place.tell(words).forEach(out()::println);
        return ExitCode.OK;
    }

    /** Which programs are with the manager. */
    @Command(
            name = "providers",
            description = "Lists the programs that are with the manager: id, process, name, state, clock.",
            mixinStandardHelpOptions = true)
    static final class Providers extends ManagerRequest {
        @Override
        public Integer call() throws IOException {
            return ask("providers");
        }
    }

    /** What the manager's programs have in their buffers. */
    @Command(
            name = "snapshot",
            description = "Writes what the manager's programs have in their buffers now, while the recording goes on.",
            mixinStandardHelpOptions = true)
    static final class Snapshot extends ManagerRequest {
        @Parameters(paramLabel = "FILE", description = "the archive")
        private Path file;

        @Override
        public Integer call() throws IOException {
            return ask("snapshot", file.toAbsolutePath().toString());
        }
    }

    /** The end of what {@code record --all} began. */
    @Command(
            name = "stop",
            description = "Ends the manager's recording, writes the archive and prints its name.",
            mixinStandardHelpOptions = true)
    static final class Stop extends ManagerRequest {
        @Override
        public Integer call() throws IOException {
            return ask("stop");
        }
    }
}
