package dev.zonecast.cli;

import java.io.PrintWriter;
import java.util.Map;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Parameters;

/** A script by which a shell completes commands and options. */
@Command(
        name = "completion",
        description = "Prints a completion script. bash, zsh: source <(zonecast completion bash); "
                + "fish: zonecast completion fish | source",
        mixinStandardHelpOptions = true)
final class CompletionCommand extends ToolCommand {
    /** The shells that have a script. */
    enum Shell {
        BASH,
        ZSH,
        FISH
    }

    @Parameters(paramLabel = "SHELL", description = "${COMPLETION-CANDIDATES}")
    private Shell shell;

    @Override
    public Integer call() {
        CommandLine root = spec().root().commandLine();
        PrintWriter out = out();
        switch (shell) {
            // One script: picocli's has zsh load its emulation of bash's completion.
            case BASH, ZSH -> out.print(AutoComplete.bash(root.getCommandName(), root));
            case FISH -> fish(root, out);
        }
        return ExitCode.OK;
    }

    private static void fish(CommandLine root, PrintWriter out) {
        String name = root.getCommandName();
        for (Map.Entry<String, CommandLine> command : root.getSubcommands().entrySet()) {
            CommandSpec described = command.getValue().getCommandSpec();
            out.printf(
                    "complete -c %s -n __fish_use_subcommand -a %s -d %s%n",
                    name, command.getKey(), quoted(described.usageMessage().description()));
            for (OptionSpec option : described.options()) {
                out.printf("complete -c %s -n '__fish_seen_subcommand_from %s'", name, command.getKey());
                for (String each : option.names()) {
                    out.print(each.startsWith("--") ? " -l " + each.substring(2) : " -s " + each.substring(1));
                }
                out.printf("%s -d %s%n", option.arity().max() > 0 ? " -r" : "", quoted(option.description()));
            }
        }
    }

    private static String quoted(String[] description) {
        String line = description.length == 0 ? "" : description[0];
        return "'" + line.replace("\\", "\\\\").replace("'", "\\'").replace("%%", "%") + "'";
    }
}
