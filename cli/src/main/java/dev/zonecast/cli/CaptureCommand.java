package dev.zonecast.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command that the others are part of. */
@Command(
        name = "zonecast",
        description = "Records programs. Measures, compares, exports and shows recordings.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
final class CaptureCommand implements Runnable {
    /** The version of the jar, from its module descriptor or its manifest. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            Class<?> own = CaptureCommand.class;
            String version = own.getModule().isNamed()
                    ? own.getModule().getDescriptor().rawVersion().orElse(null)
                    : own.getPackage().getImplementationVersion();
            return new String[] {"zonecast " + (version == null ? "(run from a folder of classes)" : version)};
        }
    }

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }
}
