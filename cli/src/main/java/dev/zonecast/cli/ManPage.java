package dev.zonecast.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The manual page {@code zonecast(1)}, written in roff from picocli's model: picocli's own generator needs Asciidoctor. */
final class ManPage {
    private static final List<String[]> EXIT_CODES = List.of(
            new String[] {"0", "done; the output is complete"},
            new String[] {"1", "a condition of --fail-if is met (compare)"},
            new String[] {
                "2", "wrong options, an unreadable or unwritable file, a damaged trace, a choice that matches nothing"
            },
            new String[] {"70", "a defect of Zonecast"},
            new String[] {"130", "interrupted by Ctrl-C; record leaves a whole recording"});

    private final PrintWriter out;

    private ManPage(PrintWriter out) {
        this.out = out;
    }

    /** Prints the page. */
    public static void main(String[] args) {
        PrintWriter out = new PrintWriter(
                new OutputStreamWriter(new FileOutputStream(FileDescriptor.out), StandardCharsets.UTF_8));
        print(out);
    }

    /** Prints the page, and flushes. */
    static void print(PrintWriter out) {
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        new ManPage(out).page(Main.commandLine(nowhere, nowhere).getCommandSpec());
        out.flush();
    }

    private void page(CommandSpec root) {
        out.println(".TH ZONECAST 1 \"\" \"" + escaped(root.version()[0]) + "\" \"User Commands\"");
        out.println(".SH NAME");
        out.println("zonecast \\- " + text(root.usageMessage().description()));
        out.println(".SH SYNOPSIS");
        out.println(".B " + escaped(UsageLine.of(root)));
        options(root);
        out.println(".SH COMMANDS");
        for (Map.Entry<String, CommandLine> command : root.subcommands().entrySet()) {
            CommandSpec spec = command.getValue().getCommandSpec();
            if (!spec.usageMessage().hidden()) {
                out.println(".SS " + escaped(UsageLine.of(spec)));
                paragraph(spec.usageMessage().description());
                options(spec);
                paragraph(spec.usageMessage().footer());
            }
        }
        out.println(".SH EXIT STATUS");
        for (String[] code : EXIT_CODES) {
            entry(code[0], code[1]);
        }
        out.println(".SH EXAMPLES");
        entry("zonecast record -o game.fxt --seconds 10", "Record the program on this machine for ten seconds.");
        entry("zonecast report game.fxt", "Write game.html, a page for a browser.");
        entry(
                "zonecast compare before.fxt after.fxt --fail-if \"frame > +5%\"",
                "Exit with 1 if frames are 5 % slower.");
    }

    private void options(CommandSpec command) {
        for (PositionalParamSpec parameter : command.positionalParameters()) {
            entry(parameter.paramLabel(), text(parameter.description()));
        }
        for (OptionSpec option : command.options()) {
            if (!option.hidden() && !option.usageHelp() && !option.versionHelp()) {
                entry(String.join(", ", option.names()) + value(option), text(option.description()));
            }
        }
    }

    private static String value(ArgSpec option) {
        return option.arity().max() > 0 ? " " + option.paramLabel() : "";
    }

    private void paragraph(String[] lines) {
        String text = text(lines);
        if (!text.isEmpty()) {
            out.println(".PP");
            out.println(line(text));
        }
    }

    private void entry(String term, String description) {
        out.println(".TP");
        out.println("\\fB" + escaped(term) + "\\fR");
        out.println(line(description));
    }

    /** The lines of a description of picocli as one, escaped. */
    private static String text(String[] lines) {
        return escaped(
                String.join(" ", lines).replace("%n", " ").replace("%%", "%").strip());
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\e").replace("-", "\\-");
    }

    /** A full stop or an apostrophe at its begin would make it a request. */
    private static String line(String text) {
        return text.startsWith(".") || text.startsWith("'") ? "\\&" + text : text;
    }
}
