package dev.zonecast.cli;

import dev.zonecast.cli.export.OutputFile;
import dev.zonecast.cli.report.ReportData;
import dev.zonecast.cli.report.ReportPage;
import dev.zonecast.trace.TraceSummary;
import dev.zonecast.trace.stats.FirstReading;
import dev.zonecast.trace.stats.ZoneFilter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.core.exc.JacksonIOException;

/** A recording as a page. */
@Command(
        name = "report",
        description = "Writes a page that shows a recording in a browser: one file, which needs no network.",
        mixinStandardHelpOptions = true)
final class ReportCommand implements Callable<Integer> {
    private static final int MEBIBYTE = 1 << 20;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "a recording, also .gz, .zst or .lz4")
    private Path file;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "where to write (default: beside the recording)")
    private Path output;

    @Option(
            names = "--max-zones",
            paramLabel = "N",
            description = "of more than N zones the shortest are left out (default: ${DEFAULT-VALUE})")
    private int maxZones = ReportData.DEFAULT_MAX_ZONES;

    @Option(
            names = "--pictures",
            paramLabel = "MIB",
            description = "frame images take so much of the page at most; of more, every second goes (default:"
                    + " ${DEFAULT-VALUE})")
    private int pictures = 12;

    @Mixin
    private TimeRange range;

    @Override
    public Integer call() throws IOException {
        if (maxZones < 1 || pictures < 0 || pictures > 1024) {
            throw new ParameterException(spec.commandLine(), "--max-zones: 1 or more; --pictures: 0 to 1024");
        }
        range.check();
        InputTrace input = new InputTrace(file);
        ZoneFilter filter = range.filter(input);
        Path target = InputTrace.beside(file, output, ".html");
        FirstReading first = new FirstReading(filter, ReportData.MAX_CONTENTS);
        ReportData data;
        TraceSummary summary;
        try (OutputFile out = new OutputFile(target)) {
            input.readFrames("looking for the slowest frames", first);
            data = new ReportData(filter, first, maxZones, (long) pictures * MEBIBYTE);
            summary = input.read("reading", data);
            range.checkMatches(filter);
            ReportPage.write(data, summary, file.getFileName().toString(), out.stream());
            out.complete();
        } catch (JacksonIOException e) {
            throw new IOException(target + ": " + Reason.of(e.getCause()), e);
        }
        spec.commandLine().getErr().println("zonecast: wrote " + OutputFile.name(target) + size(target));
        LossTable.print(
                file,
                summary,
                filter.losses(summary.losses()),
                spec.commandLine().getErr());
        return ExitCode.OK;
    }

    private static String size(Path target) throws IOException {
        return Files.isRegularFile(target) ? " (" + Units.bytes(Files.size(target)) + ")" : "";
    }
}
