package dev.zonecast.cli;

import dev.zonecast.cli.export.ChromeExport;
import dev.zonecast.cli.export.CsvExport;
import dev.zonecast.cli.export.FirefoxExport;
import dev.zonecast.cli.export.OutputFile;
import dev.zonecast.cli.export.PerfettoExport;
import dev.zonecast.cli.export.TooLargeException;
import dev.zonecast.trace.TraceSummary;
import dev.zonecast.trace.stats.ZoneFilter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.core.exc.JacksonIOException;

/** A recording for other programs. */
@Command(
        name = "export",
        description = "Writes a recording in the format of another program.",
        mixinStandardHelpOptions = true)
final class ExportCommand implements Callable<Integer> {
    /** For whom. */
    enum Format {
        /** Firefox Profiler. */
        FIREFOX(".firefox.json"),
        /** The Trace Event Format. */
        CHROME(".chrome.json"),
        /** Perfetto's own format. */
        PERFETTO(".perfetto-trace"),
        /** A line a zone. */
        CSV(".csv");

        private final String ending;

        Format(String ending) {
            this.ending = ending;
        }
    }

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "a recording, also .gz, .zst or .lz4")
    private Path file;

    @Option(names = "--to", required = true, paramLabel = "FORMAT", description = "${COMPLETION-CANDIDATES}")
    private Format format;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "where to write (default: beside the recording)")
    private Path output;

    @Mixin
    private TimeRange range;

    @Override
    public Integer call() throws IOException {
        range.check();
        InputTrace input = new InputTrace(file);
        long start = range.needsStart() || format == Format.CSV ? TraceStart.of(input, range.programs()) : 0;
        ZoneFilter filter = range.filter(start);
        Path target = InputTrace.beside(file, output, format.ending);
        TraceSummary summary;
        try (OutputFile out = new OutputFile(target)) {
            summary = write(input, start, filter, out.stream());
            range.checkMatches(filter);
            out.complete();
        } catch (TooLargeException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        } catch (JacksonIOException e) {
            throw new IOException(target + ": " + Reason.of(e.getCause()), e);
        }
        spec.commandLine()
                .getErr()
                .println("zonecast: wrote " + OutputFile.name(target) + " ("
                        + format.name().toLowerCase(Locale.ROOT) + ")");
        LossTable.print(
                file,
                summary,
                filter.losses(summary.losses()),
                spec.commandLine().getErr());
        return ExitCode.OK;
    }

    private TraceSummary write(InputTrace input, long start, ZoneFilter filter, OutputStream out) throws IOException {
        return switch (format) {
            case CHROME -> {
                ChromeExport export = new ChromeExport(out, filter);
                TraceSummary summary = input.read("exporting", export);
                export.close();
                yield summary;
            }
            case CSV -> {
                CsvExport export = new CsvExport(out, filter, start);
                TraceSummary summary = input.read("exporting", export);
                export.close();
                yield summary;
            }
            case PERFETTO -> input.read("exporting", new PerfettoExport(out, filter));
            case FIREFOX -> {
                FirefoxExport export = new FirefoxExport(filter);
                TraceSummary summary = input.read("reading", export);
                // Each column of the profile is another walk through the rows.
                try (ProgressLine progress = ProgressLine.startAfter(summary.bytes(), "writing")) {
                    export.write(summary, new CountedOutput(out, progress));
                }
                yield summary;
            }
        };
    }
}
