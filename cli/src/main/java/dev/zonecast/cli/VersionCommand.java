package dev.zonecast.cli;

import picocli.CommandLine.Command;

/** Prints the version, as {@code --version} does. */
@Command(name = "version", description = "Prints the version.", mixinStandardHelpOptions = true)
final class VersionCommand extends ToolCommand {
    @Override
    public Integer call() {
        spec().root().commandLine().printVersionHelp(out());
        return ExitCode.OK;
    }
}
