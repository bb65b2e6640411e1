package dev.zonecast.cli;

import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The form of a command in one line: what it needs, without the options that it can do without. */
final class UsageLine {
    private UsageLine() {}

    /** Prints the line on the error output, and the command that lists the options. */
    static void print(CommandLine line) {
        CommandSpec command = line.getCommandSpec();
        line.getErr().println("Usage: " + of(command));
        line.getErr()
                .println(command.qualifiedName() + " --help lists "
                        + (command.subcommands().isEmpty() ? "the options" : "the commands"));
    }

    /** The line without "Usage: ". */
    static String of(CommandSpec command) {
        String required = command.options().stream()
                .filter(option -> option.required() && option.group() == null)
                .map(option -> " " + option.shortestName() + " " + option.paramLabel())
                .collect(Collectors.joining());
        String parameters =
                command.positionalParameters().stream().map(UsageLine::of).collect(Collectors.joining());
        String subcommand = command.subcommands().isEmpty()
                ? ""
                : " " + command.usageMessage().synopsisSubcommandLabel();
        return command.usageMessage().showEndOfOptionsDelimiterInUsageHelp()
                ? command.qualifiedName() + required + " [OPTIONS] --" + parameters
                : command.qualifiedName() + parameters + required + " [OPTIONS]" + subcommand;
    }

    private static String of(PositionalParamSpec parameter) {
        String label = parameter.paramLabel() + (parameter.isMultiValue() ? "..." : "");
        return parameter.arity().min() == 0 ? " [" + label + "]" : " " + label;
    }
}
