package dev.zonecast.capture.cli;

import dev.zonecast.capture.manager.ControlConnection;
import dev.zonecast.capture.manager.Manager;
import dev.zonecast.core.BufferMode;
import dev.zonecast.core.buffer.RuntimeFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Several programs at once. */
@Command(
        name = "manager",
        description = {
            "Waits for programs that were started with -Dzonecast.manager=true, and records them together.",
            "Its commands tell the one that runs what to do. See docs/manager.md."
        },
        mixinStandardHelpOptions = true)
final class ManagerCommand implements Callable<Integer> {
    /** Where the manager is. */
    static final class Place {
        @Option(
                names = "--folder",
                paramLabel = "FOLDER",
                description = "the runtime folder, where it is not the usual one")
        private Path folder;

        Path path() throws IOException {
            return open().path();
        }

        RuntimeFolder open() throws IOException {
            return RuntimeFolder.open(folder);
        }
    }

    @Spec
    private CommandSpec spec;

    @Mixin
    private Place place;

    @Override
    public Integer call() throws IOException {
        RuntimeFolder runtime = place.open();
        Manager manager = new Manager(runtime);
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(() -> {
            try {
                manager.close();
            } catch (IOException e) {
                // It ends anyway.
            }
        }));
        spec.commandLine().getErr().println("zonecast: waits for programs in " + runtime.path());
        manager.run();
        return ExitCode.OK;
    }

    @Command(
            name = "providers",
            description = "Lists the programs: id, process, name, state, clock.",
            mixinStandardHelpOptions = true)
    int providers(@Mixin Place where) throws IOException {
        ControlConnection.tell(where.path(), "providers")
                .forEach(spec.commandLine().getOut()::println);
        return ExitCode.OK;
    }

    @Command(
            name = "record",
            description = "Begins to record all programs, those that come later too.",
            mixinStandardHelpOptions = true)
    int record(
            @Mixin Place where,
            @Option(
                            names = {"-o", "--output"},
                            required = true,
                            paramLabel = "FILE",
                            description = "the archive")
                    Path output,
            @Option(
                            names = "--mode",
                            defaultValue = "STREAMING",
                            description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})")
                    BufferMode mode,
            @Option(
                            names = "--mebibytes",
                            defaultValue = "32",
                            paramLabel = "N",
                            description = "size of each program's buffer (default: ${DEFAULT-VALUE})")
                    int mebibytes)
            throws IOException {
        long bytes = Math.clamp(mebibytes, 1, 16_384) * (1L << 20);
        ControlConnection.tell(
                where.path(),
                "record",
                mode.name().toLowerCase(Locale.ROOT),
                Long.toString(bytes),
                output.toAbsolutePath().toString());
        return ExitCode.OK;
    }

    @Command(name = "stop", description = "Ends the recording and writes the archive.", mixinStandardHelpOptions = true)
    int stop(@Mixin Place where) throws IOException {
        ControlConnection.tell(where.path(), "stop").forEach(spec.commandLine().getOut()::println);
        return ExitCode.OK;
    }

    @Command(
            name = "snapshot",
            description = "Writes what the buffers hold now, while the recording goes on.",
            mixinStandardHelpOptions = true)
    int snapshot(@Mixin Place where, @Parameters(paramLabel = "FILE") Path file) throws IOException {
        ControlConnection.tell(where.path(), "snapshot", file.toAbsolutePath().toString())
                .forEach(spec.commandLine().getOut()::println);
        return ExitCode.OK;
    }
}
