package dev.zonecast.cli;

import dev.zonecast.cli.export.OutputFile;
import dev.zonecast.trace.TraceSummary;
import dev.zonecast.trace.stats.ZoneFilter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A command that makes a file of a recording. */
abstract class OutputCommand extends ToolCommand {
    @Parameters(paramLabel = "FILE", description = "a recording; can be compressed (.gz, .zst, .lz4)")
    Path file;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "output file (default: beside the recording)")
    private Path output;

    @Mixin
    TimeRange range;

    /** The output as the command's message names it. */
    Path target(String ending) {
        if (output != null || file.getFileName() == null) {
            // A root has no name. Reading it fails, because it is a folder.
            return output == null ? file : output;
        }
        return file.resolveSibling(file.getFileName().toString().replaceFirst("\\.fxt(\\.\\w+)?$", "") + ending);
    }

    /** Writes the output. */
    interface Content {
        TraceSummary write(InputTrace input, OutputStream out) throws IOException;
    }

    /** Writes the file and prints the losses; nothing stays if that fails or a filter matches nothing. */
    TraceSummary write(Path target, InputTrace input, ZoneFilter filter, Content content) throws IOException {
        OutputFile.checkIsNot(file, target);
        try (OutputFile out = new OutputFile(target)) {
            TraceSummary summary = content.write(input, out.stream());
            range.checkMatches(filter);
            out.complete();
            return summary;
        }
    }

    /** Prints what was written, and what is missing in it. */
    int done(Path target, String more, TraceSummary summary, ZoneFilter filter) {
        say("wrote " + OutputFile.name(target) + more);
        LossTable.print(file, summary, filter, err());
        return ExitCode.OK;
    }
}
