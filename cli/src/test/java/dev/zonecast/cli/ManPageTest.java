package dev.zonecast.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

class ManPageTest {
    private static String page() {
        StringWriter text = new StringWriter();
        ManPage.print(new PrintWriter(text));
        return text.toString();
    }

    @Test
    void shouldDescribeEveryCommandAndOption() {
        String page = page();
        CommandLine line = Main.commandLine(new PrintWriter(Writer.nullWriter()), new PrintWriter(Writer.nullWriter()));

        for (Map.Entry<String, CommandLine> command : line.getSubcommands().entrySet()) {
            assertTrue(page.contains("\n.SS zonecast " + command.getKey() + " "), command.getKey());
            for (OptionSpec option : command.getValue().getCommandSpec().options()) {
                String name = option.longestName().replace("-", "\\-");
                assertTrue(option.usageHelp() || option.versionHelp() || page.contains(name), name);
            }
        }
        assertTrue(
                page.contains("\\fB\\-\\-limit N\\fR\nprint the N zones with the most time (default: 50; 0: all)"),
                page);
    }

    /** Roff takes a line with a full stop at its begin for a request, and a backslash for an escape. */
    @Test
    void shouldHaveKnownRequestsAndEscapesAlone() {
        List<String> requests = List.of(".TH", ".SH", ".SS", ".PP", ".TP", ".B");

        for (String line : page().lines().toList()) {
            assertTrue(!line.startsWith(".") || requests.contains(line.replaceFirst(" .*", "")), line);
            assertEquals("", line.replaceAll("\\\\(?:-|e|&|fB|fR)", "").replaceAll("[^\\\\]", ""), line);
        }
    }
}
